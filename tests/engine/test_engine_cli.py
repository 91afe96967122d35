"""`parlour engine`, engines in other commands, and an engine behind a WebSocket."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic

import pytest
from websockets.sync.server import ServerConnection, serve

from parlour.bots.catalogue import make_bot
from parlour.engine import websocket
from parlour.engine.bot import SEED_BITS, EngineBot
from parlour.engine.command import Command
from parlour.engine.errors import EngineError
from parlour.engine.sessions import SESSIONS
from parlour.engine.websocket import MOST_CONNECTIONS, EngineSocket
from tests.cli.runner import Runner
from tests.engine.asks import decisions
from tests.engine.engines import OURS, PATIENT_LIMITS, faulty, faulty_spec, sessions
from tests.serving import PATIENCE

pytestmark = pytest.mark.slow


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    monkeypatch.setattr(SESSIONS, "limits", PATIENT_LIMITS)
    return Runner(monkeypatch, capsys)


def command_of(mode: str) -> str:
    return " ".join(faulty(mode).words)


def test_check_reports_data_for_programs(run: Runner) -> None:
    good = run("engine", "check", command_of("none"), "--rounds", "1", "--json")
    bad = run("engine", "check", faulty_spec("illegal"), "--rounds", "1", "--json")

    report = json.loads(good.out)
    assert good.code == 0
    assert (report["ok"], report["games"], report["faults"]) == (True, ["haggis", "damenrennen"], [])
    assert report["decisions"] > 5
    assert bad.code == 1
    assert {"code", "message"} == json.loads(bad.out)["faults"][0].keys()


def test_check_says_what_is_wrong(run: Runner) -> None:
    said = run("engine", "check", command_of("dies"), "--rounds", "1")

    assert said.code == 1
    assert "fault: engine/ended: ended with code 3: out of ideas (haggis, round 1)" in said.out
    assert said.out.endswith("1 fault\n")
    assert run("engine", "check", command_of("none"), "--rounds", "1").out.endswith("ok\n")
    assert "warning: hello/strange" in run("engine", "check", command_of("strange_games"), "--rounds", "1").out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["check", "./no-such-fox"], "'./no-such-fox' is not found"),
        (["check", sys.executable, "--rounds", "0"], "--rounds is 1 or more, got 0"),
        (["serve", "fox"], "no bot is called 'fox'"),
        (["serve", "sense", "--websocket", "70000"], "--websocket is a port from 0 to 65535, got 70000"),
    ],
)
def test_bad_input_is_named(run: Runner, words: list[str], why: str) -> None:
    said = run("engine", *words)

    assert said.code == 2
    assert why in said.err


def test_an_engine_plays_in_the_terminal(run: Runner, tmp_path_factory: pytest.TempPathFactory) -> None:
    log = tmp_path_factory.mktemp("logs") / "log.jsonl"
    said = run(
        "play",
        "haggis",
        "--bot",
        faulty_spec("none"),
        "--seat",
        "1",
        "--seed",
        "1",
        "--log",
        str(log),
        typed="bet 0\nquit\n",
    )

    assert said.code == 0
    assert "faulty.py none" in said.out


def test_a_match_is_saved_when_an_engine_fails_in_the_terminal(
    run: Runner, tmp_path_factory: pytest.TempPathFactory
) -> None:
    log = tmp_path_factory.mktemp("logs") / "log.jsonl"
    said = run(
        "play", "haggis", "--bot", faulty_spec("dies"), "--seat", "1", "--seed", "1", "--log", str(log), typed="quit\n"
    )

    assert said.code == 2
    assert "parlour: ended with code 3: out of ideas" in said.err
    assert log.read_text().count("\n") >= 2


def test_the_arena_takes_engines_and_checks_their_specs(run: Runner) -> None:
    said = run("arena", faulty_spec("none"), "uniform", "--deals", "2", "--json")
    wrong = run("arena", "engine:./no-such-fox", "uniform")

    assert json.loads(said.out)["bots"][faulty_spec("none")]["forfeits"] == 0
    assert (wrong.code, "is not found" in wrong.err) == (2, True)


OWN_BOT = """
class Last:
    def choose(self, view, legal, rng):
        return legal[-1]

def make_last(game):
    return Last()
"""


def test_a_bot_of_ones_own_is_served_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(OWN_BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    command = Command((sys.executable, "-P", "-m", "parlour", "engine", "serve", "mine:make_last"))
    table, seat = next(decisions("haggis-2", 1))
    legal = table.legal_moves(seat)

    with sessions() as some:
        move = EngineBot(command, "haggis", some).choose(table.view(seat), legal, Random(1))

    assert move == legal[-1]


@contextmanager
def served(spec: str) -> Iterator[str]:
    """The address of a bot behind a WebSocket."""
    command = [*OURS, spec, "--websocket", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip()
        finally:
            server.kill()


def test_an_engine_behind_a_websocket_plays_as_in_process() -> None:
    direct = make_bot("sense", "haggis")
    with served("sense") as address, sessions() as some:
        bot = EngineBot(Command((address,)), "haggis", some)
        for count, (table, seat) in zip(range(20), decisions("haggis-2", 6), strict=False):
            view, legal = table.view(seat), table.legal_moves(seat)
            seed = Random(count).getrandbits(SEED_BITS)
            assert bot.choose(view, legal, Random(count)) == direct.choose(view, legal, Random(seed))
        assert bot.cpu_ns() == 0

        others = [EngineSocket(address) for _ in range(MOST_CONNECTIONS - 1)]
        for other in others:
            other.send(b"{}\n")
            assert b"error" in other.receive(monotonic() + PATIENCE)
        others.append(EngineSocket(address))
        with pytest.raises(EngineError, match="conversations at most"):
            others[-1].receive(monotonic() + PATIENCE)
        for other in others:
            other.kill()


def test_an_engine_that_does_not_read_its_socket_does_not_stop_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "SEND_SECONDS", 1)
    over = Event()

    def ignore(_: ServerConnection) -> None:
        over.wait()

    with serve(ignore, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever).start()
        try:
            engine = EngineSocket(f"ws://127.0.0.1:{server.socket.getsockname()[1]}")
            for _ in range(100):
                engine.send(b"x" * 999_999 + b"\n")

            with pytest.raises(EngineError, match="closed the connection"):
                engine.receive(monotonic() + PATIENCE)
            engine.kill()
        finally:
            over.set()
            server.shutdown()


def test_an_address_where_nobody_listens_is_named() -> None:
    with pytest.raises(EngineError, match="cannot connect to ws://"):
        EngineSocket("ws://127.0.0.1:9")
