"""Puzzles: positions with a move that is proved or clearly best."""
