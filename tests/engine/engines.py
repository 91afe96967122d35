"""Engines that the tests start, and connections without any process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.engine.command import Command
from parlour.engine.host import Host
from parlour.engine.messages import Limits
from parlour.engine.sessions import Sessions
from tests.serving import PATIENCE

FAULTY = str(Path(__file__).with_name("faulty.py"))
PYTHON = (sys.executable, "-I", "-S")
PATIENT = round(PATIENCE * 1000)
PATIENT_LIMITS = Limits(start_ms=PATIENT, match_ms=PATIENT, move_ms=PATIENT, grace_ms=PATIENT)
OURS = (sys.executable, "-m", "parlour", "engine", "serve")


def faulty(mode: str) -> Command:
    return Command((*PYTHON, FAULTY, mode))


def faulty_spec(mode: str) -> str:
    return " ".join(["engine:" + PYTHON[0], *PYTHON[1:], FAULTY, mode])


@contextmanager
def sessions(limits: Limits = PATIENT_LIMITS) -> Iterator[Sessions]:
    """Sessions that end with the block."""
    some = Sessions(limits)
    try:
        yield some
    finally:
        some.close()


class Loopback:
    """A bot of ours behind the protocol, in this process; `heard` is every byte that it was sent."""

    def __init__(self, spec: str) -> None:
        self.host = Host(spec)
        self.sent: list[bytes] = []
        self.answers: list[bytes] = []

    def send(self, lines: bytes) -> None:
        self.sent.append(lines)
        for answer in self.host.serve(lines.splitlines(keepends=True)):
            self.answers += answer.splitlines()

    @property
    def heard(self) -> bytes:
        return b"".join(self.sent)

    def receive(self, deadline: float) -> bytes:
        del deadline
        return self.answers.pop(0)

    def cpu_ns(self) -> int:
        return 0

    def close(self, seconds: float) -> bool:
        del seconds
        return True

    def kill(self) -> None:
        return
