"""Settings and markers of all tests."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import settings

from tests import serving

pytest.register_assert_rewrite("parlour.laws")
settings.register_profile("parlour", deadline=None)  # the machine may be busy: no clock in a test
settings.load_profile("parlour")

SERVERS: Final = {"server", "launch", "site", "postgres"}
"""Fixtures that start a server."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that asks for a browser or for a server; one that starts them by itself says so."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "browser" in fixtures:
            item.add_marker(pytest.mark.browser)
        if SERVERS & fixtures:
            item.add_marker(pytest.mark.server)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let no test start a server without the marker."""
    serving.unmarked = None if item.get_closest_marker("server") else item.nodeid
