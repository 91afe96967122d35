# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A race as a state machine (D2-D4), and games played at random: the kernel's upper part.

Each step opens the next one and skips what nobody has a choice in. Moves, deals and tie-break
cards are not judged here: they were listed, drawn or judged before.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE
    from parlour.core.kernel.rng import below
    from parlour.games.damenrennen.kernel.draft import MARKET_SIZE, ask, ask_drafter, collect, end_game, take
    from parlour.games.damenrennen.kernel.piles import (
        CARD_MASK,
        CLUBS,
        HEARTS,
        SPADES,
        card_count,
        is_one_rank,
        pick,
        spread,
    )
    from parlour.games.damenrennen.kernel.slots import (
        ADVANTAGES,
        ASKED,
        AWAITING,
        BOMBS,
        DECLINE,
        DISCARD,
        DISCARDING,
        DRAWING,
        DRAWN,
        EXCHANGE,
        EXCHANGED,
        EXCHANGING,
        EXTRA_SHIFT,
        FULL,
        GIVEN,
        HANDS,
        KIND_SHIFT,
        LAID,
        LAYING,
        MARKET,
        NOBODY,
        OVER,
        PHASE,
        RACE_WINNER,
        RACES,
        RESERVES,
        SEALED,
        SHOW,
        SHOWING,
        SHOWN,
        SPENT,
        STACK,
        SWAP,
        SWAPPING,
        TAKE,
        TAKEN,
        TRICKS,
        ULTIMATE,
        UNBROKEN_TIE,
        USED,
        diamonds_in,
        list_moves,
        unpack_diamonds,
    )
    from parlour.games.damenrennen.kernel.tricks import bomb_in, higher, judge_bombs, judge_tricks

    DECISIONS, LISTED = range(2)  # what a playout counts


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_pool(s: cython.p_longlong) -> cython.longlong:
    """The pile that a tie-break is drawn from: the stack, or all but the market (D3.4)."""
    if card_count(s[STACK]) >= 2:
        return s[STACK]
    return s[STACK] + s[USED] + s[HANDS] + s[HANDS + 1] + s[SPENT] + s[SPENT + 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def decide(s: cython.p_longlong, margin: cython.int) -> cython.void:
    """Open the draft, or wait for tie-break cards if any can decide (D3.3, D3.4)."""
    if margin:
        s[RACE_WINNER] = 0 if margin > 0 else 1
        s[ULTIMATE] = 1 if margin == 2 or margin == -2 else 0
        ask_drafter(s)
    elif card_count(s[STACK]) < 2 and is_one_rank(draw_pool(s)):
        end_game(s, NOBODY, UNBROKEN_TIE)
    else:
        ask(s, DRAWING, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def turn_tie_break(s: cython.p_longlong, card0: cython.longlong, card1: cython.longlong) -> cython.void:
    """Turn over one card each; used cards come first into a stack that is too small (D3.4)."""
    if card_count(s[STACK]) < 2:
        collect(s)
    s[STACK] -= card0 + card1
    s[USED] += card0 + card1
    s[DRAWN] = card0
    s[DRAWN + 1] = card1
    decide(s, higher(card0, card1))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def laid_by(s: cython.p_longlong, seat: cython.int) -> cython.p_longlong:
    """Point to the cards that a seat has laid."""
    if not cython.compiled:
        return s[LAID + 3 * seat : LAID + 3 * seat + 3]
    return s + LAID + 3 * seat  # pragma: no cover - compiled only


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def turn_over(s: cython.p_longlong) -> cython.void:
    """Turn over the two cards that were laid; the first ones tell of bombs (D3, D4)."""
    seat: cython.int
    card: cython.longlong
    tricks: cython.int = s[TRICKS]
    if tricks == 0:
        s[BOMBS] = bomb_in(s[HANDS])
        s[BOMBS + 1] = bomb_in(s[HANDS + 1])
    for seat in range(2):
        card = s[SEALED + seat] & CARD_MASK
        s[SEALED + seat] = 0
        s[LAID + 3 * seat + tricks] = card
        s[HANDS + seat] -= card
        s[USED] += card
    s[TRICKS] = tricks + 1
    if s[BOMBS] or s[BOMBS + 1]:
        decide(s, judge_bombs(s[BOMBS], s[BOMBS + 1], s[ADVANTAGES + CLUBS]))
    elif s[HANDS] == 0:
        decide(s, judge_tricks(laid_by(s, 0), laid_by(s, 1), tricks + 1, s[ADVANTAGES + CLUBS]))
    else:
        ask(s, LAYING, 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def exchange(s: cython.p_longlong) -> cython.void:
    """Carry out the exchanges that were sealed (D2.6)."""
    seat: cython.int
    given: cython.longlong
    taken: cython.longlong
    for seat in range(2):
        given = s[SEALED + seat] & CARD_MASK
        taken = unpack_diamonds((s[SEALED + seat] >> EXTRA_SHIFT) & 4095)
        s[SEALED + seat] = 0
        s[HANDS + seat] += taken - given
        s[SPENT + seat] += given
        s[RESERVES + seat] -= taken
        s[EXCHANGED + seat] = taken
    ask(s, LAYING, 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def open_exchange(s: cython.p_longlong) -> cython.void:
    """Ask whoever has diamonds in reserve (D2.6)."""
    owners: cython.int = (1 if diamonds_in(s[RESERVES]) else 0) + (2 if diamonds_in(s[RESERVES + 1]) else 0)
    if owners:
        ask(s, EXCHANGING, owners)
    else:
        ask(s, LAYING, 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def open_discard(s: cython.p_longlong) -> cython.void:
    """Ask the holder of spades, if there is one (D5.1)."""
    if s[FULL] and s[ADVANTAGES + SPADES] != NOBODY:
        ask(s, DISCARDING, 1 << s[ADVANTAGES + SPADES])
    else:
        open_exchange(s)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def open_race(
    s: cython.p_longlong, market: cython.longlong, hand0: cython.longlong, hand1: cython.longlong
) -> cython.void:
    """Open the market, deal, and ask the opponent of hearts, if anybody has hearts (D2, D5.2)."""
    s[RACES] += 1
    s[STACK] -= market + hand0 + hand1
    s[MARKET] = market
    s[HANDS] = hand0
    s[HANDS + 1] = hand1
    if s[FULL] and s[ADVANTAGES + HEARTS] != NOBODY:
        ask(s, SHOWING, 2 >> s[ADVANTAGES + HEARTS])
    else:
        open_discard(s)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def swap(s: cython.p_longlong, seat: cython.int, taken: cython.longlong, given: cython.longlong) -> cython.void:
    """Take a shown card for one's own (D5.2)."""
    s[TAKEN] = taken
    s[GIVEN] = given
    s[HANDS + seat] += taken - given
    s[HANDS + 1 - seat] += given - taken
    open_discard(s)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def step(s: cython.p_longlong, seat: cython.int, move: cython.longlong) -> cython.void:
    """Make a move; what several seats choose is sealed until the last of them has chosen."""
    kind: cython.int = move >> KIND_SHIFT
    cards: cython.longlong = move & CARD_MASK
    if kind == TAKE:
        take(s, seat, cards)
    elif kind == SHOW:
        s[SHOWN] = cards
        ask(s, SWAPPING, 2 >> seat)
    elif kind == SWAP:
        swap(s, seat, ONE << (2 * ((move >> EXTRA_SHIFT) & 31)), cards)
    elif kind == DECLINE:
        open_discard(s)
    elif kind == DISCARD:
        s[HANDS + seat] -= cards
        s[SPENT + seat] += cards
        open_exchange(s)
    else:
        s[SEALED + seat] = move
        s[ASKED] &= ~(ONE << seat)
        if s[ASKED] == 0:
            if kind == EXCHANGE:
                exchange(s)
            else:
                turn_over(s)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_size(s: cython.p_longlong, seat: cython.int) -> cython.int:
    """The number of cards that a seat gets in the race that is due (D2.2, D5.1, D8.1)."""
    if s[FULL]:
        return 4 if s[ADVANTAGES + SPADES] == seat else 3
    return min(3, (card_count(s[STACK]) - MARKET_SIZE) // 2)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_deal(s: cython.p_longlong, rng: cython.p_ulonglong, deal: cython.p_longlong) -> cython.void:
    """Draw the market and both hands of the race that is due, every deal as likely as the next."""
    cards: cython.longlong[48]
    n: cython.int
    i: cython.int
    count: cython.int
    if not cython.compiled:
        cards = [0] * 48
    n = spread(s[STACK], cards)
    for i in range(3):
        deal[i] = 0
        count = MARKET_SIZE if i == 0 else deal_size(s, i - 1)
        while count:
            deal[i] += pick(cards, n, rng)
            n -= 1
            count -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_tie_break(s: cython.p_longlong, rng: cython.p_ulonglong, drawn: cython.p_longlong) -> cython.void:
    """Draw the two cards of the tie-break that is due."""
    cards: cython.longlong[48]
    n: cython.int
    if not cython.compiled:
        cards = [0] * 48
    n = spread(draw_pool(s), cards)
    drawn[0] = pick(cards, n, rng)
    drawn[1] = pick(cards, n - 1, rng)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def playout(
    s: cython.p_longlong, rng: cython.p_ulonglong, buffer: cython.p_longlong, tally: cython.p_longlong
) -> cython.void:
    """Play a game to its end, chance included, every legal move as likely as the next."""
    chance: cython.longlong[3]
    seat: cython.int
    n: cython.int
    if not cython.compiled:
        chance = [0] * 3
    while s[PHASE] != OVER:
        if s[ASKED]:
            seat = 0 if s[ASKED] & 1 else 1
            n = list_moves(s, seat, buffer)
            step(s, seat, buffer[below(rng, n)])
            tally[DECISIONS] += 1
            tally[LISTED] += n
        elif s[PHASE] == AWAITING:
            draw_deal(s, rng, chance)
            open_race(s, chance[0], chance[1], chance[2])
        else:
            draw_tie_break(s, rng, chance)
            turn_tie_break(s, chance[0], chance[1])
