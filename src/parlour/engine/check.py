"""An examination: an engine is talked to in good and in bad ways, and plays rounds of all its games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.bots.uniform import Uniform
from parlour.core.errors import OptionError
from parlour.core.game import CHANCE
from parlour.core.table import Table
from parlour.engine.bot import SEED_BITS, read_move, told_event
from parlour.engine.catalogue import make_wire
from parlour.engine.errors import EngineError, printable
from parlour.engine.messages import Ask, Budget, EngineReady, Error, Info, Limits, Ready, Stop, Told
from parlour.engine.session import ENCODER, MOST_BYTES, Session, deadline_after, tag_of
from parlour.games.catalogue import KINDS, make_game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.core.game import Seat
    from parlour.engine.command import Command
    from parlour.engine.session import Answer

MOST_SEATS: Final = 8
MOST_RESTARTS: Final = 3
"""After so many faults in one game its other rounds are left out."""
REPEATED: Final = 12
"""Questions that are put to a second process as well."""
SHORT_MS: Final = 100
QUICKEST_STOP_MS: Final = 20
QUIT_SECONDS: Final = 5.0
UNKNOWN: Final = {"weather": {"sky": "clear", "wind": 3}}
"""What a later version of the protocol might add."""


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong with an engine."""

    code: str
    message: str


class Report(msgspec.Struct, frozen=True):
    """What an examination found."""

    ok: bool
    name: str
    games: tuple[str, ...]
    decisions: int
    faults: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    """What an engine should do and need not."""


class Question(msgspec.Struct, frozen=True):
    """A question that was answered, to be put again."""

    game: Any
    seat: int
    ask: Ask
    legal: tuple[str, ...]
    move: Any


def check_engine(
    command: Command,
    rounds: int,
    seed: int,
    on_progress: Callable[[int, int], None],
    limits: Limits | None = None,
) -> Report:
    """Examine an engine: so many rounds of every game that it plays."""
    exam = Exam(command, Random(f"check {seed}"), limits or Limits())
    games = exam.introduce()
    steps = [(game, number) for game in games for number in range(rounds)]
    stopped: set[str] = set()
    for done, (game, number) in enumerate(steps):
        on_progress(done, len(steps))
        if game not in stopped and not exam.play_round(game, number):
            stopped.add(game)
    exam.conclude()
    on_progress(1, 1)
    return exam.report(games)


