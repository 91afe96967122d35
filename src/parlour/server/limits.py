"""Rate limits: token buckets."""

from __future__ import annotations

from typing import Final

BURST_SECONDS: Final = 3.0
"""A full bucket holds this many seconds' worth of tokens."""
MOST_KEPT: Final = 10_000


class Bucket:
    """A token bucket: refills at a rate, and starts full."""

    __slots__ = ("most", "rate", "tokens", "updated")

    def __init__(self, rate: float, now: float, burst: float = BURST_SECONDS) -> None:
        """Take the tokens a second, and for how many seconds they are saved."""
        self.rate = rate
        self.most = rate * burst
        self.tokens = self.most
        self.updated = now

    def refill(self, now: float) -> None:
        self.tokens = min(self.most, self.tokens + (now - self.updated) * self.rate)
        self.updated = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take tokens; whether there were so many, else none is taken."""
        self.refill(now)
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True

    def delay(self, now: float, cost: float) -> float:
        """Take tokens, also those to come; how many seconds later they will be there."""
        self.refill(now)
        self.tokens -= cost
        return max(0.0, -self.tokens / self.rate)


class Buckets:
    """A bucket for every address; the least recently used are evicted first."""

    def __init__(self, rate: float, burst: float = BURST_SECONDS) -> None:
        self.rate = rate
        self.burst = burst
        self.kept: dict[str, Bucket] = {}

    def of(self, address: str, now: float) -> Bucket:
        """The bucket of an address."""
        bucket = self.kept.pop(address, None) or Bucket(self.rate, now, self.burst)
        self.kept[address] = bucket
        while len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return bucket

    def take(self, address: str, now: float, cost: float = 1.0) -> bool:
        """Take tokens from an address's bucket; whether there were so many."""
        return self.of(address, now).take(now, cost)
