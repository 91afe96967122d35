"""Damenrennen as a learning environment."""
