"""Two moves of a preparation compared, where the verdicts of the race are worth what the races behind them bring."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.champion import Race, solve
from parlour.bots.damenrennen.kernel.prepared_play import seats, take_race
from parlour.bots.damenrennen.prepared import prepared_moves
from parlour.games.damenrennen.notation import EXCHANGE, diamonds_of, kind_of
from parlour.review.damenrennen.kernel.open_race import drafted, sets_of, shift_payoffs, take_shifted
from parlour.review.damenrennen.races import Leaf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.games.damenrennen.view import View
    from parlour.review.damenrennen.races import Passes

DECIDED: Final = (0, 1, 3, 4)
"""The places of verdicts other than a tie, in the order of `race_law`."""

Shifts = list[float]
"""What is added to the worth of each verdict to seat 0."""


class PreparationTrial:
    """The best other move and the one that was made.

    The net's word on every verdict is corrected by passes behind the draft that follows it: for the diamonds that the
    two moves exchange, and for none, which stands for all others.
    """

    def __init__(
        self, view: View, legal: Sequence[int], moves: tuple[int, int], passes: Passes, prep: Preparation
    ) -> None:
        """Nothing is compared yet; the best other move comes first. The race is solved in `prep`."""
        self.view, self.legal, self.moves, self.passes, self.prep = view, legal, moves, passes, prep
        self.race = Race(view).game
        take_race(prep, self.race, passes.mind)
        self.player = seats(prep).index(int(view.seat or 0))
        self.sets = sets_of(prep, self.player)
        wanted = {0} | {diamonds_of(move) for move in moves if kind_of(move) == EXCHANGE}
        self.leaves = {diamonds: self.leaves_of(diamonds) for diamonds in self.sets if diamonds in wanted}
        self.is_whole = wanted <= set(self.sets)
        """Whether all that the moves exchange is looked at."""
        self.worths = (0.0, 0.0)
        self.costs: list[float] = []

    def extend(self, count: int) -> None:
        """Compare in so many passes: solve the race by their mean, and tell what each alone makes of the moves."""
        for leaf in self.all_leaves():
            self.passes.extend(leaf, count)
        means = self.shifts([fmean(leaf.passes) for leaf in self.all_leaves()])
        take_shifted(self.race, self.prep, self.passes.mind, self.player, means)
        solve(self.prep)
        self.worths = self.found_worths()
        self.costs = []
        for number in range(count):
            alone = self.shifts([leaf.passes[number] for leaf in self.all_leaves()])
            self.shift(difference(alone, means))
            best, made = self.found_worths()
            self.costs.append(100 * (best - made))
            self.shift(difference(means, alone))

    @property
    def markets(self) -> int:
        """In how many markets the moves were compared."""
        return max(leaf.markets for leaf in self.all_leaves())

    def all_leaves(self) -> list[Leaf]:
        """By set of diamonds and verdict."""
        return [leaf for leaves in self.leaves.values() for leaf in leaves]

    def leaves_of(self, diamonds: int) -> list[Leaf]:
        """What the verdicts lead to where the seat exchanges these diamonds and both draft by the net."""
        spent = (0, diamonds) if self.view.seat else (diamonds, 0)
        mind = self.passes.mind
        return [Leaf(drafted(self.race, verdict, *spent, mind), mind) for verdict in DECIDED]

    def shifts(self, worths: Sequence[float]) -> list[Shifts]:
        """What the net's words are corrected by, for each set of diamonds."""
        found = {}
        for number, (diamonds, leaves) in enumerate(self.leaves.items()):
            chosen = worths[len(DECIDED) * number : len(DECIDED) * (number + 1)]
            first, second, third, fourth = (worth - leaf.net for worth, leaf in zip(chosen, leaves, strict=True))
            found[diamonds] = [first, second, (second + third) / 2, third, fourth]
        return [found.get(diamonds, found[0]) for diamonds in self.sets]

    def shift(self, shifts: list[Shifts]) -> None:
        """Change the payoffs under the solution."""
        shift_payoffs(self.race, self.prep, self.passes.mind, self.player, shifts)

    def found_worths(self) -> tuple[float, float]:
        """The chances to win the game with the two moves."""
        worths = dict(zip(self.legal, prepared_moves(self.prep, self.view, self.legal)[1], strict=True))
        return worths[self.moves[0]], worths[self.moves[1]]


def difference(one: list[Shifts], other: list[Shifts]) -> list[Shifts]:
    """What leads from the second shifts to the first."""
    return [[a - b for a, b in zip(mine, yours, strict=True)] for mine, yours in zip(one, other, strict=True)]
