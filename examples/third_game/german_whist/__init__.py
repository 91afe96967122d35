"""German Whist for parlour: a game in a package of its own."""

from __future__ import annotations

from typing import Final

from german_whist.rules import GermanWhist, Options
from parlour.games.catalogue import GameKind

__all__ = ["KIND", "GermanWhist", "Options"]

KIND: Final = GameKind(
    options=Options, rules=GermanWhist, title="German Whist", first="took more tricks", length="rounds", forfeit=13.0
)
