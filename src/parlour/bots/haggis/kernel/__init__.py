"""The compiled part of the Haggis bots."""
