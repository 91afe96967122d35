"""What the kernels of all games share."""
