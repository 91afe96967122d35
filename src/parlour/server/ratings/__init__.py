"""Ratings on the server: results of finished matches in their order, and the ladders that they come to."""
