"""Promises about cards: a hash before they are dealt, opened when they are played out."""

from __future__ import annotations

import hashlib
import secrets

SALT_BYTES = 16


def make_salt() -> str:
    """Draw a salt, so that nobody can guess a deal from its promise."""
    return secrets.token_hex(SALT_BYTES)


def promise_of(salt: str, deal: str) -> str:
    """Give the promise of a deal: SHA-256 of the salt, a line break and the deal, in hex."""
    return hashlib.sha256(f"{salt}\n{deal}".encode()).hexdigest()
