"""`parlour` as a node of a chaos run: `python -m tests.chaos.node serve …`.

Its clock can be set wrong while it runs. (libfaketime would do that too, but the Python of a node then sometimes cannot
sleep: `time.sleep` fails with EINVAL under load.) And its fence can be taken away, for the negative control: whoever
believes to own a table may then write to it.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final, Self

from parlour.cli import main
from parlour.server import postgres_events, tables

CLOCK: Final = "PARLOUR_CHAOS_CLOCK"
"""The file that says by how many seconds the clock is wrong."""
UNFENCED: Final = "PARLOUR_CHAOS_UNFENCED"
true_time = time.time


class WrongDatetime(datetime):
    """The date by the wrong clock."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.fromtimestamp(time.time(), tz or UTC)


def set_wrong(clock: Path) -> None:
    """Let the time of day be wrong by what a file says; the monotonic clock is right."""
    time.time = lambda: true_time() + float(clock.read_text())
    tables.datetime = WrongDatetime  # type: ignore[attr-defined]


def remove_fence() -> None:
    """Let the statement that writes entries look at no lease."""
    fenced = postgres_events.ADD_FENCED_ENTRIES
    postgres_events.ADD_FENCED_ENTRIES = fenced.replace(postgres_events.FENCE, "true")
    assert fenced != postgres_events.ADD_FENCED_ENTRIES


if __name__ == "__main__":
    set_wrong(Path(os.environ[CLOCK]))
    if UNFENCED in os.environ:
        remove_fence()
    raise SystemExit(main())
