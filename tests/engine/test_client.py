"""Engines as bots: specs, options, time, and the sandbox that they run in."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from parlour.arena.bout import run_job
from parlour.arena.job import Job
from parlour.bots.catalogue import BotError
from parlour.bots.uniform import Uniform
from parlour.engine import process
from parlour.engine import sessions as sessions_module
from parlour.engine.bot import EngineBot, open_bot
from parlour.engine.command import Command, parse_command
from parlour.engine.errors import EngineError
from parlour.engine.messages import Budget, Limits
from parlour.engine.process import EngineProcess
from tests.arena.contests import contest
from tests.engine.asks import decisions
from tests.engine.engines import FAULTY, PATIENT_LIMITS, PYTHON, faulty_spec, sessions
from tests.serving import PATIENCE, wait_until

pytestmark = pytest.mark.slow

Write = Callable[[str], Command]
BASIS = """
import json, sys
def say(**message):
    print(json.dumps(message), flush=True)
def hello(**more):
    say(t="hello", protocol=1, name="Test", games=["haggis"], **more)
"""
"""What the engines of these tests have in common."""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Makes an engine from the branches of its `match`."""

    def make(branches: str) -> Command:
        loop = 'for line in sys.stdin:\n    message = json.loads(line)\n    match message["t"]:\n'
        loop += textwrap.indent(textwrap.dedent(branches), "        ")
        if 'case "ready"' not in branches:
            loop += '        case "ready": say(t="ready", id=message["id"])\n'
        if 'case "hello"' not in branches:
            loop += '        case "hello": hello()\n'
        path = tmp_path / "engine.py"
        path.write_text(BASIS + loop)
        return Command((*PYTHON, str(path)))

    return make


def first_question() -> tuple[Any, Any]:
    table, seat = next(decisions("haggis-2", 1))
    return table.view(seat), table.legal_moves(seat)


def ask(command: Command, limits: Limits = PATIENT_LIMITS) -> str:
    """The move that an engine chooses at the beginning of a round."""
    view, legal = first_question()
    table, _ = next(decisions("haggis-2", 1))
    with sessions(limits) as some:
        move = EngineBot(command, "haggis", some).choose(view, legal, Random(1))
    return str(table.game.format_move(move))


def test_a_spec_has_settings_a_command_and_quotes() -> None:
    words = f"{sys.executable} 'my engine.py' --depth 3"

    assert parse_command(f"ms=800 style='very bold' {words}") == Command(
        (sys.executable, "my engine.py", "--depth", "3"), Budget(ms=800), (("style", "very bold"),)
    )
    assert parse_command("nodes=5 ws://localhost:9") == Command(("ws://localhost:9",), Budget(nodes=5))
    assert isinstance(open_bot("uniform", "haggis"), Uniform)
    assert isinstance(open_bot(f"engine:{words}", "haggis"), EngineBot)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("engine:", "name a command"),
        ("engine:ms=5", "name a command"),
        ("engine:'./fox", "no closing quotation"),
        ("engine:./no-such-fox", "'./no-such-fox' is not found"),
        (f"engine:{FAULTY}", "is not executable"),
        (f"engine:ms=0 {sys.executable}", "ms is a number from 1 to 999999999, got '0'"),
        (f"engine:nodes=many {sys.executable}", "nodes is a number from 1 to 999999999, got 'many'"),
    ],
)
def test_a_spec_that_names_no_engine_says_why(spec: str, why: str) -> None:
    with pytest.raises(BotError, match=why):
        open_bot(spec, "haggis")


def test_an_engine_for_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BotError, match="no game is called 'go'"):
        open_bot(f"engine:{sys.executable}", "go")


def test_an_engine_is_told_its_options_and_its_budget(write: Write) -> None:
    command = write("""
        case "hello":
            hello(options=[
                {"name": "depth", "type": "int", "default": 1, "min": 1, "max": 9},
                {"name": "style", "type": "choice", "default": "shy", "choices": ["shy", "bold"]},
                {"name": "sharp", "type": "bool", "default": False},
                {"name": "risk", "type": "float", "default": 0.5},
                {"name": "size", "type": "int", "default": 1000000, "min": 1000000},
                {"name": "share", "type": "float", "default": 0.5, "max": 0.5},
            ])
        case "set": options = message["options"]
        case "ask":
            assert options == {"depth": 5, "style": "bold", "sharp": True, "risk": 0.25}, options
            assert message["budget"] == {"nodes": 7}, message["budget"]
            say(t="move", id=message["id"], move="bet 15")
    """)
    options = (("depth", "5"), ("style", "bold"), ("sharp", "true"), ("risk", "0.25"))

    assert ask(Command(command.words, Budget(nodes=7), options)) == "bet 15"
    for name, value, why in [
        ("depth", "0", "depth is 1 to 9, got '0'"),
        ("size", "0", "size is 1000000 or more, got '0'"),
        ("share", "2", "share is 0.5 or less, got '2'"),
        ("depth", "deep", "depth is of type int, got 'deep'"),
        ("style", "wild", "style is one of shy, bold, got 'wild'"),
        ("speed", "9", "'Test' has no option 'speed'; there are depth, style, sharp, risk, size, share"),
    ]:
        with pytest.raises(EngineError, match=why):
            ask(Command(command.words, Budget(), ((name, value),)))


