"""The state of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.core.game import Seat

if TYPE_CHECKING:
    from parlour.games.haggis.round import Round

Play = tuple[Seat, int]


class Standing(msgspec.Struct, frozen=True):
    """What a match carries from round to round."""

    scores: tuple[int, ...]
    dealer: Seat | None
    number: int
    """Which round it is, from 1; 0 before the first deal."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment; a finished round stays until the next deal, with its points counted."""

    standing: Standing
    round: Round | None
    history: tuple[Play, ...]
    """Every decision of the round so far, all of them public (H9.1)."""
