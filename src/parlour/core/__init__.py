"""What every game stands on: the protocol, the table, the log."""
