"""Who plays when nobody does: bots see views only."""
