# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Self-play, and training of the value network on it.

Every race gives a target for the state before it: the exact mean over the matchings of the two
hands of what the best draft comes to. So only the deal and the drafts that were tried are chance.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import best_pick
    from parlour.bots.damenrennen.kernel.racing import deal_race, law_worth, prepared_law
    from parlour.bots.damenrennen.kernel.value_net import sgd_step, worth
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import below, seeded
    from parlour.games.damenrennen.kernel.draft import ask_drafter, set_up, take
    from parlour.games.damenrennen.kernel.piles import pick, spread
    from parlour.games.damenrennen.kernel.slots import ASKED, DRAFTING, MARKET, OVER, PHASE, RACE_WINNER, SIZE, ULTIMATE

    RACES_AT_MOST = 32
    PAST = 1600  # as many vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.value_net import Mind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_verdict(s: cython.p_longlong, mind: Mind, rng: cython.p_ulonglong, at: cython.int) -> cython.void:
    """Draw the verdict of a race by its law, and begin the draft."""
    verdict: cython.int = 0
    drawn: cython.int = below(rng, 6)
    while drawn >= mind.laws[at + verdict]:
        drawn -= mind.laws[at + verdict]
        verdict += 1
    if verdict == 2:
        verdict = 1 + 2 * below(rng, 2)
    s[RACE_WINNER] = 0 if verdict < 2 else 1
    s[ULTIMATE] = 1 if verdict == 0 or verdict == 4 else 0
    ask_drafter(s)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def finish_race(
    s: cython.p_longlong, mind: Mind, rng: cython.p_ulonglong, at: cython.int, explore: cython.int
) -> cython.bint:
    """Draw the verdict of a race by its law and draft; tell whether a pick was random, as so many of 1000 are."""
    cards: cython.longlong[48]
    n: cython.int
    tried: cython.bint = False
    if not cython.compiled:
        cards = [0] * 48
    draw_verdict(s, mind, rng, at)
    while s[PHASE] == DRAFTING:
        if below(rng, 1000) < explore:
            tried = True
            n = spread(s[MARKET], cards)
            take(s, 0 if s[ASKED] & 1 else 1, pick(cards, n, rng))
        else:
            take(s, 0 if s[ASKED] & 1 else 1, best_pick(s, mind))
    return tried


def play_and_learn(mind: Mind, games: int, seed: int, rate: float, trace: float, explore: int) -> dict[str, float]:
    """Play games against itself and learn from each, last race first, without the lock.

    The target of a race is mixed with what came later by `trace`, except across random picks.
    """
    s: cython.longlong[SIZE]
    past: cython.longlong[PAST]
    targets: cython.double[RACES_AT_MOST]
    broken: cython.longlong[RACES_AT_MOST]
    pay: cython.double[5]
    rng: cython.ulonglong[1]
    game: cython.longlong
    count: cython.longlong = games
    step_size: cython.double = rate
    share: cython.double = trace
    random_picks: cython.int = explore
    i: cython.int
    n: cython.int
    at: cython.int
    races: cython.longlong = 0
    decided: cython.longlong = 0
    later: cython.double
    gap: cython.double = 0.0
    if not cython.compiled:
        s, past, targets = [0] * SIZE, [0] * PAST, [0.0] * RACES_AT_MOST
        broken, pay, rng = [0] * RACES_AT_MOST, [0.0] * 5, [0]
    rng[0] = seeded(seed)
    with cython.nogil:
        for game in range(count):
            set_up(s)
            n = 0
            while s[PHASE] != OVER and n < RACES_AT_MOST:
                for i in range(SIZE):
                    past[n * SIZE + i] = s[i]
                deal_race(s, mind, rng, pay)
                at = prepared_law(s, mind, pay)
                targets[n] = law_worth(mind, at, pay)
                broken[n] = finish_race(s, mind, rng, at, random_picks)
                n += 1
            races += n
            later = worth(s, mind)
            decided += 1 if later != 0.5 else 0
            while n:
                n -= 1
                if broken[n]:
                    later = targets[n]
                else:
                    later = (1.0 - share) * targets[n] + share * later
                for i in range(SIZE):
                    s[i] = past[n * SIZE + i]
                gap += (later - worth(s, mind)) ** 2
                sgd_step(s, mind, later, step_size)
    return {"games": count, "races": races, "decided": decided, "gap": (gap / max(1, races)) ** 0.5}
