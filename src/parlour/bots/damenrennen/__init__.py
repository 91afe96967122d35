"""Bots for Damenrennen."""
