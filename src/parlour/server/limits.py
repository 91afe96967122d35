"""Rate limits: token buckets."""

from __future__ import annotations

from typing import Final

BURST_SECONDS: Final = 3.0
"""A full bucket holds this many seconds' worth of tokens."""
MOST_KEPT: Final = 10_000


class Bucket:
    """A token bucket: refills at a rate, and starts full."""

    __slots__ = ("rate", "tokens", "updated")

    def __init__(self, rate: float, now: float) -> None:
        self.rate = rate
        self.tokens = rate * BURST_SECONDS
        self.updated = now

    def take(self, now: float) -> bool:
        """Take a token; whether there was one."""
        self.tokens = min(self.rate * BURST_SECONDS, self.tokens + (now - self.updated) * self.rate)
        self.updated = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Buckets:
    """A bucket for every address; the least recently used are evicted first."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.kept: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        """Take a token from an address's bucket; whether there was one."""
        bucket = self.kept.pop(address, None) or Bucket(self.rate, now)
        self.kept[address] = bucket
        while len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return bucket.take(now)
