"""The compiled part of Haggis' environments."""
