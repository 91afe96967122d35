"""A game that parlour has no scene, words or bots for: the rules of Damenrennen under another name."""

from __future__ import annotations

from parlour.games.catalogue import GameKind
from parlour.games.damenrennen import Damenrennen, Options


class Sealed(Damenrennen):
    """Has sealed choices, hidden hands and public moves."""

    name = "sealed"  # type: ignore[misc] # the same rules under another name


KIND = GameKind(options=Options, rules=Sealed, title="Sealed")
