"""A player that plays a table to its end by random moves which the server itself suggests."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from random import Random
from typing import Any

import msgspec

from tests.server.client import Client, Message


class Acknowledged(msgspec.Struct, frozen=True):
    """A move that the server said is on disk."""

    id: str
    move: str


class Player:
    """Plays in one seat of one table."""

    def __init__(self, client: Client, table: str, rng: Random) -> None:
        self.client = client
        self.table = table
        self.rng = rng
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[str] = []
        self.seen: dict[int, Any] = {}
        self.moves = 0
        self.mark = secrets.token_hex(4)
        client.on_table = self.look

    def look(self, shown: Message) -> None:
        """Keep what was shown at every moment."""
        if shown["table"] == self.table:
            self.seen[shown["seq"]] = shown["scene"]

    @property
    def shown(self) -> Message:
        return self.client.shown[self.table]

    async def play(self) -> None:
        """Play until the match is over."""
        while not self.is_over():
            await self.step()

    async def step(self) -> None:
        """Make a move, go on to the next round, or wait for others."""
        before = self.shown
        seat = before["scene"].get("seat")
        if before.get("waits") and seat is not None and not before["seats"][seat].get("ready"):
            await self.client.command("ready", self.table, number=before["sheet_rows"])
        elif seat is not None and seat in before["scene"]["to_act"] and not before.get("waits"):
            await self.move()
        else:
            await self.news_since(before)

    async def news_since(self, before: Message) -> None:
        """Wait for a change, or a while."""
        with contextlib.suppress(TimeoutError):
            await self.client.until(lambda: self.shown is not before, 5.0)

    async def move(self) -> None:
        """Make one move."""
        decision = self.client.decision(self.table)
        answer = await self.client.ask(self.table)
        if decision != self.client.decision(self.table):
            return
        choices = suggestions(answer["answer"], self.shown["scene"])
        if not choices:
            await asyncio.sleep(0.01)
            return
        move = self.rng.choice(choices)
        self.moves += 1
        name = f"{self.mark}-{self.moves}"
        answered = await self.client.play(self.table, move, decision=decision, id=name)
        if answered["t"] == "done":
            self.acknowledged.append(Acknowledged(name, move))
            await self.client.until(lambda: self.client.decision(self.table) != decision or self.is_over())
        else:
            self.refused.append(answered["code"])
            await asyncio.sleep(0.01)

    def is_over(self) -> bool:
        return bool(self.shown["status"] == "over")


def suggestions(answer: Message, scene: Message) -> list[str]:
    """Moves that may be made: what the server suggests, and passing, betting and giving."""
    moves = [reading["move"] for group in answer.get("groups", ()) for reading in group["moves"]]
    may = scene.get("may", {})
    moves += ["pass"] if may.get("passing") else []
    moves += [f"bet {points}" for points in may.get("bets", ())]
    moves += [f"give {seat}" for seat in may.get("gives", ())]
    return moves
