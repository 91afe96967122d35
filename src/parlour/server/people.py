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
LINK_SECONDS: Final = 15 * 60
"""How long a personal link may be used; it opens one device."""
MOST_LINKS: Final = 5
"""The personal links of one person that can be used; a new one replaces the oldest."""
EMOJI_STYLES: Final = "\ufe0e\ufe0f"
BLANK: Final = (
    *((code, code) for code in (0xAD, 0x34F, 0x61C, 0x2800, 0x3164, 0xFEFF, 0xFFA0, 0x1D159)),
    *((0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F)),
    *((0xFE00, 0xFE0F), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""Unicode's Default_Ignorable_Code_Point, the Braille pattern without dots, and the notehead without a shape."""


def make_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """What the server stores of a secret; a token is long and random, so an unsalted hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def checked_name(name: str) -> str:
    """A name in the form NFKC with its white space normalized, or RefusalError.

    It has 1 to 24 characters, at least one of them with a shape of its own, and none that controls or shows nothing.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
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
    blank = next((letter for letter in plain if is_blank(letter)), None)
    if blank is not None or not any(unicodedata.category(letter)[0] in "LNPS" for letter in plain):
        raise RefusalError(
            "person/name",
            f"a name has characters that can be seen, got {blank or plain!a}",
            parameters={"character": ascii(blank or plain)},
        )
    return plain


def is_blank(letter: str) -> bool:
    """Whether a character shows nothing; not so the selectors that make an emoji coloured, or plain."""
    code = ord(letter)
    return any(first <= code <= last for first, last in BLANK) and letter not in EMOJI_STYLES
