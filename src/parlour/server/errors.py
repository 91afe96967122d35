"""What can go wrong at the server, each with a stable code for clients.

ServerError
├── RefusalError      a message or request that is not followed; nothing changed
└── StoreError   the database cannot be read or written; nothing unsaved was shown
"""

from __future__ import annotations


class ServerError(Exception):
    """Something that a client is told."""

    def __init__(self, code: str, reason: str = "", clause: str = "") -> None:
        """Take a code, a sentence in English, and the clause of the rules where it is about them."""
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.clause = clause


class RefusalError(ServerError):
    """A message or request that is not followed; nothing changed."""


class StoreError(ServerError):
    """The database cannot be read or written: `store/full`, `store/busy`, `store/corrupt`, `store/broken`."""
