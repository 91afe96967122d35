"""Commitments to deals: a hash before the cards are dealt, opened when they are played out.

The wire calls a commitment a `promise`.
"""

from __future__ import annotations

import hashlib
import secrets
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

SALT_BYTES: Final = 16


class Deal(msgspec.Struct, frozen=True):
    """A deal with its commitment: the SHA-256 of the salt, a line break and the deal."""

    commitment: str = msgspec.field(name="promise")
    salt: str
    deal: str
    promised: int
    """The number of the table's event that published the commitment."""
    dealt: int
    """The number of the event that dealt the cards: a later one."""


class Deals(msgspec.Struct, frozen=True):
    """Every deal of a table that is played out."""

    deals: tuple[Deal, ...]


def make_salt() -> str:
    """A random salt, so that nobody can guess a deal from its commitment."""
    return secrets.token_hex(SALT_BYTES)


def commitment_to(deal: str, salt: str) -> str:
    """SHA-256 of the salt, a line break and the deal, in hex."""
    return hashlib.sha256(f"{salt}\n{deal}".encode()).hexdigest()


def broken_commitments(opened: Deals) -> list[tuple[int, Deal]]:
    """The deals that do not match their commitments, counted from 1."""
    numbered = enumerate(opened.deals, start=1)
    return [(number, deal) for number, deal in numbered if commitment_to(deal.deal, deal.salt) != deal.commitment]


class Seen(msgspec.Struct, frozen=True):
    """A commitment as somebody was sent it: for which deal, and at which event of the table, where that was noted."""

    number: int
    commitment: str
    event: int | None = None


def late_commitments(opened: Deals) -> list[str]:
    """A line for every commitment that was published after its cards or after those of a later deal."""
    return [
        f"promise {number} was made at event {deal.promised}, and its cards were dealt at event {deal.dealt}"
        for number, (before, deal) in enumerate(pairwise((None, *opened.deals)), start=1)
        if deal is not None and not (0 if before is None else before.dealt) < deal.promised < deal.dealt
    ]


def unkept(opened: Deals, seen: Sequence[Seen]) -> list[str]:
    """A line for every commitment that somebody was sent and that is not that of the deal, or came too late."""
    lines = []
    for each in seen:
        if not 1 <= each.number <= len(opened.deals):
            lines.append(f"promise {each.number}, {each.commitment}, was not opened")
            continue
        deal = opened.deals[each.number - 1]
        if deal.commitment != each.commitment:
            lines.append(f"promise {each.number} was {each.commitment}, and {deal.commitment} was opened")
        elif each.event is not None and each.event >= deal.dealt:
            first = f"promise {each.number} was first seen at event {each.event}"
            lines.append(f"{first}, and its cards were dealt at event {deal.dealt}")
    return lines


def mismatched_deals(opened: Deals, dealt: Sequence[str]) -> list[str]:
    """A line for every deal of a log that is not the one that the server had committed itself to."""
    committed = [deal.deal for deal in opened.deals]
    return [
        f"deal {number} of the log is {logged or 'missing'!r}, promised was {deal or 'nothing'!r}"
        for number, (deal, logged) in enumerate(zip_longest(committed, dealt), start=1)
        if deal != logged
    ]
