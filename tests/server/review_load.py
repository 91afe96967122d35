"""How people fare while ten matches are reviewed: python -m tests.server.review_load [SECONDS].

Fifty tables, five of them with a bot, for so long without reviews and for as long with them; the figures are in
docs/server.md.
"""

from __future__ import annotations

import asyncio
import http.client
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from parlour.bench.crowd import Guests, Party, connected
from parlour.bench.hostile.siege import BOT_TABLES, TABLES, Crowd, Spell, source
from parlour.bench.server import Served, apart, running
from tests.server.finished import ADA, random_match, write_finished

REVIEWS: Final = 10
SECONDS: Final = 20.0


async def measured(
    served: Served, gathered: Sequence[tuple[str, tuple[str, ...]]], reviewed: Sequence[str], seconds: float
) -> tuple[Spell, Spell]:
    """Play without reviews, and then with them."""
    rng = Random(1)
    parties = []
    for number, (table, cookies) in enumerate(gathered):
        seated = await connected(served.websocket, cookies, [source(number)] * len(cookies))
        parties.append(Party(table, tuple(seated), Random(rng.random())))
    await asyncio.gather(*(party.sit() for party in parties))
    pairs = [party for party in parties if len(party.players) > 1]
    crowd = Crowd(pairs[0], pairs[1:], [party for party in parties if len(party.players) == 1])
    before = await crowd.play(seconds)
    await asyncio.to_thread(ask, served, reviewed)
    during = await crowd.play(seconds)
    await asyncio.gather(*(player.close() for party in parties for player in party.players))
    return before, during


def ask(served: Served, tables: Sequence[str]) -> None:
    """Ask for a review of every match."""
    for table in tables:
        connection = http.client.HTTPConnection(served.host, served.port, timeout=60)
        connection.request("POST", f"/api/tables/{table}/review", headers={"Cookie": f"parlour={ADA}"})
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        connection.close()


def main(seconds: float) -> None:
    """Print what people saw."""
    with tempfile.TemporaryDirectory(prefix="parlour-reviews-") as folder, tempfile.TemporaryFile() as log:
        matches = [random_match("haggis", seed, {"target": 250}) for seed in range(REVIEWS)]
        names = [asyncio.run(write_finished(Path(folder), match)) for match in matches]
        with (
            apart() as core,
            running(("-m", "parlour", "serve", "--port", "0", "--data", folder), core, log) as served,
        ):
            guests = Guests(served.host, served.port, source)
            gathered = guests.gather(TABLES + 1, lambda _: None, against_bots=BOT_TABLES)
            before, during = asyncio.run(measured(served, gathered, names, seconds))
    for name, spell in (("before", before), ("during ten reviews", during)):
        sys.stdout.write(f"{name}: p99 {1000 * spell.p99:.1f} ms, {msgspec.json.encode(spell).decode()}\n")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
