"""The races behind a game, by which the judge values it: the value net speaks one race later.

A pass shuffles the stack and cuts it into markets, so every card comes up once (but for a rest of three at most), and
most of what chance does to a single market cancels out. Games that are compared have their passes in common.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.kernel.prepared_play import bounds, improve_plays, seats, take_race
from parlour.games.damenrennen.kernel.slots import SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game

MARKET: Final = 4
"""Cards."""
STEPS: Final = 2
"""Of CFR+ in a race ahead: the middle of its bounds is then 0.3 % off, the simple value of training 1.4 %."""
REPEATED: Final = 0.4
"""How much of what the net has missed it misses again one race later: measured by looking two races ahead."""
STUDENT: Final = {4: 3.18, 8: 2.36}
"""Half the 95 % interval of a mean in standard errors, by the number of passes."""


class Leaf:
    """A game between races, or one that has ended, and what passes made of it: the chance of seat 0 to win."""

    def __init__(self, game: Game, mind: Mind) -> None:
        """What the net says, and no pass yet."""
        self.game = game
        self.net = mind.win_chance(game)
        self.passes: list[float] = []
        self.markets = 0

    @property
    def worth(self) -> float:
        """The mean of its passes; the net's word where there is none."""
        return fmean(self.passes) if self.passes else self.net


class Passes:
    """Passes in common: the n-th shuffles the same cards in the same way for every leaf, as far as these have them."""

    def __init__(self, mind: Mind, room: Preparation, seed: int) -> None:
        """Races are prepared in `room`."""
        self.mind = mind
        self.room = room
        self.rng = Random(seed)
        self.orders: list[list[int]] = []

    def extend(self, leaf: Leaf, count: int) -> None:
        """Let a leaf have so many passes."""
        while len(leaf.passes) < count:
            if leaf.game.over:
                leaf.passes.append(leaf.net)
                continue
            order = self.order(len(leaf.passes), leaf.game)
            worths = [race_worth(race, self.mind, self.room) for race in deals(leaf.game, order)]
            found = fmean(worths)
            leaf.passes.append(min(1.0, max(0.0, found + REPEATED * (found - leaf.net))))
            leaf.markets += len(worths)

    def order(self, number: int, game: Game) -> list[int]:
        """The order of a pass, drawn when a game first needs it."""
        while len(self.orders) <= number:
            cards = cards_in(game.slots()[SLOTS["stack"]])
            self.rng.shuffle(cards)
            self.orders.append(cards)
        return self.orders[number]


def race_worth(race: Game, mind: Mind, room: Preparation) -> float:
    """The chance of seat 0 to win a game with a market that was dealt, as a mean over all hands."""
    take_race(room, race, mind)
    improve_plays(room, STEPS)
    return middle_worth(room)


def middle_worth(room: Preparation) -> float:
    """The chance of seat 0 to win between what both can reach."""
    found = sum(bounds(room)) / 2
    return found if seats(room)[1] == 0 else 1.0 - found


def deals(game: Game, order: Sequence[int]) -> Iterator[Game]:
    """The races of a pass; their hands do not matter.

    Cards of the order that the stack lacks give way to those that it has instead.
    """
    cards = in_order(game.slots()[SLOTS["stack"]], order)
    first, second = game.deal_sizes()
    for at in range(0, len(cards) - MARKET + 1, MARKET):
        rest = cards[:at] + cards[at + MARKET :]
        yield game.dealt(sum(cards[at : at + MARKET]), sum(rest[:first]), sum(rest[first : first + second]))


def in_order(pile: int, order: Sequence[int]) -> list[int]:
    """The cards of a pile in an order of nearly the same cards."""
    rest, places = pile, []
    for card in order:
        held = bool(rest // card & 3)
        rest -= card * held
        places.append(card if held else 0)
    others = cards_in(rest)
    filled = [card or (others.pop() if others else 0) for card in places]
    return [card for card in filled if card] + others


def cards_in(pile: int) -> list[int]:
    """The cards of a pile, each a pile of its own."""
    return [1 << place for place in range(0, 48, 2) for _ in range(pile >> place & 3)]


def sampling_error(values: Sequence[float]) -> float:
    """Half the 95 % interval of the mean of passes."""
    return STUDENT[len(values)] * stdev(values) / sqrt(len(values))
