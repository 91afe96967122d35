"""The compiled part that every game's environments share."""
