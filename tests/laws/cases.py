"""Every game that the laws are tested on, and random matches of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from parlour.core.game import CHANCE, Actor, Game, Seat
from parlour.games import damenrennen, haggis
from parlour.games.catalogue import make_game
from tests.damenrennen import law_support as damenrennen_support
from tests.haggis import law_support as haggis_support

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

AnyGame = Game[Any, Any, Any]


class Support(Protocol):
    """What a game's tests bring for the laws."""

    def count_cards(self, state: Any) -> Counter[str]: ...
    def full_deck(self, state: Any) -> Counter[str]: ...
    def shuffle_hidden(self, state: Any, seat: Seat | None, rng: Random) -> Any: ...
    def kernel_answers(self, state: Any, seed: int) -> str: ...


class Case(NamedTuple):
    """A game under some options."""

    name: str
    game: AnyGame
    support: Support
    package: Any
    """What its package exports."""


class Step(NamedTuple):
    """One move of a random match."""

    before: Any
    actor: Actor
    move: Any
    after: Any


CASES = [
    Case("haggis-2", make_game("haggis", {"target": 60}), haggis_support, haggis),
    Case("haggis-3", make_game("haggis", {"players": 3, "target": 60}), haggis_support, haggis),
    Case(
        "haggis-3-tournament",
        make_game("haggis", {"players": 3, "edition": "german", "tournament": True, "target": 60}),
        haggis_support,
        haggis,
    ),
    Case("damenrennen", make_game("damenrennen", {}), damenrennen_support, damenrennen),
    Case("damenrennen-3", make_game("damenrennen", {"best_of": 3}), damenrennen_support, damenrennen),
]


def random_match(game: AnyGame, seed: int) -> Iterator[Step]:
    """Play a match at random, one move in ten out of turn where the game allows it."""
    rng = Random(seed)
    state = game.start()
    while actors := game.to_act(state):
        actor = rng.choice(actors)
        if rng.random() < 0.1:
            actor = rng.choice([*actors, *map(Seat, range(game.seats))])
        if actor is CHANCE:
            if CHANCE not in actors:
                continue
            move = game.deal(state, rng)
        else:
            legal = game.legal_moves(state, actor)
            if not legal:
                continue
            move = rng.choice(legal)
        after = game.apply(state, actor, move)
        yield Step(state, actor, move, after)
        state = after
