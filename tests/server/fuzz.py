"""Random and mutated messages: `python -m tests.server.fuzz --messages 100000`.

The server must stay up with flat memory and coded answers, and no table may change by a message
that was not acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from parlour.server.events import Committed, Dealt, Opening
from parlour.server.protocol import LARGEST
from parlour.server.table_log import replay
from tests.server.client import dial, people
from tests.server.server_process import Logged, ServerProcess
from tests.serving import PATIENCE

BATCH: Final = 6
OPTIONS: Final = ("--grace", "100000")
"""No substitutes: whatever changes a table is a message."""
CLOSES: Final = {1003, 1006, 1007, 1008, 1009}
"""1006: a frame that is too large for any message is not even read, and the reason can be lost with it."""
KINDS: Final = ("ping", "join", "part", "ask", "hint", "recall", "play", "undo", "ready", "sit")
FINAL: Final = ("stand", "concede", "fill", "rematch")
"""What a player could mean; only strangers say it here."""
MOVES: Final = (
    *(
        "pass",
        "bet 15",
        "bet 20",
        "bet 30",
        "bet -15",
        "give 2",
        "give 9",
        "5r 6r J",
        "J Q K",
        "2r",
        "2r3r4r",
        "5r " * 66,
    ),
    *("lay Kh", "lay 9c", "lay", "lay lay", "take Qd", "show 9c Ah", "swap Ah for 9c", "decline", "discard 9c"),
    *("exchange Ad Kd for 9c Jc", "exchange nothing", "exchange", "for for for"),
    *("deal", "draw Kh 9c", "dealer 1; hands 2r 3r | 4g 5g; haggis 2g", "deal Kh Qh Jh"),
    *("", " ", "\0", "\u202e", "🂡" * 50, "9" * 200, "nan", "-1", "1e9", "{}", "null"),
)
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2, 3, 2**31, 2**31 + 1, 2**63, 2**64, 10**40, 0.5, 1e308),
    *("", "x", "0", "x" * 50, "x" * 5000, "\ud7ff", "../../etc/passwd", "' OR 1=1 --", "a" * 33, "abc\n"),
    *([], [1], {}, {"t": "play"}, [[[[[[]]]]]]),
)


class Figures(msgspec.Struct):
    """What a run came to."""

    messages: int = 0
    connections: int = 0
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    closes: Counter[int] = msgspec.field(default_factory=Counter)
    warm: int = 0
    resident: int = 0


class Fuzzer:
    """Makes messages that hardly ever mean anything."""

    def __init__(self, rng: Random, tables: list[str], kinds: tuple[str, ...]) -> None:
        self.rng = rng
        self.tables = [*tables, "zzzzzzzzzzzz"]
        self.kinds = kinds
        self.mark = secrets.token_hex(4)

    def message(self) -> str | bytes:
        """Make the next one."""
        rng = self.rng
        way = rng.random()
        if way < 0.003:
            return rng.randbytes(rng.randint(0, 300))
        if way < 0.006:
            return "x" * rng.choice([LARGEST, LARGEST + 1, 60_000, 70_000])
        if way < 0.10:
            return "".join(
                chr(rng.choice([rng.randint(0, 127), rng.randint(0x80, 0xD7FF)])) for _ in range(rng.randint(0, 60))
            )
        shaped = self.shaped()
        if way < 0.60:
            return encoded(shaped)
        if way < 0.85:
            return encoded(self.mutated(shaped))
        return self.garbled(encoded(shaped))

    def shaped(self) -> dict[str, Any]:
        """Make a message of the right shape with content at random."""
        rng = self.rng
        kind = rng.choice(self.kinds)
        message: dict[str, Any] = {"t": kind}
        if kind != "ping":
            message["table"] = rng.choice(self.tables)
        if kind in ("ask", "hint"):
            message["n"] = rng.randint(0, 9)
        if kind == "ask":
            message["text"] = rng.choice(MOVES)
        if kind in ("play", "undo", "ready", "sit", *FINAL):
            message["id"] = rng.choice(["same", f"{self.mark}-{rng.randint(0, 99)}"])
        if kind == "play":
            message["move"] = rng.choice(MOVES)
        if kind in ("play", "undo"):
            message["decision"] = rng.choice([0, 1, rng.randint(0, 50)])
        if kind == "ready":
            message["number"] = rng.randint(0, 3)
        if kind in ("sit", "fill"):
            message["seat"] = rng.randint(0, 2)
        if kind == "fill":
            message["level"] = rng.choice([None, "casual", "god"])
        return message

    def mutated(self, message: dict[str, Any]) -> dict[str, Any]:
        """Change, add or take out a field."""
        key = self.rng.choice([*message, "seat", "person", "extra", "by"])
        if key in message and self.rng.random() < 0.3:
            del message[key]
        else:
            message[key] = self.rng.choice(VALUES)
        return message

    def garbled(self, text: str) -> str:
        """Change a few characters."""
        letters = list(text)
        for _ in range(self.rng.randint(1, 4)):
            place = self.rng.randrange(len(letters))
            letters[place : place + self.rng.randint(0, 2)] = self.rng.choice(
                ['"', "{", "}", ",", "\\", "7", "\0", "ü", ""]
            )
        return "".join(letters)


def encoded(message: dict[str, Any]) -> str:
    """Write a message; also numbers that no program would send."""
    return msgspec.json.encode(message, enc_hook=str).decode() if not huge(message) else str(message).replace("'", '"')


def huge(message: dict[str, Any]) -> bool:
    """Whether a number is beyond what can be encoded."""
    return any(isinstance(value, int) and not -(2**63) <= value < 2**64 for value in message.values())


async def rain(server: ServerProcess, cookie: str, fuzzer: Fuzzer, messages: int, figures: Figures) -> None:
    """Send messages until so many were handled, over as many connections as that takes."""
    handled = 0
    while handled < messages:
        async with dial(server, cookie) as socket:
            figures.connections += 1
            with contextlib.suppress(websockets.ConnectionClosed):
                for table in fuzzer.tables:
                    if fuzzer.rng.random() < 0.8:
                        await socket.send(encoded({"t": "join", "table": table}))
                while handled < messages:
                    for _ in range(BATCH):
                        await socket.send(fuzzer.message())
                    await answered(socket, figures)
                    handled += BATCH
                    figures.messages += BATCH
            if socket.close_code is not None:
                figures.closes[int(socket.close_code)] += 1


async def answered(socket: ClientConnection, figures: Figures) -> None:
    """Hear everything that was answered to a batch."""
    with contextlib.suppress(websockets.ConnectionClosed):
        await socket.send('{"t":"ping"}')
    async with asyncio.timeout(PATIENCE):
        while True:
            message = msgspec.json.decode(await socket.recv())
            match message:
                case {"t": "pong"}:
                    return
                case {"t": "refused", "code": code}:
                    figures.answers[code] += 1
                case {"t": kind}:
                    figures.answers[kind] += 1


async def fuzz(server: ServerProcess, messages: int, seed: int) -> Figures:
    """Let players and strangers fuzz, and compare tables before and after."""
    figures = Figures()
    async with people(server, "Ada", "Bo", "Cy") as [ada, bo, cy]:
        attacked = [await pair(server, ada.cookie, bo, game) for game in ("haggis", "damenrennen")]
        apart = [await pair(server, cy.cookie, bo, game) for game in ("haggis", "damenrennen")]
    before = {table: server.events(table) for table in attacked + apart}
    rngs = [Random(f"{seed} {number}") for number in range(4)]
    stranger = server.guest("Di")
    fuzzers = [
        (ada.cookie, Fuzzer(rngs[0], attacked, KINDS)),
        (ada.cookie, Fuzzer(rngs[1], attacked + apart, ("join", "play", "ask", "undo"))),
        (stranger, Fuzzer(rngs[2], apart, KINDS + FINAL)),
        (
            stranger,
            Fuzzer(rngs[3], apart + attacked, ("play", "stand", "concede", "undo", "ready", "rematch", "fill", "join")),
        ),
    ]
    for part in (messages // 4, messages - messages // 4):
        await asyncio.gather(*(rain(server, cookie, fuzzer, part // 4, figures) for cookie, fuzzer in fuzzers))
        figures.warm, figures.resident = figures.resident, server.resident()
    for table, logged in before.items():
        check(
            server,
            table,
            logged,
            [fuzzer.mark for cookie, fuzzer in fuzzers if table in attacked and cookie == ada.cookie],
        )
    return figures


async def pair(server: ServerProcess, cookie: str, bo: Any, game: str) -> str:
    """Open a table for somebody and Bo, and let it begin."""
    table = server.open_table(cookie, game=game, seats=["", None])
    await bo.join(table)
    answer = await bo.command("sit", table, seat=1)
    assert answer["t"] == "done", answer
    await bo.until(lambda: bo.shown[table]["scene"]["to_act"])
    return table


def check(server: ServerProcess, table: str, before: list[Logged], marks: list[str]) -> None:
    """See that nothing was added to a log but legal commands of who sits there; elsewhere nothing at all."""
    after = server.events(table)
    assert after[: len(before)] == before, (table, before, after)
    assert marks or after == before, (table, after[len(before) :])
    summary = server.call("GET", f"/api/tables/{table}").json
    opening = Opening(game=summary["game"], version=1, options=summary["options"], owner=1)
    replay(opening, [line.event for line in after])
    for line in after[len(before) :]:
        mark = line.key.partition(":")[2].partition("-")[0]
        assert mark in (*marks, "same") or isinstance(line.event, Committed | Dealt), line
        assert getattr(line.event, "seat", 0) == 0, line


def main() -> int:
    """Run the whole test and print its figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.fuzz", description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), *OPTIONS) as server:
        figures = asyncio.run(fuzz(server, options.messages, options.seed))
        said = server.said()
        assert server.stop() == 0
    sys.stdout.write(
        f"{figures.messages} messages on {figures.connections} connections in {time.monotonic() - began:.0f} s\n"
    )
    sys.stdout.write(f"answers {dict(figures.answers)}\ncloses {dict(figures.closes)}\n")
    sys.stdout.write(
        f"memory {figures.warm / 1e6:.1f} MB after a quarter, {figures.resident / 1e6:.1f} MB at the end\n"
    )
    assert "Traceback" not in said, said
    assert "server/broken" not in figures.answers
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
