"""Reasons that bots of every game give: keys and the names of their parameters.

A game's own table is `REASONS` in `bots/<game>/reasons.py`; no key of it stands here too. Bots
give keys and parameters only. Whoever shows them to people has the words.
"""

from __future__ import annotations

from typing import Final

from parlour.core.game import Reason

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "only_move": (),
    "random": ("count",),
    "sampled": ("moves", "worlds"),
}
"""`random`: drawn from `count` legal moves. `sampled`: the best of `moves` in `worlds` sampled worlds."""

ONLY_MOVE: Final = Reason("only_move")
