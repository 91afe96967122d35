"""What can go wrong at the server, each with a stable code for clients.

ServerError
├── RefusalError          a message or request that is not carried out; nothing changed
└── StoreError            the database cannot be read or written; nothing unsaved was shown
    ├── ConflictError     somebody else wrote to the table, or the command was written before
    │   └── FencedError   another node owns the table now
    ├── SeekError         somebody was seated elsewhere meanwhile, or waits no more; nothing was written
    ├── ElsewhereError    another node owns the table, and can be asked
    └── UnreachableError  nobody who can be reached owns the table; another node may be able to help
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.core.game import Parameter


class ServerError(Exception):
    """An error that clients are told: a code and parameters for programs, an English sentence for people."""

    def __init__(
        self, code: str, reason: str = "", clause: str = "", parameters: Mapping[str, Parameter] | None = None
    ) -> None:
        """Take the clause where the error is about the rules, and as parameters whatever the sentence fills in."""
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.clause = clause
        self.parameters: dict[str, Parameter] = dict(parameters or {})

    def __reduce__(self) -> tuple[type[ServerError], tuple[object, ...]]:
        """Pickle all that the error tells: workers raise it too."""
        return type(self), (self.code, self.reason, self.clause, self.parameters)


class RefusalError(ServerError):
    """A message or request that is not carried out; nothing changed."""


class StoreError(ServerError):
    """The database cannot be read or written: `store/full`, `store/busy`, `store/corrupt`, `store/broken`."""


class ConflictError(StoreError):
    """Somebody else wrote to this table, or this command was written before."""


class FencedError(ConflictError):
    """Another node owns this table now, so nothing was written."""


class SeekError(StoreError):
    """Somebody was seated elsewhere meanwhile, or waits no more; nothing was written."""


class ElsewhereError(StoreError):
    """Another node owns this table."""

    def __init__(self, owner: int) -> None:
        """Take the number of the node."""
        super().__init__("store/busy", f"node {owner} owns this table")
        self.owner = owner


class UnreachableError(StoreError):
    """No node that can be reached owns this table: it is taken over soon, or another node can help."""

    def __init__(self, reason: str) -> None:
        super().__init__("store/busy", reason)