def test_an_engine_that_can_stop_is_stopped_when_its_time_is_over(write: Write) -> None:
    command = write("""
        case "hello": hello(can=["stop"])
        case "ask": number = message["id"]
        case "stop":
            assert message["id"] == number
            say(t="move", id=number, move="bet 0")
    """)

    assert ask(Command(command.words, Budget(ms=1))) == "bet 0"


def test_a_move_may_be_written_in_another_way(write: Write) -> None:
    command = write('case "ask": say(t="move", id=message["id"], move="  BET   30 ")\n')

    assert ask(command) == "bet 30"


def test_unknown_messages_of_an_engine_are_answered_and_ignored(write: Write) -> None:
    command = write("""
        case "ask":
            say(t="mood", id=message["id"], mood="good")
            number = message["id"]
        case "error":
            assert message["code"] == "message/unknown"
            say(t="move", id=number, move="bet 0", mood="still good")
    """)

    assert ask(command) == "bet 0"


def test_a_match_that_is_not_played_any_more_ends(write: Write) -> None:
    command = write("""
        case "match": matches = globals().setdefault("matches", set()); matches.add(message["match"])
        case "over": matches.remove(message["match"])
        case "ask":
            assert len(matches) <= 32 and message["match"] in matches
            say(t="move", id=message["id"], move=message["legal"][0])
    """)
    view, legal = first_question()
    with sessions() as some:
        bots = [EngineBot(command, "haggis", some) for _ in range(40)]
        for bot in [*bots, bots[0]]:
            assert bot.choose(view, legal, Random(1)) == legal[0]


