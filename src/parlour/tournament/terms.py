"""The terms of a tournament, told before it begins."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from parlour.tournament.errors import TournamentError

Format = Literal["swiss", "robin"]
"""Swiss: equals meet equals; robin: everybody meets everybody once."""
Fill = Literal["pause", "bot"]
"""What becomes of places that stay free: somebody pauses, or a bot sits there."""
PAIR: Final = 2
Seats = Annotated[int, Meta(ge=PAIR, le=3)]
"""At a table."""
MOST_PLAYERS: Final = 512
MOST_ROUNDS: Final = 64
LONGEST_NAME: Final = 60
MOST_MINUTES: Final = 7 * 24 * 60
MOST_DEALS: Final = 36
MOST_BANK: Final = 10 * 3600
MOST_INCREMENT: Final = 600
Late = Literal["bot", "stands"]
"""What becomes of a table when the time of its round is up: bots play on for everybody, or its scores stand."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What everybody agrees to who joins."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    game: str
    options: dict[str, Any] = {}
    seats: Seats = PAIR
    format: Format = "swiss"
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 5
    """Of a Swiss tournament; a round robin has as many as its players need."""
    fill: Fill = "pause"
    places: Annotated[int, Meta(ge=0, le=MOST_PLAYERS)] = 0
    """How many can play; 0 for as many as a tournament can have."""
    deals: Annotated[int, Meta(ge=0, le=MOST_DEALS)] = 0
    """A match is over after so many deals; 0 where the rules of the game alone end it."""
    duplicate: bool = False
    """Every table of a round plays the same deals, and scores are compared with the other tables'."""
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    """For a round; 0 for as long as it takes."""
    late: Late = "bot"
    clock: Annotated[int, Meta(ge=0, le=MOST_MINUTES * 60)] = 0
    """Seconds for a move; 0 without such a clock."""
    bank: Annotated[int, Meta(ge=0, le=MOST_BANK)] = 0
    """Seconds for all decisions of a player at a table; 0 without a bank. Not beside a clock for moves."""
    increment: Annotated[int, Meta(ge=0, le=MOST_INCREMENT)] = 0
    """Seconds that every decision adds to the bank."""
    rated: bool = False
    """Whether the matches count for the ratings of a server."""
    level: Annotated[str, Meta(max_length=LONGEST_NAME)] = "regular"
    """The bot in a free place."""
    auto: bool = False
    """Whether the next round begins by itself when all tables are done; else the organiser begins it."""
    rest: Annotated[int, Meta(ge=0, le=3600)] = 60
    """Seconds between two rounds that begin by themselves."""
    starts: Annotated[int, Meta(ge=0, le=2**40)] = 0
    """When it is to begin, in Unix time; 0 where that is not told. The organiser begins it."""

    def __post_init__(self) -> None:
        """Refuse what cannot be held."""
        if self.format == "robin" and self.seats != PAIR:
            raise TournamentError(f"a round robin has tables of {PAIR}, got {self.seats}; use swiss")
        if self.format == "swiss" and not self.rounds:
            raise TournamentError("a Swiss tournament has 1 round or more, got 0")
        if self.duplicate and not self.deals:
            raise TournamentError("a duplicate tournament has matches of a fixed number of deals, got 0")
        if self.duplicate and self.late != "bot":
            raise TournamentError("in a duplicate tournament every table plays all deals: bots play on for the late")
