"""What waits to be sent on one connection."""

from __future__ import annotations

import asyncio
from typing import Final

MOST_QUEUED: Final = 128
"""Messages that a slow reader may be behind."""


class Outbox:
    """A bounded queue in which the state of a table replaces an older one, unless that tells what happened."""

    def __init__(self) -> None:
        self.queued: dict[int, tuple[str, bytes]] = {}
        self.replaceable: dict[str, int] = {}
        """By table, the queued state that tells nothing: the next one says all that it says."""
        self.count = 0

    def put(self, message: bytes, table: str = "") -> None:
        """Queue a message; QueueFull where the reader is too far behind."""
        if len(self.queued) >= MOST_QUEUED:
            raise asyncio.QueueFull
        self.queued[self.count] = (table, message)
        self.count += 1

    def put_state(self, table: str, message: bytes, *, told: bool) -> None:
        """Queue the state of a table; `told`: it tells what happened, and is sent whatever follows."""
        older = self.replaceable.pop(table, None)
        if older is not None:
            del self.queued[older]
        self.put(message, table)
        if not told:
            self.replaceable[table] = self.count - 1

    def take(self) -> bytes | None:
        """The oldest message; None where there is none."""
        if not self.queued:
            return None
        number = next(iter(self.queued))
        table, message = self.queued.pop(number)
        if self.replaceable.get(table) == number:
            del self.replaceable[table]
        return message

    def take_some(self, size: int) -> list[bytes]:
        """The oldest messages, up to the one that makes them so large."""
        messages: list[bytes] = []
        while size > 0 and (message := self.take()) is not None:
            messages.append(message)
            size -= len(message)
        return messages

    def clear(self) -> None:
        """Forget all messages: nobody can be sent them."""
        self.queued.clear()
        self.replaceable.clear()
