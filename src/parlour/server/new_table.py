"""New tables and tournaments: their random names, and their first events."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from parlour.server.presenting import summary
from parlour.server.store import AddTable, TableRow
from parlour.server.table_log import replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.events import AnyEvent, Opening

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
NAME_LENGTH: Final = 12


def random_name() -> str:
    """A name that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(NAME_LENGTH))


def utc_now() -> str:
    """The time, in UTC, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def new_table(opening: Opening, events: Sequence[AnyEvent]) -> AddTable:
    """A new table under a random name, with its first events."""
    return AddTable(TableRow(random_name(), opening, summary(replay(opening, events)), utc_now()), events)
