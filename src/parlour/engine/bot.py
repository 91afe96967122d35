"""An engine as a bot, and bots by spec, engines included."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal

from parlour.bots.bot import Advice, Candidate
from parlour.bots.catalogue import BotError, make_bot
from parlour.core.errors import NotationError
from parlour.core.game import CHANCE
from parlour.engine.catalogue import make_wire
from parlour.engine.command import SCHEME, parse_command
from parlour.engine.errors import EngineError
from parlour.engine.messages import MOST_LEGAL, Ask, Told, ToldEvent
from parlour.engine.sessions import SESSIONS
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.bots.bot import AnyBot
    from parlour.core.game import Seat
    from parlour.core.table import Event
    from parlour.engine.command import Command
    from parlour.engine.session import Session
    from parlour.engine.sessions import Sessions
    from parlour.engine.wire import AnyWire
    from parlour.games.catalogue import AnyGame

SEED_BITS: Final = 53
SHOWN: Final = 80


class EngineBot:
    """Asks an engine; every seat that a bot plays is a match of its own."""

    def __init__(self, command: Command, game: str, sessions: Sessions = SESSIONS) -> None:
        """The engine is started when it is first asked."""
        self.command = command
        self.kind = KINDS[game]
        self.sessions = sessions
        self.session: Session | None = None
        self.rules: dict[Any, tuple[AnyGame, AnyWire]] = {}
        self.matches: dict[tuple[Seat, Any], str] = {}
        self.followed: dict[Seat, Sequence[Event[Any]]] = {}
        self.told: Counter[str] = Counter()

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """The engine's move, or EngineError."""
        return self.answer(view, legal, rng, "move").move

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Advice[Any]:
        """The engine's move, with the candidates that it tells."""
        return self.answer(view, legal, rng, "candidates")

    def follow(self, seat: Seat, events: Sequence[Event[Any]]) -> None:
        """Tell the engine from now on what happens in the match of a seat, as far as the seat may know it.

        The events are those of the whole match, a list that grows.
        """
        self.followed[seat] = events

    def begin(self, view: Any) -> None:
        """Start the engine and the match of a view's seat, before the time of a decision counts; or EngineError."""
        try:
            self.match_of(view)
        except BaseException as error:
            self.sessions.fail(self.command, str(error))
            raise

    def cpu_ns(self) -> int:
        """CPU time that the engine has used so far, for whoever measures."""
        session = self.sessions.open.get(self.command)
        return 0 if session is None else session.connection.cpu_ns()

    def answer(self, view: Any, legal: Sequence[Any], rng: Random, want: Literal["move", "candidates"]) -> Advice[Any]:
        """What the engine answers; after any failure it is ended."""
        try:
            advice = self.ask(view, legal, rng, want)
        except BaseException as error:
            self.sessions.fail(self.command, str(error))
            raise
        self.sessions.succeed(self.command)
        return advice

    def ask(self, view: Any, legal: Sequence[Any], rng: Random, want: Literal["move", "candidates"]) -> Advice[Any]:
        """Put a question to the engine."""
        session, match = self.match_of(view)
        game, wire = self.rules_of(view)
        texts = wire.format_legal(view, legal)
        events = self.followed.get(view.seat)
        session.number += 1
        ask = Ask(
            id=session.number,
            match=match,
            view=wire.encode(view),
            count=len(texts),
            seed=rng.getrandbits(SEED_BITS),
            legal=tuple(texts) if len(texts) <= MOST_LEGAL else (),
            legal_more=len(texts) > MOST_LEGAL,
            budget=self.command.budget,
            seq=None if events is None else len(events),
            want=want,
        )
        told = None if events is None else self.news(game, match, view.seat, events)
        answer = session.ask(ask, texts, told)
        move = read_move(game, answer.move, texts, legal)
        by_text = dict(zip(texts, legal, strict=True)) if answer.candidates else {}
        candidates = (
            Candidate(by_text[each.move], each.points, each.wins) for each in answer.candidates if each.move in by_text
        )
        return Advice(move, tuple(candidates) or (Candidate(move),))

    def rules_of(self, view: Any) -> tuple[AnyGame, AnyWire]:
        """The rules of a view, and how views are written; made once."""
        options = self.options_of(view)
        if options not in self.rules:
            game = self.kind.rules(options)
            self.rules[options] = game, make_wire(game)
        return self.rules[options]

    def options_of(self, view: Any) -> Any:
        """The options of a view; a view without any is one of the default game."""
        return getattr(view, "options", None) or self.kind.options()

    def match_of(self, view: Any) -> tuple[Session, str]:
        """The match of a view's seat, begun where there is none, or none any more."""
        session = self.sessions.get(self.command)
        key = view.seat, self.options_of(view)
        match = self.matches.get(key)
        if match is None or session is not self.session or match not in session.matches:
            session = self.sessions.renewed(self.command)
            if session is not self.session:
                self.session = session
                self.matches.clear()
            match = self.matches[key] = session.begin_match(self.rules_of(view)[0], view.seat)
            self.told.pop(match, None)
        return session, match

    def news(self, game: AnyGame, match: str, seat: Seat, events: Sequence[Event[Any]]) -> Told:
        """The events that the engine has not been told yet."""
        seq = self.told[match]
        self.told[match] = len(events)
        return Told(match, seq, tuple([told_event(game, event, seat) for event in islice(events, seq, None)]))


def told_event(game: AnyGame, event: Event[Any], seat: int) -> ToldEvent:
    """An event as far as a seat may know it; what was dealt is in its view."""
    hidden = event.actor is CHANCE or (event.actor != seat and game.is_secret(event.move))
    return ToldEvent(event.actor, None if hidden else game.format_move(event.move))


def read_move(game: AnyGame, text: str, texts: list[str], legal: Sequence[Any]) -> Any:
    """The legal move that an engine names, or EngineError."""
    if text in texts:
        return legal[texts.index(text)]
    try:
        move = game.parse_move(text)
    except NotationError as error:
        raise EngineError("move/notation", f"made a move that is none: {text[:SHOWN]!r}: {error}") from error
    if move not in legal:
        raise EngineError("move/illegal", f"made a move that is not legal: {text[:SHOWN]!r}")
    return move


def open_bot(spec: str, game: str) -> AnyBot:
    """The bot that a spec names, engines included; or BotError."""
    if not spec.startswith(SCHEME):
        return make_bot(spec, game)
    if game not in KINDS:
        raise BotError(f"no game is called {game!r}; there are {', '.join(KINDS)}")
    return EngineBot(parse_command(spec.removeprefix(SCHEME)), game)
