"""A tournament in a file: every event on disk before it counts, and a crash leaves one consistent round."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from parlour.tournament.errors import TournamentError
from parlour.tournament.events import Joined, Opened, Played
from parlour.tournament.pairing import next_round
from parlour.tournament.standings import standings
from parlour.tournament.storage import TournamentFile, open_tournament
from parlour.tournament.terms import Terms

OPENED = Opened(Terms(name="night", game="any", seats=3, rounds=2, fill="bot"))


def played(path: Path) -> TournamentFile:
    """A tournament of one round."""
    file = open_tournament(path, OPENED)
    file.add(*map(Joined, ("Ada", "Bela", "Cleo", "Dora", "Emil")))
    file.add(next_round(file.tournament, Random(1)))
    file.add(Played(1, 1, (250, 3, 2)))
    file.add(Played(1, 2, (2, 250, None)))
    return file


def test_a_file_reads_back_as_the_tournament_that_was_written(tmp_path: Path) -> None:
    written = played(tmp_path / "night.jsonl").tournament

    read = TournamentFile(tmp_path / "night.jsonl").tournament

    assert read.terms == written.terms
    assert read.rounds == written.rounds
    assert standings(read) == standings(written)


def test_a_crash_within_a_line_leaves_whole_events(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    played(whole)
    text = whole.read_bytes()
    first = text.index(b"\n") + 1
    path = tmp_path / "cut.jsonl"
    for length in range(first, len(text), 11):
        path.write_bytes(text[:length])

        file = TournamentFile(path)

        assert file.cut_off == (text[length - 1 : length] != b"\n")
        lines = text[:length].count(b"\n")
        file.add(Joined("Zoe"))
        kept = b"".join(text.splitlines(keepends=True)[:lines])
        assert path.read_bytes() == kept + b'{"event":"joined","player":"Zoe"}\n'


def test_what_is_refused_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    file = played(path)
    before = path.read_bytes()

    with pytest.raises(TournamentError, match="'Ada' plays already"):
        file.add(Joined("Zoe"), Joined("Ada"))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "line 1: not an event"),
        (b"{}\n", "line 1: not an event"),
        (b"\xff\xfe\n", "line 1: not an event"),
        (b'{"event":"joined","player":"Ada"}\n', "line 1: a tournament begins with its terms"),
        (b'{"event":"opened","terms":{"name":"n","game":"any"},"format":2}\n', "a tournament of format 2"),
        (
            b'{"event":"opened","terms":{"name":"n","game":"any"},"format":1}\n{"event":"withdrew","player":"Ada"}\n',
            "line 2: 'Ada' does not play here",
        ),
    ],
)
def test_other_files_are_refused_by_name_and_line(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "other"
    path.write_bytes(text)

    with pytest.raises(TournamentError, match=message):
        TournamentFile(path)


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    path.write_text("mine")

    with pytest.raises(TournamentError, match="there already"):
        open_tournament(path, OPENED)
    assert path.read_text() == "mine"


def test_a_missing_file_says_how_to_begin(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="`open` begins one"):
        TournamentFile(tmp_path / "night.jsonl")
