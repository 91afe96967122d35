"""What all tests of the command line use."""

from __future__ import annotations

import pytest

from tests.cli.runner import Runner


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)
