"""A study: rounds that a bot plays with itself, watched by what a game wants to know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from parlour.core.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from parlour.bots.bot import AnyBot
    from parlour.core.game import Actor, RoundResult
    from parlour.games.catalogue import AnyGame
    from parlour.studies.figure import Figure


class Step(NamedTuple):
    """A move of a round, or its deal, with the states around it."""

    before: Any
    actor: Actor
    move: Any
    after: Any


class Study(Protocol):
    """What a game wants to know of its rounds."""

    def observe(self, game: AnyGame, steps: list[Step], result: RoundResult) -> None:
        """Count a round; in a match of several games, a game."""

    def figures(self) -> Iterable[Figure]:
        """What was counted."""


def play_round(game: AnyGame, bot: AnyBot, rng: Random) -> tuple[list[Step], RoundResult]:
    """The first round (or game) of a match in which one bot plays every seat."""
    state, steps = game.start(), []
    while (result := game.round_result(state)) is None:
        actor = game.to_act(state)[0]
        if actor is CHANCE:
            move = game.deal(state, rng)
        else:
            move = bot.choose(game.view(state, actor), game.legal_moves(state, actor), rng)
        after = game.apply(state, actor, move)
        steps.append(Step(state, actor, move, after))
        state = after
    return steps, result


def rounds_of(game: AnyGame, bot: AnyBot, rounds: int, seed: int) -> Iterator[tuple[list[Step], RoundResult]]:
    """So many rounds of a bot with itself; round N is the same whenever it is played."""
    for number in range(rounds):
        yield play_round(game, bot, Random(f"study/{seed}/{number}"))
