"""What happens at the same instant has one right outcome, every time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from parlour.core.game import Seat
from parlour.server.events import Moved
from parlour.server.lag import LagMeter
from parlour.server.protocol import Play, Sit
from parlour.server.settings import Settings
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Person
from parlour.server.table_actor import TableActor
from parlour.server.tables import NewTable, Tables
from tests.sampling import sample
from tests.server.client import Client, people
from tests.server.player import Player
from tests.server.server_process import ServerProcess

pytestmark = pytest.mark.anyio
TRIES: Final = sample(200, 1000)
AT_ONCE: Final = 50
TRIES_ON_SOCKETS: Final = sample(60, 200)


class Tab:
    """A page that is open at a table: it keeps what it is told."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.address = ""
        self.session = ""
        self.lag = LagMeter()
        self.received: list[Any] = []

    def send(self, message: bytes) -> None:
        self.received.append(msgspec.json.decode(message))

    def show(self, table: str, message: bytes, *, told: bool) -> None:
        del table, told
        self.send(message)

    def probe(self) -> None:
        """Nobody is far away."""

    def close(self, code: int) -> None:
        pytest.fail(f"closed with {code}")

    def answers(self) -> list[Any]:
        """Take out what was said to commands."""
        said = [message for message in self.received if message["t"] in ("done", "refused")]
        self.received = [message for message in self.received if message["t"] == "table"]
        return said


class Scene:
    """A table of two people with three open pages, on a real store."""

    def __init__(self, tables: Tables, actor: TableActor, tabs: list[Tab]) -> None:
        self.tables = tables
        self.actor = actor
        self.tabs = tabs

    async def send(self, *commands: tuple[int, str, str, int]) -> list[list[Any]]:
        """Let tabs play moves at once: tab, id, move, decision; what each tab was sent."""
        for tab, name, move, decision in commands:
            self.actor.enqueue(self.tabs[tab], Play(self.actor.name, name, move, decision))
        await self.actor.complete(nothing)
        return [tab.answers() for tab in self.tabs]

    def decision(self, seat: int) -> int:
        return self.actor.log.decisions[seat]

    def choose(self, seat: int, rng: Random, unlike: str = "nothing") -> str:
        """Choose a legal move that does not begin like this."""
        log = self.actor.log
        legal = log.legal_moves(Seat(seat))
        while (move := log.game.format_move(rng.choice(legal))).startswith(unlike):
            pass
        return move

    def to_act(self) -> tuple[int, ...]:
        return self.actor.log.to_act()

    async def events(self) -> list[Moved]:
        """Read the moves on disk."""
        return [line.event for line in await self.tables.store.events(self.actor.name) if isinstance(line.event, Moved)]


Attempt = Callable[[Scene, Random], Awaitable[None]]


async def nothing() -> None:
    """Only wait for one's turn."""


async def seated(tables: Tables, game: str, number: int) -> Scene:
    """Open a table with Ada in seat 0, who has two pages open, and Bo in seat 1."""
    ada, bo = [await tables.store.add_person(name, f"{name}{number}") for name in ("Ada", "Bo")]
    table = await tables.open(ada, NewTable(game=game, seats=("", None)), address=f"client {number}")
    actor = await tables.actor(table)
    tabs = [Tab(ada), Tab(bo), Tab(ada)]
    for tab in tabs:
        actor.subscribe(tab)
    actor.enqueue(tabs[1], Sit(table, "sit", 1))
    await actor.complete(nothing)
    tabs[1].answers()
    return Scene(tables, actor, tabs)


async def try_all(folder: Path, game: str, attempt: Attempt) -> None:
    """Try something at hundreds of tables, many of them at once."""
    tables = Tables(SqliteStore(folder), Settings(data=folder))

    async def once(number: int) -> None:
        scene = await seated(tables, game, number)
        await attempt(scene, Random(number))
        await tables.actors.pop(scene.actor.name).close()

    for first in range(0, TRIES, AT_ONCE):
        await asyncio.gather(*map(once, range(first, first + AT_ONCE)))
    await tables.close()


@pytest.mark.slow
async def test_both_lay_at_the_same_instant(tmp_path: Path) -> None:
    async def lay(scene: Scene, rng: Random) -> None:
        while scene.actor.log.view(None).game.phase != "lay":
            seat = scene.to_act()[0]
            await scene.send((seat, f"m{scene.decision(seat)}", scene.choose(seat, rng), scene.decision(seat)))
        before = [scene.decision(seat) for seat in (0, 1)]
        commands = [(seat, "lay", scene.choose(seat, rng), before[seat]) for seat in (0, 1)]
        rng.shuffle(commands)

        answers = await scene.send(*commands)

        assert [said["t"] for said in answers[0] + answers[1]] == ["done", "done"]
        assert [scene.decision(seat) for seat in (0, 1)] == [before[0] + 1, before[1] + 1]
        laid = [(moved.seat, moved.move) for moved in (await scene.events())[-2:]]
        assert laid == [(seat, move) for seat, _, move, _ in commands]

    await try_all(tmp_path, "damenrennen", lay)


