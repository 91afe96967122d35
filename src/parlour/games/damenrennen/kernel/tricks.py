# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The law of one race: which tricks and bombs win it, and how (D3, D4, D5.3).

A verdict is one number: the margin, positive for seat 0, 2 or -2 where the win is ultimate; 0
where a draw must break the tie.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.piles import CARD_MASK, ONES, card_count, is_one_rank, spread, top_rank
    from parlour.games.damenrennen.kernel.slots import NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    Whole = int  # called `int`, Cython would take floats for it, too, and cut them off


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def higher(card0: cython.longlong, card1: cython.longlong) -> cython.int:
    """Compare two cards, or two bombs, by rank: 1, 0 or -1 for the seat of the first (D3.1)."""
    rank0: cython.int = top_rank(card0)
    rank1: cython.int = top_rank(card1)
    return (rank0 > rank1) - (rank0 < rank1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def tie_margin(clubs: cython.int) -> cython.int:
    """The margin of a tie: 0, or one for the holder of clubs (D5.3)."""
    return 0 if clubs == NOBODY else 1 - 2 * clubs


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def judge_tricks(
    laid0: cython.p_longlong, laid1: cython.p_longlong, tricks: cython.int, clubs: cython.int
) -> cython.int:
    """Judge a race whose tricks are all laid (D3.2, D3.3, D5.3)."""
    margin: cython.int = 0
    won: cython.int
    i: cython.int
    for i in range(tricks):
        won = higher(laid0[i], laid1[i])
        margin += won or tie_margin(clubs)
    if margin == 0:
        return tie_margin(clubs)
    return max(-2, min(2, margin))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def judge_bombs(hand0: cython.longlong, hand1: cython.longlong, clubs: cython.int) -> cython.int:
    """Judge a race with a bomb; a hand that is none is given as 0 (D4)."""
    if hand1 == 0:
        return 2
    if hand0 == 0:
        return -2
    won: cython.int = higher(hand0, hand1)
    return 2 * (won or tie_margin(clubs))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def bomb_in(hand: cython.longlong) -> cython.longlong:
    """The hand where it is a bomb, three cards of one rank and no fewer (D4.1, D8.1); else 0."""
    return hand if is_one_rank(hand) and card_count(hand) == 3 else 0


def race_law(hand0: Whole, hand1: Whole, clubs: Whole | None) -> tuple[int, int, int, int, int]:
    """Count the matchings of two hands by their verdict; there are 6, 2 or 1 of them.

    In order: an ultimate and a simple win of seat 0, a tie that a draw must break, a simple and an
    ultimate win of seat 1. Whoever lays her cards in uniformly random order makes every matching
    as likely as the next, whatever the other does, so these are exact chances (D3, D4).
    """
    laid0: cython.longlong[48]
    laid1: cython.longlong[48]
    counts: cython.longlong[5]
    order: cython.longlong[3]
    cards: cython.int
    first: cython.int
    turn: cython.int
    i: cython.int
    check_hands(hand0, hand1, clubs)
    pile0: cython.longlong = hand0
    pile1: cython.longlong = hand1
    holder: cython.int = NOBODY if clubs is None else clubs
    bomb0: cython.longlong = bomb_in(pile0)
    bomb1: cython.longlong = bomb_in(pile1)
    if not cython.compiled:
        laid0, laid1, counts, order = [0] * 48, [0] * 48, [0] * 5, [0] * 3
    for i in range(5):
        counts[i] = 0
    cards = spread(pile0, laid0)
    spread(pile1, laid1)
    # The first card takes each place; with three cards the other two lie in either order.
    for first in range(cards):
        for turn in range(1, max(2, cards)):
            order[0] = laid1[first]
            for i in range(1, cards):
                order[i] = laid1[(first + (i if turn == 1 else cards - i)) % cards]
            if bomb0 or bomb1:
                counts[2 - judge_bombs(bomb0, bomb1, holder)] += 1
            else:
                counts[2 - judge_tricks(laid0, order, cards, holder)] += 1
    return (counts[0], counts[1], counts[2], counts[3], counts[4])


def check_hands(hand0: Whole, hand1: Whole, clubs: Whole | None) -> None:
    """Refuse what cannot be raced with."""
    for hand in (hand0, hand1):
        if type(hand) is not int or hand < 0 or hand > CARD_MASK or hand & (hand >> 1) & ONES:
            raise ValueError(f"not a pile of cards: {hand!r}")
    sizes = (card_count(hand0), card_count(hand1))
    if sizes not in ((1, 1), (2, 2), (3, 3)):
        raise ValueError(f"a race needs two hands of one to three cards, got {sizes}")
    if clubs is not None and (type(clubs) is not int or clubs not in (0, 1)):
        raise ValueError(f"clubs belong to seat 0, seat 1 or nobody, got {clubs!r}")
