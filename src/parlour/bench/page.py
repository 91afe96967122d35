"""How fast the page paints, how much its layout shifts, and how many bytes it loads.

A real Chromium opens every screen, each time with an empty cache and no cookies. Times are
wall-clock times: they depend on what else the machine does.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error, sync_playwright

import parlour
from parlour.bench import page_match
from parlour.bench.server import SERVE, running
from parlour.core.errors import OptionError
from parlour.games.catalogue import KINDS
from parlour.server.page_files import WEB

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Playwright

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell")
USUAL: Final = next(iter(KINDS))
SCREENS: Final = ("start", *KINDS, "rules", "replay")
SIZES: Final = {"390": (390, 844), "1440": (1440, 900)}
VISITS: Final = 5
SETTLE: Final = 1.5
"""Seconds after loading in which layout shifts are counted."""
PARTS: Final = frozenset({".html", ".js", ".css"})
CONCEDE: Final = """table => new Promise(done => {
    const line = new WebSocket(`ws://${location.host}/ws`);
    line.onopen = () => {
        line.send(JSON.stringify({ t: "join", table }));
        line.send(JSON.stringify({ t: "concede", table, id: "c1" }));
    };
    line.onmessage = ({ data }) => JSON.parse(data).t === "done" && done();
})"""
WATCH: Final = """
    window.moved = [];
    new PerformanceObserver(list => moved.push(...list.getEntries()
        .map(entry => ({
            value: entry.value,
            input: entry.hadRecentInput,
            what: entry.sources.map(({ node }) => node?.className || node?.nodeName || "").join(" "),
        })))).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver(list => { window.largest = list.getEntries().at(-1).startTime; })
        .observe({ type: "largest-contentful-paint", buffered: true });
"""
READ: Final = """() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    largest: window.largest,
    moved,
    received: performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
        .filter(({ name }) => !name.includes("/api/") && !/icon|manifest|sw.js/.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
})"""


def bench_page(
    seconds: float,
    on_progress: Callable[[int, int], None],
    *,
    screens: tuple[str, ...] = SCREENS,
    visits: int = VISITS,
    matches: tuple[str, ...] = tuple(KINDS),
) -> dict[str, Any]:
    """Several visits to every screen and a match of every game; takes some minutes, whatever `seconds` says."""
    del seconds
    if not (WEB / "index.html").is_file():
        raise OptionError("the page is not built: script/web builds it")
    result: dict[str, Any] = {screen: {} for screen in screens}
    shifts: dict[str, Any] = {game: {} for game in matches}
    done, total = 0, len(screens) * len(SIZES) * visits + len(matches) * len(page_match.SIZES)
    with tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder, sync_playwright() as playwright:
        served = running((*SERVE, *page_match.PACE, "--messages", "1000", "--data", folder), None)
        with served as server, launched(playwright) as browser:
            address = f"http://localhost:{server.port}"
            for screen in screens:
                for size, (width, height) in SIZES.items():
                    seen = []
                    for _ in range(visits):
                        context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
                        seen.append(visited(context, address, screen))
                        context.close()
                        done += 1
                        on_progress(done, total)
                    result[screen][size] = summed_up(seen)
            for game in matches:
                for size, (width, height) in page_match.SIZES.items():
                    context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
                    table = opened(context, address, game)
                    shifts[game][size] = page_match.played(context, address, table, WATCH)
                    context.close()
                    done += 1
                    on_progress(done, total)
    return {"compiled": parlour.compiled, "page": result, "match": shifts, "gzip": sizes()}


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium on the PATH, or Playwright's own; or raise OptionError."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    try:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
    except Error as error:
        raise OptionError("no Chromium to measure with: install one, or run `playwright install chromium`") from error
    yield browser
    browser.close()


def visited(context: BrowserContext, address: str, screen: str) -> dict[str, Any]:
    """The figures of one visit to a screen in a new browser context."""
    path = prepared(context, address, screen)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address + path)
    page.locator("main").first.wait_for()
    page.wait_for_timeout(1000 * SETTLE)
    seen: dict[str, Any] = page.evaluate(READ)
    return seen


def prepared(context: BrowserContext, address: str, screen: str) -> str:
    """The path of a screen; opens a table where the screen needs one."""
    if screen == "start":
        return "/"
    if screen == "rules":
        return f"/rules/{USUAL}"
    table = opened(context, address, USUAL if screen == "replay" else screen)
    if screen != "replay":
        return f"/t/{table}"
    page = context.new_page()
    page.goto(f"{address}/manifest.webmanifest")
    page.evaluate(CONCEDE, table)
    page.close()
    return f"/replay/{table}"


def opened(context: BrowserContext, address: str, game: str) -> str:
    """A table of a new guest, with a bot."""
    headers = {"origin": address}
    context.request.post(f"{address}/api/guests", data={"name": "guest"}, headers=headers)
    answer = context.request.post(f"{address}/api/tables", data={"game": game}, headers=headers)
    table: str = answer.json()["table"]
    return table


def summed_up(seen: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of all visits to a screen: medians, and the worst layout shift."""
    shifts = [sum(each["value"] for each in visit["moved"]) for visit in seen]
    movers = {each["what"] for visit in seen for each in visit["moved"]}
    return {
        "first_paint_ms": round(median(visit["first"] for visit in seen)),
        "slowest_first_paint_ms": round(max(visit["first"] for visit in seen)),
        "largest_paint_ms": round(median(visit["largest"] for visit in seen)),
        "layout_shift": round(max(shifts), 4),
        "received_bytes": seen[0]["received"],
        **({"moved": "; ".join(sorted(movers))} if movers else {}),
    }


def sizes() -> dict[str, int]:
    """Compressed bytes of all files of the page by type, every language included."""
    found = dict.fromkeys(sorted(PARTS), 0)
    for path in WEB.rglob("*"):
        if path.suffix in PARTS:
            found[path.suffix] += len(gzip.compress(path.read_bytes(), 9))
    return {**{kind.removeprefix("."): size for kind, size in found.items()}, "in_all": sum(found.values())}
