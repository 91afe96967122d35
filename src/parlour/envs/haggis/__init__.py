"""Haggis as a learning environment."""
