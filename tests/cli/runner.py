"""Commands run in this process."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from parlour.cli import main


class Said(NamedTuple):
    """What a command said."""

    code: int
    out: str
    err: str


class Runner:
    """Runs commands in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *arguments: str, typed: str = "") -> Said:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        said = self.capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(code, said.out, said.err)
