"""Errors that people cause.

The tree::

    ValueError
    └── GameError          the message names the value and, where there is one, the clause
        ├── NotationError  a text that is no card, move, deal or position
        ├── IllegalMove    a move that the rules refuse; carries the Refusal
        ├── OptionError    a game that cannot be set up like this
        └── LogError       a log that cannot be read or does not follow the rules
            └── LogVersionError  a log of other rules or of another format

Errors of programmers are assertions or TypeErrors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.core.game import Refusal


class GameError(ValueError):
    """An error that a person caused and can correct; its text ends with the clause."""

    def __init__(self, reason: str, clause: str | None = None) -> None:
        """Keep reason and clause apart, so that either can be shown alone."""
        self.reason = reason
        self.clause = clause
        super().__init__(f"{reason} [{clause}]" if clause else reason)


class NotationError(GameError):
    """A text that is no card, move, deal or position."""


class OptionError(GameError):
    """A game that cannot be set up like this."""


class LogError(GameError):
    """A log that cannot be read, or that does not follow the rules."""


class LogVersionError(LogError):
    """A log of other rules, or of a format that is not known here."""


class IllegalMove(GameError):  # noqa: N818 - the noun of the glossary
    """A move that the rules refuse; the game is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal, whose sentence and clause are the error's."""
        self.refusal = refusal
        super().__init__(refusal.reason, refusal.clause)
