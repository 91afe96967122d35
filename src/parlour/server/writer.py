"""What the parts of a table ask of the actor that owns it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.errors import ServerError
    from parlour.server.lag import LagMeter
    from parlour.server.settings import Settings
    from parlour.server.table_log import AnyTableLog, Step
    from parlour.server.timers import Timers

Work = Callable[[], Awaitable[None]]
"""Something that the actor does, one at a time."""


class Reachable(Protocol):
    """A connection of a person, as far as its lag is concerned."""

    lag: LagMeter

    def probe(self) -> None:
        """Measure the lag."""


class Writer(Protocol):
    """The one task that changes a table; everything goes through its queue."""

    name: str
    log: AnyTableLog
    settings: Settings
    timers: Timers

    def now(self) -> float:
        """The monotonic clock."""

    def clock(self) -> float:
        """The service's time, by which moves are timed."""

    def present(self) -> set[int]:
        """The people who have the table open."""

    def connections_of(self, person: int | None) -> Sequence[Reachable]:
        """The connections by which a person has the table open."""

    def post(self, work: Work) -> None:
        """Queue work."""

    def wake(self) -> None:
        """Queue a look at what is due."""

    async def commit(self, steps: Sequence[Step], key: str = "") -> None:
        """Write events, fold them and send them out; only from within queued work."""

    async def advance(self) -> None:
        """Deal if a deal is due, and start bots and clocks; only from within queued work."""

    async def show_presence(self) -> None:
        """Show everybody who is here and what is due about who is not; only from within queued work."""

    def notify(self, person: int) -> None:
        """Tell a person who has no connection that it is her turn."""

    def broadcast_error(self, error: ServerError) -> None:
        """Send an error to everybody who has the table open."""
