"""`parlour play --server`: whole matches over real sockets, through crashes and among people."""

from __future__ import annotations

import json
import signal
import stat
from random import Random
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from tests.terminal.terminals import TerminalServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HAGGIS = ("haggis", "--target", "30", "--level", "beginner")
DAMENRENNEN = ("damenrennen", "--level", "beginner")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TerminalServer]:
    with TerminalServer(tmp_path) as server:
        yield server


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (HAGGIS, ["Round 1:", "the trick: ", "The round is over. The haggis was", "in all."]),
        ((*HAGGIS, "--players", "3"), ["Seat 2: beginner bot.", "Beginner bot 1: 17 cards", "out first."]),
        (DAMENRENNEN, ["Race 1. The market:", "Turned over: you", "the race, a", "into the"]),
    ],
)
def test_a_whole_match_is_played_over_the_network(
    server: TerminalServer, arguments: tuple[str, ...], words: list[str]
) -> None:
    ada = server.terminal("ada", *arguments, "--name", "Ada")

    assert ada.play(Random(1)) == 0

    said = "\n".join(ada.said)
    assert "Traceback" not in said
    for each in ("You are Ada at", "Seat 0: Ada (you).", "the match.", *words):
        assert each in said


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [HAGGIS, DAMENRENNEN])
def test_after_the_server_was_killed_every_move_counts_once(server: TerminalServer, arguments: tuple[str, ...]) -> None:
    crashes = []

    def crash(moves: int) -> None:
        if moves in (2, 5) and moves not in crashes:
            crashes.append(moves)
            server.kill()
            server.start()

    ada = server.terminal("ada", *arguments)

    assert ada.play(Random(2), meanwhile=crash) == 0

    said = "\n".join(ada.said)
    assert crashes == [2, 5]
    assert said.count("; trying again)") >= len(crashes)
    assert said.count("(connected again)") >= len(crashes)
    assert "the match." in said
    assert "Traceback" not in said
    table = next(line for line in ada.said if line.startswith("Table http")).rpartition("/")[2]
    with urlopen(f"{server.address}/api/tables/{table}/log") as log:  # noqa: S310 - our own server
        entries = [json.loads(line) for line in log]
    assert [entry["move"] for entry in entries if entry.get("seat") == 0] == ada.moves


@pytest.mark.slow
def test_two_people_meet_by_a_link_bet_out_of_turn_and_come_back(server: TerminalServer) -> None:
    ada = server.terminal("ada", "haggis", "--invite", "--name", "Ada")
    link = ada.until("Table http").split()[1]
    assert ada.until("Seat 1:") == "Seat 1: free."
    table = link.rpartition("/")[2]

    bea = server.terminal("bea", "--table", table, "--name", "Bea")
    assert bea.until("You take seat 1.")
    assert ada.until("Seat 1: Bea") == "Seat 1: Bea."
    leads = ada.until("Round 1:")
    second, name, first = (bea, "Bea", ada) if "you lead" in leads else (ada, "Ada", bea)
    second.until("Your hand")
    second.type("bet 15")
    assert first.until("bets") == f"{name} bets 15."
    first.type("pass")
    assert first.until("Refused") == "Refused: the leader must play a combination [H5.1]"

    bea.type("quit")
    assert bea.until("Come back with").endswith(f"--table {table}")
    assert bea.end() == 0
    assert ada.until("Seat 1: Bea, away")
    again = server.terminal("bea", "--table", table)
    assert again.until("You are Bea at")
    assert ada.until("Seat 1: Bea") == "Seat 1: Bea."
    ada.type("concede")
    assert ada.until("You concede the match.")
    assert not any("the move back" in line for line in ada.said)
    assert again.until("You win the match.")
    for person in (ada, again):
        person.type("")
        assert person.end() == 0


