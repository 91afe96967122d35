"""The bot of docs/first-bot.md: tries a few moves in sampled worlds, and lets `sense` play them out.

parlour arena rollout:make_rollout sense --deals 100
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from parlour.bots.bot import Advice, Candidate
from parlour.bots.catalogue import make_bot
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

WORLDS = 16
TRIED = 6


class Rollout:
    """Chooses the move that brings most points in sampled worlds."""

    def __init__(self, game: str) -> None:
        self.kind = KINDS[game]
        self.sense = make_bot("sense", game)

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """The best move."""
        return self.advise(view, legal, rng).move

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Advice[Any]:
        """The best move, and what each brings."""
        game = self.kind.rules(view.options)
        moves = self.favourites(game, view, legal, rng)
        if len(moves) == 1:
            return Advice(moves[0], (Candidate(moves[0]),))
        totals = [0.0] * len(moves)
        for _ in range(WORLDS):
            world, seed = game.determinize(view, rng), rng.getrandbits(64)
            for number, move in enumerate(moves):
                totals[number] += self.play_out(game, game.apply(world, view.seat, move), view.seat, Random(seed))
        ranked = sorted(zip(totals, moves, strict=True), key=lambda each: -each[0])
        return Advice(ranked[0][1], tuple(Candidate(move, total / WORLDS) for total, move in ranked))

    def favourites(self, game: Any, view: Any, legal: Sequence[Any], rng: Random) -> list[Any]:
        """What `sense` would play, and the moves that spend the fewest wilds and shed the most cards."""
        first = self.sense.choose(view, legal, rng)
        if game.format_move(first).startswith("bet"):
            return [first]
        others = sorted((move for move in legal if move != first), key=lambda move: cost(game.format_move(move)))
        return [first, *others[: TRIED - 1]]

    def play_out(self, game: Any, state: Any, seat: int, rng: Random) -> float:
        """A seat's points over the mean of the others, after `sense` has played the round to its end."""
        while (result := game.round_result(state)) is None:
            actor = game.to_act(state)[0]
            if actor is None:
                move = game.deal(state, rng)
            else:
                move = self.sense.choose(game.view(state, actor), game.legal_moves(state, actor), rng)
            state = game.apply(state, actor, move)
        others = [points for other, points in enumerate(result.points) if other != seat]
        return result.points[seat] - sum(others) / len(others)


def cost(text: str) -> tuple[bool, int, int]:
    """What a move in notation spends: bets last, then wilds, then cards that stay in hand."""
    cards = text.partition(" as ")[0].split()
    return text.startswith("bet"), sum(card in ("J", "Q", "K") for card in cards), -len(cards)


def make_rollout(game: str) -> Rollout:
    """The bot, for `parlour arena rollout:make_rollout`."""
    return Rollout(game)
