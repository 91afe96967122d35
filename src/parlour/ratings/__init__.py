"""Ratings: how strong people are, from the finished matches that they wanted to count; no server in here."""
