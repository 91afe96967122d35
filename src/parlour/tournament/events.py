"""What happens in a tournament; everything else is computed from it."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from parlour.tournament.terms import LONGEST_NAME, Terms

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Places = tuple[Name | None, ...]
"""Who sits at a table, in the order of its seats; None is a bot."""
Scores = tuple[int | None, ...]
"""What the seats of a table have scored; None for somebody who did not come or did not play to the end."""


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="opened", tag_field="event"):
    """The terms; always first, and only then."""

    terms: Terms
    format: int = 1
    """Of the file."""


class Joined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="joined", tag_field="event"):
    """Somebody plays from the next round on, for the first time or again."""

    player: Name


class Withdrew(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="withdrew", tag_field="event"):
    """Somebody plays no more after the round that is being played."""

    player: Name


class Paired(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paired", tag_field="event"):
    """A round begins."""

    round: int
    """From 1."""
    tables: tuple[Places, ...]
    pauses: tuple[Name, ...] = ()


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="played", tag_field="event"):
    """A table is done."""

    round: int
    table: int
    """From 1."""
    scores: Scores


class Corrected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="corrected", tag_field="event"):
    """A result was wrong; both stay on record."""

    round: int
    table: int
    scores: Scores
    why: Annotated[str, Meta(min_length=1, max_length=300)]


class Paused(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paused", tag_field="event"):
    """No round begins until the tournament goes on; a round that is being played is played to its end."""


class Resumed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="resumed", tag_field="event"):
    """It goes on."""


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ended", tag_field="event"):
    """The organiser has ended it early; tables without a result count for nobody."""


Event = Opened | Joined | Withdrew | Paired | Played | Corrected | Paused | Resumed | Ended
DECODER: Final[msgspec.json.Decoder[Event]] = msgspec.json.Decoder(Event)
