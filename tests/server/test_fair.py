"""`parlour fair`: promises about cards can be checked, and a broken one is found."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.core.game import Seat
from parlour.server.replay import match_log, opened_deals
from parlour.server.table_log import replay
from tests.cli.runner import Runner
from tests.server.client import people
from tests.server.server_process import ServerProcess
from tests.server.twins import GAMES, random_log


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


@pytest.fixture(params=GAMES)
def saved(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """The opened promises and the log of a finished match, as the server gives them."""
    match = replay(*random_log(request.param, 4))
    deals, log = tmp_path / "fair.json", tmp_path / "match.jsonl"
    deals.write_bytes(msgspec.json.encode(opened_deals(match)))
    log.write_text(match_log(match))
    return deals, log


def change(path: Path, number: int, **fields: Any) -> Any:
    """Tamper with one deal."""
    opened = json.loads(path.read_text())
    opened["deals"][number].update(fields)
    path.write_text(json.dumps(opened))
    return opened["deals"][number]


def test_kept_promises_are_found_to_be_fair(run: Runner, saved: tuple[Path, Path]) -> None:
    deals, log = saved
    count = len(json.loads(deals.read_text())["deals"])

    said = run("fair", str(deals), "--log", str(log))

    assert said.code == 0
    assert said.out == f"fair: every promise is kept (deals: {count}) and the log has the same deals\n"


def test_another_deal_than_the_promised_one_is_found(run: Runner, saved: tuple[Path, Path]) -> None:
    deals, _ = saved
    dealt = json.loads(deals.read_text())["deals"][0]["deal"]
    tampered = change(deals, 0, deal=dealt[:-2] + "9x")

    said = run("fair", str(deals))

    assert said.code == 1
    assert said.out == f"UNFAIR: deal 1 does not keep its promise {tampered['promise']}: {tampered['deal']}\n"


def test_another_salt_is_found(run: Runner, saved: tuple[Path, Path]) -> None:
    change(saved[0], 0, salt="00")

    assert run("fair", str(saved[0])).code == 1


def test_a_log_with_other_cards_is_found(run: Runner, saved: tuple[Path, Path], tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(match_log(replay(*random_log("damenrennen", 5))))

    said = run("fair", str(saved[0]), "--log", str(other))

    assert said.code == 1
    assert "UNFAIR: deal 1 of the log is" in said.out


def test_a_promise_that_was_sent_and_never_opened_is_found(run: Runner, saved: tuple[Path, Path]) -> None:
    deals, _ = saved
    opened = json.loads(deals.read_text())["deals"]

    assert run("fair", str(deals), "--promise", f"1:{opened[0]['promise']}").code == 0
    said = run("fair", str(deals), "--promise", f"1:{'f' * 64}", "--promise", f"999:{'e' * 64}")
    assert said.code == 1
    assert f"promise 1 was {'f' * 64}, and {opened[0]['promise']} was opened" in said.out
    assert f"promise 999, {'e' * 64}, was not opened" in said.out


def test_a_promise_of_another_deal_is_found(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "fair.json"
    path.write_bytes(msgspec.json.encode(opened_deals(replay(*random_log("damenrennen", 4)))))
    first, second = json.loads(path.read_text())["deals"][:2]

    said = run("fair", str(path), "--promise", f"1:{second['promise']}", "--promise", f"2:{second['promise']}")

    assert said.code == 1
    assert said.out == f"UNFAIR: promise 1 was {second['promise']}, and {first['promise']} was opened\n"


def test_a_promise_that_was_shown_too_late_is_found(run: Runner, saved: tuple[Path, Path]) -> None:
    deals, _ = saved
    first = json.loads(deals.read_text())["deals"][0]
    dealt = first["dealt"]

    assert run("fair", str(deals), "--promise", f"1:{first['promise']}@{first['promised']}").code == 0
    said = run("fair", str(deals), "--promise", f"1:{first['promise']}@{dealt}")
    assert said.code == 1
    assert f"promise 1 was first seen at event {dealt}, and its cards were dealt at event {dealt}" in said.out


def test_a_promise_that_was_made_after_its_deal_is_found(run: Runner, saved: tuple[Path, Path]) -> None:
    late = json.loads(saved[0].read_text())["deals"][0]["dealt"] + 1
    change(saved[0], 0, promised=late)

    said = run("fair", str(saved[0]))

    assert said.code == 1
    assert f"UNFAIR: promise 1 was made at event {late}, and its cards were dealt at event {late - 1}" in said.out


@pytest.mark.parametrize("text", ["f" * 64, "1:ff", "x:" + "f" * 64, "1:" + "f" * 64 + "@soon"])
def test_a_promise_without_its_number_is_refused(run: Runner, saved: tuple[Path, Path], text: str) -> None:
    said = run("fair", str(saved[0]), "--promise", text)

    assert said.code == 2
    assert "--promise is N:HASH or N:HASH@EVENT" in said.err


def test_nothing_is_opened_while_a_round_is_played() -> None:
    log = random_log("haggis-2", 4)
    match = replay(log.opening, log.events[:10])

    assert match.to_act() in ((Seat(0),), (Seat(1),))
    assert match.dealt == 1
    assert match.opened == 0


@pytest.mark.parametrize("text", ["", '{"deals": [1]}', "\xff"])
def test_what_is_no_list_of_deals_is_refused(run: Runner, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="latin-1")

    said = run("fair", str(path))

    assert said.code == 2
    assert "not the opened promises" in said.err


def test_a_server_that_is_not_there_is_named(run: Runner) -> None:
    said = run("fair", "http://127.0.0.1:9/t/abc")

    assert said.code == 2
    assert "http://127.0.0.1:9/api/tables/abc/fair" in said.err


def test_an_address_without_a_table_is_refused(run: Runner) -> None:
    said = run("fair", "http://127.0.0.1:9/")

    assert said.code == 2
    assert "not the address of a table" in said.err


async def give_up(server: ServerProcess, name: str) -> tuple[str, str]:
    """Open a table, read its commitment, and concede; the table and the commitment."""
    async with people(server, name) as (client,):
        table = server.open_table(client.cookie, game="haggis", seats=["", "beginner"])
        await client.join(table)
        await client.until(lambda: client.shown[table]["scene"]["phase"] == "playing")
        promise: str = client.shown[table]["fair"]["promise"]
        await client.command("concede", table)
        await client.until(lambda: client.shown[table]["status"] == "over")
    return table, promise


def test_the_promise_that_a_player_saw_is_opened_by_a_real_server(
    run: Runner, server: ServerProcess, tmp_path: Path
) -> None:
    table, promise = asyncio.run(give_up(server, "Ada"))
    log = tmp_path / "match.jsonl"
    log.write_text(server.call("GET", f"/api/tables/{table}/log").text)

    said = run("fair", f"{server.address}/t/{table}", "--promise", f"1:{promise}", "--log", str(log))

    assert said.out == "fair: every promise is kept (deals: 1) and the log has the same deals\n"
    assert said.code == 0


def test_a_table_that_is_not_there_is_named(run: Runner, server: ServerProcess) -> None:
    said = run("fair", f"{server.address}/t/nowhere")

    assert said.code == 2
    assert "table/unknown" in said.err
