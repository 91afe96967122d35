"""`parlour dataset`: self-play that others can read, resumed and repaired."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import parlour
from parlour.dataset import shards
from parlour.envs.encoding import make_encoding
from parlour.games.catalogue import KINDS, make_game
from tests.arena.bots import HERE
from tests.cli.runner import Runner, Said

GAMES = [("haggis", {"players": 2}), ("haggis", {"players": 3}), ("damenrennen", {})]


def write(run: Runner, folder: Path, *options: str, game: str = "haggis") -> dict[str, Any]:
    said = run("dataset", game, "--bots", "uniform", "--out", str(folder), "--json", *options)
    assert said.code == 0, said.err
    summary: dict[str, Any] = json.loads(said.out)
    return summary


def rows(folder: Path) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = pq.read_table(folder).to_pylist()
    return sorted(files, key=lambda row: (row["round"], row["decision"]))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_what_is_read_is_what_was_seen_and_done(
    run: Runner, tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    flags = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    rules = make_game(game, options)
    encoding = make_encoding(rules)

    summary = write(run, tmp_path, "--count", "2", *flags, game=game)
    found = rows(tmp_path)

    assert summary["rounds"] == 2
    assert summary["decisions"] == len(found) > 20
    for row in found:
        view = rules.parse_view(row["view"])  # type: ignore[attr-defined] # both games have it
        assert view.seat == row["seat"]
        world = rules.determinize(view, Random(1))
        legal = rules.legal_moves(world, view.seat)
        assert [rules.format_move(move) for move in legal] == row["legal"]
        hand = encoding.hand_of(view)
        assert row["legal_actions"] == encoding.actions_of(legal, hand)
        assert rules.format_move(encoding.move_of(row["action"], hand)) == row["move"]
        seen = np.concatenate([row[f"view_{field.name}"] for field in encoding.fields])
        assert np.array_equal(seen, encoding.encode_view(view))
    assert {row["decision"] for row in found if row["round"] == 0} == set(
        range(sum(row["round"] == 0 for row in found))
    )
    for number in (0, 1):
        of_round = {row["seat"]: (row["points"], row["first"]) for row in found if row["round"] == number}
        assert sum(first for _, first in of_round.values()) == pytest.approx(1)


def test_the_same_seed_gives_the_same_rows_and_bots_take_turns_in_the_seats(run: Runner, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write(run, tmp_path / folder, "--count", "2", "--bots", "sense", "uniform")
    write(run, tmp_path / "c", "--count", "2", "--bots", "sense", "uniform", "--seed", "2")
    found = rows(tmp_path / "a")

    assert found == rows(tmp_path / "b") != rows(tmp_path / "c")
    assert {(row["round"], row["seat"], row["bot"]) for row in found} == {
        (0, 0, "sense"),
        (0, 1, "uniform"),
        (1, 0, "uniform"),
        (1, 1, "sense"),
    }


def test_a_run_writes_only_the_shards_that_are_missing(run: Runner, tmp_path: Path) -> None:
    write(run, tmp_path, "--count", "5", "--shard", "2")
    before = rows(tmp_path)
    (tmp_path / "rounds-000000002.parquet").unlink()

    again = write(run, tmp_path, "--count", "5", "--shard", "2")
    more = write(run, tmp_path, "--count", "6", "--shard", "2")

    assert (again["shards"], again["written"]) == (3, 1)
    assert (more["shards"], more["written"], more["rounds"]) == (3, 1, 6)
    assert before == [row for row in rows(tmp_path) if row["round"] < 5]
    assert not list(tmp_path.glob("*.unfinished"))


def flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :]


@pytest.mark.parametrize("damage", [flip, lambda content: content[:-100], lambda _: b""], ids=["bit", "cut", "empty"])
def test_a_damaged_shard_is_named_and_written_again(run: Runner, tmp_path: Path, damage: Any) -> None:
    write(run, tmp_path, "--count", "4", "--shard", "2")
    before = rows(tmp_path)
    shard = tmp_path / "rounds-000000002.parquet"
    shard.write_bytes(damage(shard.read_bytes()))

    said = run("dataset", "haggis", "--bots", "uniform", "--count", "4", "--shard", "2", "--out", str(tmp_path))

    assert said.code == 0
    assert "rounds-000000002.parquet is damaged and is written again: " in said.err
    assert "1 written now" in said.out
    assert rows(tmp_path) == before


@pytest.mark.parametrize("part", range(8))
def test_a_bit_that_changes_in_the_footer_is_noticed(run: Runner, tmp_path: Path, part: int) -> None:
    write(run, tmp_path, "--count", "1")
    shard = tmp_path / "rounds-000000000.parquet"
    content = bytearray(shard.read_bytes())
    footer = int.from_bytes(content[-8:-4], "little")
    content[len(content) - 8 - footer + part * footer // 8] ^= 1
    shard.write_bytes(content)

    summary = write(run, tmp_path, "--count", "1")

    assert summary["damaged"] == {shard.name: "its checksum is another one than when it was written"}


def test_the_checksums_are_those_of_the_files_and_damaged_ones_are_no_obstacle(run: Runner, tmp_path: Path) -> None:
    write(run, tmp_path, "--count", "2", "--shard", "1")
    sums = tmp_path / "_SHA256SUMS"

    assert sums.read_text().splitlines() == [
        f"{sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(tmp_path.glob("*.parquet"))
    ]

    sums.write_bytes(b"\xff nonsense\n")
    assert write(run, tmp_path, "--count", "2", "--shard", "1")["written"] == 0


def test_a_file_of_others_under_the_name_of_a_shard_is_said_to_be_that(run: Runner, tmp_path: Path) -> None:
    pq.write_table(pa.table({"round": [1]}), tmp_path / "rounds-000000000.parquet")

    summary = write(run, tmp_path, "--count", "1")

    assert summary["damaged"] == {"rounds-000000000.parquet": "no header of parlour"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seed", "2"), '"seed":2'),
        (("--shard", "5"), '"rounds_per_shard":5'),
        (("--players", "3"), '"players":3'),
    ],
)
def test_another_dataset_in_the_folder_is_refused_and_kept(
    run: Runner, tmp_path: Path, options: tuple[str, str], words: str
) -> None:
    write(run, tmp_path, "--count", "1")
    before = rows(tmp_path)

    said = run("dataset", "haggis", "--bots", "uniform", "--count", "1", "--out", str(tmp_path), *options)

    assert said.code == 2
    assert "is of another dataset: its order is " in said.err
    assert words in said.err
    assert rows(tmp_path) == before


def test_a_dataset_is_extended_by_another_version_with_the_same_rules_and_bots(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(run, tmp_path, "--count", "1", "--shard", "1")
    monkeypatch.setattr(parlour, "__version__", "99.0")

    assert write(run, tmp_path, "--count", "2", "--shard", "1")["written"] == 1

    monkeypatch.setattr(shards, "fingerprint", lambda *_: "of other sources")
    said = run("dataset", "haggis", "--bots", "uniform", "--count", "2", "--shard", "1", "--out", str(tmp_path))
    assert said.code == 2
    assert "the rules, bots or encodings of this one, 99.0, differ" in said.err


def test_a_shard_of_another_format_is_refused_and_kept(run: Runner, tmp_path: Path) -> None:
    shard = tmp_path / "rounds-000000000.parquet"
    pq.write_table(pa.table({"round": [1]}).replace_schema_metadata({"parlour": '{"format":1}'}), shard)
    before = shard.read_bytes()

    said = run("dataset", "haggis", "--bots", "uniform", "--count", "1", "--out", str(tmp_path))

    assert said.code == 2
    assert "is a shard of format 1, this parlour writes format 2" in said.err
    assert shard.read_bytes() == before


def test_rounds_that_a_bot_forfeits_are_counted_and_have_no_rows(run: Runner, tmp_path: Path) -> None:
    said = run("dataset", "haggis", "--bots", f"{HERE}:make_broken", "uniform", "--count", "2", "--out", str(tmp_path))

    assert said.code == 0
    assert "0 decisions of 2 rounds" in said.out
    assert "2 rounds have no rows: a bot forfeited them" in said.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--count", "0"), "--count and --shard are 1 or more, got 0 and 1000"),
        (("--shard", "-1"), "got 1000 and -1"),
        (("--bots", "nobody"), "no bot is called 'nobody'"),
    ],
)
def test_bad_input_is_named(run: Runner, tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    said = run("dataset", "haggis", "--out", str(tmp_path), *options)

    assert said.code == 2
    assert words in said.err
    assert not list(tmp_path.iterdir())


def test_without_a_folder_it_asks_for_one(run: Runner) -> None:
    assert "--out FOLDER" in run("dataset", "haggis").err


def test_without_pyarrow_it_says_what_to_install(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("parlour.dataset.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    said = run("dataset", "haggis", "--columns")

    assert said.code == 2
    assert "pip install 'parlour[dataset]'" in said.err


def test_the_columns_are_described(run: Runner) -> None:
    said: Said = run("dataset", "haggis", "--columns")
    columns = {row["name"]: row for row in json.loads(run("dataset", "haggis", "--columns", "--json").out)}

    assert said.out.count("\n") == len(columns)
    assert columns["legal"]["type"] == "list<item: string>"
    assert all(row["meaning"] for row in columns.values())


def test_a_game_without_an_encoding_has_the_common_columns(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS._points, "sealed", EntryPoint("sealed", "tests.cli.third_game:KIND", KINDS.group))
    monkeypatch.delitem(KINDS._loaded, "sealed", raising=False)

    write(run, tmp_path, "--count", "1", game="sealed")

    assert list(rows(tmp_path)[0]) == [
        "round", "decision", "seat", "bot", "view", "legal", "move", "points", "first",
    ]  # fmt: skip
