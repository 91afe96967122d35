# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a race is worth: by its market, by the hands that were dealt, and by the hands that meet."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import best_pick, verdict_worths
    from parlour.bots.damenrennen.kernel.equilibrium import BEST, RECORD, learn_steps, sweep
    from parlour.bots.damenrennen.kernel.preparation import (
        NODES,
        OPTIONS,
        PAIRS,
        SETS,
        SQUARE,
        SWAPS,
        hands_of,
        place_of,
        seat_of,
    )
    from parlour.bots.damenrennen.kernel.preparing import clubs_of
    from parlour.bots.damenrennen.kernel.race_options import list_options, load
    from parlour.bots.damenrennen.kernel.racing import law_worth
    from parlour.bots.damenrennen.kernel.rank_hands import FOUR_HANDS, hand_number, ranks_of
    from parlour.bots.damenrennen.kernel.stage_play import stage_value
    from parlour.bots.damenrennen.kernel.strategies import UNIFORM, refill
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.draft import ask_drafter, take
    from parlour.games.damenrennen.kernel.slots import (
        ASKED,
        DRAFTING,
        HANDS,
        PHASE,
        PICKS,
        RACE_WINNER,
        RESERVES,
        SIZE,
        STACK,
        ULTIMATE,
    )

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


def market_worth(game: Game, prep: Preparation, mind: Mind) -> float:
    """Seat 0's chance to win a game with the market that was dealt, as a mean over all hands."""
    s: cython.longlong[SIZE]
    pay: cython.double[5]
    i: cython.int
    if not cython.compiled:
        s, pay = [0] * SIZE, [0.0] * 5
    for i in range(SIZE):
        s[i] = game.s[i]
    verdict_worths(s, mind, pay)
    return stage_value(prep, s, mind, pay, 0)


def take_shifted(game: Game, prep: Preparation, mind: Mind, player: int, shifts: Sequence[Sequence[float]]) -> None:
    """Take the preparation of a race that was dealt, with shifted payoffs; see `shift_payoffs`."""
    pay: cython.double[5]
    player_at: cython.int
    if not cython.compiled:
        pay = [0.0] * 5
    verdict_worths(game.s, mind, pay)
    load(prep, game.s, mind, pay, True)
    shift_payoffs(game, prep, mind, player, shifts)
    for player_at in range(2):
        list_options(prep, player_at, OPTIONS)
    refill(prep, UNIFORM)
    prep.steps = 0


def shift_payoffs(game: Game, prep: Preparation, mind: Mind, player: int, shifts: Sequence[Sequence[float]]) -> None:
    """Add to what the verdicts of a race are worth to seat 0, in the order of `race_law`; plays stay as they are.

    The shifts are those of the sets of diamonds that a player may exchange; without one of its own, a set has that
    of the first, which is empty.
    """
    pay: cython.double[5]
    i: cython.int
    number: cython.int
    other: cython.int
    who: cython.int = player
    if not cython.compiled:
        pay = [0.0] * 5
    for number in range(prep.sets[who]):
        shift = shifts[number if number < len(shifts) else 0]
        for i in range(5):
            pay[i] = shift[i] if prep.holder == 0 else -shift[4 - i]
        for other in range(prep.sets[1 - who]):
            add_payoffs(prep, game.s, mind, SETS * other + number if who else SETS * number + other, pay)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_payoffs(
    prep: Preparation, s: cython.p_longlong, mind: Mind, sets: cython.int, pay: cython.p_double
) -> cython.void:
    """Add payoffs of player 1 to what every two hands raced with are worth, where both exchange these sets."""
    i: cython.int
    law: cython.int
    mine_at: cython.int
    other_at: cython.int
    clubs: cython.int = clubs_of(s, prep.holder)
    count: cython.int = hands_of(prep.size)
    for other_at in range(count):
        for mine_at in range(count):
            law = 5 * (HANDS_OF * (HANDS_OF * (3 * (prep.size - 1) + clubs) + mine_at) + other_at)
            for i in range(5):
                prep.gains[SQUARE * sets + HANDS_OF * other_at + mine_at] += mind.laws[law + i] * pay[i] / 6.0


def drafted(game: Game, verdict: int, diamonds0: int, diamonds1: int, mind: Mind) -> Game:
    """A game after a race that was dealt, with this verdict, in the order of `race_law`; both draft best.

    The seats have exchanged these diamonds.
    """
    following: Game = game.copy()
    following.s[RESERVES] -= diamonds0
    following.s[RESERVES + 1] -= diamonds1
    following.s[STACK] += diamonds0 + diamonds1
    following.s[RACE_WINNER] = 0 if verdict < 2 else 1
    following.s[ULTIMATE] = 1 if verdict == 0 or verdict == 4 else 0
    following.s[PICKS] = 0
    ask_drafter(following.s)
    while following.s[PHASE] == DRAFTING:
        take(following.s, 0 if following.s[ASKED] & 1 else 1, best_pick(following.s, mind))
    return following


