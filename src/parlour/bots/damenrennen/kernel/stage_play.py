# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Games of a large net with itself, to learn from: the target of a state is the value of its stage game.

A stage is a race: its market is drawn, its drafts are solved, and the mean over all hands is taken, each prepared as
`equilibrium` finds it, so that a target depends on chance by the market alone.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.equilibrium import BEST, learn_steps, simple_value, sweep
    from parlour.bots.damenrennen.kernel.race_options import load
    from parlour.bots.damenrennen.kernel.racing import deal_race, prepared_law
    from parlour.bots.damenrennen.kernel.self_play import finish_race
    from parlour.bots.damenrennen.kernel.strategies import UNIFORM, refill
    from parlour.bots.damenrennen.kernel.value_net import worth
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import seeded
    from parlour.games.damenrennen.kernel.draft import set_up
    from parlour.games.damenrennen.kernel.slots import OVER, PHASE, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def stage_value(
    prep: Preparation, s: cython.p_longlong, mind: Mind, pay: cython.p_double, steps: cython.int
) -> cython.double:
    """Seat 0's chance to win with a market, as a mean over all hands: simply, or after so many steps of CFR+."""
    found: cython.double
    load(prep, s, mind, pay, steps > 0)
    if steps == 0:
        found = simple_value(prep)
    else:
        refill(prep, UNIFORM)
        prep.steps = 0
        learn_steps(prep, steps)
        found = (sweep(prep, 1, BEST) - sweep(prep, 0, BEST)) / 2
    return found if prep.holder == 0 else 1.0 - found


def stage_ahead(game: Game, prep: Preparation, mind: Mind, seed: int, steps: int) -> float:
    """Seat 0's chance to win a game between races with a market that the seed draws; or as the game has ended."""
    s: cython.longlong[SIZE]
    pay: cython.double[5]
    rng: cython.ulonglong[1]
    i: cython.int
    count: cython.int = steps
    found: cython.double
    if not cython.compiled:
        s, pay, rng = [0] * SIZE, [0.0] * 5, [0]
    for i in range(SIZE):
        s[i] = game.s[i]
    if s[PHASE] == OVER:
        return worth(s, mind)
    rng[0] = seeded(seed)
    with cython.nogil:
        deal_race(s, mind, rng, pay)
        found = stage_value(prep, s, mind, pay, count)
    return found


def play_stages(
    prep: Preparation,
    mind: Mind,
    games: int,
    seed: int,
    explore: int,
    steps: int,
    states: cython.longlong[::1],
    targets: cython.double[::1],
) -> int:
    """Play games, without the lock: write the states before their races, side by side, and targets; count them.

    So many of 1000 picks are random. Targets are simple values, or those after so many steps of CFR+.
    """
    s: cython.longlong[SIZE]
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
    if len(states) < SIZE * room:
        raise ValueError("arrays do not fit each other")
    if not cython.compiled:
        s, pay, rng = [0] * SIZE, [0.0] * 5, [0]
    rng[0] = seeded(seed)
    with cython.nogil:
        for game in range(count):
            set_up(s)
            while s[PHASE] != OVER and n < room:
                for i in range(SIZE):
                    states[SIZE * n + i] = s[i]
                deal_race(s, mind, rng, pay)
                targets[n] = stage_value(prep, s, mind, pay, most)
                at = prepared_law(s, mind, pay)
                finish_race(s, mind, rng, at, random_picks)
                n += 1
    return n