class Exam:
    """An examination under way."""

    def __init__(self, command: Command, rng: Random, limits: Limits) -> None:
        """Nothing is started yet."""
        self.command = command
        self.rng = rng
        self.limits = limits
        self.faults: dict[str, Finding] = {}
        self.warnings: dict[str, Finding] = {}
        self.restarts: dict[str, int] = {}
        self.session: Session | None = None
        self.name = command.words[0]
        self.decisions = 0
        self.questions: list[Question] = []

    def start(self) -> Session:
        """The engine, started where it does not run; or EngineError."""
        if self.session is None:
            self.session = Session(self.command.connect(), self.limits, dict(self.command.options))
        return self.session

    def note(self, findings: dict[str, Finding], finding: Finding) -> None:
        """Keep what was found, the first of every code."""
        findings.setdefault(finding.code, finding)

    def fault(self, error: EngineError, doing: str) -> None:
        """Note what went wrong, and end the engine."""
        self.note(self.faults, Finding(error.code, f"{error} ({doing})"))
        if self.session is not None:
            self.session.connection.kill()
            self.session = None

    def introduce(self) -> tuple[str, ...]:
        """Start the engine and see that it takes what it does not know; the games that it plays."""
        try:
            session = self.start()
        except EngineError as error:
            self.fault(error, "at the start")
            return ()
        self.name = printable(session.hello.name)
        games = tuple(game for game in session.hello.games if game in KINDS)
        strange = sorted(set(session.hello.games) - set(games))
        if strange:
            names = printable(", ".join(strange))
            self.note(self.warnings, Finding("hello/strange", f"plays games that are not known: {names}"))
        if not games:
            self.note(self.faults, Finding("hello/games", f"plays none of {', '.join(KINDS)}"))
        try:
            survive(session, {"t": "forecast", "id": 1, **UNKNOWN})
        except EngineError as error:
            self.fault(EngineError("message/unknown", f"a message of an unknown kind: {error}"), "which it may ignore")
        return games

    def play_round(self, name: str, number: int) -> bool:
        """Play a round with random opponents; whether it makes sense to play another."""
        variants = variants_of(name)
        table: Table[Any, Any, Any] = Table(make_game(name, variants[number % len(variants)]))
        me = number % table.game.seats
        begun = ""
        while (actors := table.to_act()) and table.round_result() is None:
            actor = actors[0]
            if actor is CHANCE:
                table.deal(self.rng)
            elif actor != me:
                table.play(actor, Uniform().choose(None, table.legal_moves(actor), self.rng))
            else:
                try:
                    session = self.start()
                    if begun not in session.matches:
                        begun = session.begin_match(table.game, me)
                    table.play(actor, self.decide(session, table, actor, begun))
                except EngineError as error:
                    self.fault(error, f"{name}, round {number + 1}")
                    self.restarts[name] = self.restarts.get(name, 0) + 1
                    return self.restarts[name] < MOST_RESTARTS
        return True

    def decide(self, session: Session, table: Table[Any, Any, Any], seat: Seat, match: str) -> Any:
        """Ask for a decision in one of several ways; the move, or EngineError."""
        view, legal = table.view(seat), table.legal_moves(seat)
        wire = make_wire(table.game)
        texts = wire.format_legal(view, legal)
        session.number += 1
        self.decisions += 1
        ask = Ask(
            id=session.number,
            match=match,
            view=wire.encode(view),
            count=len(texts),
            seed=self.rng.getrandbits(SEED_BITS),
            legal=tuple(texts),
            budget=self.command.budget,
            seq=len(table.events),
        )
        ways = [self.ask_plainly, self.ask_with_gap, self.ask_without_list, self.ask_with_unknown, self.ask_in_haste]
        ways += [self.ask_and_stop] if "stop" in session.hello.can else []
        answer = self.rng.choice(ways)(session, ask, texts, table)
        move = read_move(table.game, answer.move, texts, legal)
        if self.rng.random() < 1 / 4:
            session.send(Stop(ask.id), Error("test/error", "errors are for people; the conversation continues"))
            session.await_ready(self.limits.move_ms)
        if ask.budget.ms is None and len(self.questions) < REPEATED:
            self.questions.append(Question(table.game, seat, ask, tuple(texts), move))
            other = repeat(session, self.questions[-1], match)
            if other is not None:
                self.note(self.warnings, Finding("move/varies", f"the same question, put twice: {other}"))
        return move

    def ask_plainly(self, session: Session, ask: Ask, texts: list[str], table: Any) -> Answer:
        """Ask, and tell the last event."""
        seq = len(table.events) - 1
        event = told_event(table.game, table.events[-1], ask.view.seat)
        return session.ask(ask, texts, Told(ask.match, seq, (event,)))

    def ask_with_gap(self, session: Session, ask: Ask, texts: list[str], table: Any) -> Answer:
        """Ask after events that were not told."""
        return session.ask(ask, texts, Told(ask.match, len(table.events), ()))

    def ask_without_list(self, session: Session, ask: Ask, texts: list[str], table: Any) -> Answer:
        """Ask as if there were too many legal moves to list."""
        del table
        return session.ask(msgspec.structs.replace(ask, legal=(), legal_more=True), texts)

    def ask_with_unknown(self, session: Session, ask: Ask, texts: list[str], table: Any) -> Answer:
        """Ask with fields that the engine does not know."""
        del table
        plain = msgspec.to_builtins(ask)
        message = {**UNKNOWN, **plain, "view": {**plain["view"], **UNKNOWN}}
        session.connection.send(ENCODER.encode(message) + b"\n")
        return session.await_move(ask.id, texts, deadline_after(self.limits.move_ms))

    def ask_in_haste(self, session: Session, ask: Ask, texts: list[str], table: Any) -> Answer:
        """Ask with little time."""
        del table
        return session.ask(msgspec.structs.replace(ask, budget=Budget(ms=SHORT_MS)), texts)

    def ask_and_stop(self, session: Session, ask: Ask, texts: list[str], table: Any) -> Answer:
        """Ask, and stop the engine at a random moment."""
        del table
        session.send(ask)
        return session.await_move(ask.id, texts, deadline_after(self.rng.uniform(0, QUICKEST_STOP_MS)))

    def conclude(self) -> None:
        """Put questions to a second process, and see that the engine ends."""
        if self.session is None:
            return
        try:
            session, self.session = self.session, None
            if not session.close(QUIT_SECONDS):
                self.note(self.faults, Finding("quit/alive", "did not end after 'quit'"))
            session = self.start()
            for question in reversed(self.questions):
                match = session.begin_match(question.game, question.seat)
                other = repeat(session, question, match)
                if other is not None:
                    self.note(self.warnings, Finding("move/memory", f"the same question, to a fresh process: {other}"))
            if not session.connection.close(QUIT_SECONDS):
                self.note(self.faults, Finding("input/alive", "did not end with its input"))
        except EngineError as error:
            self.fault(error, "in a fresh process")

    def report(self, games: Sequence[str]) -> Report:
        """What was found."""
        faults, warnings = tuple(self.faults.values()), tuple(self.warnings.values())
        return Report(not faults, self.name, tuple(games), self.decisions, faults, warnings)


def repeat(session: Session, question: Question, match: str) -> str | None:
    """Put a question again; the two moves where the answer is another one."""
    session.number += 1
    ask = msgspec.structs.replace(question.ask, id=session.number, match=match, seq=None)
    answer = session.ask(ask, question.legal)
    legal = [question.game.parse_move(text) for text in question.legal]
    move = read_move(question.game, answer.move, list(question.legal), legal)
    return None if move == question.move else f"{question.game.format_move(question.move)!r} and {answer.move!r}"


def survive(session: Session, message: dict[str, Any]) -> None:
    """Send a message of an unknown kind; EngineError where the engine does not go on as if nothing were."""
    session.number += 1
    session.connection.send(ENCODER.encode(message) + b"\n")
    session.send(Ready(session.number))
    deadline, spent = deadline_after(session.limits.match_ms), 0
    while spent <= MOST_BYTES:
        answer, size = session.receive(deadline)
        spent += size
        match answer:
            case EngineReady():
                return
            case Error() | Info() | None:
                continue
            case _:
                raise EngineError("ready/missing", f"wrote {tag_of(answer)!r} where 'ready' was due")
    raise EngineError("engine/flood", f"wrote more than {MOST_BYTES:,} bytes before it was ready")


def variants_of(name: str) -> list[dict[str, Any]]:
    """Options under which a game is examined: the usual ones, and every other number of players."""
    variants: list[dict[str, Any]] = [{}]
    if "players" not in KINDS[name].options.__struct_fields__:
        return variants
    usual = make_game(name, {}).seats
    for players in range(2, MOST_SEATS + 1):
        try:
            make_game(name, {"players": players})
        except OptionError:
            continue
        if players != usual:
            variants.append({"players": players})
    return variants
