"""Haggis behind the protocol: rounds, their scores, and the match that they add up to (H2, H8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from parlour.core.errors import NotationError
from parlour.core.game import CHANCE, Actor, Outcome, Refusal, RoundResult, Seat
from parlour.core.options import changed_options, format_options
from parlour.games.haggis import refusals
from parlour.games.haggis.cards import SPOTS
from parlour.games.haggis.kernel.round import SLOTS, Round, dealt
from parlour.games.haggis.notation import (
    BET,
    BOMB,
    GIVE,
    HAND_SIZE,
    PASS,
    SEQUENCE,
    SET,
    Deal,
    Move,
    format_move,
    kind_of,
    parse_deal,
    parse_move,
)
from parlour.games.haggis.options import Options
from parlour.games.haggis.position import decode_round, encode_round
from parlour.games.haggis.position_notation import Parsed, format_position, format_view, parse_position, parse_view
from parlour.games.haggis.state import Standing, State, first_lead, next_dealer, rounds_before_next
from parlour.games.haggis.text import describe
from parlour.games.haggis.view import View, draw_world, view_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

AnyMove = int | Deal
MARKS: Final = {
    PASS: "pass",
    SET: "set",
    SEQUENCE: "sequence",
    BOMB: "bomb",
    BET: "bet",
    GIVE: "give",
}
SEATS: Final = ((Seat(0),), (Seat(1),), (Seat(2),))


class Haggis:
    """The rules of Haggis under one set of options."""

    name: Final = "haggis"
    version: Final = 1

    def __init__(self, options: Options | None = None, **settings: object) -> None:
        """The plain two-player game, or with options: `Haggis(players=3)`; OptionError for bad ones."""
        self.options = changed_options(options or Options(), settings, self.name)
        self.seats = self.options.players
        self.deck = [1 << bit for bit in range(45) if SPOTS[self.seats] >> bit & 1]

    def __repr__(self) -> str:
        """What makes an equal game."""
        return f"Haggis({format_options(self.options)})"

    def start(self) -> State:
        """The state before the first deal."""
        return State(Standing((0,) * self.seats, None, 0), None, ())

    def deal(self, state: State, rng: Random) -> Deal:
        """A random deal; the first dealer is drawn, later ones follow from the scores (H2.4, H8.2)."""
        cards = list(self.deck)
        rng.shuffle(cards)
        hands = tuple(sum(cards[HAND_SIZE * s : HAND_SIZE * (s + 1)]) for s in range(self.seats))
        dealer = next_dealer(state)
        if dealer is None:
            dealer = Seat(rng.randrange(self.seats))
        return Deal(dealer, hands, sum(cards[HAND_SIZE * self.seats :]))

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Whose turn it is; chance's between rounds."""
        played = state.round
        if played is not None and not played.over:
            return SEATS[played.actor]
        return () if self.outcome(state) else (CHANCE,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        """A seat's moves, out-of-turn bets too (H3.1)."""
        return [] if state.round is None else state.round.legal(seat)

    def refusal(self, state: State, actor: Actor, move: AnyMove) -> Refusal | None:
        """Why a move may not be made, if so."""
        if self.outcome(state):
            return refusals.refuse_over()
        if isinstance(move, Deal):
            return refusals.refuse_deal(state, actor, move)
        return refusals.refuse_move(state, actor, move)

    def apply(self, state: State, actor: Actor, move: AnyMove) -> State:
        """The state after a move that was judged before."""
        if not isinstance(move, int):
            leader = first_lead(state.standing.scores, move.dealer)
            opened = dealt(
                move.hands, move.haggis, leader, tournament=self.options.tournament, bonus=self.options.bonus
            )
            number = state.standing.number + 1
            standing = Standing(state.standing.scores, move.dealer, number, rounds_before_next(state))
            return State(standing, opened, ())
        assert state.round is not None
        assert actor is not None
        following = state.round.after(actor, move)
        history = state.history + ((actor, int(move)),)  # noqa: RUF005 - twice as fast as unpacking
        if not following.over:
            return State(state.standing, following, history)
        scores = tuple(score + sum(following.score(seat)) for seat, score in enumerate(state.standing.scores))
        return State(msgspec.structs.replace(state.standing, scores=scores), following, history)

    def round_result(self, state: State) -> RoundResult | None:
        """The points of a finished round and who went out first (H7)."""
        played = state.round
        if played is None or not played.over:
            return None
        seats = range(self.seats)
        first = decode_round(played).outs[0]
        points = tuple(sum(played.score(seat)) for seat in seats)
        return RoundResult(points, tuple(float(seat == first) for seat in seats))

    def scores(self, state: State) -> tuple[int, ...]:
        """The points of the match so far."""
        return state.standing.scores

    def outcome(self, state: State) -> Outcome | None:
        """Who won: alone at the top, at or above the target, between rounds (H8.1)."""
        if state.round is None or not state.round.over:
            return None
        scores = state.standing.scores
        best = max(scores)
        if best < self.options.target or scores.count(best) > 1:
            return None
        return Outcome(scores, (Seat(scores.index(best)),))

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat, or a spectator, may see (H9)."""
        return view_of(state, seat, self.options, self.to_act(state))

    def determinize(self, view: View, rng: Random) -> State:
        """A random world: the hidden spot cards lie anywhere with equal chance, wilds where they are."""
        return draw_world(view, rng)

    def is_secret(self, move: AnyMove) -> bool:
        """Never: every decision is public (H9.1)."""
        del move
        return False

    def describe(self, view: View) -> str:
        """A view in plain lines."""
        return describe(view)

    def marks(self, before: State, move: AnyMove, after: State) -> tuple[str, ...]:
        """The kind of a move, and whether it ended a trick or a round."""
        if isinstance(move, Deal):
            return ("deal",)
        assert before.round is not None
        assert after.round is not None
        ended = captured_cards(before.round) != captured_cards(after.round)
        marks = (MARKS[kind_of(move)],)
        return marks + (("trick",) if ended else ()) + (("round",) if after.round.over else ())

    def format_move(self, move: AnyMove) -> str:
        """A move as text."""
        return format_move(move)

    def parse_move(self, text: str) -> Move | Deal:
        """The move or deal of a text, or NotationError."""
        move = parse_move(text)
        return move if isinstance(move, Deal) else Move(move)

    def parse_position(self, text: str) -> State:
        """The state of an open position, or of a first deal; or NotationError."""
        if text.strip().lower().startswith("dealer"):
            deal = parse_deal(text)
            refusal = self.refusal(self.start(), CHANCE, deal)
            if refusal is not None:
                raise NotationError(refusal.reason, refusal.clause)
            return self.apply(self.start(), CHANCE, deal)
        return state_of(parse_position(text, self.options))

    def format_position(self, state: State) -> str:
        """A state as text, which `parse_position` reads under the same options."""
        return format_position(state)

    def parse_view(self, text: str) -> View:
        """The view of a text, or NotationError."""
        seat, parsed = parse_view(text, self.options)
        return self.view(state_of(parsed), seat)

    def format_view(self, view: View) -> str:
        """A view as text, which `parse_view` reads under the same options."""
        return format_view(view)


def state_of(parsed: Parsed) -> State:
    """The state that a position describes."""
    standing = Standing(parsed.scores, parsed.dealer, parsed.number, parsed.earlier)
    return State(standing, None if parsed.position is None else encode_round(parsed.position), parsed.history)


def captured_cards(played: Round) -> tuple[int, ...]:
    """What every seat has captured."""
    return played.slots()[SLOTS["captured"] : SLOTS["captured"] + 3]
