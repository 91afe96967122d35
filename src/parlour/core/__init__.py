"""The base of every game: the protocol, the table, the log."""
