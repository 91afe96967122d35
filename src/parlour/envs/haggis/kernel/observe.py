# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat sees of a round as numbers, straight from the kernel: equal to the encoding of its view, and faster.

`observe` in `features` takes over, item by item, what the seat may know (H9).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.envs.haggis.kernel.features import SEEN_SIZE, observe, view_width, write_view
    from parlour.games.haggis.kernel.machine import PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis.kernel.round import Round


def write_observation(
    played: Round, seat: cython.int, scores: Sequence[int], target: cython.longlong, out: cython.float[::1]
) -> None:
    """Write what a seat sees of a round into a row of zeros."""
    seen: cython.longlong[SEEN_SIZE]
    points: cython.longlong[3]
    i: cython.int
    players: cython.int = played.s[PLAYERS]
    if not cython.compiled:
        seen, points = [0] * SEEN_SIZE, [0] * 3
    if not 0 <= seat < players or len(scores) != players or target < 1:
        raise ValueError(f"not what a seat of {players} sees: seat {seat}, scores {scores}, target {target}")
    if len(out) != view_width(players):
        raise ValueError(f"room for {view_width(players)} numbers is needed, got {len(out)}")
    for i in range(players):
        points[i] = scores[i]
    observe(played.s, seat, points, target, seen)
    if not cython.compiled:
        write_view(seen, out)
    else:  # pragma: no cover - C only
        write_view(seen, cython.address(out[0]))
