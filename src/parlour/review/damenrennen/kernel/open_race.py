# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a race is worth once its cards are dealt, both hands open."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import verdict_worths
    from parlour.bots.damenrennen.kernel.preparing import clubs_of
    from parlour.bots.damenrennen.kernel.racing import law_worth, prepare
    from parlour.bots.damenrennen.kernel.rank_hands import hand_number, ranks_of
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.slots import EXCHANGED, HANDS, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


def open_worth(game: Game, mind: Mind) -> float:
    """The chance of seat 0 to win, from a deal to the first trick: both prepare by rule, then the mean of matchings."""
    s: cython.longlong[SIZE]
    pay: cython.double[5]
    ranks: cython.int[4]
    i: cython.int
    n: cython.int
    mine: cython.int
    if not cython.compiled:
        s, pay, ranks = [0] * SIZE, [0.0] * 5, [0] * 4
    for i in range(SIZE):
        s[i] = game.s[i]
    verdict_worths(s, mind, pay)
    prepare(s, mind, pay)
    if s[EXCHANGED] or s[EXCHANGED + 1]:
        verdict_worths(s, mind, pay)
    n = ranks_of(s[HANDS], ranks)
    mine = hand_number(ranks, n)
    ranks_of(s[HANDS + 1], ranks)
    return law_worth(
        mind, 5 * (HANDS_OF * (HANDS_OF * (3 * (n - 1) + clubs_of(s, 0)) + mine) + hand_number(ranks, n)), pay
    )
