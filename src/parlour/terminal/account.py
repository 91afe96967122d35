"""A guest's account at a table server: the token on this machine, and requests over HTTP."""

from __future__ import annotations

import json
import os
import re
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from parlour.core.errors import OptionError
from parlour.paths import data_folder

if TYPE_CHECKING:
    from http.client import HTTPResponse
    from pathlib import Path

COOKIE: Final = "parlour"
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]+")
SECONDS: Final = 10


class Address(NamedTuple):
    """The address of a server, and the table that a link names, if any."""

    site: str
    table: str | None


def parse_address(text: str) -> Address:
    """Parse the address of a server or the link of a table, or raise OptionError."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise OptionError(f"--server: {error}, got {text!r}") from error
    path = parts.path.strip("/").split("/")
    table = path[1] if len(path) == 2 and path[0] == "t" else None  # noqa: PLR2004 - t and the table
    if parts.scheme not in ("http", "https") or not parts.hostname or (path != [""] and table is None):
        raise OptionError(f"--server is an address like http://localhost:8250, or a table's link, got {text!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return Address(f"{parts.scheme}://{host}{'' if port is None else f':{port}'}", table)


def read_token(path: Path) -> str:
    """Read a saved token, or raise OptionError where the file holds something else."""
    token = path.read_text(encoding="utf-8", errors="replace").strip()
    if not TOKEN.fullmatch(token):
        raise OptionError(f"{path} does not hold a guest's token")
    return token


class Account:
    """A guest at one server; the token is kept in a file that nobody else may read."""

    def __init__(self, site: str, path: Path | None = None) -> None:
        """The token's file may not exist yet."""
        self.site = site
        parts = urlsplit(site)
        self.path = path or data_folder() / "guests" / parts.netloc.replace(":", "-")
        self.token = read_token(self.path) if self.path.exists() else ""

    def sign_in(self, name: str | None) -> str:
        """Sign in with the saved token, else as a new guest; the name at the server."""
        known = str(self.request("GET", "/api/me")["name"]) if self.token else ""
        if not known:
            self.token = ""
            return str(self.request("POST", "/api/guests", {"name": name or "guest"})["name"])
        if name is not None and name != known:
            known = str(self.request("PATCH", "/api/me", {"name": name})["name"])
        return known

    def open_table(self, game: str, options: dict[str, Any], seats: list[str | None], **terms: int | None) -> str:
        """Open a table; its name."""
        wanted = {"game": game, "options": options, "seats": seats, **terms}
        return str(self.request("POST", "/api/tables", wanted)["table"])

    def check_table(self, table: str) -> None:
        """Raise OptionError where there is no such table."""
        self.request("GET", f"/api/tables/{quote(table, safe='')}")

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request, or raise OptionError that says what is wrong."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Cookie"] = f"{COOKIE}={self.token}"
        request = Request(  # noqa: S310 - http or https: parse_address
            f"{self.site}{path}", None if body is None else json.dumps(body).encode(), headers, method=method
        )
        try:
            with urlopen(request, timeout=SECONDS) as response:  # noqa: S310 - as above
                self.save_token(response)
                return json.load(response)
        except HTTPError as error:
            raise self.problem(error) from error
        except (URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise OptionError(f"{self.site} does not answer: {reason}") from error
        except ValueError as error:
            raise OptionError(f"{self.site} is not a parlour server: {error}") from error

    def problem(self, error: HTTPError) -> OptionError:
        """Why the server refused a request."""
        try:
            said = json.load(error)
            return OptionError(said["reason"], said.get("clause") or None)
        except (ValueError, KeyError, TypeError):
            return OptionError(f"{self.site} is not a parlour server: it answers {error.code} {error.reason}")

    def save_token(self, response: HTTPResponse) -> None:
        """Save a new token, readable by this user only."""
        cookie = SimpleCookie(response.headers.get("Set-Cookie", "")).get(COOKIE)
        if cookie is None or not cookie.value:
            return
        self.token = cookie.value
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(f"{self.path.name}.new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(f"{self.token}\n")
        fresh.replace(self.path)
