"""A deal of Haggis in small steps; every deal has the probability that a shuffle gives it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from parlour.core.game import Seat
from parlour.games.haggis.cards import NAMES
from parlour.games.haggis.notation import Deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.envs.spiel_traits import Outcomes


@lru_cache(maxsize=1 << 13)
def place_odds(room: tuple[int, ...]) -> Outcomes:
    """Every place with room, and how likely it gets the next card: its share of all room."""
    return [(place, here / sum(room)) for place, here in enumerate(room) if here]


class Placing:
    """A deal: card by card of the deck, low to high, chance says where it lies.

    So every deal comes about in exactly one way. A place with room for half of the cards that are
    left gets the next one in half of the cases. The places are the seats and, last, the haggis.
    """

    __slots__ = ("cards", "dealer", "piles", "room")

    def __init__(
        self, dealer: Seat | None, cards: tuple[int, ...], room: tuple[int, ...], piles: tuple[int, ...]
    ) -> None:
        """The cards to come are bits, `room` is what every place still gets; without a dealer one is drawn first."""
        self.dealer = dealer
        self.cards = cards
        self.room = room
        self.piles = piles

    def outcomes(self) -> Outcomes:
        """The seats that may deal, or the places with room."""
        if self.dealer is None:
            seats = len(self.room) - 1
            return [(seat, 1 / seats) for seat in range(seats)]
        return list(place_odds(self.room))

    def allows(self, outcome: int) -> bool:
        """Whether this seat may deal, or this place has room."""
        if self.dealer is None:
            return 0 <= outcome < len(self.room) - 1
        return 0 <= outcome < len(self.room) and self.room[outcome] > 0

    def after(self, outcome: int) -> Placing:
        """The dealing with this dealer, or with the next card in this place."""
        if self.dealer is None:
            return Placing(Seat(outcome), self.cards, self.room, self.piles)
        room, piles = list(self.room), list(self.piles)
        room[outcome] -= 1
        piles[outcome] |= 1 << self.cards[0]
        return Placing(self.dealer, self.cards[1:], tuple(room), tuple(piles))

    def move(self) -> Deal | None:
        """The deal, once every card lies somewhere."""
        if self.dealer is None or self.cards:
            return None
        return Deal(self.dealer, self.piles[:-1], self.piles[-1])

    def steps_left(self) -> int:
        return len(self.cards) + (self.dealer is None)

    def outcome_text(self, outcome: int) -> str:
        if self.dealer is None:
            return f"seat {outcome} deals"
        to = "the haggis" if outcome == len(self.room) - 1 else f"seat {outcome}"
        return f"{NAMES[self.cards[0]]} to {to}"

    def steps_to(self, move: Deal) -> Iterator[int]:
        if self.dealer is None:
            yield int(move.dealer)
        places = (*move.hands, move.haggis)
        for card in self.cards:
            yield next(place for place, pile in enumerate(places) if pile >> card & 1)
