"""Bots for Haggis."""
