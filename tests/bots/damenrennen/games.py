"""Positions for bots, and a small match loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from parlour.bots.bot import AnyBot
from parlour.bots.uniform import Uniform
from parlour.core.game import CHANCE, Seat
from parlour.games.damenrennen import Damenrennen, State

GAME = Damenrennen()


def decisions(seed: int, bot: AnyBot | None = None) -> Iterator[tuple[State, Seat, Sequence[int]]]:
    """Every real choice of a game that a bot plays with itself, both sides of a sealed one."""
    rng = Random(seed)
    player = bot or Uniform()
    state = GAME.start()
    while not state.game.over:
        actor = GAME.to_act(state)[0]
        if actor is CHANCE:
            state = GAME.apply(state, actor, GAME.deal(state, rng))
            continue
        assert actor is not None
        legal = [move for move in GAME.legal_moves(state, actor) if isinstance(move, int)]
        if len(legal) > 1:
            yield state, actor, legal
        move = player.choose(GAME.view(state, actor), legal, rng) if len(legal) > 1 else legal[0]
        state = GAME.apply(state, actor, move)


def score(one: AnyBot, two: AnyBot, pairs: int) -> float:
    """The share of games that one wins, draws half; each pair of games has the seats swapped and equal first deals."""
    points = 0.0
    for pair in range(pairs):
        for seat in (0, 1):
            winner = play([one, two] if seat == 0 else [two, one], pair)
            points += 0.5 if winner is None else float(winner == seat)
    return points / (2 * pairs)


def play(bots: Sequence[AnyBot], seed: int) -> int | None:
    """Play a game and name the winner."""
    state = GAME.start()
    rngs = [Random(f"{seed} {seat}") for seat in (0, 1)]
    chance = 0
    while not state.game.over:
        actor = GAME.to_act(state)[0]
        if actor is CHANCE:
            state = GAME.apply(state, actor, GAME.deal(state, Random(f"{seed} chance {chance}")))
            chance += 1
            continue
        assert actor is not None
        legal = [move for move in GAME.legal_moves(state, actor) if isinstance(move, int)]
        move = legal[0] if len(legal) == 1 else bots[actor].choose(GAME.view(state, actor), legal, rngs[actor])
        assert move in legal
        state = GAME.apply(state, actor, move)
    winner: int | None = state.game.winner
    return winner
