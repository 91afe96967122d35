from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.errors import OptionError
from parlour.core.registry import Registry

GROUP = "parlour.tests"


def installed(monkeypatch: pytest.MonkeyPatch, **lines: str) -> None:
    """Let packages bring these lines."""
    points = [EntryPoint(name, value, GROUP) for name, value in lines.items()]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == GROUP else [])


def test_own_lines_come_first_and_cannot_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, floor="math:ceil", cosine="math:cos")

    entries: Registry[Any] = Registry(GROUP, {"sine": "math:sin", "floor": "math:floor"})

    assert [*entries] == ["sine", "floor", "cosine"]
    assert len(entries) == 3
    assert entries["floor"](1.5) == 1
    assert entries["cosine"](0) == 1


def test_what_has_no_entry_gets_the_default_of_the_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch)

    entries: Registry[str] = Registry(GROUP, {"sine": "math:sin"}, default=lambda name: f"plain {name}")

    assert entries["snap"] == "plain snap"
    assert "snap" not in entries
    assert "sine" in entries


def test_the_home_of_an_entry_is_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, cosine="cmath:cos")

    entries: Registry[Any] = Registry(GROUP, {"sine": "math:sin"}, default=lambda name: name)

    assert [entries.home(name) for name in ("sine", "cosine", "snap")] == ["math", "cmath", None]


def test_without_a_default_an_unknown_name_is_a_key_error(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch)

    assert Registry[Any](GROUP, {}).get("snap") is None


def test_a_package_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, snap="no_such_package:KIND", slap="math:no_such_thing")
    entries: Registry[Any] = Registry(GROUP, {})

    with pytest.raises(OptionError, match=r"'snap' \(no_such_package:KIND\) cannot be loaded"):
        entries["snap"]
    with pytest.raises(OptionError, match=r"'slap'"):
        entries["slap"]


def test_a_package_that_cannot_be_loaded_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, snap="no_such_package:KIND", cosine="math:cos")
    entries: Registry[Any] = Registry(GROUP, {"sine": "math:sin"})

    with pytest.warns(RuntimeWarning, match="'snap'.*cannot be loaded"):
        assert [*entries] == ["sine", "cosine"]


def test_our_own_broken_line_is_our_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch)

    with pytest.raises(ModuleNotFoundError):
        Registry[Any](GROUP, {"snap": "no_such_package:KIND"})["snap"]
