"""Engines at the tables of a server: offered by its operator, and no danger to a match."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from parlour.cli import main
from tests.engine.engines import FAULTY, PYTHON
from tests.server.client import people
from tests.server.conftest import Launch
from tests.server.player import Player

pytestmark = pytest.mark.anyio
ENGINE = " ".join((*PYTHON, FAULTY))


async def test_people_play_against_an_engine_that_the_operator_offers(launch: Launch) -> None:
    server = launch("--engine", f"fox={ENGINE} none", "--engine", f"hen={ENGINE} dies")
    async with people(server, "Ada") as [ada]:
        levels = {game["name"]: game["levels"] for game in server.call("GET", "/api/games").json}
        assert levels["haggis"][-2:] == levels["damenrennen"][-2:] == ["fox", "hen"]

        for bot in ("fox", "hen"):
            table = server.open_table(ada.cookie, game="haggis", options={"target": 10}, seats=["", bot])
            await ada.join(table)
            await Player(ada, table, Random(1)).play()
            broken = [
                each for each in ada.received if each.get("code") == "bot/broken" and each["parameters"]["bot"] == bot
            ]
            assert bool(broken) == (bot == "hen")


@pytest.mark.parametrize(
    ("engine", "why"),
    [
        ("fox", "got 'fox'"),
        ("Fox=./fox", "got 'Fox=./fox'"),
        ("master=./fox", "got 'master=./fox'"),
        ("fox=./no-such-fox", "'./no-such-fox' is not found"),
        (f"fox={ENGINE} dead", "ended with code 1"),
    ],
)
def test_an_engine_that_cannot_be_offered_is_named(
    engine: str, why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["serve", "--data", str(tmp_path), "--engine", engine]) == 2
    assert why in capsys.readouterr().err
