"""What an installed parlour shows: python -m tests.web.served PARLOUR, the command that is to serve the page."""

from __future__ import annotations

import gzip
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from playwright.sync_api import expect, sync_playwright

from tests.serving import PATIENCE, Server
from tests.web.browser import chromium

PARTS: Final = re.compile(r'(?:src|href)="([^"]+)"')
"""All that the first document asks for."""


@contextmanager
def serving(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """The address of a server with data of its own, run by this command."""
    with (
        tempfile.TemporaryDirectory(prefix="parlour-served-") as folder,
        Server(Path(folder), "--workers", "1", command=command, environment=environment) as server,
    ):
        yield f"{server.address}/"
        server.stop()


def parts(address: str) -> dict[str, int]:
    """Fetch the page with everything that it names; the size of each part."""
    page = fetched(address)
    return {part: len(fetched(urljoin(address, part))) for part in ("/", *PARTS.findall(page.decode()))}


def fetched(address: str) -> bytes:
    """Fetch one part, plain and compressed, or raise."""
    with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - our own server
        content: bytes = answer.read()
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip"}), timeout=PATIENCE) as answer:  # noqa: S310 - ours
        squeezed: bytes = answer.read()
        packed = address.endswith((".png", ".woff2"))
        assert (answer.headers["Content-Encoding"] == "gzip") == (not packed), address
    assert content == (squeezed if packed else gzip.decompress(squeezed)), address
    return content


def heading(address: str) -> str | None:
    """Open the page in a real browser, find what starts a game, and read the heading; None without a browser."""
    found = chromium()
    if found is None:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page(locale="en")
        page.goto(address)
        expect(page.get_by_role("button", name="Play now")).to_be_visible(timeout=1000 * PATIENCE)
        text = page.get_by_role("heading").first.inner_text()
        browser.close()
    return text


def main(command: str) -> None:
    """Print what is served, or fail."""
    with serving([str(Path(command).absolute())]) as address:
        found = parts(address)
        title = heading(address)
    sys.stdout.write(
        f"{len(found)} parts, {sum(found.values()):,} bytes; in the browser: {title or 'no Chromium to look with'}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1])
