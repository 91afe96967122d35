"""The conversation with one engine: handshake, options, matches, questions.

Whatever an engine does against the protocol is an EngineError. After one the conversation is over, since nobody knows
what the engine would answer next.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

import parlour
from parlour.engine.errors import EngineError
from parlour.engine.messages import (
    LONGEST_LINE,
    PROTOCOL,
    Ask,
    Chosen,
    Considered,
    EngineHello,
    EngineReady,
    Error,
    FromEngine,
    Hello,
    Info,
    Legal,
    Limits,
    Match,
    OfferedGame,
    Over,
    Quit,
    Ready,
    Set,
    Stop,
    Tagged,
    WantLegal,
)
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.engine.connection import Connection
    from parlour.engine.messages import FromParlour, Option, Told, Value
    from parlour.games.catalogue import AnyGame

MOST_BYTES: Final = 8_000_000
"""Bytes that an engine may write before it answers; lists that it asks for again count too."""
MOST_MATCHES: Final = 32
"""Matches that are open at a time; the one that was opened first ends."""
QUIT_SECONDS: Final = 0.5
SHOWN: Final = 80
ENCODER: Final = msgspec.json.Encoder()
DECODER: Final = msgspec.json.Decoder(FromEngine)
TAGS: Final = frozenset({"hello", "ready", "info", "move", "legal", "error"})


class Answer(NamedTuple):
    """What an engine answered: a move in its own words, and the candidates that it told last."""

    move: str
    candidates: tuple[Considered, ...]


class Session:
    """A conversation that has begun."""

    def __init__(self, connection: Connection, limits: Limits, options: Mapping[str, str]) -> None:
        """Shake hands, and set the options that somebody wrote for the engine; or EngineError."""
        self.connection = connection
        self.limits = limits
        self.number = 0
        """The last id, or number of a match, that was given."""
        self.answered: int | None = None
        """The last question that was answered."""
        self.matches: dict[str, str] = {}
        """The games of open matches, in the order in which they were opened."""
        try:
            self.hello = self.shake_hands()
            chosen = {name: option_value(self.hello, name, text) for name, text in options.items()}
            if chosen:
                self.send(Set(chosen))
            self.await_ready(limits.start_ms)
        except BaseException:
            connection.kill()
            raise

    def shake_hands(self) -> EngineHello:
        """Exchange `hello`."""
        games = tuple(OfferedGame(name, kind.rules(kind.options()).version) for name, kind in KINDS.items())
        self.send(Hello(PROTOCOL, parlour.__version__, games, self.limits))
        hello, _ = self.receive(deadline_after(self.limits.start_ms))
        if not isinstance(hello, EngineHello):
            raise EngineError("hello/missing", f"began with {tag_of(hello)!r} instead of 'hello'")
        if hello.protocol != PROTOCOL:
            raise EngineError("hello/protocol", f"speaks protocol {hello.protocol}, this is protocol {PROTOCOL}")
        return hello

    def begin_match(self, game: AnyGame, seat: int) -> str:
        """Open a match, and return its name."""
        if game.name not in self.hello.games:
            raise EngineError("hello/game", f"{self.hello.name!r} does not play {game.name}")
        self.number += 1
        name = f"m{self.number}"
        options = msgspec.to_builtins(game.options)
        self.send(Match(name, game.name, game.version, options, seat, game.seats))
        self.await_ready(self.limits.match_ms)
        self.matches[name] = game.name
        if len(self.matches) > MOST_MATCHES:
            self.end_match(next(iter(self.matches)))
        return name

    def end_match(self, name: str) -> None:
        """Close a match."""
        del self.matches[name]
        self.send(Over(name))

    def ask(self, ask: Ask, legal: Sequence[str], told: Told | None = None) -> Answer:
        """What the engine answers to a question, after it was told what happened; or EngineError."""
        self.send(*([] if told is None else [told]), ask)
        ms = self.limits.move_ms if ask.budget.ms is None else ask.budget.ms
        return self.await_move(ask.id, legal, deadline_after(ms))

    def await_move(self, number: int, legal: Sequence[str], until: float) -> Answer:
        """The answer to a question; after its time an engine that can stop is told to."""
        candidates: tuple[Considered, ...] = ()
        spent, listed = 0, False
        grace = self.limits.grace_ms / 1000
        stops = "stop" in self.hello.can
        while spent <= MOST_BYTES:
            if stops and time.monotonic() >= until:
                self.send(Stop(number))
                stops = False
            try:
                message, size = self.receive(until if stops else until + grace)
            except EngineError as error:
                if stops and error.code == "engine/late":
                    continue
                raise
            spent += size
            match message:
                case Chosen(id=answered, move=move):
                    self.check_answer(answered, number)
                    return Answer(move, candidates)
                case Info(id=answered):
                    candidates = message.candidates if answered == number else candidates
                case WantLegal(id=answered) if answered == number:
                    size = self.send(Legal(number, tuple(legal)))
                    spent += size if listed else 0
                    listed = True
                case Error():
                    raise EngineError("engine/error", f"reported {message.code}: {message.message}")
                case None:
                    pass
                case _:
                    raise EngineError("move/missing", f"wrote {tag_of(message)!r} where a move was due")
        raise EngineError("engine/flood", f"wrote more than {MOST_BYTES:,} bytes before it moved")

    def check_answer(self, answered: int, number: int | None) -> None:
        """Take the answer to a question, or raise EngineError where another one is open, or none."""
        if answered == self.answered:
            raise EngineError("move/twice", f"answered question {answered} twice")
        if answered != number:
            due = "when none was asked" if number is None else f"instead of {number}"
            raise EngineError("move/id", f"answered question {answered} {due}")
        self.answered = answered

    def await_ready(self, ms: int) -> None:
        """Wait until the engine has done everything so far."""
        self.number += 1
        self.send(Ready(self.number))
        until, spent = deadline_after(ms), 0
        while spent <= MOST_BYTES:
            message, size = self.receive(until)
            spent += size
            match message:
                case EngineReady(id=answered):
                    if answered != self.number:
                        raise EngineError("ready/id", f"was ready for {answered} instead of {self.number}")
                    return
                case Chosen(id=answered):
                    self.check_answer(answered, None)
                case Error():
                    raise EngineError("engine/error", f"reported {message.code}: {message.message}")
                case Info() | None:
                    pass
                case _:
                    raise EngineError("ready/missing", f"wrote {tag_of(message)!r} where 'ready' was due")
        raise EngineError("engine/flood", f"wrote more than {MOST_BYTES:,} bytes before it was ready")

    def send(self, *messages: FromParlour) -> int:
        """Send messages, one a line; how many bytes they are."""
        lines = b"".join(ENCODER.encode(message) + b"\n" for message in messages)
        self.connection.send(lines)
        return len(lines)

    def receive(self, deadline: float) -> tuple[FromEngine | None, int]:
        """The next message and its size; None for one of a kind that is not known here."""
        line = self.connection.receive(deadline)
        if len(line) > LONGEST_LINE:
            raise EngineError("line/long", f"wrote a line of more than {LONGEST_LINE:,} bytes")
        try:
            return DECODER.decode(line), len(line)
        except msgspec.ValidationError as error:
            if is_unknown(line):
                self.send(Error("message/unknown", "this kind of message is not known here"))
                return None, len(line)
            raise EngineError("line/shape", f"wrote a message that is malformed: {error}") from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise EngineError("line/json", f"wrote a line that is no message: {shown(line)}") from error

    def close(self, seconds: float = QUIT_SECONDS) -> bool:
        """Tell the engine to quit; whether it does so by itself in time."""
        self.send(Quit())
        return self.connection.close(seconds)


def deadline_after(ms: float) -> float:
    """The time of `monotonic` after so many milliseconds."""
    return time.monotonic() + ms / 1000


def is_unknown(line: bytes) -> bool:
    """Whether a message has a tag that is not known."""
    try:
        return msgspec.json.decode(line, type=Tagged).t not in TAGS
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def tag_of(message: FromEngine | None) -> Any:
    """The tag of a message."""
    return "an unknown message" if message is None else message.__struct_config__.tag


def shown(line: bytes) -> str:
    """The beginning of a line, for people."""
    return repr(line[:SHOWN].decode(errors="replace"))


def option_value(hello: EngineHello, name: str, text: str) -> Value:
    """The value of an engine's option, as its type says; or EngineError."""
    option = next((option for option in hello.options if option.name == name), None)
    if option is None:
        known = ", ".join(option.name for option in hello.options) or "none"
        raise EngineError("option/unknown", f"{hello.name!r} has no option {name!r}; there are {known}")
    kinds: dict[str, Any] = {"int": int, "float": float, "bool": bool}
    try:
        value: Value = msgspec.convert(text, kinds.get(option.type, str), strict=False)
    except msgspec.ValidationError:
        raise EngineError("option/value", f"{name} is of type {option.type}, got {text!r}") from None
    if not within(option, value):
        raise EngineError("option/value", f"{name} is {allowed(option)}, got {text!r}")
    return value


def allowed(option: Option) -> str:
    """The values of an option that has bounds or choices, for people."""
    if option.choices:
        return f"one of {', '.join(option.choices)}"
    if option.max is None:
        return f"{option.min:.12g} or more"
    return f"{option.max:.12g} or less" if option.min is None else f"{option.min:.12g} to {option.max:.12g}"


def within(option: Option, value: Value) -> bool:
    """Whether a value is one that an option can have."""
    if isinstance(value, str):
        return not option.choices or value in option.choices
    return (option.min is None or value >= option.min) and (option.max is None or value <= option.max)
