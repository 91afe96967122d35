"""Where people meet: seeks and their matching, the live list of tables, friends."""
