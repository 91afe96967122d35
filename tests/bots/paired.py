"""What a change is worth: `python -m tests.bots.paired WITH WITHOUT OPPONENT DEALS SEED [PLAYERS [CARDS]]`, Haggis.

Both versions meet the same opponent on the same deals, in every seat. All generators depend on the deal and on the
number of the decision alone, so a round in which the change changes no move is the same round twice: it adds nothing to
the noise. With CARDS, `sense` opens every round until no more than so many cards are held in all: for what matters at
the end. The interval is over deals.
"""

from __future__ import annotations

import sys
from itertools import count
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from parlour.bots.bot import AnyBot
from parlour.bots.catalogue import make_bot
from parlour.bots.haggis.kernel.sense import sensible
from parlour.core.game import CHANCE, Seat
from parlour.games.haggis import Haggis, Options, State
from parlour.games.haggis.position import decode_round


class Played(NamedTuple):
    """What a round brought to a seat."""

    points: float
    """Over the mean of the others."""
    first: bool
    seconds: float
    """Of CPU time, a decision."""


def opened(game: Haggis, deal: str, cards: int) -> State:
    """Deal, and let `sense` play until no more than so many cards are held."""
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(deal)))
    while state.round is not None and sum(hand.bit_count() for hand in decode_round(state.round).hands) > cards:
        state = game.apply(state, Seat(state.round.actor), sensible(state.round))
    return state


def play(game: Haggis, state: State, bots: list[AnyBot], me: int, deal: str) -> Played:
    """Play a round to its end."""
    times: list[float] = []
    numbers = count()
    while state.round is not None and not state.round.over:
        (seat,) = game.to_act(state)
        assert seat is not None
        view, legal, rng = game.view(state, seat), game.legal_moves(state, seat), Random(f"{deal}/{next(numbers)}")
        begin = process_time()
        move = bots[seat].choose(view, legal, rng)
        if seat == me:
            times.append(process_time() - begin)
        state = game.apply(state, seat, move)
    assert state.round is not None
    points = [sum(state.round.score(seat)) for seat in range(len(bots))]
    others = (sum(points) - points[me]) / (len(bots) - 1)
    return Played(points[me] - others, decode_round(state.round).outs[0] == me, fmean(times or [0]))


def sit(version: str, opponent: str, deal: str, players: int, cards: int) -> list[Played]:
    """Play a deal with a version in every seat."""
    game = Haggis(Options(players=players))
    state = opened(game, deal, cards)
    specs = [[version if seat == me else opponent for seat in range(players)] for me in range(players)]
    return [
        play(game, state, [make_bot(spec, "haggis") for spec in seating], me, deal) for me, seating in enumerate(specs)
    ]


def spread(values: list[float]) -> str:
    """Write a mean and its interval."""
    mean, half = fmean(values), 1.96 * stdev(values) / len(values) ** 0.5
    return f"{mean:+.3f} ({mean - half:+.3f} to {mean + half:+.3f})"


def main(versions: list[str], opponent: str, numbers: list[int]) -> None:
    """Play, and tell."""
    deals, seed, players, cards = [*numbers, *(2, 99)[len(numbers) - 2 :]]
    pairs = []
    for deal in range(deals):
        one, two = (sit(version, opponent, f"{seed}/{deal}", players, cards) for version in versions)
        pairs.append((one, two))
        if (deal + 1) % 500 == 0 or deal + 1 == deals:
            tell(pairs)


def tell(pairs: list[tuple[list[Played], list[Played]]]) -> None:
    """Print what the first version has over the second."""
    gained = [fmean(p.points for p in one) - fmean(p.points for p in two) for one, two in pairs]
    firsts = [100 * (fmean(p.first for p in one) - fmean(p.first for p in two)) for one, two in pairs]
    seconds = [fmean(played.seconds for pair in pairs for played in pair[version]) for version in (0, 1)]
    sys.stdout.write(
        f"{len(pairs)} deals, {sum(map(bool, gained))} differ: {spread(gained)} points a round, "
        f"{spread(firsts)} % out first, {seconds[0] / seconds[1]:.2f} times the time\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:3], sys.argv[3], [int(number) for number in sys.argv[4:]])
