"""Commitments to deals: a hash before the cards are dealt, opened when they are played out.

The wire calls a commitment a `promise`.
"""

from __future__ import annotations

import hashlib
import secrets
from itertools import zip_longest
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


def mismatched_deals(opened: Deals, dealt: Sequence[str]) -> list[str]:
    """A line for every deal of a log that is not the one that the server had committed itself to."""
    committed = [deal.deal for deal in opened.deals]
    return [
        f"deal {number} of the log is {logged or 'missing'!r}, promised was {deal or 'nothing'!r}"
        for number, (deal, logged) in enumerate(zip_longest(committed, dealt), start=1)
        if deal != logged
    ]
