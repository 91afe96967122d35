"""Tournaments on the server: an event log each, rounds whose tables are opened together, results from those tables."""
