"""Fixtures of the browser tests: they need a Chromium on the PATH (script/browser), and are skipped without."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import GuestFactory, Site, browser_scope, build_page


@pytest.fixture(scope=browser_scope)
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
