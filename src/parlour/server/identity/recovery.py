"""The recovery code: twenty characters on paper, for whoever has lost every device."""

from __future__ import annotations

import secrets
from typing import Final

from parlour.server.people import hash_token

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters that look like others on paper."""
GROUPS: Final = 4
GROUP: Final = 5
"""99 bits in all: nobody guesses one, so that an unsalted hash is enough."""


def make_code() -> str:
    """A new code, in groups."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def hash_code(typed: str) -> str:
    """What is stored of a code; groups, spaces and capitals do not matter."""
    return hash_token("".join(letter for letter in typed.lower() if letter.isalnum()))
