"""Two cards of a draft compared by the races behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.damenrennen.position import PHASES
from parlour.review.damenrennen.races import Leaf

if TYPE_CHECKING:
    from parlour.games.damenrennen.kernel.game import Game
    from parlour.review.damenrennen.races import Passes

DRAFT: Final = PHASES.index("draft")


class DraftTrial:
    """The best other card and the one that was taken, each with the draft that follows it."""

    def __init__(self, game: Game, seat: int, moves: tuple[int, int], passes: Passes) -> None:
        """Nothing is compared yet; the best other card comes first."""
        self.starts = [game.after(seat, move) for move in moves]
        self.sign = -1.0 if seat else 1.0
        self.passes = passes
        self.leaves: dict[Game, Leaf] = {}
        self.ends = self.found_ends()

    def extend(self, count: int) -> None:
        """Compare in so many passes.

        Where these change who would take what, the draft ends elsewhere, and what it ends in has passes, too.
        """
        while self.ends[0] is not self.ends[1] and any(len(leaf.passes) < count for leaf in self.ends):
            for leaf in self.ends:
                self.passes.extend(leaf, count)
            self.ends = self.found_ends()

    @property
    def worths(self) -> tuple[float, float]:
        """The chances to win the game with the two cards."""
        first, second = (self.chance(leaf.worth) for leaf in self.ends)
        return first, second

    @property
    def costs(self) -> list[float]:
        """The differences by pass, in percentage points; none where both drafts end alike."""
        best, taken = self.ends
        if best is taken:
            return []
        return [100 * self.sign * (mine - other) for mine, other in zip(best.passes, taken.passes, strict=True)]

    @property
    def markets(self) -> int:
        """In how many markets both were compared."""
        return max(leaf.markets for leaf in self.ends)

    def chance(self, worth: float) -> float:
        """The chance of the seat that drafts."""
        return worth if self.sign > 0 else 1.0 - worth

    def found_ends(self) -> list[Leaf]:
        """Where the two drafts end."""
        return [self.end_of(start) for start in self.starts]

    def end_of(self, game: Game) -> Leaf:
        """Where a draft ends in which both choose best, as far as is known."""
        if game.phase != DRAFT:
            return self.leaves.setdefault(game, Leaf(game, self.passes.mind))
        seat = 0 if game.asked & 1 else 1
        ends = [self.end_of(game.after(seat, move)) for move in game.legal(seat)]
        return (min if seat else max)(ends, key=lambda leaf: leaf.worth)
