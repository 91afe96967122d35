"""Tricks, a game of another package: two seats hold three cards each of six; the higher card takes the trick."""

# ruff: noqa: ARG001, ARG002 - what protocols pass

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.errors import NotationError
from parlour.core.game import CHANCE, Actor, Outcome, Refusal, RoundResult, Seat
from parlour.envs.catalogue import ENVS, EnvKind
from parlour.envs.encoding import Encoding
from parlour.envs.fields import Floats, lay_out, width_of, zeros
from parlour.games.catalogue import KINDS, GameKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    import pytest

Hand = tuple[int, ...]
Deal = tuple[Hand, Hand]
SEATS = (Seat(0), Seat(1))


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 2


class State(msgspec.Struct, frozen=True):
    rounds: int = 0
    points: tuple[int, int] = (0, 0)
    hands: Deal = ((), ())
    laid: int | None = None
    played: Hand = ()
    tricks: tuple[int, int] = (0, 0)


class View(msgspec.Struct, frozen=True):
    seat: Seat | None
    hand: Hand
    laid: int | None
    points: tuple[int, int]
    public: State
    """The state without hands."""


class Tricks:
    name = "tricks"
    version = 1
    seats = 2

    def __init__(self, options: Options) -> None:
        self.options = options

    def start(self) -> State:
        return State()

    def deal(self, state: State, rng: Random) -> Deal:
        cards = rng.sample(range(6), 6)
        return tuple(sorted(cards[:3])), tuple(sorted(cards[3:]))

    def to_act(self, state: State) -> tuple[Actor, ...]:
        if not any(state.hands):
            return () if state.rounds == self.options.rounds else (CHANCE,)
        return (SEATS[0] if state.laid is None else SEATS[1],)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        return list(state.hands[seat]) if self.to_act(state) == (seat,) else []

    def refusal(self, state: State, actor: Actor, move: Any) -> Refusal | None:
        if actor not in self.to_act(state):
            return Refusal("move/turn", f"{actor} is not to act", "T1")
        if actor is not CHANCE and move not in state.hands[actor]:
            return Refusal("move/card", f"seat {actor} does not hold {move!r}", "T2")
        return None

    def apply(self, state: State, actor: Actor, move: Any) -> State:
        if actor is CHANCE:
            return State(state.rounds + 1, state.points, move)
        hands = list(state.hands)
        hands[actor] = tuple(card for card in hands[actor] if card != move)
        left: Deal = (hands[0], hands[1])
        played = (*state.played, move)
        if state.laid is None:
            return msgspec.structs.replace(state, hands=left, laid=move, played=played)
        won = int(move > state.laid)
        tricks = (state.tricks[0] + (won == 0), state.tricks[1] + (won == 1))
        points = state.points
        if not any(left):
            points = (points[0] + tricks[0], points[1] + tricks[1])
        return State(state.rounds, points, left, None, played, tricks)

    def round_result(self, state: State) -> RoundResult | None:
        if any(state.hands) or state.rounds == 0:
            return None
        return RoundResult(state.tricks, tuple(float(tricks > 1) for tricks in state.tricks))

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        best = max(state.points)
        return Outcome(state.points, tuple(seat for seat in SEATS if state.points[seat] == best))

    def view(self, state: State, seat: Seat | None) -> View:
        hand = () if seat is None else state.hands[seat]
        return View(seat, hand, state.laid, state.points, msgspec.structs.replace(state, hands=((), ())))

    def determinize(self, view: View, rng: Random) -> State:
        assert view.seat is not None
        played = view.public.played
        unseen = sorted(set(range(6)) - set(view.hand) - set(played)) if view.public.rounds else []
        hands = (view.hand, tuple(sorted(rng.sample(unseen, len(unseen)))))
        return msgspec.structs.replace(view.public, hands=hands if view.seat == 0 else hands[::-1])

    def is_secret(self, move: Any) -> bool:
        return False

    def describe(self, view: View) -> str:
        return f"hand {view.hand}\nlaid {view.laid}\npoints {view.points}"

    def marks(self, before: State, move: Any, after: State) -> tuple[str, ...]:
        return ()

    def format_move(self, move: Any) -> str:
        return f"card {move:d}"

    def parse_move(self, text: str) -> int:
        raise NotationError(text)

    def format_position(self, state: State) -> str:
        return repr(state)

    def parse_position(self, text: str) -> State:
        raise NotationError(text)


class TricksEncoding(Encoding[View, int, None]):
    name, version = "tricks", "1.1"
    fields = lay_out(
        [("hand", 6, "the cards in hand"), ("laid", 6, "the card to beat, one-hot"), ("rounds", 1, "rounds dealt")]
    )
    view_size, actions = width_of(fields), 6

    def __init__(self, game: Tricks) -> None:
        """The same for all options."""

    def encode_view(self, view: View, out: Floats | None = None) -> Floats:
        row = zeros((self.view_size,), out)
        row[list(view.hand)] = 1
        if view.laid is not None:
            row[6 + view.laid] = 1
        row[12] = view.public.rounds
        return row


GAME = GameKind(options=Options, rules=Tricks, title="Six Tricks", length="rounds")
ENV = EnvKind(encoding=TricksEncoding)


class Uniform:
    """Chooses any legal move."""

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> int:
        return rng.choice(legal)


class Cheat:
    """Plays a card that it does not hold, or what is no card at all."""

    def __init__(self, move: object) -> None:
        self.move = move

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> object:
        return next(card for card in range(6) if card not in legal) if self.move is None else self.move


def any_bot(game: str) -> Uniform:
    return Uniform()


def cheat(game: str) -> Cheat:
    return Cheat(None)


def babbler(game: str) -> Cheat:
    return Cheat("the ace")


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game as an installed package would."""
    for registry, entry in ((KINDS, "GAME"), (ENVS, "ENV")):
        point = EntryPoint("tricks", f"{__name__}:{entry}", registry.group)
        monkeypatch.setitem(registry._points, "tricks", point)
        monkeypatch.delitem(registry._loaded, "tricks", raising=False)
