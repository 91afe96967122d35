"""The people who play here: guests with a name, known by a secret that only they hold."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from typing import Final

from parlour.server.errors import RefusalError

COOKIE: Final = "parlour"
LONGEST_NAME: Final = 24
TOKEN_BYTES: Final = 24


def make_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """What the server stores of a secret; a token is long and random, so an unsalted hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def checked_name(name: str) -> str:
    """A name with its white space normalized, or RefusalError: 1 to 24 characters, none of them control characters."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not plain or len(plain) > LONGEST_NAME:
        raise RefusalError(
            "person/name",
            f"a name has 1 to {LONGEST_NAME} letters, got {len(plain)}",
            parameters={"most": LONGEST_NAME, "got": len(plain)},
        )
    control = next((letter for letter in plain if unicodedata.category(letter)[0] == "C"), None)
    if control is not None:
        raise RefusalError(
            "person/name", f"a name has no control characters, got {control!r}", parameters={"character": repr(control)}
        )
    return plain
