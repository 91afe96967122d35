"""Environments for research: encodings, batches, and the interfaces that frameworks know.

Everything here stands on NumPy, which `parlour[envs]` brings; the frameworks come with it.
"""

from parlour.envs.extras import need

need("numpy")
