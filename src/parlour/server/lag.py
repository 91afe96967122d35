"""How long a message takes to a client and back, measured by the server's own pings.

A client cannot answer a ping before it has come, so nobody seems nearer than she is. Whoever delays answers seems
farther away, and gains no more than her quota (`time_control`).
"""

from __future__ import annotations

from math import inf
from typing import Final

SMOOTHING, DEVIATION_SMOOTHING = 1 / 8, 1 / 4
DEVIATIONS: Final = 4
"""As TCP estimates its round trips (RFC 6298)."""


class LagMeter:
    """The round trips of one client; one ping at a time."""

    def __init__(self) -> None:
        self.usual = 0.0
        """The smoothed round trip, in seconds; 0 before the first."""
        self.deviation: float | None = None
        self.sent: float | None = None
        """When the ping was sent that is not answered."""

    @property
    def most(self) -> float:
        """What hardly any round trip exceeds; without bound where none is known, or a ping is not answered."""
        if self.deviation is None or self.sent is not None:
            return inf
        return self.usual + DEVIATIONS * self.deviation

    def begin(self, now: float) -> bool:
        """Note that a ping is sent; False, and nothing noted, while another is on its way."""
        if self.sent is not None:
            return False
        self.sent = now
        return True

    def end(self, now: float) -> None:
        """Note the answer."""
        if self.sent is None:
            return
        trip, self.sent = now - self.sent, None
        if self.deviation is None:
            self.usual, self.deviation = trip, trip / 2
        else:
            self.deviation += DEVIATION_SMOOTHING * (abs(trip - self.usual) - self.deviation)
            self.usual += SMOOTHING * (trip - self.usual)
