"""What the rules of Damenrennen say about a move, or the beginning of one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from parlour.core.errors import GameError, NotationError
from parlour.games.damenrennen.cards import beyond, card_count, parse_cards
from parlour.games.damenrennen.match import Damenrennen
from parlour.games.damenrennen.notation import (
    EXCHANGE,
    KIND_NAMES,
    KINDS,
    SWAP,
    cards_of,
    diamonds_of,
    format_move,
    kind_of,
    parse_move,
    swapped_card,
)
from parlour.games.damenrennen.state import State
from parlour.games.damenrennen.view import some_game
from parlour.scenes.scene import Answer, Group, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen import View

MOST: Final = 60
"""How many moves of one kind are suggested: an answer stays below 16 kB."""


def answer_to(view: View, legal: Sequence[int], text: str) -> Answer:
    """What a move would be, or which moves begin like this."""
    if not text.strip():
        return Answer(groups=grouped(legal))
    try:
        kind, first, second = beginning(text)
    except GameError as error:
        return Answer(code="move/unknown", reason=error.reason, clause=error.clause or "")
    groups = grouped([move for move in legal if kind_of(move) == kind and contains(move, first, second)])
    try:
        move = parse_move(text)
    except GameError as error:
        return Answer(code="move/unfinished", reason=error.reason, clause=error.clause or "", groups=groups)
    assert isinstance(move, int)
    return Answer(readings=(read(view, legal, move),), groups=groups)


def beginning(text: str) -> tuple[int, int, int]:
    """Read the beginning of a move: its kind, and the cards before and after `for`."""
    verb, *words = text.lower().split()
    if verb not in KINDS:
        raise NotationError(f"no such move: {text!r}; moves are {', '.join(KINDS)}")
    first, _, second = " ".join(words).partition("for")
    return KINDS[verb], 0 if first == "nothing" else parse_cards(first), parse_cards(second)


def contains(move: int, first: int, second: int) -> bool:
    """Whether a move names these cards before and after `for`."""
    kind, cards = kind_of(move), cards_of(move)
    if kind == SWAP:
        return not beyond(swapped_card(move), first) and not beyond(cards, second)
    if kind == EXCHANGE:
        return not beyond(diamonds_of(move), first) and not beyond(cards, second)
    return not beyond(cards, first) and not second


def read(view: View, legal: Sequence[int], move: int) -> Reading:
    """A move, and why it may not be made where it may not."""
    text = format_move(move)
    if move in legal:
        return Reading(text)
    if view.seat is None:
        return Reading(text, None, "seat/spectator", "a spectator cannot move", "D9.3")
    # The judge looks only at what this seat sees, so any world with the same view gives the same refusal.
    refusal = Damenrennen(view.options).refusal(State(view.standing, some_game(view)), view.seat, move)
    assert refusal is not None
    return Reading(text, None, refusal.code, refusal.reason, refusal.clause, refusal.parameters)


def grouped(moves: Sequence[int]) -> tuple[Group, ...]:
    """Moves by kind, those that name fewest cards first."""
    kinds: dict[int, list[int]] = {}
    for move in sorted(moves, key=lambda move: (card_count(cards_of(move)), move)):
        kinds.setdefault(kind_of(move), []).append(move)
    return tuple(
        Group(KIND_NAMES[kind], 0, 0, len(found), tuple(map(suggested, found[:MOST]))) for kind, found in kinds.items()
    )


@lru_cache(maxsize=4096)
def suggested(move: int) -> Reading:
    """A move that can be made."""
    return Reading(format_move(move))