def test_an_engine_that_has_used_its_time_is_replaced(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    command = write('case "ask": say(t="move", id=message["id"], move=message["legal"][0])\n')
    view, legal = first_question()
    with sessions() as some:
        bot = EngineBot(command, "haggis", some)
        bot.choose(view, legal, Random(1))
        first = some.open[command]
        bot.choose(view, legal, Random(1))
        assert some.open[command] is first
        monkeypatch.setattr(sessions_module, "SPENT_NS", -1)
        bot.choose(view, legal, Random(1))
        assert some.open[command] is first  # in the middle of a match
        EngineBot(command, "haggis", some).choose(view, legal, Random(1))

        assert some.open[command] is not first


def test_the_cpu_time_of_an_engine_counts_in_the_arena(write: Write) -> None:
    command = write('case "ask": say(t="move", id=message["id"], move=message["legal"][0])\n')
    spec = "engine:" + " ".join(command.words)

    result = run_job(Job(contest(spec, "uniform"), (0, 1), 0, 2))

    assert all(bout.forfeit is None for board in result.boards for bout in board.bouts)
    if sys.platform == "linux":
        assert all(times[0] > 0 for times in result.cpu_ms)


def test_an_engine_that_computes_too_long_forfeits(write: Write) -> None:
    command = write("""
        case "ask":
            import time
            while time.process_time() < 1.0: pass
            say(t="move", id=message["id"], move=message["legal"][0])
    """)
    spec = "engine:" + " ".join(command.words)

    (board,) = run_job(Job(contest(spec, "uniform", limit_ms=500), (0, 1), 0, 1)).boards

    assert board.bouts[0].forfeit is not None
    assert "time" in board.bouts[0].forfeit.reason


SPY = """
    case "ask":
        import os, resource, socket
        try:
            socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5).close()
            network = True
        except OSError:
            network = False
        limits = {name: resource.getrlimit(getattr(resource, name))[0]
                  for name in ("RLIMIT_CPU", "RLIMIT_AS", "RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CORE")}
        report = {"environment": dict(os.environ), "session": os.getsid(0), "pid": os.getpid(), "limits": limits,
                  "network": network}
        open(sys.argv[2], "w").write(json.dumps(report))
        say(t="move", id=message["id"], move=message["legal"][0])
"""


def test_an_engine_is_shut_in(write: Write, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = write(SPY)
        report_path = tmp_path / "report.json"
        ask(Command((*command.words, str(server.getsockname()[1]), str(report_path))))
    report = json.loads(report_path.read_text())

    assert report["environment"].keys() - {"LC_CTYPE"} == {"PATH", "LANG"}
    assert report["session"] == report["pid"]
    assert report["limits"]["RLIMIT_CPU"] <= 3600
    assert report["limits"]["RLIMIT_AS"] <= 8 << 30
    assert report["limits"]["RLIMIT_NOFILE"] <= 64
    assert report["limits"]["RLIMIT_FSIZE"] <= 64 << 20
    assert report["limits"]["RLIMIT_CORE"] == 0
    assert not report["network"] or not can_unshare()


def can_unshare() -> bool:
    """Whether this system lets a process leave the network."""
    return subprocess.run(["unshare", "-rn", "true"], check=False, capture_output=True).returncode == 0  # noqa: S607


def test_what_an_engine_logs_is_kept_within_limits_and_does_not_block_it(write: Write) -> None:
    command = write("""
        case "ask":
            sys.stderr.write("x" * 3_000_000 + "\\n")
            say(t="move", id=message["id"], move=message["legal"][0])
    """)
    view, legal = first_question()
    with sessions() as some:
        EngineBot(command, "haggis", some).choose(view, legal, Random(1))
        log: Any = some.open[command].connection

        assert 0 < len(log.log) <= 1_000_000


def test_a_long_question_reaches_an_engine_that_writes_meanwhile(write: Write) -> None:
    command = write("""
        case "ask":
            say(t="info", id=message["id"], candidates=[{"move": "x" * 200}] * 1000)
            say(t="legal", id=message["id"])
            number = message["id"]
        case "legal": say(t="move", id=number, move=message["moves"][-1])
    """)
    view, legal = first_question()
    many = list(legal) * 700
    with sessions() as some:
        move = EngineBot(command, "haggis", some).choose(view, many, Random(1))

    assert len(many) > 2_000
    assert move == many[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has ended")
def test_an_engine_ends_with_a_parent_that_was_killed() -> None:
    script = f"""
import sys
sys.path[:0] = {sys.path!r}
from parlour.engine.session import Session
from tests.engine.engines import PATIENT_LIMITS, faulty
session = Session(faulty("outlives_its_input").connect(), PATIENT_LIMITS, {{}})
print(session.connection.popen.pid, flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        parent.kill()

    wait_until(lambda: not is_alive(pid), lambda: pid)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not asked for its code does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_an_engine_and_its_children_end_with_the_session(write: Write, tmp_path: Path) -> None:
    note = tmp_path / "child"
    command = write(f"""
        case "ask":
            import signal, subprocess
            for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(each, signal.SIG_IGN)
            child = subprocess.Popen(["sleep", "1000"])
            open({str(note)!r}, "w").write(str(child.pid))
            say(t="move", id=message["id"], move=message["legal"][0])
    """)
    ask(command)

    wait_until(lambda: not is_alive(int(note.read_text())), note.read_text)


@pytest.mark.parametrize(("mode", "code"), [("silent", "engine/late"), ("dead", "engine/ended")])
def test_a_log_without_an_end_does_not_put_off_the_deadline(mode: str, code: str) -> None:
    connection = EngineProcess((*PYTHON, FAULTY, mode))
    endless = os.open("/dev/zero", os.O_RDONLY)
    try:
        os.dup2(endless, connection.log_output)

        with pytest.raises(EngineError) as failure:
            connection.receive(monotonic() + (0 if mode == "silent" else PATIENCE))
    finally:
        os.close(endless)
        connection.kill()

    assert failure.value.code == code


def test_questions_do_not_pile_up_for_an_engine_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MOST_UNREAD", 1_000_000)
    connection = Command((*PYTHON, FAULTY, "silent")).connect()
    try:
        for _ in range(20):
            connection.send(b"x" * 99_999 + b"\n")

        with pytest.raises(EngineError, match="left more than 1,000,000 bytes unread"):
            connection.receive(monotonic() + PATIENCE)
    finally:
        connection.kill()


def test_a_run_of_good_and_bad_engines_ends() -> None:
    duel = contest(faulty_spec("none"), faulty_spec("dies"), game="damenrennen")

    boards = run_job(Job(duel, (0, 1), 0, 3)).boards

    forfeits = [bout.forfeit for board in boards for bout in board.bouts]
    assert len(forfeits) == 6
    assert all(forfeit is not None for forfeit in forfeits)
