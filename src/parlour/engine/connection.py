"""What carries the lines of the engine protocol."""

from __future__ import annotations

from typing import Protocol


class Connection(Protocol):
    """Lines to an engine and from it."""

    def send(self, lines: bytes) -> None:
        """Send complete lines, each with its line break."""

    def receive(self, deadline: float) -> bytes:
        """The next line without its line break, by a time of `monotonic`; or EngineError."""

    def cpu_ns(self) -> int:
        """CPU time that the engine has used; 0 where nobody knows."""

    def close(self, seconds: float) -> bool:
        """Say that nothing follows, and wait so long; whether the engine has ended by itself."""

    def kill(self) -> None:
        """End the engine."""
