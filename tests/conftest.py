"""Settings and markers of all tests."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright

from tests import serving
from tests.web.browser import FLAGS, PATIENCE_MS, browser_scope, chromium

pytest.register_assert_rewrite("parlour.laws")
settings.register_profile("parlour", deadline=None)  # the machine may be busy: no clock in a test
settings.load_profile("parlour")

BROWSING: Final = ("web", "examples", "bench")
"""Folders with browser tests, which script/test runs apart."""
SERVERS: Final = {"server", "launch", "site", "postgres"}
"""Fixtures that start a server."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that asks for a browser or for a server; one that starts them by itself says so."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "browser" in fixtures:
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("browser") and item.path.parent.name not in BROWSING:
            raise pytest.UsageError(f"{item.nodeid} wants a browser; script/test runs such tests of {BROWSING} only")
        if SERVERS & fixtures:
            item.add_marker(pytest.mark.server)


def pytest_configure() -> None:
    """Let signals end processes also where the tests run in the background, which ignores them and passes that on."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform != "win32":
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let no test start a server without the marker."""
    serving.unmarked = None if item.get_closest_marker("server") else item.nodeid


@pytest.fixture(scope=browser_scope)
def browser() -> Iterator[Browser]:
    found = chromium()
    if found is None:
        pytest.skip("no Chromium on the PATH: script/browser finds or installs one")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()
