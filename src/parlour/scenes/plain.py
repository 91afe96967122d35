"""Any game as lines of text and a list of moves, for games that bring no scene of their own.

Everything is derived from the protocol of games. A view does not say who is to act or what the score
is, so these questions are put to a world that the view allows. Its generator is seeded alike every
time, which makes every answer here a function of what the viewer knows.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from parlour.core.errors import NotationError
from parlour.games.catalogue import KINDS
from parlour.scenes.reasons import reason_text
from parlour.scenes.scene import Answer, Cards, Group, Reading, Update

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parlour.core.game import Actor, Reason, Seat
    from parlour.games.catalogue import AnyGame

MOST: Final = 60
"""How many moves a message lists: it stays below 16 kB."""
SEED: Final = 0
Listed = tuple[str, frozenset[str]]
"""A move in notation, and its words."""


class SeatView(Protocol):
    """All that a plain table asks of a view: whose it is."""

    @property
    def seat(self) -> Seat | None:
        """None for a spectator."""


class PlainScene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="game", tag="plain"):
    """A match of any game, in lines of text."""

    name: str
    """Which game: its name in the catalogue."""
    title: str
    """Its name as it is written in a sentence."""
    seat: int | None
    scores: tuple[int, ...]
    to_act: tuple[int, ...]
    lines: tuple[str, ...]
    """The view in words, as the game describes it."""
    moves: tuple[str, ...] = ()
    """The seat's legal moves, in notation; the first 60, and `ask` finds the others."""


class PlainStaging:
    """Shows any game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._listed: tuple[Sequence[Any], list[Listed]] = ((), [])

    def scene(self, view: SeatView, legal: Sequence[Any]) -> PlainScene:
        """The view in words, and the legal moves."""
        world = self.world(view)
        return PlainScene(
            name=self.game.name,
            title=KINDS[self.game.name].title,
            seat=view.seat,
            scores=self.game.scores(world),
            to_act=tuple(actor for actor in self.game.to_act(world) if actor is not None),
            lines=tuple(self.game.describe(view).splitlines()),
            moves=tuple(map(self.game.format_move, legal[:MOST])),
        )

    def told(self, actor: Actor, move: Any, before: SeatView, after: SeatView) -> tuple[Update, ...]:
        """A move, without its text where it is secret, and the end of a round or of the match."""
        del before
        if actor is None:
            first = Update(kind="deal")
        else:
            secret = actor != after.seat and self.game.is_secret(move)
            text = "" if secret else self.game.format_move(move)
            first = Update(kind="move", seat=actor, move=text)
        return (first, *self.ends(after))

    def ends(self, after: SeatView) -> Iterator[Update]:
        """The end of a round, and of the match."""
        world = self.world(after)
        result, outcome = self.game.round_result(world), self.game.outcome(world)
        if result is not None:
            yield Update(kind="round", points=result.points)
        if outcome is not None:
            winner = outcome.winners[0] if len(outcome.winners) == 1 else None
            yield Update(kind="match", seat=winner, points=outcome.points)

    def answer(self, view: SeatView, legal: Sequence[Any], text: str) -> Answer:
        """What a move is, and the legal moves that hold all its words."""
        words = frozenset(text.lower().split())
        fitting = [name for name, held in self.listed(legal) if words <= held]
        listed = tuple(map(Reading, fitting[:MOST]))
        groups = (Group("", 0, 0, len(fitting), listed),) if fitting else ()
        if not words:
            return Answer(groups=groups)
        try:
            move = self.game.parse_move(text)
        except NotationError as error:
            code = "move/unfinished" if groups else "move/unknown"
            return Answer(code=code, reason=error.reason, clause=error.clause or "", groups=groups)
        return Answer(readings=(self.read(view, legal, move),), groups=groups)

    def listed(self, legal: Sequence[Any]) -> list[Listed]:
        """Legal moves in notation; kept, because a seat asks many times about the same ones."""
        if self._listed[0] is not legal:
            names = map(self.game.format_move, legal)
            self._listed = legal, [(name, frozenset(name.lower().split())) for name in names]
        return self._listed[1]

    def read(self, view: SeatView, legal: Sequence[Any], move: Any) -> Reading:
        """A move, and why it may not be made where it may not."""
        text = self.game.format_move(move)
        if move in legal:
            return Reading(text)
        if view.seat is None:
            return Reading(text, None, "seat/spectator", "a spectator cannot move")
        refusal = self.game.refusal(self.world(view), view.seat, move)
        if refusal is None:
            return Reading(text)
        return Reading(text, None, refusal.code, refusal.reason, refusal.clause, refusal.parameters)

    def turned(self, before: SeatView, after: SeatView) -> bool:
        """Always: nothing says what a move showed, so no move of a plain table is taken back."""
        del before, after
        return True

    def laid_open(self, view: SeatView) -> bool:
        """Whether the match has ended: nothing says that no card of a deal stays hidden beyond its round."""
        return self.game.outcome(self.world(view)) is not None

    def progress(self, view: SeatView) -> tuple[int, ...]:
        """Nothing: the protocol does not count rounds."""
        del view
        return ()

    def hand(self, view: SeatView) -> Cards:
        """What the seat sees, line by line: the protocol does not know hands."""
        return tuple(self.game.describe(view).splitlines())

    def combo(self, move: object) -> None:
        """None: moves are shown as the game writes them."""
        del move

    def reason_text(self, reason: Reason) -> str:
        """A reason in words that fit every game."""
        return reason_text(reason, {})

    def world(self, view: SeatView) -> Any:
        """A state that looks like this to the view's seat: right about all that is public."""
        return self.game.determinize(view, Random(SEED))
