# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Between two races: the draft, what becomes of a card, the next race or the end (D5.0, D6-D8)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE, count_bits
    from parlour.games.damenrennen.kernel.piles import DECK, QUEENS, SPADES, SUITS, card_count, type_of
    from parlour.games.damenrennen.kernel.slots import (
        ADVANTAGES,
        ASKED,
        AWAITING,
        BOMBS,
        BY_ROW,
        BY_STRIKES,
        DRAFTING,
        DRAWN,
        ENDING,
        ENDING_SUIT,
        EXCHANGED,
        FULL,
        GAME_WINNER,
        GIVEN,
        HANDS,
        LAID,
        MARKET,
        NOBODY,
        OUT_OF_CARDS,
        OVER,
        PHASE,
        PICKS,
        RACE_WINNER,
        RESERVES,
        ROWS,
        SHOWN,
        SIZE,
        SPENT,
        STACK,
        STRIKE_CARDS,
        STRIKES,
        TAKEN,
        TRICKS,
        ULTIMATE,
        USED,
        diamonds_in,
    )

    MARKET_SIZE = 4
    SMALLEST_STACK = 6  # a market and one card each (D8.2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ask(s: cython.p_longlong, phase: cython.int, seats: cython.int) -> cython.void:
    """Wait for seats, each a bit."""
    s[PHASE] = phase
    s[ASKED] = seats


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def end_game(s: cython.p_longlong, winner: cython.int, ending: cython.int) -> cython.void:
    """End the game; everything stays where it lies."""
    ask(s, OVER, 0)
    s[GAME_WINNER] = winner
    s[ENDING] = ending


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def await_race(s: cython.p_longlong) -> cython.void:
    """Measure the advantages and wait for the next deal, or end the game (D5.0, D8)."""
    suit: cython.int
    longer: cython.int
    left: cython.int = card_count(s[STACK]) - MARKET_SIZE
    ask(s, AWAITING, 0)
    for suit in range(3):
        longer = count_bits(s[ROWS + suit]) - count_bits(s[ROWS + 3 + suit])
        s[ADVANTAGES + suit] = 0 if longer > 0 else 1 if longer < 0 else NOBODY
    s[FULL] = 1 if left >= (6 if s[ADVANTAGES + SPADES] == NOBODY else 7) else 0
    if left < SMALLEST_STACK - MARKET_SIZE:
        end_game(s, NOBODY, OUT_OF_CARDS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def collect(s: cython.p_longlong) -> cython.void:
    """Shuffle hands, discards and used cards back into the stack; who knew of them, knows no more."""
    seat: cython.int
    s[STACK] += s[USED]
    s[USED] = s[SHOWN] = s[TAKEN] = s[GIVEN] = 0
    for seat in range(2):
        s[STACK] += s[HANDS + seat] + s[SPENT + seat]
        s[HANDS + seat] = s[SPENT + seat] = s[EXCHANGED + seat] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def end_race(s: cython.p_longlong) -> cython.void:
    """Put everything that was not taken back into the stack (D2.5, D6.3)."""
    i: cython.int
    collect(s)
    s[STACK] += s[MARKET]
    s[MARKET] = s[TRICKS] = s[PICKS] = s[ULTIMATE] = 0
    s[RACE_WINNER] = NOBODY
    for i in range(2):
        s[BOMBS + i] = s[DRAWN + i] = 0
    for i in range(6):
        s[LAID + i] = 0
    await_race(s)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def attach(s: cython.p_longlong, seat: cython.int, suit: cython.int) -> cython.void:
    """Attach cards of the reserve to a row as long as one fits (D7.1, D7.2)."""
    row: cython.longlong = s[ROWS + 3 * seat + suit]
    before: cython.longlong = 0
    card: cython.longlong
    rank: cython.int
    while row != before:
        before = row
        for rank in range(6):
            card = ONE << (2 * (SUITS * rank + suit))
            if s[RESERVES + seat] & card and (((row << 1) | (row >> 1)) >> rank) & 1:
                row |= ONE << rank
                s[RESERVES + seat] -= card
    s[ROWS + 3 * seat + suit] = row


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(s: cython.p_longlong, seat: cython.int, card: cython.longlong) -> cython.void:
    """Attach a card, reserve it or lay it aside as a strike, and look for the end (D7)."""
    number: cython.int = type_of(card)
    suit: cython.int = number % SUITS
    if diamonds_in(card):
        s[RESERVES + seat] += card
    elif (s[ROWS + 3 * seat + suit] >> (number // SUITS)) & 1 or s[RESERVES + seat] & card:
        s[STRIKES + seat] |= ONE << suit
        s[STRIKE_CARDS + seat] += card
        if s[STRIKES + seat] == 7:
            end_game(s, seat, BY_STRIKES)
    else:
        s[RESERVES + seat] += card
        attach(s, seat, suit)
        if s[ROWS + 3 * seat + suit] == 63:
            end_game(s, seat, BY_ROW)
            s[ENDING_SUIT] = suit


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ask_drafter(s: cython.p_longlong) -> cython.void:
    """Ask who takes next: the loser first after a simple win, second after an ultimate one (D6)."""
    drafter: cython.int = s[RACE_WINNER]
    if s[PICKS] == s[ULTIMATE]:
        drafter = 1 - drafter
    ask(s, DRAFTING, 1 << drafter)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take(s: cython.p_longlong, seat: cython.int, card: cython.longlong) -> cython.void:
    """Draft a card; the third one ends the race (D6.3, D6.4)."""
    s[MARKET] -= card
    s[PICKS] += 1
    settle(s, seat, card)
    if s[PHASE] == OVER:
        return
    if s[PICKS] == 3:
        end_race(s)
    else:
        ask_drafter(s)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_up(s: cython.p_longlong) -> cython.void:
    """Begin a game: three queens each, the rest is the stack (D1.2)."""
    i: cython.int
    for i in range(SIZE):
        s[i] = 0
    for i in range(6):
        s[ROWS + i] = 4
    s[STACK] = DECK - QUEENS
    s[RACE_WINNER] = s[GAME_WINNER] = NOBODY
    await_race(s)
