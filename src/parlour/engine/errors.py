"""What goes wrong between parlour and an engine."""

from __future__ import annotations

from parlour.bots.catalogue import BotError


class EngineError(BotError):
    """An engine that breaks the protocol, or that cannot be started; its code never changes."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the code apart from the sentence."""
        self.code = code
        super().__init__(message)
