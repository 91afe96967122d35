"""The compiled part of Haggis."""
