"""What the lobby shows, as keyed items, and the differences between two moments as small messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.lobby.types import LARGEST_NEWS, FriendHere, Invited, LobbyNews, LobbyTable, MyTable, Search
from parlour.server.ratings.types import Rating

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from parlour.server.lobby.store import FriendRow, InvitationRow
    from parlour.server.store import TableRow

ENCODER: Final = msgspec.json.Encoder()
Item = LobbyTable | MyTable | FriendHere | Invited | Search
Items = dict[str, Item]
"""By the key that `gone` names."""
FIELDS: Final[dict[type, str]] = {
    LobbyTable: "tables",
    MyTable: "mine",
    FriendHere: "friends",
    Invited: "invitations",
}
MOST_SHOWN: Final = 60
"""The listed tables that are shown, the latest first."""
Ratings = Mapping[str, Mapping[int, Rating]]
"""By game and person."""
NOTHING_KNOWN: Final[Ratings] = {}
OVERHEAD: Final = 120
"""Bytes of a message besides its items and keys."""


def waiting_at(rows: Sequence[TableRow]) -> dict[str, set[int]]:
    """By game, who waits at open rated tables; of more tables than are shown, at the latest."""
    waiting: dict[str, set[int]] = {}
    rated = [row for row in rows if row.opening.rated and row.summary.status == "open"]
    for row in rated[:MOST_SHOWN]:
        waiting.setdefault(row.opening.game, set()).update(filter(None, row.summary.persons))
    return {game: persons for game, persons in waiting.items() if persons}


def public_items(
    rows: Sequence[TableRow], here: Collection[int], shown: Collection[str] = (), ratings: Ratings = NOTHING_KNOWN
) -> Items:
    """The listed tables at which somebody of those who sit there is here.

    Where there are too many, tables with a free seat come before others, and those that are shown already before new
    ones.
    """
    found = [row for row in rows if row.opening.listed and any(person in here for person in row.summary.persons)]
    if len(found) > MOST_SHOWN:
        found.sort(key=lambda row: (row.summary.status != "open", f"t{row.name}" not in shown))
    return {f"t{row.name}": lobby_table(row, ratings.get(row.opening.game, {})) for row in found[:MOST_SHOWN]}


def lobby_table(row: TableRow, ratings: Mapping[int, Rating]) -> LobbyTable:
    """A table as everybody may see it, with the ratings of those who wait for a rated match."""
    opening, summary = row.opening, row.summary
    known = [ratings.get(person or 0) for person in summary.persons]
    if not opening.rated or summary.status != "open" or not any(known):
        known = []
    return LobbyTable(
        table=row.name,
        game=opening.game,
        options=opening.options,
        status=summary.status,
        names=summary.names,
        bots=summary.bots,
        scores=() if summary.status == "open" else summary.scores,
        clock=opening.clock,
        bank=opening.bank,
        increment=opening.increment,
        rated=opening.rated,
        progress=summary.progress,
        ratings=tuple(None if each is None else round(each.rating) for each in known),
        provisional=tuple(seat for seat, each in enumerate(known) if each is not None and each.provisional),
    )


def my_table(row: TableRow, person: int, turns: Mapping[str, tuple[int, ...]]) -> MyTable:
    """A table of a person; `turns` says whose turn it is where the table is in memory."""
    kept = row.summary
    seat = kept.persons.index(person) if person in kept.persons else None
    return MyTable(
        table=row.name,
        game=row.opening.game,
        names=kept.names,
        bots=kept.bots,
        seat=seat,
        turn=seat is not None and seat in turns.get(row.name, kept.to_act),
        progress=kept.progress,
    )


def friend_here(friend: FriendRow, rows: Sequence[TableRow], here: Collection[int]) -> FriendHere:
    """A friend, and the listed table where she sits while she is here."""
    if friend.person not in here:
        return FriendHere(friend=friend.id, name=friend.name)
    row = next((row for row in rows if row.opening.listed and friend.person in row.summary.persons), None)
    if row is None:
        return FriendHere(friend=friend.id, name=friend.name, here=True)
    return FriendHere(
        friend=friend.id,
        name=friend.name,
        here=True,
        table=row.name,
        game=row.opening.game,
        open=row.summary.status == "open",
    )


def invited(row: InvitationRow) -> Invited:
    return Invited(table=row.table.name, game=row.table.opening.game, name=row.host)


def differences(before: Items, after: Items, *, here: int | None = None, first: bool = False) -> list[bytes]:
    """The messages that turn one list into another, each below the limit; none where nothing changed."""
    changed = [item for key, item in after.items() if before.get(key) != item]
    gone = [key for key in before if key not in after]
    if not (changed or gone or first or here is not None):
        return []
    return [
        ENCODER.encode(news(items, keys, here=here if not number else None, first=first and not number))
        for number, (items, keys) in enumerate(parts(changed, gone))
    ]


def step(before: Items, target: Items, *, here: int | None = None) -> tuple[Items, bytes | None]:
    """One message from a list towards another, and the list that it leads to; None where nothing changed.

    What is gone comes first, then what has changed, then what is new: what does not fit waits for the next message.
    """
    changed = [item for key, item in target.items() if key in before and before[key] != item]
    new = [item for key, item in target.items() if key not in before]
    gone = [key for key in before if key not in target]
    if not (changed or new or gone or here is not None):
        return before, None
    items, keys = next(parts([*changed, *new], gone))
    after = {key: item for key, item in before.items() if key not in keys}
    named = {id(item): key for key, item in target.items()}
    after |= {named[id(item)]: item for item in items}
    return after, ENCODER.encode(news(items, keys, here=here, first=False))


def parts(items: Sequence[Item], keys: Sequence[str]) -> Iterator[tuple[list[Item], list[str]]]:
    """Items and keys, as many as fit into one message; at least one part, which may be empty."""
    some: list[Item] = []
    names: list[str] = []
    room = LARGEST_NEWS - OVERHEAD
    for each in (*keys, *items):
        size = len(ENCODER.encode(each)) + 1
        if size > room and (some or names):
            yield some, names
            some, names, room = [], [], LARGEST_NEWS - OVERHEAD
        room -= size
        if isinstance(each, str):
            names.append(each)
        else:
            some.append(each)
    yield some, names


def news(items: Sequence[Item], gone: Sequence[str], *, here: int | None, first: bool) -> LobbyNews:
    """One message."""
    lists = {field: tuple(item for item in items if type(item) is kind) for kind, field in FIELDS.items()}
    search = next((item for item in items if isinstance(item, Search)), None)
    return LobbyNews(first=first, here=here, search=search, gone=tuple(gone), **lists)  # type: ignore[arg-type] # by kind
