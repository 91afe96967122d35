# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat sees of a game as numbers, straight from the kernel: equal to the encoding of its view, and faster.

`observe` in `features` takes over, item by item, what the seat may know (D9).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.envs.damenrennen.kernel.features import SEEN_SIZE, VIEW_WIDTH, observe, write_view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen.kernel.game import Game


def write_observation(
    game: Game, seat: cython.int, wins: Sequence[int], needed: cython.longlong, out: cython.float[::1]
) -> None:
    """Write what a seat sees of a game into a row of zeros."""
    seen: cython.longlong[SEEN_SIZE]
    won: cython.longlong[2]
    if not cython.compiled:
        seen, won = [0] * SEEN_SIZE, [0] * 2
    if not 0 <= seat < 2 or len(wins) != 2 or needed < 1:
        raise ValueError(f"not what a seat sees: seat {seat}, wins {wins}, {needed} needed")
    if len(out) != VIEW_WIDTH:
        raise ValueError(f"room for {VIEW_WIDTH} numbers is needed, got {len(out)}")
    won[0], won[1] = wins[0], wins[1]
    observe(game.s, seat, won, needed, seen)
    if not cython.compiled:
        write_view(seen, out)
    else:  # pragma: no cover - C only
        write_view(seen, cython.address(out[0]))
