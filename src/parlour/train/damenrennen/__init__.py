"""Training of the net that values Damenrennen between races."""
