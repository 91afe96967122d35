"""Who plays here: guests with a name, known by a secret that only they hold."""

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
    """Draw a secret that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    """Give what the server keeps of a secret; it is random and long, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def checked_name(name: str) -> str:
    """Give a name as it is shown, or refuse it: 1 to 24 letters, without control characters."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not plain or len(plain) > LONGEST_NAME:
        raise RefusalError("person/name", f"a name has 1 to {LONGEST_NAME} letters, got {len(plain)}")
    strange = next((letter for letter in plain if unicodedata.category(letter)[0] == "C"), None)
    if strange is not None:
        raise RefusalError("person/name", f"a name has no control characters, got {strange!r}")
    return plain
