"""What one hostile visitor costs the others: attacks on a server at default limits, beside people who play."""
