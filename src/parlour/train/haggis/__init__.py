"""Training of the nets that play Haggis."""
