"""The page that a browser asks from, to which it binds passkeys."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


class Site(NamedTuple):
    """A page of ours, as a browser names it."""

    origin: str
    host: str


def site_of(connection: HTTPConnection) -> Site:
    """The page that a request comes from; that its origin is ours was checked before."""
    origin = connection.headers.get("origin") or f"{connection.url.scheme}://{connection.headers.get('host', '')}"
    return Site(origin, urlsplit(origin).hostname or "")
