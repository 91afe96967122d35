"""Random requests are answered alike by every database, errors included, and leave the same behind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from parlour.server.errors import StoreError
from parlour.server.events import AnyEvent, Committed, Dealt, Moved, Seated
from parlour.server.postgres import PostgresStore
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Append, Change, Person, Store, Subscription
from tests.sampling import sample
from tests.server.stored_tables import table_of

REQUESTS: Final = sample(300, 3000)
PEOPLE: Final = 6
TABLES: Final = 8
Request = Callable[[Store], Awaitable[Any]]


def random_request(rng: Random) -> Request:
    """One request with random arguments; few of everything, so that they meet."""
    person, table, number = rng.randint(1, PEOPLE), f"t{rng.randrange(TABLES)}", rng.randrange(6)
    named = Seated(0, person, f"name {person}")
    kinds: list[AnyEvent] = [Dealt(), Moved(0, "pass"), named, Committed("h", "s", "d"), Seated(1)]
    events = rng.choices(kinds, k=rng.randint(1, 2))
    append = Append(table, rng.randrange(2, 8), rng.choice(["", f"{person}:{number}"]), events)
    added = table_of(table, Person(person, f"name {person}"), when=f"2026-01-0{number + 1}")
    summary = msgspec.structs.replace(added.row.summary, status=rng.choice(["playing", "over"]), scores=(number, 0))
    new_token = f"new {rng.getrandbits(60)}"  # what is refused uses up a number in PostgreSQL
    subscription = Subscription(endpoint=f"https://push.example/{number}", p256dh="k", auth="a")
    changes: tuple[Change, ...] = rng.choice([(append,), (append,), (added,), (added, append)])
    requests: list[Request] = [
        lambda store: store.add_person(f"name {number}", new_token),
        lambda store: store.person_of(f"token {number}"),
        lambda store: store.rename(person, f"renamed {number}"),
        lambda store: store.names([person, number]),
        lambda store: store.add_link(person, f"link {number}", now=float(number), seconds=2.0, most=2),
        lambda store: store.enter(f"link {number}", f"token {person}", now=float(person)),
        lambda store: store.tables_of(person, over=number > 3, most=3, before=rng_before),
        lambda store: store.tables_to_leave(person, most=3),
        lambda store: store.leave_table(table, person, "regular"),
        lambda store: store.write_summary(table, summary),
        lambda store: store.table(table),
        lambda store: store.unfinished(person),
        lambda store: store.prune(f"2026-01-0{number + 1}", keep=[table], most=1),
        lambda store: store.add_subscription(person, subscription, most=2),
        lambda store: store.drop_subscription(person, subscription.endpoint),
        lambda store: store.subscriptions(person),
        lambda store: store.probe(),
        lambda store: store.leaving(),
    ]
    rare: list[Request] = [lambda store: store.mark_leaving(person), lambda store: store.remove_person(person)]
    rng_before = rng.choice(["", "", table])
    kind = rng.random()
    if kind < 0.4:
        return lambda store: write(store, *changes)
    if kind < 0.5:
        return lambda store: store.events(table)
    return rng.choice(rare if kind > 0.97 else requests)


async def write(store: Store, *changes: Change) -> bool:
    """Write changes; False where one of several is refused: which of them is told first is not promised."""
    try:
        await store.write(*changes)
    except StoreError:
        if len(changes) == 1:
            raise
        return False
    return True


async def answer(store: Store, request: Request) -> Any:
    try:
        return await request(store)
    except StoreError as error:
        return type(error), error.code


@pytest.mark.anyio
@pytest.mark.parametrize("seed", [1, 2])
async def test_random_requests_are_answered_alike(tmp_path: Path, address: str, seed: int) -> None:
    rng = Random(seed)
    stores: list[Store] = [SqliteStore(tmp_path / "data"), PostgresStore(address)]
    for number in range(REQUESTS):
        request = random_request(rng)
        answers = [await answer(store, request) for store in stores]
        assert answers[0] == answers[1], (number, request)
    for store in stores:
        await store.close()
