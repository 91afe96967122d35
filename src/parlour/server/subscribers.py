"""Who is sent a table, and what each of them is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from parlour.server.presenting import table_state
from parlour.server.protocol import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from parlour.server.errors import ServerError
    from parlour.server.lag import LagMeter
    from parlour.server.presenting import LiveState
    from parlour.server.store import Person
    from parlour.server.table_log import AnyTableLog, Updates, Viewer

ENCODER: Final = msgspec.json.Encoder()


class Subscriber(Protocol):
    """Whoever is sent a table: a connection."""

    person: Person
    session: str
    """Which of her sessions it belongs to; empty where another node knows that."""
    address: str
    """Where she comes from."""
    lag: LagMeter
    """How far she is away."""

    def send(self, message: bytes) -> None:
        """Queue a message, or close the connection where its peer is too slow."""

    def show(self, table: str, message: bytes, *, told: bool) -> None:
        """Queue the state of a table, which replaces a queued one that tells nothing."""

    def close(self, code: int) -> None:
        """Close the connection behind what is queued."""

    def probe(self) -> None:
        """Measure the lag, unless that is being done."""


class Subscribers:
    """The connections that have a table open, in the order in which they came."""

    def __init__(self, table: str, log: AnyTableLog) -> None:
        self.table = table
        self.log = log
        self.connections: dict[Subscriber, None] = {}

    def __iter__(self) -> Iterator[Subscriber]:
        """A copy: whoever is sent something may leave."""
        return iter(tuple(self.connections))

    def __len__(self) -> int:
        return len(self.connections)

    def __contains__(self, subscriber: Subscriber) -> bool:
        return subscriber in self.connections

    def add(self, subscriber: Subscriber) -> None:
        self.connections[subscriber] = None

    def remove(self, subscriber: Subscriber) -> bool:
        """Whether it was there."""
        return self.connections.pop(subscriber, subscriber) is None

    def clear(self) -> None:
        self.connections.clear()

    def people(self) -> set[int]:
        """The people who have the table open."""
        return {subscriber.person.id for subscriber in self.connections}

    def of(self, person: int | None) -> list[Subscriber]:
        """The connections by which a person has the table open."""
        return [subscriber for subscriber in self.connections if subscriber.person.id == person]

    def viewers(self) -> set[Viewer]:
        """The seats from which the table is seen, None for spectators."""
        return {self.log.seat_of(subscriber.person.id) for subscriber in self.connections}

    def spectators(self) -> tuple[str, ...]:
        """The names of the people who have the table open and hold no seat."""
        here = {subscriber.person.id: subscriber.person.name for subscriber in self.connections}
        return tuple(name for person, name in here.items() if self.log.seat_of(person) is None)

    def send_state(self, receivers: Iterable[Subscriber], updates: Updates, live: LiveState) -> None:
        """Send the table to some subscribers, each as she may see it; one message for all who see the same."""
        encoded: dict[tuple[Viewer, bool], bytes] = {}
        for subscriber in receivers:
            person = subscriber.person.id
            viewer = self.log.seat_of(person)
            mine = person == self.log.opening.owner
            told = updates.get(viewer, ())
            if (viewer, mine) not in encoded:
                encoded[viewer, mine] = ENCODER.encode(table_state(self.log, viewer, person, told, live))
            subscriber.show(self.table, encoded[viewer, mine], told=bool(told))

    def send_error(self, error: ServerError) -> None:
        """Send everybody what is wrong with the table."""
        message = ENCODER.encode(Refused.of(error, table=self.table))
        for subscriber in self:
            subscriber.send(message)
