"""Logs: whole, cut off, edited, foreign, future."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest

from parlour.core.errors import LogError, OptionError
from parlour.core.game import CHANCE
from parlour.core.log import LogWriter, read_log, write_log
from parlour.core.table import Table
from parlour.games.catalogue import make_game


def a_table(moves: int = 8) -> Table[Any, Any, Any]:
    table: Table[Any, Any, Any] = Table(make_game("haggis", {}))
    rng = Random(3)
    table.deal(rng)
    for _ in range(moves):
        (actor,) = table.to_act()
        assert actor is not CHANCE
        table.play(actor, rng.choice(list(table.legal_moves(actor))))
    return table


def lines_of(table: Table[Any, Any, Any]) -> list[str]:
    file = io.StringIO()
    write_log(table, file)
    return file.getvalue().splitlines(keepends=True)


def unsummed(lines: list[str]) -> list[str]:
    """The same log, written by hand."""
    bare = [{key: value for key, value in json.loads(line).items() if key != "sum"} for line in lines]
    return [json.dumps(line) + "\n" for line in bare]


def edited(line: str, **changes: Any) -> str:
    return json.dumps(json.loads(line) | changes) + "\n"


def test_the_header_names_game_version_and_options() -> None:
    header = json.loads(lines_of(a_table())[0])

    assert header.pop("sum")
    assert header == {
        "parlour": 1,
        "game": "haggis",
        "version": 1,
        "options": {"players": 2, "edition": "english", "tournament": False, "target": 250},
    }


def test_a_log_is_read_back() -> None:
    table = a_table()

    read = read_log(lines_of(table), make_game)

    assert read.table.state == table.state
    assert read.table.events == table.events


@pytest.mark.parametrize("summed", [True, False])
def test_a_log_can_be_gone_on_with_at_every_event(*, summed: bool) -> None:
    lines = lines_of(a_table())
    if not summed:
        lines = unsummed(lines)
    for cut in range(1, len(lines)):
        read = read_log(lines[:cut], make_game)
        file = io.StringIO()
        writer = LogWriter(read.table.game, file, total=read.total)
        for event in read_log(lines, make_game).table.events[cut - 1 :]:
            writer(event)

        assert file.getvalue() == "".join(lines[cut:]) or not summed
        assert read_log([*lines[:cut], *file.getvalue().splitlines(keepends=True)], make_game)


def broken(lines: list[str], number: int, message: str) -> None:
    with pytest.raises(LogError) as error:
        read_log(lines, make_game)
    assert f"line {number}" in str(error.value)
    assert message in str(error.value)


def test_an_empty_log_is_none() -> None:
    broken([], 1, "an empty file is no log")


def test_a_log_cut_off_in_a_line_is_found() -> None:
    lines = lines_of(a_table())

    broken([*lines[:-1], lines[-1][:-5]], len(lines), "is cut off")
    broken([*lines[:-1], lines[-1][:-1]], len(lines), "is cut off")


@pytest.mark.parametrize("text", ["no json\n", "[1]\n", "{}\n", '{"parlour": "x"}\n', '{"game": "haggis"}\n', "\n"])
def test_a_first_line_that_is_no_header_is_found(text: str) -> None:
    broken([text], 1, "line 1")


def test_a_log_of_a_future_format_is_named_as_such() -> None:
    lines = lines_of(a_table())

    broken([edited(lines[0], parlour=2), *lines[1:]], 1, "a log of format 2, this parlour reads format 1")


def test_a_log_of_a_future_version_of_the_rules_is_named_as_such() -> None:
    lines = unsummed(lines_of(a_table()))

    broken([edited(lines[0], version=9), *lines[1:]], 1, "version 9 of haggis, the rules here are version 1")


def test_a_log_of_a_game_that_is_not_here_is_named_as_such() -> None:
    lines = lines_of(a_table())

    with pytest.raises(OptionError, match="no game is called 'tichu'"):
        read_log([edited(lines[0], game="tichu"), *lines[1:]], make_game)


def test_a_log_with_options_that_do_not_exist_is_named_as_such() -> None:
    lines = unsummed(lines_of(a_table()))

    with pytest.raises(OptionError, match="unknown field `stakes`"):
        read_log([edited(lines[0], options={"stakes": 3}), *lines[1:]], make_game)
    with pytest.raises(OptionError, match=r"2 or 3 players, got 4 \[H2.1\]"):
        read_log([edited(lines[0], options={"players": 4}), *lines[1:]], make_game)


def test_a_header_with_more_than_it_should_have_is_found() -> None:
    lines = lines_of(a_table())

    broken([edited(lines[0], stakes=1), *lines[1:]], 1, "unknown field `stakes`")


def test_an_edited_move_is_found_even_where_it_would_be_legal() -> None:
    lines = lines_of(a_table())
    for number in range(2, len(lines)):
        changed = edited(lines[number], seat=1 - json.loads(lines[number])["seat"])
        broken([*lines[:number], changed, *lines[number + 1 :]], number + 1, "the log was edited")


def test_a_line_left_out_or_said_twice_is_found() -> None:
    lines = lines_of(a_table())

    broken(lines[:3] + lines[4:], 4, "the log was edited")
    broken(lines[:4] + lines[3:], 5, "the log was edited")


def test_a_sum_in_a_log_without_sums_is_found() -> None:
    lines = unsummed(lines_of(a_table()))

    broken([*lines[:2], edited(lines[2], sum="00000000"), *lines[3:]], 3, "the log was edited")


def test_an_illegal_move_is_found_with_its_clause() -> None:
    lines = unsummed(lines_of(a_table(0)))

    broken([*lines, '{"seat": 0, "move": "bet 20"}\n'], 3, "seat 0, 'bet 20': a bet is 0, 15 or 30, got 20 [H3.1]")
    broken([*lines, '{"seat": 0, "move": "5x"}\n'], 3, "no such card: '5x'")
    broken([*lines, '{"seat": 7, "move": "pass"}\n'], 3, "seat 7 is not at this table [H2.1]")
    broken([*lines, lines[1]], 3, "the deal, 'dealer")


@pytest.mark.parametrize("text", ["{}", '{"seat": 0}', '{"move": "pass"}', '{"deal": "x", "seat": 0}'])
def test_a_line_that_is_neither_deal_nor_move_is_found(text: str) -> None:
    lines = unsummed(lines_of(a_table(0)))

    broken([*lines, text + "\n"], 3, "neither a deal nor a seat with its move")


@pytest.mark.parametrize("text", ["x", '{"seat": "a", "move": "pass"}', '{"seat": 0, "move": "pass", "why": 1}', ""])
def test_a_line_that_is_no_event_is_found(text: str) -> None:
    lines = unsummed(lines_of(a_table(0)))

    broken([*lines, text + "\n"], 3, "line 3")
