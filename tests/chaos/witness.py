"""A client and a player that keep a history of all they do and see."""

from __future__ import annotations

import asyncio
import secrets
import time
from random import Random
from typing import Any, Final

from websockets.asyncio.client import ClientConnection

from tests.chaos.history import ClientHistory, Look, Sent
from tests.server.client import Client, Entrance, Message
from tests.server.player import Player

PING_SECONDS: Final = 1.0
"""How often a connection is tried; one that does not answer within twice that is given up."""
PAUSE: Final = (0.02, 0.5)
"""Seconds that a player thinks, from and to."""


class Witness(Client):
    """A client at one table that keeps a history."""

    def __init__(self, entrance: Entrance, cookie: str, table: str, name: str) -> None:
        super().__init__(entrance, cookie, (table,))
        self.ping_seconds = PING_SECONDS
        self.history = ClientHistory(name)
        self.open: dict[str, Sent] = {}

    async def talk(self, socket: ClientConnection) -> None:
        self.history.joined.append(time.monotonic())
        await super().talk(socket)

    async def receive(self, text: str) -> None:
        await super().receive(text)
        message = self.received[-1]
        now = time.monotonic()
        if message["t"] == "refused":
            self.history.refusals.append(message["code"])
        match message:
            case {"t": "table"}:
                scene = message["scene"]
                connection = len(self.history.joined) - 1
                self.history.looks.append(Look(now, connection, message["seq"], scene.get("seat"), scene))
            case {"t": "done" | "refused", "id": name} if name in self.open:
                sent = self.open.pop(name)
                sent.answered, sent.refused = now, message.get("code", "")

    async def command(self, kind: str, table: str, **more: Any) -> Message:
        name = more.pop("id", None) or f"{kind}-{secrets.token_hex(6)}"
        self.open[name] = sent = Sent(kind, name, time.monotonic(), more.get("move", ""))
        self.history.sent.append(sent)
        return await super().command(kind, table, id=name, **more)


class Thinker(Player):
    """A player who thinks for a moment before every move, until she is told to stop."""

    def __init__(self, client: Witness, table: str, rng: Random) -> None:
        super().__init__(client, table, rng)
        self.stopped = False

    async def play(self) -> None:
        while not self.stopped and not self.is_over():
            await asyncio.sleep(self.rng.uniform(*PAUSE))
            await self.step()
