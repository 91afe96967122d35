"""A server that is killed at any stage of pairing leaves one consistent round, or none."""

from __future__ import annotations

import threading
from collections import Counter
from random import Random

import pytest

from tests.server.conftest import Launch
from tests.server.server_process import ServerProcess
from tests.serving import wait_until

pytestmark = [pytest.mark.server, pytest.mark.slow]
PLAYERS = 12
DELAYS = (0.0, 0.01, 0.03, 0.08, 0.2, 0.5, 1.0, 2.0)
"""Seconds after which the server is killed: before, in and after the pairing, wherever a machine has them."""


def ask(server: ServerProcess, path: str, cookie: str) -> None:
    """Begin the first round; the server may die over it."""
    try:
        server.call("POST", path, {"do": "pair", "round": 1}, cookie)
    except OSError:
        return


def test_a_round_is_whole_or_not_there_whenever_the_server_is_killed(launch: Launch) -> None:
    server = launch()
    guests = [server.guest(f"guest {number}") for number in range(PLAYERS)]
    rng = Random(3)
    found: Counter[int] = Counter()
    for number, delay in enumerate(DELAYS):
        host = guests[number]
        terms = {"name": f"Night {number}", "game": "haggis", "rounds": 3, "deals": 1, "minutes": 60}
        path = f"/api/tournaments/{server.call('POST', '/api/tournaments', terms, host).json['tournament']}"
        for guest in guests:
            assert server.call("POST", path, {"do": "join"}, guest).status == 200
        asking = threading.Thread(target=ask, args=(server, path, host))
        asking.start()
        killed = threading.Event()
        killed.wait(delay * rng.uniform(0.5, 1.5))
        server.kill()
        asking.join()
        server.start()

        state = server.call("GET", path, cookie=host).json
        round_ = state.get("round", 0)
        found[round_] += 1
        again = server.call("POST", path, {"do": "pair", "round": 1}, host)
        assert again.status == 200, again
        tables = again.json["tables"]
        seated = Counter(player for line in tables for player in line["players"])
        assert seated == Counter(range(1, PLAYERS + 1)), "everybody has one place"
        assert len({line["table"] for line in tables}) == PLAYERS // 2
        for guest in guests:
            mine = server.call("GET", path, cookie=guest).json["my_table"]
            assert server.call("GET", f"/api/tables/{mine}", cookie=guest).json["seat"] is not None
            running = server.call("GET", "/api/me/tables", cookie=guest).json["tables"]
            assert len(running) == number + 1, "no table is left over from a round that was not written"
        if round_:
            assert tables == state["tables"], "the round that was there is the round"
    wait_until(lambda: server.call("GET", "/healthz").status == 200, lambda: "the server")
    assert found[0], "at least one was killed before the round was written"
    assert found[1], "and at least one after it"