@pytest.mark.slow
async def test_a_bet_and_a_play_cross(tmp_path: Path) -> None:
    async def cross(scene: Scene, rng: Random) -> None:
        leader = scene.to_act()[0]
        lead, bet = scene.choose(leader, rng, "bet"), rng.choice(["bet 15", "bet 30"])
        commands = [(leader, "lead", lead, 0), (1 - leader, "bet", bet, 0)]
        rng.shuffle(commands)

        answers = await scene.send(*commands)

        assert [said["t"] for said in answers[0] + answers[1]] == ["done", "done"]
        assert {(moved.seat, moved.move) for moved in await scene.events()} == {(leader, lead), (1 - leader, bet)}

    await try_all(tmp_path, "haggis", cross)


@pytest.mark.slow
async def test_the_same_command_twice_and_on_two_pages_is_one_move(tmp_path: Path) -> None:
    async def repeat(scene: Scene, rng: Random) -> None:
        move = scene.choose(0, rng)
        tabs = rng.choices((0, 2), k=rng.randint(2, 4))

        answers = await scene.send(*((tab, "once", move, 0) for tab in tabs))

        assert [said["t"] for said in answers[0] + answers[2]] == ["done"] * len(tabs)
        assert [moved.move for moved in await scene.events()] == [move]

    await try_all(tmp_path, "damenrennen", repeat)


@pytest.mark.slow
async def test_a_double_click_with_two_ids_is_one_move(tmp_path: Path) -> None:
    async def click_twice(scene: Scene, rng: Random) -> None:
        first, second = scene.choose(0, rng), scene.choose(0, rng)

        answers = await scene.send((0, "one", first, 0), (rng.choice((0, 2)), "two", second, 0))

        said = {answer["id"]: answer for answer in answers[0] + answers[2]}
        assert said["one"]["t"] == "done"
        assert (said["two"]["t"], said["two"]["code"]) == ("refused", "move/stale")
        assert [moved.move for moved in await scene.events()] == [first]

    await try_all(tmp_path, "damenrennen", click_twice)


async def test_over_sockets_both_lay_at_once_on_two_pages_each_and_twice(server: ServerProcess) -> None:
    """Every instant where both may lay: each sends her move twice, on two connections, and clicks again."""
    rng = Random(5)
    async with people(server, "Ada", "Bo") as persons:
        first, second = persons
        table = server.open_table(first.cookie, game="damenrennen", options={"best_of": 49}, seats=["", None])
        await first.join(table)
        await second.join(table)
        assert (await second.command("sit", table, seat=1))["t"] == "done"
        async with (
            Client(server, persons[0].cookie, (table,)) as ada2,
            Client(server, persons[1].cookie, (table,)) as bo2,
        ):
            pages = [(persons[0], ada2), (persons[1], bo2)]
            players = [Player(persons[seat], table, Random(seat)) for seat in (0, 1)]
            laid = 0
            while laid < TRIES_ON_SOCKETS:
                for page in (*persons, ada2, bo2):
                    await reach(page, table, first.shown[table]["seq"])
                shown = first.shown[table]
                if shown.get("waits"):
                    await asyncio.gather(
                        *(person.command("ready", table, number=shown["sheet_rows"]) for person in persons)
                    )
                    await first.until(lambda: not first.shown[table].get("waits"))
                elif shown["scene"]["to_act"] == [0, 1]:
                    await asyncio.gather(*(click(pages[seat], table, f"{laid}-{seat}", rng) for seat in (0, 1)))
                    laid += 1
                elif shown["scene"]["to_act"]:
                    await players[shown["scene"]["to_act"][0]].move()
                else:
                    await first.until(lambda: first.shown[table]["scene"]["to_act"])
        moves = [line for line in server.events(table) if isinstance(line.event, Moved)]
    names = [line.key.partition(":")[2].removesuffix("-again") for line in moves]
    assert len(names) == len(set(names))
    assert {f"{number}-{seat}" for number in range(TRIES_ON_SOCKETS) for seat in (0, 1)} <= set(names)


async def reach(page: Client, table: str, seq: int) -> None:
    """Wait until a page shows a moment, or a later one."""
    await page.until(lambda: page.shown[table]["seq"] >= seq)


async def click(pages: tuple[Client, Client], table: str, name: str, rng: Random) -> None:
    """Lay a card on two pages at once under one id, and another one under a second id."""
    page, other = pages
    decision = page.decision(table)
    answer = await page.ask(table)
    moves = [reading["move"] for group in answer["answer"]["groups"] for reading in group["moves"]]
    chosen = rng.choice(moves)
    answers = await asyncio.gather(
        page.play(table, chosen, decision=decision, id=name),
        other.play(table, chosen, decision=decision, id=name),
        other.play(table, rng.choice(moves), decision=decision, id=f"{name}-again"),
    )
    outcomes = [(said["t"], said.get("code")) for said in answers]
    done = ("done", None)
    stale = ("refused", "move/stale")
    assert outcomes in ([done, done, stale], [stale, stale, done], [done, stale, stale], [stale, done, stale]), outcomes
