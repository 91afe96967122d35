"""Fixtures of the browser tests: they need a Chromium on the PATH (script/browser), and are skipped without."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.browser import PATIENCE_MS, GuestFactory, Site, build_page, chromium


@pytest.fixture(scope="module")  # an open browser keeps an event loop running, and later modules want their own
def browser() -> Iterator[Browser]:
    found = chromium()
    if found is None:
        pytest.skip("no Chromium on the PATH: script/browser finds or installs one")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")  # an open browser keeps an event loop running, and later modules want their own
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    del browser  # without one there is no need for a server
    build_page()
    with Site(tmp_path_factory.mktemp("parlour")) as site:
        yield site
        assert site.stop() == 0, site.said()


@pytest.fixture
def new_guest(site: Site, browser: Browser) -> Iterator[GuestFactory]:
    new_guest = GuestFactory(site, browser)
    yield new_guest
    new_guest.close()
