# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A preparation seen from Python: taken from a game, solved, and asked how it is played and what that is worth."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import verdict_worths
    from parlour.bots.damenrennen.kernel.equilibrium import (
        BEST,
        MOST_ITEMS,
        final_value,
        learn_steps,
        list_items,
        race_value,
        sweep,
        weigh_items,
    )
    from parlour.bots.damenrennen.kernel.preparation import MOST_OPTIONS, NODES, OPTIONS, PAIRS, SETS, seat_of
    from parlour.bots.damenrennen.kernel.race_options import all_options, load
    from parlour.bots.damenrennen.kernel.rank_hands import FOUR_HANDS
    from parlour.bots.damenrennen.kernel.strategies import UNIFORM, refill
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF
    from parlour.core import cython_shim as cython

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


def take_race(prep: Preparation, game: Game, mind: Mind) -> None:
    """Take the preparation of a race that was dealt, of which only what both players know is read."""
    pay: cython.double[5]
    if not cython.compiled:
        pay = [0.0] * 5
    with cython.nogil:
        verdict_worths(game.s, mind, pay)
        load(prep, game.s, mind, pay, True)
        refill(prep, UNIFORM)
        prep.steps = 0


def improve_plays(prep: Preparation, steps: int) -> None:
    """Take steps of CFR+ from where the last ones ended, without the lock."""
    count: cython.int = steps
    with cython.nogil:
        learn_steps(prep, count)


def bounds(prep: Preparation) -> tuple[float, float]:
    """What player 1 can be kept to, and what he can reach, by exact best responses: the difference is the NashConv."""
    low: cython.double
    high: cython.double
    with cython.nogil:
        low = -sweep(prep, 0, BEST)
        high = sweep(prep, 1, BEST)
    return low, high


def has_choices(prep: Preparation) -> bool:
    """Whether anybody has something to choose."""
    return prep.hearts or prep.choices[0] > 1 or prep.choices[1] > 1


def seats(prep: Preparation) -> tuple[int, int]:
    """The seats of players 0 and 1."""
    return seat_of(prep, 0), seat_of(prep, 1)


def node_outlook(prep: Preparation, player: int, node: int, hand: int, tremble: float) -> tuple[float, float]:
    """The value of a node for a hand that is dealt, at its best, and the chance of coming there, by the other's play.

    The value is as large as the chance: it is for whoever asks to divide them. Both 0 where the hand cannot come there.
    """
    deals: cython.int[MOST_ITEMS]
    places: cython.int[MOST_ITEMS]
    weights: cython.double[MOST_ITEMS]
    met: cython.double[MOST_ITEMS]
    n: cython.int
    i: cython.int
    at: cython.int = node
    who: cython.int = player
    if not cython.compiled:
        deals, places = [0] * MOST_ITEMS, [0] * MOST_ITEMS
        weights, met = [0.0] * MOST_ITEMS, [0.0] * MOST_ITEMS
    n = list_items(prep, 1 - who, at, tremble, deals, places, weights)
    for i in range(prep.member_count[NODES * who + at]):
        if prep.members[FOUR_HANDS * (NODES * who + at) + i] == hand:
            return (
                final_value(prep, who, at, i, n, deals, places, weights, BEST),
                weigh_items(prep, who, hand, n, deals, weights, met),
            )
    return 0.0, 0.0


def final_outlook(
    prep: Preparation, player: int, node: int, hand: int, tremble: float
) -> list[tuple[int, int, float, float]]:
    """What a hand that was dealt can race with after a node: diamonds, hand, probability, chance to win the game."""
    deals: cython.int[MOST_ITEMS]
    places: cython.int[MOST_ITEMS]
    weights: cython.double[MOST_ITEMS]
    met: cython.double[MOST_ITEMS]
    found: cython.int[MOST_OPTIONS]
    n: cython.int
    i: cython.int
    k: cython.int
    m: cython.int
    at: cython.int = node
    who: cython.int = player
    base: cython.int = FOUR_HANDS * (NODES * who + at)
    total: cython.int = -1
    mass: cython.double
    play: cython.double
    value: cython.double
    if not cython.compiled:
        deals, places = [0] * MOST_ITEMS, [0] * MOST_ITEMS
        weights, met = [0.0] * MOST_ITEMS, [0.0] * MOST_ITEMS
        found = [0] * MOST_OPTIONS
    for i in range(prep.member_count[NODES * who + at]):
        if prep.members[base + i] == hand:
            total = prep.totals[base + i]
    if total < 0:
        raise ValueError(f"hand {hand} cannot be at node {node}")
    n = list_items(prep, 1 - who, at, tremble, deals, places, weights)
    mass = weigh_items(prep, who, hand, n, deals, weights, met)
    m = all_options(prep, who, total, found)
    outlook = []
    for i in range(m):
        play = 0.0
        for k in range(prep.option_count[FOUR_HANDS * who + total]):
            if prep.options[OPTIONS * (FOUR_HANDS * who + total) + k] == found[i]:
                play = prep.final[OPTIONS * (base + hand) + k] if prep.choices[who] > 1 else 1.0
        value = race_value(prep, who, found[i], n, places, met) / mass
        outlook.append(
            (
                prep.diamonds[SETS * who + found[i] // HANDS_OF],
                found[i] % HANDS_OF,
                play,
                value if who else 1.0 + value,
            )
        )
    return outlook


def show_play(prep: Preparation, hand: int, pair: int) -> float:
    """How likely player 0 shows a pair of a hand."""
    return prep.show[PAIRS * hand + pair]


def swap_play(prep: Preparation, hand: int, node: int) -> float:
    """How likely player 1 goes to a node with a hand."""
    return prep.swap[FOUR_HANDS * node + hand]
