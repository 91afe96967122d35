"""The terminal: plain lines of text that a screen reader can read and a script can answer."""
