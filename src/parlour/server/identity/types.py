"""The bodies of requests and answers about who somebody is."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What a browser needs to make or use a passkey, as WebAuthn has it in JSON; good for 5 minutes."""

    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the authenticator has answered, as WebAuthn has it in JSON."""

    credential: dict[str, Any]


class RecoveryCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code; capitals, spaces and dashes do not matter."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]


class KnownPasskey(msgspec.Struct, frozen=True):
    """A passkey of yours."""

    id: str
    device: str
    """The browser and the system that it was made with, such as `firefox android`."""
    since: str
    seen: str
    """The last day it was used, in UTC."""


class KnownSession(msgspec.Struct, frozen=True):
    """A browser that you are known in."""

    id: str
    device: str
    """The browser and the system; empty where they are not known."""
    since: str
    seen: str
    """The last day it was used, in UTC."""
    this: bool
    """The one that asks."""


class Identity(msgspec.Struct, frozen=True):
    """How you are known here."""

    name: str
    can_passkey: bool
    """Whether this server can check passkeys."""
    passkeys: tuple[KnownPasskey, ...]
    recovery: str
    """The day of your recovery code; empty where you have none."""
    sessions: tuple[KnownSession, ...]
    """The one used last first; at most 50."""
    public: bool
    """Whether others at your tables may see how many matches you have won."""


class Privacy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What others may see."""

    public: bool


class WonMatches(msgspec.Struct, frozen=True):
    """Matches of one game at tables of one size."""

    game: str
    players: int
    matches: int
    won: int


class MatchRecord(msgspec.Struct, frozen=True):
    """What others may see of somebody's matches."""

    name: str
    public: bool
    """Whether she lets others see it."""
    lists: tuple[WonMatches, ...] = ()
    """Of her latest 200 matches, the most played first; empty where it is private."""