@pytest.mark.slow
def test_a_move_can_be_taken_back_and_a_match_played_again(server: TerminalServer) -> None:
    ada = server.terminal("ada", "damenrennen", "--invite", "--name", "Ada")
    table = ada.until("Table http").split()[1].rpartition("/")[2]
    bea = server.terminal("bea", "--table", table, "--name", "Bea")
    hand = ada.until("Your hand: ").removeprefix("Your hand: ").rstrip(".").split()
    bea.until("Your move")

    ada.type(f"lay {hand[0][:-1]}")
    assert bea.until("Ada has laid") == "Ada has laid a card."
    ada.type("undo")
    assert bea.until("back") == "Ada takes the move back."
    assert ada.until("back") == "You take the move back."
    ada.type(f"lay {hand[1][:-1]}")
    ada.until("You lay")

    bea.type("concede")
    for person in (ada, bea):
        person.until("Type rematch")
        person.type("rematch")
        assert person.until("Table http").rpartition("/")[2] != table
        person.until("Your move")
        person.type("quit")
        assert person.end() == 0


@pytest.mark.slow
def test_who_watches_sees_no_hand_and_takes_no_seat(server: TerminalServer) -> None:
    ada = server.terminal("ada", *HAGGIS, "--name", "Ada")
    table = ada.until("Table http").split()[1].rpartition("/")[2]
    ada.until("Your move")

    eve = server.terminal("eve", "--table", table, "--watch")
    eve.until("Ada: 17 cards")
    eve.type("pass")
    assert eve.until("Refused") == "Refused: you do not sit at this table"
    ada.type("concede")
    assert eve.until("Ada concedes the match.")
    assert eve.end() == 0
    assert "Your hand" not in "\n".join(eve.said)
    ada.type("")
    assert ada.end() == 0


@pytest.mark.slow
def test_the_key_to_a_server_is_for_one_user_only(server: TerminalServer, tmp_path: Path) -> None:
    ada = server.terminal("ada", *HAGGIS)
    ada.type("quit")
    assert ada.end() == 0

    (key,) = (tmp_path / "ada" / "guests").iterdir()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_key_that_the_server_does_not_know_makes_a_new_guest(server: TerminalServer, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("nobody")
    ada = server.terminal("ada", *HAGGIS, "--name", "Ada", "--token", str(key))
    ada.type("quit")
    assert ada.end() == 0
    assert ada.said[0].startswith("You are Ada at")
    assert key.read_text() != "nobody"

    again = server.terminal("ada", *HAGGIS, "--name", "Ada Again", "--token", str(key))
    again.type("quit")
    assert again.end() == 0
    assert again.said[0].startswith("You are Ada Again at")


@pytest.mark.slow
def test_a_bot_takes_a_seat_that_stays_free(server: TerminalServer) -> None:
    ada = server.terminal("ada", "haggis", "--invite")
    ada.until("'bot 1 casual' gives seat 1 to a bot")

    ada.type("bot 7 casual")
    assert ada.until("Refused")
    ada.type("bot 1 genius")
    assert ada.until("Refused: no level is called 'genius'")
    ada.type("bot 1 casual")

    assert ada.until("Seat 1:") == "Seat 1: casual bot."
    ada.until("Your move")


@pytest.mark.slow
def test_a_table_that_is_not_there_is_named(server: TerminalServer) -> None:
    ada = server.terminal("ada", "--table", "nowhere")

    assert ada.until("parlour:")
    assert ada.end() == 2


@pytest.mark.slow
def test_ctrl_c_leaves_the_seat_kept(server: TerminalServer) -> None:
    ada = server.terminal("ada", *HAGGIS)
    ada.until("Your move")
    ada.process.send_signal(signal.SIGINT)

    assert ada.until("Come back with")
    assert ada.end() == 130
    assert "Traceback" not in "\n".join(ada.said)


@pytest.mark.slow
def test_the_end_of_input_leaves_the_seat_kept(server: TerminalServer) -> None:
    ada = server.terminal("ada", *HAGGIS)
    ada.until("Your move")
    assert ada.process.stdin is not None
    ada.process.stdin.close()

    assert ada.until("Come back with")
    assert ada.end() == 0
