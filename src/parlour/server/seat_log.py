"""Who holds the seats of a table and who plays in them, as the fold of its events."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from parlour.core.game import Seat
from parlour.server.events import Claimed, Flagged, Seated, Substituted

SeatEvent = Seated | Substituted | Flagged | Claimed


class SeatLog:
    """Everything that the events of a table say about its seats."""

    def __init__(self, seats: int) -> None:
        self.seated: list[Seated] = [Seated(seat) for seat in range(seats)]
        self.substitutes: list[str] = [""] * seats
        """By seat, the bot that plays for a person who is away or has left."""
        self.left: set[Seat] = set()
        """The seats whose persons left them to a bot, and have not taken them back."""
        self.flagged: set[Seat] = set()
        """The seats whose time is up and whose persons have not taken them back from the bot."""
        self.abandoned: list[Seat] = []
        """The seats over which the win was claimed, in this order."""
        self.conceded: Seat | None = None
        self.arrivals: Counter[int | None] = Counter()
        """How often each person has sat down."""

    def seat_of(self, person: int | None) -> Seat | None:
        """The seat that a person holds."""
        for seated in self.seated:
            if person is not None and seated.person == person:
                return Seat(seated.seat)
        return None

    def players(self) -> set[int]:
        """The people who hold seats and have not left them."""
        gone = {*self.left, *self.abandoned}
        return {each.person for each in self.seated if each.person is not None and each.seat not in gone}

    def stayers(self) -> set[int]:
        """The seats that have neither conceded nor abandoned the match."""
        return set(range(len(self.seated))) - {self.conceded, *self.abandoned}

    def bot_at(self, seat: Seat) -> str:
        """The bot that plays in a seat now; empty for a person."""
        return self.seated[seat].bot or self.substitutes[seat]

    def fold_seat(self, event: SeatEvent) -> str:
        """Take in an event, and say what became of a person: the kind of an update; empty where she just sat down."""
        seat = Seat(event.seat)
        was_hers = self.seated[seat].person is not None
        returns = (seat in self.left or seat in self.flagged) and not event.bot
        self.flagged.discard(seat)
        match event:
            case Seated(person=person):
                self.seated[seat], self.substitutes[seat] = event, ""
                self.left.discard(seat)
                self.arrivals[person] += person is not None
                return "gone" if was_hers else ""
            case Substituted(bot=bot, left=left):
                self.arrivals[self.seated[seat].person] += returns
                self.substitutes[seat] = bot
                (self.left.add if left else self.left.discard)(seat)
                return "back" if not bot else "left" if left else "away"
            case Flagged(bot=bot):
                self.substitutes[seat] = bot
                self.flagged.add(seat)
                return "flag"
            case Claimed(bot=bot):
                self.substitutes[seat] = bot
                self.abandoned.append(seat)
                return "claimed"
            case _:
                assert_never(event)
