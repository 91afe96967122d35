# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rules of a round as a machine (H3, H5, H6, H7): the kernel's second part.

A round is a vector of integers; the slots are named below. Hands are masks as in `combos`. A pile
(the trick, what a seat captured) holds cards of several owners, so there the J, Q, K of seat `s`
are bits 45 + 3s to 47 + 3s: every card of the deck is one bit of its own.

Moves are not judged here: they come from `list_moves`, or were judged before.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE, count_bits
    from parlour.games.haggis.kernel.combos import (
        ALL_WILDS,
        BET,
        BOMB,
        CARD_MASK,
        GIVE,
        KIND_SHIFT,
        POINT_SPOTS,
        SPOT_MASK,
        WILD_SHIFT,
        list_answers,
        list_leads,
    )

    PLAYERS, TOURNAMENT, BONUS = 0, 1, 2  # the options: 2 or 3; H5.8; H7.4
    PHASE = 3  # PLAYING, GIVING or OVER
    ACTOR = 4  # the seat whose turn it is
    STANDING = 5  # the combo to beat, 0 on the lead
    HOLDER = 6  # who played it
    RUNNER_UP = 7  # who played the combo below it in this trick, or NOBODY
    PASSES = 8  # passes since then
    TRICK = 9  # the trick's pile
    HAGGIS = 10
    OUTS, OUT_ORDER = 11, 12  # how many have gone out; the two who did, in order
    HANDS, CAPTURED, BETS, PLAYED, LEFT_OVER = 14, 17, 20, 23, 26  # three each, by seat:
    # a hand; a pile; 0 or the bet + 1; whether a card was played; the fullest hand on going out
    SIZE = 29
    PLAYING, GIVING, OVER = 0, 1, 2
    NOBODY = 3
    # Those of all owners, in a pile.
    JACKS = cython.declare(cython.longlong, 0b001001001 << WILD_SHIFT)
    QUEENS = cython.declare(cython.longlong, 0b010010010 << WILD_SHIFT)
    KINGS = cython.declare(cython.longlong, 0b100100100 << WILD_SHIFT)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def pile_of(cards: cython.longlong, seat: cython.int) -> cython.longlong:
    """Turn a seat's cards into a pile, where wilds have owners."""
    return (cards & SPOT_MASK) | ((cards >> WILD_SHIFT) << (WILD_SHIFT + 3 * seat))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def points_in(pile: cython.longlong) -> cython.int:
    """Count the points of a pile (H1.3)."""
    spots: cython.int = count_bits(pile & POINT_SPOTS)
    return spots + 2 * count_bits(pile & JACKS) + 3 * count_bits(pile & QUEENS) + 5 * count_bits(pile & KINGS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def holder_after(s: cython.p_longlong, seat: cython.int) -> cython.int:
    """Find the next seat to the left that holds cards; there must be one."""
    players: cython.int = s[PLAYERS]
    seat = (seat + 1) % players
    while s[HANDS + seat] == 0:
        seat = (seat + 1) % players
    return seat


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def may_bet(s: cython.p_longlong, seat: cython.int) -> cython.bint:
    """Whether a seat can still declare (H3.1, H3.2, H3.3)."""
    return s[PHASE] != OVER and s[OUTS] == 0 and s[BETS + seat] == 0 and s[PLAYED + seat] == 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_moves(s: cython.p_longlong, seat: cython.int, out: cython.p_longlong, limit: cython.int) -> cython.int:
    """List every move of a seat: bets at any time, in its turn a pass, combos, a trick to give."""
    n: cython.int = 0
    other: cython.int
    if may_bet(s, seat):
        for n in range(3):
            out[n] = (BET * ONE << KIND_SHIFT) | (15 * n)
        n = 3
    if seat != s[ACTOR] or s[PHASE] == OVER:
        return n
    if s[PHASE] == GIVING:
        for other in range(3):
            if other != seat:
                out[n] = (GIVE * ONE << KIND_SHIFT) | other
                n += 1
        return n
    if s[STANDING] == 0:
        return list_leads(s[HANDS + seat], ALL_WILDS, out, n, limit)
    out[n] = 0
    return list_answers(s[HANDS + seat], s[STANDING], ALL_WILDS, out, n + 1, limit)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def close_trick(s: cython.p_longlong, to: cython.int) -> cython.void:
    """Give the trick away and start the next one (H5.6, H5.9), or end the round (H6.2)."""
    s[CAPTURED + to] |= s[TRICK]
    s[TRICK] = 0
    s[STANDING] = 0
    s[RUNNER_UP] = NOBODY
    s[PASSES] = 0
    if s[OUTS] == s[PLAYERS] - 1:
        s[PHASE] = OVER
        return
    s[PHASE] = PLAYING
    s[ACTOR] = s[HOLDER] if s[HANDS + s[HOLDER]] else holder_after(s, s[HOLDER])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def end_trick(s: cython.p_longlong) -> cython.void:
    """Find who gets the trick: its winner, or after a bomb an opponent (H5.6, H5.7, H5.8)."""
    winner: cython.int = s[HOLDER]
    if s[STANDING] >> KIND_SHIFT != BOMB:
        close_trick(s, winner)
    elif s[PLAYERS] == 2:
        close_trick(s, 1 - winner)
    elif s[TOURNAMENT] == 0:
        s[PHASE] = GIVING
        s[ACTOR] = winner
    elif s[RUNNER_UP] == NOBODY:
        close_trick(s, (winner + 2) % 3)
    else:
        close_trick(s, s[RUNNER_UP])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def go_out(s: cython.p_longlong, seat: cython.int) -> cython.void:
    """Note who went out, and the fullest opposing hand at that moment (H6.1, H7.1)."""
    fullest: cython.int = 0
    other: cython.int
    cards: cython.int
    for other in range(s[PLAYERS]):
        cards = count_bits(s[HANDS + other])
        if cards > fullest:
            fullest = cards
    s[LEFT_OVER + seat] = fullest
    s[OUT_ORDER + s[OUTS]] = seat
    s[OUTS] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_cards(s: cython.p_longlong, seat: cython.int, move: cython.longlong) -> cython.void:
    """Lay a combo on the trick (H5.1)."""
    cards: cython.longlong = move & CARD_MASK
    s[HANDS + seat] &= ~cards
    s[TRICK] |= pile_of(cards, seat)
    s[PLAYED + seat] = 1
    s[RUNNER_UP] = s[HOLDER] if s[STANDING] else NOBODY
    s[HOLDER] = seat
    s[STANDING] = move
    s[PASSES] = 0
    if s[HANDS + seat] == 0:
        go_out(s, seat)
    if s[OUTS] == s[PLAYERS] - 1:
        end_trick(s)
    else:
        s[ACTOR] = holder_after(s, seat)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pass_turn(s: cython.p_longlong, seat: cython.int) -> cython.void:
    """Pass; the trick ends when all others who hold cards have (H5.4, H5.5)."""
    answering: cython.int = 0
    other: cython.int
    for other in range(s[PLAYERS]):
        if other != s[HOLDER] and s[HANDS + other]:
            answering += 1
    s[PASSES] += 1
    if s[PASSES] == answering:
        end_trick(s)
    else:
        s[ACTOR] = holder_after(s, seat)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def step(s: cython.p_longlong, seat: cython.int, move: cython.longlong) -> cython.void:
    """Make a move."""
    kind: cython.int = move >> KIND_SHIFT
    if kind == 0:
        pass_turn(s, seat)
    elif kind == BET:
        s[BETS + seat] = (move & 31) + 1
    elif kind == GIVE:
        close_trick(s, move & 3)
    else:
        play_cards(s, seat, move)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def bet_points(s: cython.p_longlong, seat: cython.int) -> cython.int:
    """Score the bets for one seat (H7.3)."""
    points: cython.int = 0
    other: cython.int
    first: cython.int = s[OUT_ORDER]
    for other in range(s[PLAYERS]):
        if s[BETS + other] <= 1:
            continue
        if other == first:
            points += s[BETS + other] - 1 if other == seat else 0
        elif seat == first or (seat != other and s[BETS + seat] <= 1):
            points += s[BETS + other] - 1
    return points


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def score_parts(s: cython.p_longlong, seat: cython.int, parts: cython.p_longlong) -> cython.int:
    """Score a finished round for one seat: cards left over, tricks, last hand and haggis, bets, bonus."""
    last: cython.int = 0
    first: cython.int = s[OUT_ORDER]
    while s[HANDS + last] == 0:
        last += 1
    parts[0] = 5 * s[LEFT_OVER + seat]
    parts[1] = points_in(s[CAPTURED + seat])
    parts[2] = points_in(pile_of(s[HANDS + last], last) | s[HAGGIS]) if seat == first else 0
    parts[3] = bet_points(s, seat)
    parts[4] = s[BONUS] if seat == first and s[PLAYERS] == 3 else 0
    return parts[0] + parts[1] + parts[2] + parts[3] + parts[4]
