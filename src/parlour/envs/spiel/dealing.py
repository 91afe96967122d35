"""Chance in small steps: one card after another, each with a handful of outcomes.

A whole deal has too many outcomes to list. Here every step lists its own with their exact
probabilities, and every deal has the probability that a shuffle gives it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from parlour.core.game import Seat
from parlour.games.damenrennen.cards import NAMES as TYPE_NAMES
from parlour.games.damenrennen.cards import card_count
from parlour.games.damenrennen.notation import Deal as RaceDeal
from parlour.games.damenrennen.notation import Draw
from parlour.games.haggis.cards import NAMES
from parlour.games.haggis.notation import Deal

if TYPE_CHECKING:
    from collections.abc import Iterator

Outcomes = list[tuple[int, float]]
MARKET_SIZE = 4
TYPES = range(len(TYPE_NAMES))


class Dealing(Protocol):
    """Cards being dealt, a value: `after` gives the next one and leaves this one as it was."""

    def outcomes(self) -> Outcomes:
        """List what can come next, and how likely it is."""

    def allows(self, outcome: int) -> bool:
        """Tell whether an outcome is listed."""

    def after(self, outcome: int) -> Dealing:
        """Take the next step with an outcome that is listed."""

    def move(self) -> Any:
        """Give chance's whole move, or None while there is a choice left."""

    def steps_left(self) -> int:
        """Count the steps to come."""

    def words(self, outcome: int) -> str:
        """Say what an outcome means."""

    def steps_to(self, move: Any) -> Iterator[int]:
        """Go through the outcomes that lead from here to a move."""


@lru_cache(maxsize=1 << 13)
def shares(room: tuple[int, ...]) -> Outcomes:
    """Give every place with room its share of all room."""
    return [(place, here / sum(room)) for place, here in enumerate(room) if here]


class Placing:
    """A deal of Haggis: card by card of the deck, low to high, chance says where it lies.

    So every deal comes about in exactly one way. A place with room for half of the cards that are
    left gets the next one in half of the cases. The places are the seats and, last, the haggis.
    """

    __slots__ = ("cards", "dealer", "piles", "room")

    def __init__(
        self, dealer: Seat | None, cards: tuple[int, ...], room: tuple[int, ...], piles: tuple[int, ...]
    ) -> None:
        """Take the cards to come as bits, and how many more every place gets; no dealer: she is drawn first."""
        self.dealer = dealer
        self.cards = cards
        self.room = room
        self.piles = piles

    def outcomes(self) -> Outcomes:
        """List the seats that may deal, or the places with room."""
        if self.dealer is None:
            seats = len(self.room) - 1
            return [(seat, 1 / seats) for seat in range(seats)]
        return list(shares(self.room))

    def allows(self, outcome: int) -> bool:
        """Tell whether this seat may deal, or this place has room."""
        if self.dealer is None:
            return 0 <= outcome < len(self.room) - 1
        return 0 <= outcome < len(self.room) and self.room[outcome] > 0

    def after(self, outcome: int) -> Placing:
        """Name the dealer, or lay the next card down."""
        if self.dealer is None:
            return Placing(Seat(outcome), self.cards, self.room, self.piles)
        room, piles = list(self.room), list(self.piles)
        room[outcome] -= 1
        piles[outcome] |= 1 << self.cards[0]
        return Placing(self.dealer, self.cards[1:], tuple(room), tuple(piles))

    def move(self) -> Deal | None:
        """Give the deal when every card lies somewhere."""
        if self.dealer is None or self.cards:
            return None
        return Deal(self.dealer, self.piles[:-1], self.piles[-1])

    def steps_left(self) -> int:
        """Count the cards, and the dealer."""
        return len(self.cards) + (self.dealer is None)

    def words(self, outcome: int) -> str:
        """Name the dealer or the place."""
        if self.dealer is None:
            return f"seat {outcome} deals"
        to = "the haggis" if outcome == len(self.room) - 1 else f"seat {outcome}"
        return f"{NAMES[self.cards[0]]} to {to}"

    def steps_to(self, move: Deal) -> Iterator[int]:
        """Find every card in the deal."""
        if self.dealer is None:
            yield int(move.dealer)
        places = (*move.hands, move.haggis)
        for card in self.cards:
            yield next(place for place, pile in enumerate(places) if pile >> card & 1)


class Drawing:
    """Cards of Damenrennen, drawn one after another; an outcome is a type of card.

    For a race: the market, then the hands (D2.1, D2.2); for a tie-break: one card each (D3.4).
    """

    __slots__ = ("drawn", "pool", "sizes")

    def __init__(self, pool: int, sizes: tuple[int, ...], drawn: tuple[int, ...] = ()) -> None:
        """Take the pile to draw from, how many cards each place gets, and the types drawn so far."""
        self.pool = pool
        self.sizes = sizes
        self.drawn = drawn

    def outcomes(self) -> Outcomes:
        """List the types in the pool; two copies come twice as often."""
        pool, left = self.pool, card_count(self.pool)
        return [(number, (pool >> 2 * number & 3) / left) for number in TYPES if pool >> 2 * number & 3]

    def allows(self, outcome: int) -> bool:
        """Tell whether the pool holds such a card."""
        return 0 <= outcome < len(TYPE_NAMES) and self.pool >> (2 * outcome) & 3 > 0

    def after(self, outcome: int) -> Drawing:
        """Draw a card."""
        return Drawing(self.pool - (1 << (2 * outcome)), self.sizes, (*self.drawn, outcome))

    def move(self) -> RaceDeal | Draw | None:
        """Give the piles when all are full."""
        if self.steps_left():
            return None
        piles, start = [], 0
        for size in self.sizes:
            piles.append(sum(1 << (2 * number) for number in self.drawn[start : start + size]))
            start += size
        return Draw(tuple(piles)) if len(piles) < 3 else RaceDeal(piles[0], tuple(piles[1:]))  # noqa: PLR2004

    def steps_left(self) -> int:
        """Count the cards to draw."""
        return sum(self.sizes) - len(self.drawn)

    def words(self, outcome: int) -> str:
        """Name the card and where it goes."""
        places = ("seat 0", "seat 1") if len(self.sizes) < 3 else ("the market", "seat 0", "seat 1")  # noqa: PLR2004
        at, place = len(self.drawn), 0
        while at >= self.sizes[place]:
            at -= self.sizes[place]
            place += 1
        return f"{TYPE_NAMES[outcome]} to {places[place]}"

    def steps_to(self, move: RaceDeal | Draw) -> Iterator[int]:
        """Go through the cards, pile by pile, low to high."""
        piles = move.cards if isinstance(move, Draw) else (move.market, *move.hands)
        for pile in piles:
            for number in range(len(TYPE_NAMES)):
                for _ in range(pile >> (2 * number) & 3):
                    yield number
