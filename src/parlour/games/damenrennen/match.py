"""Damenrennen behind the protocol: games, and the match that they add up to (D10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from parlour.core.game import CHANCE, Actor, Outcome, Refusal, RoundResult, Seat
from parlour.core.options import changed_options, format_options
from parlour.games.damenrennen import refusals
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.notation import (
    DISCARD,
    EXCHANGE,
    KIND_NAMES,
    LAY,
    SHOW,
    SWAP,
    Deal,
    Draw,
    Move,
    format_move,
    kind_of,
    parse_move,
)
from parlour.games.damenrennen.options import Options
from parlour.games.damenrennen.position import ASKED, PHASES, decode_game
from parlour.games.damenrennen.position_format import format_position, format_view
from parlour.games.damenrennen.position_notation import parse_position, parse_view
from parlour.games.damenrennen.state import Standing, State
from parlour.games.damenrennen.text import describe
from parlour.games.damenrennen.view import View, draw_world, view_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

AnyMove = int | Deal | Draw
DRAW: Final = PHASES.index("draw")
SECRET_KINDS: Final = (SHOW, SWAP, DISCARD, EXCHANGE, LAY)
NEW_GAME: Final = Game()


class Damenrennen:
    """The rules of Damenrennen under one set of options."""

    name: Final = "damenrennen"
    version: Final = 1
    seats: Final = 2

    def __init__(self, options: Options | None = None, **settings: object) -> None:
        """A single game, or a match with options: `Damenrennen(best_of=3)`; OptionError for bad ones."""
        self.options = changed_options(options or Options(), settings, self.name)

    def __repr__(self) -> str:
        """What makes an equal game."""
        return f"Damenrennen({format_options(self.options)})"

    def start(self) -> State:
        """The state before the first deal."""
        return State(Standing((0, 0), 0), NEW_GAME)

    def deal(self, state: State, rng: Random) -> Deal | Draw:
        """Random cards for the next race, or the two that break a tie (D2, D3.4)."""
        game = running(state)
        seed = rng.getrandbits(64)
        if game.phase == DRAW:
            return Draw(game.random_tie_break(seed))
        market, hand0, hand1 = game.random_deal(seed)
        return Deal(market, (hand0, hand1))

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Who has still to choose; chance where nobody has, until the match is over."""
        asked = state.game.asked
        if asked:
            return ASKED[asked]
        return () if self.outcome(state) else (CHANCE,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        """A seat's moves."""
        return state.game.legal(seat)

    def refusal(self, state: State, actor: Actor, move: AnyMove) -> Refusal | None:
        """Why a move may not be made, if so."""
        if state.game.over and self.outcome(state):
            return refusals.refuse_over()
        if isinstance(move, Deal):
            return refusals.refuse_deal(running(state), actor, move)
        if isinstance(move, Draw):
            return refusals.refuse_draw(running(state), actor, move)
        return refusals.refuse_move(state.game, actor, move)

    def apply(self, state: State, actor: Actor, move: AnyMove) -> State:
        """The state after a move that was judged before."""
        if isinstance(move, int):
            assert actor is not None
            following = state.game.after(actor, int(move))
        elif isinstance(move, Deal):
            following = running(state).dealt(move.market, *move.hands)
        else:
            following = state.game.drawn(*move.cards)
        if not following.over:
            return State(state.standing, following)
        return State(counted(state.standing, following), following)

    def round_result(self, state: State) -> RoundResult | None:
        """1 for the winner of a finished game; a drawn one counts for nobody (D7.4, D10.1)."""
        if not state.game.over:
            return None
        winner = state.game.winner
        points = tuple(int(seat == winner) for seat in range(2))
        return RoundResult(points, (0.5, 0.5) if winner is None else tuple(map(float, points)))

    def scores(self, state: State) -> tuple[int, ...]:
        """The games won so far."""
        return state.standing.wins

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended: somebody has won it (D10.1)."""
        winner = self.winner(state.standing)
        return None if winner is None else Outcome(state.standing.wins, (winner,))

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat, or a spectator, may see (D9)."""
        return view_of(state, seat, self.options, self.to_act(state))

    def determinize(self, view: View, rng: Random) -> State:
        """A random world: unseen cards lie anywhere with equal chance, where nothing is known of them."""
        return draw_world(view, rng)

    def is_secret(self, move: AnyMove) -> bool:
        """Whether cards are shown to one seat, laid face down or sealed (D9.2, D9.3)."""
        return isinstance(move, int) and kind_of(move) in SECRET_KINDS

    def describe(self, view: View) -> str:
        """A view in plain lines."""
        return describe(view)

    def marks(self, before: State, move: AnyMove, after: State) -> tuple[str, ...]:
        """The kind of a move, and whether it decided a race or a game, and how."""
        was, now = decode_game(running(before)), decode_game(after.game)
        marks: tuple[str, ...] = (name_of(move),)
        if was.race_winner is None and now.race_winner is not None:
            marks += ("race-won", "ultimate" if now.ultimate else "simple")
        if any(now.bombs) and not any(was.bombs):
            marks += ("bomb",)
        if now.ending is not None:
            marks += ("drawn" if now.winner is None else now.ending, "game")
        return marks

    def format_move(self, move: AnyMove) -> str:
        """A move as text."""
        return format_move(move)

    def parse_move(self, text: str) -> Move | Deal | Draw:
        """The move, deal or draw of a text, or NotationError."""
        move = parse_move(text)
        return Move(move) if isinstance(move, int) else move

    def parse_position(self, text: str) -> State:
        """The state of an open position, or NotationError."""
        return State(*parse_position(text))

    def format_position(self, state: State) -> str:
        """A state as text, which `parse_position` reads."""
        return format_position(state)

    def parse_view(self, text: str) -> View:
        """The view of a text, or NotationError."""
        view = parse_view(text, self.options)
        if view.to_act or self.winner(view.standing) is not None:
            return view
        return msgspec.structs.replace(view, to_act=(CHANCE,))

    def format_view(self, view: View) -> str:
        """A view as text, which `parse_view` reads under the same options."""
        return format_view(view)

    def winner(self, standing: Standing) -> Seat | None:
        """Who has won more than half of the games that the match is best of (D10.1)."""
        best = max(standing.wins)
        return None if best < self.options.needed else Seat(standing.wins.index(best))


def name_of(move: AnyMove) -> str:
    """The kind of a move, in one word."""
    if isinstance(move, int):
        return KIND_NAMES[kind_of(move)]
    return "race" if isinstance(move, Deal) else "draw"


def running(state: State) -> Game:
    """The game that is played, or the next one where it is over."""
    return NEW_GAME if state.game.over else state.game


def counted(standing: Standing, ended: Game) -> Standing:
    """The standing after a game that has ended; a drawn one counts for nobody (D10.1)."""
    if ended.winner is None:
        return msgspec.structs.replace(standing, drawn=standing.drawn + 1)
    wins = tuple(won + (seat == ended.winner) for seat, won in enumerate(standing.wins))
    return msgspec.structs.replace(standing, wins=wins)