def sets_of(prep: Preparation, player: int) -> list[int]:
    """The sets of diamonds that a player may exchange."""
    i: cython.int
    return [prep.diamonds[SETS * player + i] for i in range(prep.sets[player])]


def tricks_worth(game: Game, mind: Mind) -> float:
    """Seat 0's chance to win before the first trick, as a mean over all matchings of the two hands."""
    pay: cython.double[5]
    ranks: cython.int[4]
    n: cython.int
    mine: cython.int
    if not cython.compiled:
        pay, ranks = [0.0] * 5, [0] * 4
    verdict_worths(game.s, mind, pay)
    n = ranks_of(game.s[HANDS], ranks)
    mine = hand_number(ranks, n)
    ranks_of(game.s[HANDS + 1], ranks)
    return law_worth(
        mind, 5 * (HANDS_OF * (HANDS_OF * (3 * (n - 1) + clubs_of(game.s, 0)) + mine) + hand_number(ranks, n)), pay
    )


def hand_worths(game: Game, prep: Preparation, mind: Mind, steps: int) -> tuple[float, float]:
    """Seat 0's chance to win with the hands that were dealt, and its mean over all hands of that market.

    Both prepare as so many steps of CFR+ find it, player 1 as is best against player 0: so the mean is exact.
    """
    pay: cython.double[5]
    dealt: cython.double
    usual: cython.double
    count: cython.int = steps
    if not cython.compiled:
        pay = [0.0] * 5
    with cython.nogil:
        verdict_worths(game.s, mind, pay)
        load(prep, game.s, mind, pay, True)
        refill(prep, UNIFORM)
        prep.steps = 0
        learn_steps(prep, count)
        sweep(prep, 1, RECORD)
        usual = sweep(prep, 1, BEST)
        dealt = meeting_value(prep, hand_of(prep, 0, game.s), hand_of(prep, 1, game.s))
    return (dealt, usual) if prep.holder == 0 else (1.0 - dealt, 1.0 - usual)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hand_of(prep: Preparation, player: cython.int, s: cython.p_longlong) -> cython.int:
    """The number of the hand that a player was dealt."""
    ranks: cython.int[4]
    n: cython.int
    if not cython.compiled:
        ranks = [0] * 4
    n = ranks_of(s[HANDS + seat_of(prep, player)], ranks)
    return hand_number(ranks, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def meeting_value(prep: Preparation, hand0: cython.int, hand1: cython.int) -> cython.double:
    """Player 1's chance to win where these hands were dealt, as both play."""
    pair: cython.int
    swap: cython.int
    node: cython.int
    reach: cython.double
    total: cython.double = 0.0
    for pair in range(PAIRS if prep.hearts else 1):
        for swap in range(SWAPS if prep.hearts else 1):
            node = SWAPS * pair + swap
            reach = prep.swap[FOUR_HANDS * node + hand1]
            if reach > 0.0:
                total += reach * node_value(prep, node, hand0, hand1)
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def node_value(prep: Preparation, node: cython.int, hand0: cython.int, hand1: cython.int) -> cython.double:
    """The same after a node, by the chance that player 0 shows what leads there; 0 where a hand cannot be there."""
    at0: cython.int = member_of(prep, 0, node, hand0)
    at1: cython.int = member_of(prep, 1, node, hand1)
    option0: cython.int
    option1: cython.int
    i: cython.int
    k: cython.int
    weight: cython.double
    total: cython.double = 0.0
    if at0 < 0 or at1 < 0:
        return 0.0
    option0 = prep.totals[FOUR_HANDS * node + at0]
    option1 = FOUR_HANDS + prep.totals[FOUR_HANDS * (NODES + node) + at1]
    for i in range(prep.option_count[option0]):
        for k in range(prep.option_count[option1]):
            weight = 1.0
            if prep.option_count[option0] > 1:
                weight *= prep.final[OPTIONS * (FOUR_HANDS * node + hand0) + i]
            if prep.option_count[option1] > 1:
                weight *= prep.final[OPTIONS * (FOUR_HANDS * (NODES + node) + hand1) + k]
            total += (
                weight
                * prep.gains[
                    place_of(0, prep.options[OPTIONS * option0 + i]) + place_of(1, prep.options[OPTIONS * option1 + k])
                ]
            )
    return total * prep.show[PAIRS * hand0 + node // SWAPS]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def member_of(prep: Preparation, player: cython.int, node: cython.int, hand: cython.int) -> cython.int:
    """The place of a hand among those that a player can have at a node, or -1."""
    i: cython.int
    for i in range(prep.member_count[NODES * player + node]):
        if prep.members[FOUR_HANDS * (NODES * player + node) + i] == hand:
            return i
    return -1
