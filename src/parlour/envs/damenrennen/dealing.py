"""Deals and tie-breaks of Damenrennen in small steps, each as likely as a shuffle makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.damenrennen.cards import NAMES, card_count
from parlour.games.damenrennen.notation import Deal, Draw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.envs.spiel_traits import Outcomes

MARKET_SIZE: Final = 4
TYPES: Final = range(len(NAMES))


class Drawing:
    """Cards drawn one after another; an outcome is a type of card.

    For a race: the market, then the hands (D2.1, D2.2); for a tie-break: one card each (D3.4).
    """

    __slots__ = ("drawn", "pool", "sizes")

    def __init__(self, pool: int, sizes: tuple[int, ...], drawn: tuple[int, ...] = ()) -> None:
        """A pile to draw from, how many cards each place gets, and the types drawn so far."""
        self.pool = pool
        self.sizes = sizes
        self.drawn = drawn

    def outcomes(self) -> Outcomes:
        """The types in the pool; two copies come twice as often."""
        pool, left = self.pool, card_count(self.pool)
        return [(number, (pool >> 2 * number & 3) / left) for number in TYPES if pool >> 2 * number & 3]

    def allows(self, outcome: int) -> bool:
        """Whether the pool holds such a card."""
        return 0 <= outcome < len(NAMES) and self.pool >> (2 * outcome) & 3 > 0

    def after(self, outcome: int) -> Drawing:
        return Drawing(self.pool - (1 << (2 * outcome)), self.sizes, (*self.drawn, outcome))

    def move(self) -> Deal | Draw | None:
        """The piles, once all are full."""
        if self.steps_left():
            return None
        piles, start = [], 0
        for size in self.sizes:
            piles.append(sum(1 << (2 * number) for number in self.drawn[start : start + size]))
            start += size
        return Draw(tuple(piles)) if len(piles) < 3 else Deal(piles[0], tuple(piles[1:]))  # noqa: PLR2004 - D3.4: two cards

    def steps_left(self) -> int:
        return sum(self.sizes) - len(self.drawn)

    def outcome_text(self, outcome: int) -> str:
        places = ("seat 0", "seat 1") if len(self.sizes) < 3 else ("the market", "seat 0", "seat 1")  # noqa: PLR2004
        at, place = len(self.drawn), 0
        while at >= self.sizes[place]:
            at -= self.sizes[place]
            place += 1
        return f"{NAMES[outcome]} to {places[place]}"

    def steps_to(self, move: Deal | Draw) -> Iterator[int]:
        """The cards, pile by pile, low to high."""
        piles = move.cards if isinstance(move, Draw) else (move.market, *move.hands)
        for pile in piles:
            for number in range(len(NAMES)):
                for _ in range(pile >> (2 * number) & 3):
                    yield number
