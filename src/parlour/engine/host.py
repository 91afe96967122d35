"""The other side of the protocol: a bot of parlour as an engine."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

import parlour
from parlour.bots.catalogue import BotError, make_bot
from parlour.core.errors import GameError
from parlour.engine.catalogue import WIRES, make_wire
from parlour.engine.messages import (
    LONGEST_LINE,
    PROTOCOL,
    Ask,
    Chosen,
    Considered,
    EngineHello,
    EngineReady,
    Error,
    FromParlour,
    Hello,
    Info,
    Match,
    Over,
    Quit,
    Ready,
    Set,
    Tagged,
)
from parlour.games.catalogue import make_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from parlour.bots.bot import AnyBot
    from parlour.engine.messages import FromEngine
    from parlour.engine.wire import AnyWire
    from parlour.games.catalogue import AnyGame

DECODER: Final = msgspec.json.Decoder(FromParlour)
ENCODER: Final = msgspec.json.Encoder()
MOST_MATCHES: Final = 1_000
"""Matches that somebody may open without ending any."""


class Host:
    """A bot by spec, in one conversation."""

    def __init__(self, spec: str) -> None:
        """Make the bot for every game that it plays; BotError where there is none."""
        self.spec = spec
        self.bots: dict[str, AnyBot] = {}
        failures = []
        for game in WIRES:
            try:
                self.bots[game] = make_bot(spec, game)
            except BotError as error:
                failures.append(error)
        if not self.bots:
            raise failures[0]
        self.matches: dict[str, tuple[AnyGame, AnyWire]] = {}

    def serve(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The answer to every line, if it has one; ends with the lines, or when the engine must quit."""
        for line in lines:
            try:
                message = decoded(line)
            except ProtocolError as error:
                yield written(error.error)
                continue
            if isinstance(message, Quit):
                return
            yield b"".join(map(written, self.answers(message)))

    def answers(self, message: FromParlour) -> Iterator[FromEngine]:
        """What is answered to a message."""
        match message:
            case Hello():
                yield EngineHello(
                    PROTOCOL, self.spec, tuple(self.bots), "parlour", parlour.__version__, ("candidates",)
                )
            case Set(options=options) if options:
                yield Error("option/unknown", f"{self.spec!r} has no option {next(iter(options))!r}")
            case Ready(id=number):
                yield EngineReady(number)
            case Match():
                yield from self.begin(message)
            case Over(match=name):
                self.matches.pop(name, None)
            case Ask():
                yield from self.decide(message)
            case _:
                return

    def begin(self, message: Match) -> Iterator[FromEngine]:
        """Take note of a match."""
        try:
            game = make_game(message.game, message.options, message.version)
        except GameError as error:
            yield Error("match/options", str(error))
            return
        if game.name not in self.bots or game.version != message.version:
            yield Error("match/game", f"{self.spec!r} does not play {message.game}, version {message.version}")
        elif len(self.matches) >= MOST_MATCHES:
            yield Error("match/many", f"{MOST_MATCHES:,} matches are open already")
        else:
            self.matches[message.match] = game, make_wire(game)

    def decide(self, ask: Ask) -> Iterator[FromEngine]:
        """Choose a move."""
        if ask.match not in self.matches:
            yield Error("match/unknown", f"no match is called {ask.match!r}", ask.id, "match")
            return
        game, wire = self.matches[ask.match]
        try:
            view = wire.decode(ask.view)
            legal = wire.read_legal(view, ask.legal)
        except (ValueError, LookupError, TypeError, AssertionError, AttributeError, OverflowError) as error:
            yield Error("view/unknown", f"this view cannot be read: {type(error).__name__}: {error}", ask.id, "view")
            return
        if not len(legal):
            yield Error("view/idle", "in this view there is nothing to decide", ask.id, "view")
            return
        bot, rng = self.bots[game.name], Random(ask.seed)
        if ask.want == "move":
            yield Chosen(ask.id, game.format_move(bot.choose(view, legal, rng)))
            return
        advice = bot.advise(view, legal, rng)
        candidates = [Considered(game.format_move(each.move), each.points, each.wins) for each in advice.candidates]
        yield Info(ask.id, tuple(candidates))
        yield Chosen(ask.id, game.format_move(advice.move))


class ProtocolError(Exception):
    """A line that is answered by an error."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the answer."""
        self.error = Error(code, message)
        super().__init__(message)


def decoded(line: bytes) -> FromParlour:
    """The message of a line, or ProtocolError."""
    if len(line) > LONGEST_LINE + 1:
        raise ProtocolError("line/long", f"a line has {LONGEST_LINE:,} bytes at most, got {len(line):,}")
    try:
        message: FromParlour = DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise ProtocolError("message/unknown" if is_tagged(line) else "line/shape", str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError("line/json", str(error)) from error
    return message


def is_tagged(line: bytes) -> bool:
    """Whether a line is an object with a tag."""
    try:
        msgspec.json.decode(line, type=Tagged)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return True


def written(message: Any) -> bytes:
    """A message as a line."""
    return ENCODER.encode(message) + b"\n"
