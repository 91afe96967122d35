"""What a game must bring for puzzles, and how they are found in positions that were played."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from parlour.bots.catalogue import LEVELS, make_bot
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.puzzles.puzzle import Ply, Puzzle, Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from parlour.core.game import Reason
    from parlour.games.catalogue import AnyGame
    from parlour.review.reviewing import AnyTable


class Found(NamedTuple):
    """A position that has a solution."""

    kind: str
    line: tuple[Any, ...]
    """The seat's own moves, the solution first."""
    accepted: tuple[Any, ...]
    ahead: float | None
    reasons: tuple[Reason, ...]


class PuzzleMaker(Protocol):
    """Finds puzzles of one game, and answers wrong moves."""

    @property
    def quotas(self) -> Mapping[str, int]:
        """How many of each kind a collection has."""

    @property
    def player(self) -> str:
        """The bot whose matches with itself puzzles are taken from."""

    @property
    def tables(self) -> Sequence[Mapping[str, Any]]:
        """Options of the matches that puzzles are taken from, in turn."""

    def world(self, view: Any) -> Any:
        """A state that looks like a view, always the same for a view."""

    def find(self, view: Any, legal: Sequence[Any], wanted: frozenset[str], seed: int) -> Found | None:
        """The puzzle in a position, of one of the kinds wanted."""

    def themes(self, view: Any, legal: Sequence[Any]) -> tuple[str, ...]:
        """What a position is about; it tells nothing about the solution."""

    def choice(self, kind: str, move: Any) -> Any:
        """What a move says about the question of a puzzle: who plays a card without a bet has decided against one."""

    def refutation(self, view: Any, kind: str, move: Any) -> tuple[tuple[Seat, Any], ...]:
        """How a wrong move fails: the move, and what follows in one of the worlds that the view allows."""


class Made(NamedTuple):
    """A puzzle with its solution, before it has its number."""

    puzzle: Puzzle
    solution: Solution


def make_puzzles(
    maker: PuzzleMaker,
    matches: Iterable[AnyTable],
    seed: int,
    on_found: Callable[[int, int], None],
    quotas: Mapping[str, int],
) -> list[Made]:
    """Look for one puzzle of every kind in each match, until there are enough; the easiest come first."""
    made: dict[str, list[Made]] = {kind: [] for kind in quotas}
    for table in matches:
        wanted = {kind for kind in quotas if len(made[kind]) < quotas[kind]}
        if not wanted:
            break
        for view, legal in positions(table):
            found = maker.find(view, legal, frozenset(wanted), seed)
            if found is not None:
                wanted.remove(found.kind)
                made[found.kind].append(written(maker, table.game, view, legal, found))
                on_found(sum(map(len, made.values())), sum(quotas.values()))
    chosen = sorted((each for kind in made.values() for each in kind), key=lambda each: each.puzzle.difficulty)
    return [numbered(each, number) for number, each in enumerate(chosen, start=1)]


def positions(table: AnyTable) -> Iterator[tuple[Any, Sequence[Any]]]:
    """What seats that had to move saw, and could do."""
    game, state = table.game, table.game.start()
    for event in table.events:
        if event.actor is not CHANCE and event.actor in game.to_act(state):
            yield game.view(state, event.actor), game.legal_moves(state, event.actor)
        state = game.apply(state, event.actor, event.move)


def written(maker: PuzzleMaker, game: Any, view: Any, legal: Sequence[Any], found: Found) -> Made:
    """A puzzle as it is stored."""
    tries = [make_bot(level, game.name).choose(view, legal, Random(1)) for level in LEVELS]
    failed = sum(maker.choice(found.kind, move) not in found.accepted for move in tries)
    puzzle = Puzzle(
        id=0,
        kind=found.kind,
        themes=maker.themes(view, legal),
        game=game.name,
        options=msgspec.to_builtins(game.options),
        seat=int(view.seat),
        position=game.format_view(view),
        difficulty=failed,
    )
    solution = Solution(
        id=0,
        solution=tuple(map(game.format_move, found.line)),
        accepted=tuple(map(game.format_move, found.accepted)),
        ahead=None if found.ahead is None else round(found.ahead, 1),
        reasons=found.reasons,
    )
    return Made(puzzle, solution)


def numbered(made: Made, number: int) -> Made:
    return Made(msgspec.structs.replace(made.puzzle, id=number), msgspec.structs.replace(made.solution, id=number))


def self_play(
    maker: PuzzleMaker, game: str, make: Callable[[str, Mapping[str, Any]], AnyGame], seed: int
) -> Iterator[AnyTable]:
    """Matches of a bot with itself, without end."""
    bot, number = make_bot(maker.player, game), 0
    while True:
        rng = Random(f"{seed}/{number}")
        table: AnyTable = Table(make(game, maker.tables[number % len(maker.tables)]))
        while actors := table.to_act():
            actor = actors[0]
            if actor is CHANCE:
                table.deal(rng)
            else:
                table.play(actor, bot.choose(table.view(actor), table.legal_moves(actor), rng))
        yield table
        number += 1


def plies(game: AnyGame, line: Iterable[tuple[Seat, Any]]) -> tuple[Ply, ...]:
    """A line of play in notation."""
    return tuple(Ply(int(seat), game.format_move(move)) for seat, move in line)
