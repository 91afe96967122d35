"""Promises about cards: a hash before they are dealt, opened when they are played out."""

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
    """A deal with its promise: the SHA-256 of the salt, a line break and the deal."""

    promise: str
    salt: str
    deal: str


class Deals(msgspec.Struct, frozen=True):
    """Every deal of a table that is played out."""

    deals: tuple[Deal, ...]


def make_salt() -> str:
    """Draw a salt, so that nobody can guess a deal from its promise."""
    return secrets.token_hex(SALT_BYTES)


def promise_of(salt: str, deal: str) -> str:
    """Give the promise of a deal: SHA-256 of the salt, a line break and the deal, in hex."""
    return hashlib.sha256(f"{salt}\n{deal}".encode()).hexdigest()


def broken_promises(opened: Deals) -> list[tuple[int, Deal]]:
    """Give the deals that are not what was promised, counted from 1."""
    numbered = enumerate(opened.deals, start=1)
    return [(number, deal) for number, deal in numbered if promise_of(deal.salt, deal.deal) != deal.promise]


def strange_deals(opened: Deals, dealt: Sequence[str]) -> list[str]:
    """Say where the deals of a log are not those that were promised."""
    promised = [deal.deal for deal in opened.deals]
    return [
        f"deal {number} of the log is {logged or 'missing'!r}, promised was {deal or 'nothing'!r}"
        for number, (deal, logged) in enumerate(zip_longest(promised, dealt), start=1)
        if deal != logged
    ]
