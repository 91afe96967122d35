# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat sees as numbers, straight from the kernels: the same as the encoding of its view, and sooner.

What is taken over is named in `look` of each game's features, one thing after another (H9, D9).

Written in Cython's pure-Python mode.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.envs.damenrennen.kernel.features import SEEN_SIZE as GAME_SIZE
    from parlour.envs.damenrennen.kernel.features import VIEW_WIDTH
    from parlour.envs.damenrennen.kernel.features import look as look_at_game
    from parlour.envs.damenrennen.kernel.features import write_view as write_game
    from parlour.envs.haggis.kernel.features import SEEN_SIZE as ROUND_SIZE
    from parlour.envs.haggis.kernel.features import look as look_at_round
    from parlour.envs.haggis.kernel.features import view_width
    from parlour.envs.haggis.kernel.features import write_view as write_round
    from parlour.games.haggis.kernel.machine import PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen.kernel.game import Game
    from parlour.games.haggis.kernel.round import Round


def glimpse_haggis(
    played: Round, seat: cython.int, scores: Sequence[int], target: cython.longlong, out: cython.float[::1]
) -> None:
    """Write what a seat sees of a round into a row of zeros."""
    seen: cython.longlong[ROUND_SIZE]
    points: cython.longlong[3]
    i: cython.int
    players: cython.int = played.s[PLAYERS]
    if not cython.compiled:
        seen, points = [0] * ROUND_SIZE, [0] * 3
    if not 0 <= seat < players or len(scores) != players or target < 1:
        raise ValueError(f"not what a seat of {players} sees: seat {seat}, scores {scores}, target {target}")
    if len(out) != view_width(players):
        raise ValueError(f"room for {view_width(players)} numbers is needed, got {len(out)}")
    for i in range(players):
        points[i] = scores[i]
    look_at_round(played.s, seat, points, target, seen)
    if not cython.compiled:
        write_round(seen, out)
    else:  # pragma: no cover - C only
        write_round(seen, cython.address(out[0]))


def glimpse_damenrennen(
    game: Game, seat: cython.int, wins: Sequence[int], needed: cython.longlong, out: cython.float[::1]
) -> None:
    """Write what a seat sees of a game into a row of zeros."""
    seen: cython.longlong[GAME_SIZE]
    won: cython.longlong[2]
    if not cython.compiled:
        seen, won = [0] * GAME_SIZE, [0] * 2
    if not 0 <= seat < 2 or len(wins) != 2 or needed < 1:
        raise ValueError(f"not what a seat sees: seat {seat}, wins {wins}, {needed} needed")
    if len(out) != VIEW_WIDTH:
        raise ValueError(f"room for {VIEW_WIDTH} numbers is needed, got {len(out)}")
    won[0], won[1] = wins[0], wins[1]
    look_at_game(game.s, seat, won, needed, seen)
    if not cython.compiled:
        write_game(seen, out)
    else:  # pragma: no cover - C only
        write_game(seen, cython.address(out[0]))
