# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The best answer to a fixed player: she mixes her preparations and drafts by a net of her own, and never adapts.

`mind.side` is the seat that answers. Its net learns what states are worth against the fixed player.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import best_pick
    from parlour.bots.damenrennen.kernel.equilibrium import BEST, learn_steps, sweep
    from parlour.bots.damenrennen.kernel.race_options import fill_gains, load, spend
    from parlour.bots.damenrennen.kernel.racing import deal_race, prepared_law
    from parlour.bots.damenrennen.kernel.self_play import draw_verdict
    from parlour.bots.damenrennen.kernel.strategies import UNIFORM, refill
    from parlour.bots.damenrennen.kernel.value_net import worth
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import below, seeded
    from parlour.games.damenrennen.kernel.draft import ask_drafter, set_up, take
    from parlour.games.damenrennen.kernel.piles import pick, spread, types_in
    from parlour.games.damenrennen.kernel.slots import (
        ASKED,
        DRAFTING,
        MARKET,
        OVER,
        PHASE,
        PICKS,
        RACE_WINNER,
        SIZE,
        ULTIMATE,
    )

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def answer_worth(s: cython.p_longlong, fixed: Mind, mind: Mind) -> cython.double:
    """Seat 0's chance after a draft in which the fixed player takes what she would, and the other the best cards."""
    t: cython.longlong[SIZE]
    seat: cython.int
    i: cython.int
    rest: cython.longlong
    found: cython.double
    best: cython.double = -1.0
    if s[PHASE] != DRAFTING:
        return worth(s, mind)
    if not cython.compiled:
        t = [0] * SIZE
    seat = 0 if s[ASKED] & 1 else 1
    rest = types_in(s[MARKET]) if seat == mind.side else best_pick(s, fixed)
    while rest:
        for i in range(SIZE):
            t[i] = s[i]
        take(t, seat, rest & -rest)
        rest &= rest - 1
        found = answer_worth(t, fixed, mind)
        if best < 0.0 or (found > best if seat == 0 else found < best):
            best = found
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def answer_pick(s: cython.p_longlong, fixed: Mind, mind: Mind) -> cython.longlong:
    """The card that the answering seat takes."""
    t: cython.longlong[SIZE]
    i: cython.int
    rest: cython.longlong = types_in(s[MARKET])
    chosen: cython.longlong = rest & -rest
    found: cython.double
    best: cython.double = -1.0
    if not cython.compiled:
        t = [0] * SIZE
    while rest:
        for i in range(SIZE):
            t[i] = s[i]
        take(t, mind.side, rest & -rest)
        found = answer_worth(t, fixed, mind)
        if best < 0.0 or (found > best if mind.side == 0 else found < best):
            best = found
            chosen = rest & -rest
        rest &= rest - 1
    return chosen


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def answer_gains(prep: Preparation, s: cython.p_longlong, fixed: Mind, mind: Mind) -> cython.void:
    """Value a preparation anew, by what its drafts are worth to the answering seat; how it is played stays."""
    t: cython.longlong[SIZE]
    pay: cython.double[5]
    a: cython.int
    b: cython.int
    i: cython.int
    verdict: cython.int
    if not cython.compiled:
        t, pay = [0] * SIZE, [0.0] * 5
    for a in range(prep.sets[0]):
        for b in range(prep.sets[1]):
            for verdict in range(5):
                if verdict == 2:
                    continue
                for i in range(SIZE):
                    t[i] = s[i]
                spend(prep, a, b, t)
                t[RACE_WINNER] = 0 if verdict < 2 else 1
                t[ULTIMATE] = 1 if verdict == 0 or verdict == 4 else 0
                t[PICKS] = 0
                ask_drafter(t)
                pay[verdict] = answer_worth(t, fixed, mind)
            pay[2] = (pay[1] + pay[3]) / 2
            fill_gains(prep, s, mind, a, b, pay)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def answered_value(
    prep: Preparation, s: cython.p_longlong, fixed: Mind, mind: Mind, pay: cython.p_double, steps: cython.int
) -> cython.double:
    """Seat 0's chance with a market that was dealt: the fixed player prepares by so many steps, the other best."""
    found: cython.double
    player: cython.int
    load(prep, s, fixed, pay, True)
    refill(prep, UNIFORM)
    prep.steps = 0
    learn_steps(prep, steps)
    answer_gains(prep, s, fixed, mind)
    player = 1 if prep.holder == mind.side else 0
    found = sweep(prep, player, BEST)
    if player == 0:
        found = -found
    return found if prep.holder == 0 else 1.0 - found


def value_answers(prep: Preparation, game: Game, fixed: Mind, mind: Mind) -> None:
    """Value a preparation that was solved anew, by what its drafts are worth to the answering seat."""
    answer_gains(prep, game.s, fixed, mind)


def answered_draft(game: Game, fixed: Mind, mind: Mind) -> float:
    """Seat 0's chance from a draft on in which the fixed player takes what she would, and the other the best cards."""
    return answer_worth(game.s, fixed, mind)


def play_answers(
    prep: Preparation,
    fixed: Mind,
    mind: Mind,
    games: int,
    seed: int,
    explore: int,
    steps: int,
    states: cython.longlong[::1],
    targets: cython.double[::1],
) -> int:
    """Play games, without the lock: write the states before their races, side by side, and targets; count them.

    So many of 1000 picks are random. How a race goes on is drawn as if both prepared by rule.
    """
    s: cython.longlong[SIZE]
    cards: cython.longlong[48]
    pay: cython.double[5]
    rng: cython.ulonglong[1]
    count: cython.longlong = games
    game: cython.longlong
    random_picks: cython.int = explore
    most: cython.int = steps
    room: cython.Py_ssize_t = len(targets)
    n: cython.Py_ssize_t = 0
    i: cython.int
    at: cython.int
    seat: cython.int
    if len(states) < SIZE * room:
        raise ValueError("arrays do not fit each other")
    if not cython.compiled:
        s, cards, pay, rng = [0] * SIZE, [0] * 48, [0.0] * 5, [0]
    rng[0] = seeded(seed)
    with cython.nogil:
        for game in range(count):
            set_up(s)
            while s[PHASE] != OVER and n < room:
                for i in range(SIZE):
                    states[SIZE * n + i] = s[i]
                deal_race(s, fixed, rng, pay)
                targets[n] = answered_value(prep, s, fixed, mind, pay, most)
                at = prepared_law(s, fixed, pay)
                draw_verdict(s, fixed, rng, at)
                while s[PHASE] == DRAFTING:
                    seat = 0 if s[ASKED] & 1 else 1
                    if below(rng, 1000) < random_picks:
                        i = spread(s[MARKET], cards)
                        take(s, seat, pick(cards, i, rng))
                    elif seat == mind.side:
                        take(s, seat, answer_pick(s, fixed, mind))
                    else:
                        take(s, seat, best_pick(s, fixed))
                n += 1
    return n
