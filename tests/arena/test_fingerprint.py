"""A fingerprint changes with what is played, and with nothing else."""

from __future__ import annotations

import shutil
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import parlour
from parlour.arena import fingerprint
from parlour.games.catalogue import KINDS

SOURCES = Path(parlour.__file__).parent


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources, which are fingerprinted in place of the real ones."""
    for part in ("core", "games", "bots"):
        shutil.copytree(SOURCES / part, tmp_path / part, ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    real = fingerprint.home_of
    monkeypatch.setattr(fingerprint, "home_of", lambda name: tmp_path / real(name).relative_to(SOURCES))
    return tmp_path


def fingerprints() -> tuple[str, str]:
    return fingerprint.fingerprint("haggis"), fingerprint.fingerprint("damenrennen")


def test_a_copy_has_the_same(copy: Path) -> None:
    before = fingerprints()
    (copy / "core" / "notes.txt").write_text("of nobody's concern")

    assert fingerprints() == before


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("bots/haggis/net-2.weights", (True, False)),
        ("bots/damenrennen/kernel/equilibrium.py", (False, True)),
        ("games/haggis/kernel/combos.py", (True, False)),
        ("bots/determinizing.py", (True, True)),
        ("core/kernel/rng.py", (True, True)),
    ],
)
def test_what_changes_play_changes_it(copy: Path, name: str, changes: tuple[bool, bool]) -> None:
    before = fingerprints()
    path = copy / name
    path.write_bytes(path.read_bytes() + b"\n")

    assert tuple(old != new for old, new in zip(before, fingerprints(), strict=True)) == changes


def test_a_game_of_a_single_file_counts_with_that_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "snap.py").write_text("KIND = None\n")
    (tmp_path / "slap.py").write_text("KIND = None\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(KINDS, "_points", {"snap": EntryPoint("snap", "snap:KIND", "parlour.games")})

    found = list(fingerprint.sources("snap", KINDS))

    assert tmp_path / "snap.py" in found
    assert tmp_path / "slap.py" not in found
