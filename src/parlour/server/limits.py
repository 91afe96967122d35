"""How much one client may ask for: token buckets."""

from __future__ import annotations

from typing import Final

BURST: Final = 3.0
"""A bucket holds so many seconds' worth."""
MOST_KEPT: Final = 10_000


class Bucket:
    """Fills at a rate, empties by use."""

    __slots__ = ("level", "rate", "when")

    def __init__(self, rate: float, now: float) -> None:
        """Start full."""
        self.rate = rate
        self.level = rate * BURST
        self.when = now

    def take(self, now: float) -> bool:
        """Take one out, if there is one."""
        self.level = min(self.rate * BURST, self.level + (now - self.when) * self.rate)
        self.when = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for every address; those longest unused are forgotten first, when there are too many."""

    def __init__(self, rate: float) -> None:
        """Take the rate of each."""
        self.rate = rate
        self.kept: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        """Take one out of an address's bucket."""
        bucket = self.kept.pop(address, None) or Bucket(self.rate, now)
        self.kept[address] = bucket
        while len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return bucket.take(now)
