"""What goes wrong between parlour and an engine."""

from __future__ import annotations

from typing import Final

from parlour.bots.catalogue import BotError

LONGEST_MESSAGE: Final = 400


class EngineError(BotError):
    """An engine that breaks the protocol, or that cannot be started; its code never changes."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the code apart from the sentence, which may quote the engine."""
        self.code = code
        super().__init__(printable(message))


def printable(text: str) -> str:
    """Text of an engine that can be shown in a terminal: short, and with control characters escaped."""
    short = text if len(text) <= LONGEST_MESSAGE else text[:LONGEST_MESSAGE] + "…"
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in short)
