"""The engines that this process talks to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from parlour.engine.errors import EngineError
from parlour.engine.messages import Limits
from parlour.engine.process import CPU_SECONDS
from parlour.engine.session import Session

if TYPE_CHECKING:
    from parlour.engine.command import Command

MOST_FAILURES: Final = 3
"""After so many failures one after the other an engine is not started again: a thousand time-outs would stop a run."""
SPENT_NS: Final = CPU_SECONDS * 10**9 // 2
"""An engine that has used so much CPU time is replaced before the system ends it."""


class Sessions:
    """One session for each command; bots of the same command share it."""

    def __init__(self, limits: Limits) -> None:
        """Nothing is started yet."""
        self.limits = limits
        self.open: dict[Command, Session] = {}
        self.failures: Counter[Command] = Counter()
        self.reasons: dict[Command, str] = {}

    def get(self, command: Command) -> Session:
        """The session of a command, started where there is none; or EngineError."""
        session = self.open.get(command)
        return self.start(command) if session is None else session

    def renewed(self, command: Command) -> Session:
        """The session of a command, with a new process where the old one has used much of its CPU time."""
        session = self.get(command)
        if session.connection.cpu_ns() <= SPENT_NS:
            return session
        self.open.pop(command).close()
        return self.start(command)

    def start(self, command: Command) -> Session:
        """A new session, or EngineError."""
        if self.failures[command] >= MOST_FAILURES:
            raise EngineError("engine/failed", f"failed {MOST_FAILURES} times in a row; {self.reasons[command]}")
        session = self.open[command] = Session(command.connect(), self.limits, dict(command.options))
        return session

    def fail(self, command: Command, reason: str) -> None:
        """Count a failure, and end the engine: nobody knows what it would answer next."""
        self.failures[command] += 1
        self.reasons.setdefault(command, reason)
        session = self.open.pop(command, None)
        if session is not None:
            session.connection.kill()

    def succeed(self, command: Command) -> None:
        """Forget earlier failures."""
        self.failures.pop(command, None)
        self.reasons.pop(command, None)

    def close(self) -> None:
        """End all engines."""
        while self.open:
            self.open.popitem()[1].close()


SESSIONS: Final = Sessions(Limits())
"""Those of bots that were made from specs; a process ends its engines when it ends."""
