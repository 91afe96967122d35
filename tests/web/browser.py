"""A real server and a real browser: what the browser tests stand on."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.serving import PATIENCE, QUICK, UNLIMITED, Server
from web import bundle

ROOT: Final = Path(__file__).parents[2]
AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SHOTS: Final = ROOT / "build" / "shots"
WITH_SHOTS: Final = os.environ.get("PARLOUR_SHOTS") == "1"
NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The shell draws no window, and is the quickest."""
FLAGS: Final = ("--no-sandbox", "--font-render-hinting=none", "--disable-gpu", "--disable-audio-output")
"""Letters are as wide as on phones and Macs, which do not fit them to pixels."""
PATIENCE_MS: Final = 1000 * PATIENCE
LIT: Final = re.compile("^● ")
Scheme = Literal["light", "dark"]
VIOLATIONS: Final = """async rules => {
    const options = {resultTypes: ["violations"], selectors: false, preload: false};
    return (await axe.run(rules ? {...options, runOnly: rules} : options)).violations;
}"""
"""Axe without what nobody reads: selectors, details of what passes, style sheets loaded a second time."""
OUTSIDE: Final = """selector => [...document.querySelectorAll(selector), null].flatMap((each, index) => {
    if (!each) return index ? [] : [`nothing is ${selector}`];
    const box = each.getBoundingClientRect();
    const across = box.left >= -0.5 && box.right <= innerWidth + 0.5 && box.width > 0;
    const down = box.top >= -0.5 && box.bottom <= innerHeight + 0.5 && box.height > 0;
    const fine = !each.checkVisibility() || (across && down);
    return fine ? [] : [`${each.outerHTML.slice(0, 120)} ${JSON.stringify(box)}`];
})"""


def chromium() -> str | None:
    """Find a browser on the PATH; script/browser installs one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def browser_scope(fixture_name: str, config: pytest.Config) -> Literal["module", "session"]:
    """How long a browser and its server are kept: for all browser tests where there are no others.

    An open browser keeps an event loop running in the thread of the tests, and other modules want their own.
    """
    del fixture_name
    return "session" if config.option.markexpr.startswith("browser") else "module"


def build_page() -> None:
    """Build the page where it is stale, once for all workers of a test run."""
    lock = ROOT / "build" / "page.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        bundle.ensure(fetch=True)


class Site(Server):
    """`parlour serve`, without a pause between the moves of bots."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, *QUICK, *UNLIMITED)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"


@dataclass
class Guest:
    """Somebody with a browser of her own."""

    site: Site
    context: BrowserContext
    page: Page
    errors: list[str] = field(default_factory=list)

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the server as this guest."""
        sent = None if body is None else json.dumps(body)
        headers = {"content-type": "application/json", "origin": self.site.address}
        answer = self.context.request.fetch(
            f"{self.site.address}/api/{path}", method=method, data=sent, headers=headers
        )
        assert answer.ok, answer.text()
        return answer.json()

    def open(self, game: str, seats: list[str | None], **options: Any) -> str:
        """Open a table, and go there."""
        wish = {"game": game, "options": options, "seats": seats, "hints": True, "undo": True, "clock": None}
        table: str = self.request("POST", "tables", wish)["table"]
        self.go(table)
        return table

    def go(self, table: str) -> None:
        self.visit(f"/t/{table}")

    def visit(self, path: str) -> None:
        self.page.goto(f"{self.site.address}{path}")

    def resize(self, width: int, height: int) -> None:
        """Make the window larger or smaller, and wait until the page has been redrawn."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def shot(self, name: str, *, whole: bool = False) -> None:
        """Keep a picture of the page, for people to look at; only with PARLOUR_SHOTS=1, for it takes long."""
        if not WITH_SHOTS:
            return
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png", full_page=whole)

    def violations(self, *rules: str) -> list[str]:
        """Let axe look at the page, by all its rules or by some of them."""
        page = self.page
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate(VIOLATIONS, list(rules) or None)
        return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]

    def outside(self, selector: str) -> list[str]:
        """What lies outside the screen, or is pressed to nothing."""
        found: list[str] = self.page.evaluate(OUTSIDE, selector)
        return found


class GuestFactory:
    """Opens browser contexts on one site; the fixture `new_guest`."""

    def __init__(self, site: Site, browser: Browser) -> None:
        self.site = site
        self.browser = browser
        self.guests: list[Guest] = []

    def __call__(
        self,
        name: str,
        width: int = 1440,
        height: int = 900,
        *,
        language: str = "en",
        scheme: Scheme = "light",
        touch: bool = False,
        still: bool = True,
        worker: bool = True,
    ) -> Guest:
        """A guest by name, or "" for a stranger. Without `worker` a test can hold back parts of the page."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme=scheme,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce" if still else "no-preference",
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(PATIENCE_MS)
        guest = Guest(self.site, context, context.new_page())
        guest.page.on("pageerror", lambda error: guest.errors.append(str(error)))
        guest.page.on("console", lambda said: guest.errors.append(said.text) if said.type == "error" else None)
        if name:
            guest.request("POST", "guests", {"name": name})
        self.guests.append(guest)
        return guest

    def close(self) -> None:
        """Close every context; an error on any page fails the test."""
        errors = [error for guest in self.guests for error in guest.errors if not is_offline_error(error)]
        for guest in self.guests:
            guest.context.close()
        assert errors == [], errors


UNREACHABLE: Final = (
    "ERR_CONNECTION_CLOSED",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_FAILED",  # what a page is told when the service worker could not fetch something for it
    "ERR_INTERNET_DISCONNECTED",
    "ERR_NETWORK_CHANGED",
    "ERR_SOCKET_NOT_CONNECTED",
    "WebSocket connection",
)
"""What a browser logs by itself while a server is not there, depending on how far a request has come."""


def is_offline_error(error: str) -> bool:
    """Whether a browser only complains that it cannot reach the server."""
    return any(sign in error for sign in UNREACHABLE)


def wait_for_turn(page: Page) -> None:
    """Wait until the tab says that it is one's turn."""
    expect(page).to_have_title(LIT, timeout=PATIENCE_MS)


def seen(place: Locator) -> bool:
    """Whether something is there now."""
    return place.count() > 0 and place.first.is_visible()


def tab_to(page: Page, place: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        if place.first.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {place}")


def sit_together(first: Guest, second: Guest, game: str, **options: Any) -> str:
    """Let two people sit down at a table of their own."""
    table = first.open(game, ["", None], **options)
    second.go(table)
    second.page.locator("main .primary").first.click()
    for guest in (first, second):
        expect(guest.page.locator("main.table")).to_be_visible()
    return table


def acting(guests: Sequence[Guest]) -> Guest:
    """Whose turn it is."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for guest in guests:
            if LIT.match(guest.page.title()):
                return guest
        guests[0].page.wait_for_timeout(50)
    raise AssertionError(f"nobody's turn; the titles are {[guest.page.title() for guest in guests]}")
