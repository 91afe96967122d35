"""The line terminal: plain text that a screen reader can read and a script can answer."""
