"""Every test of engines begins without any."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parlour.engine.sessions import SESSIONS


@pytest.fixture(autouse=True)
def fresh_sessions() -> Iterator[None]:
    SESSIONS.failures.clear()
    SESSIONS.reasons.clear()
    yield
    SESSIONS.close()
