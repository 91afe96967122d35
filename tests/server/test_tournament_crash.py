"""A server that is killed at any stage of pairing leaves one consistent round, or none."""

from __future__ import annotations

import threading
from collections import Counter
from random import Random

import pytest

from tests.server.conftest import Launch
from tests.server.server_process import ServerProcess
from tests.server.test_nodes import Cluster, cluster
from tests.serving import wait_until

__all__ = ["cluster"]
pytestmark = [pytest.mark.server, pytest.mark.slow]
PLAYERS = 12
DELAYS = (0.0, 0.01, 0.03, 0.08, 0.2, 0.5, 1.0, None)
"""Seconds after which the server is killed, in the pairing wherever a machine has it; None: when it has answered."""
FEW_DELAYS = (0.0, 0.1, 0.4, None)


def ask(server: ServerProcess, path: str, cookie: str) -> None:
    """Begin the first round; the server may die over it."""
    try:
        server.call("POST", path, {"do": "pair", "round": 1}, cookie)
    except OSError:
        return


def night(server: ServerProcess, number: int, guests: list[str]) -> str:
    """A tournament that everybody has joined; its path."""
    terms = {"name": f"Night {number}", "game": "haggis", "rounds": 3, "deals": 1, "minutes": 60}
    path = f"/api/tournaments/{server.call('POST', '/api/tournaments', terms, guests[number]).json['tournament']}"
    for guest in guests:
        assert server.call("POST", path, {"do": "join"}, guest).status == 200
    return path


def killed_while_pairing(server: ServerProcess, path: str, host: str, delay: float | None) -> None:
    """Ask for the first round, and kill the server a moment later."""
    asking = threading.Thread(target=ask, args=(server, path, host))
    asking.start()
    if delay is None:
        asking.join()
    else:
        threading.Event().wait(delay)
    server.kill()
    asking.join()


def check_round(server: ServerProcess, path: str, guests: list[str], host: str, tables_each: int) -> int:
    """Ask for the first round again: it is one, and whole; whether it was there before."""
    state = server.call("GET", path, cookie=host).json
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
        assert len(running) == tables_each, "no table is left over from a round that was not written"
    if state.get("round", 0):
        assert tables == state["tables"], "the round that was there is the round"
    return int(state.get("round", 0))


def test_a_round_is_whole_or_not_there_whenever_the_server_is_killed(launch: Launch) -> None:
    server = launch()
    guests = [server.guest(f"guest {number}") for number in range(PLAYERS)]
    rng = Random(3)
    found: Counter[int] = Counter()
    for number, delay in enumerate(DELAYS):
        path = night(server, number, guests)
        killed_while_pairing(server, path, guests[number], delay and delay * rng.uniform(0.5, 1.5))
        server.start()

        found[check_round(server, path, guests, guests[number], number + 1)] += 1
    wait_until(lambda: server.call("GET", "/healthz").status == 200, lambda: "the server")
    assert found[0], "at least one was killed before the round was written"
    assert found[1], "and at least one after it"


def test_a_round_is_whole_or_not_there_when_the_node_dies_that_pairs_it(cluster: Cluster) -> None:
    """Another node is asked at once, while the round of the dead one may still be on its way."""
    other = cluster.start("other")
    guests = [other.guest(f"guest {number}") for number in range(PLAYERS)]
    rng = Random(4)
    found: Counter[int] = Counter()
    for number, delay in enumerate(FEW_DELAYS):
        dying = cluster.start(f"dying{number}")
        path = night(dying, number, guests)
        killed_while_pairing(dying, path, guests[number], delay and delay * rng.uniform(0.5, 1.5))

        found[check_round(other, path, guests, guests[number], number + 1)] += 1
    assert found[0], "at least one was killed before the round was written"
    assert found[1], "and at least one after it"
    assert "Traceback" not in other.said()
