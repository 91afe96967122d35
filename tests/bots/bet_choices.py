"""What the bets of `champion` bring: `python -m tests.bots.bet_choices ROUNDS SEED PLAYERS WORLDS`.

`net` plays rounds with itself. Before every first card `champion` and one that bets by typical rounds choose a bet.
Where they differ, `net` plays on after both, with bets of the others: in so many worlds while nobody has declared
anything, for then all that a view allows are equally likely; later in the world that was.
"""

from __future__ import annotations

import sys
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from parlour.bots.haggis.bots import Situation, situation_of
from parlour.bots.haggis.champion import Champion, NetPlayer
from parlour.core.game import CHANCE, Seat
from parlour.games.haggis import Haggis, View
from parlour.games.haggis.notation import PASS, bet
from parlour.games.haggis.view import draw_world
from tests.bots.ablations import TypicalChampion

BOTS = (TypicalChampion(), Champion())
NET = NetPlayer()
SILENT = NetPlayer(bets=False)


def gained(game: Haggis, state: Any, seat: Seat, amount: int) -> float:
    """A seat's points less the mean of the others' after a bet, where `net` plays on."""
    state = game.apply(state, seat, bet(amount))
    rng = Random(1)
    while (result := game.round_result(state)) is None:
        actor = game.to_act(state)[0]
        assert actor is not CHANCE
        state = game.apply(state, actor, NET.choose(game.view(state, actor), game.legal_moves(state, actor), rng))
    own = result.points[seat]
    return own - (sum(result.points) - own) / (len(result.points) - 1)


def amounts(situation: Situation, rng: Random) -> tuple[int, ...]:
    """What the two bet."""
    best = NET.evaluated(situation, [], rng)[0]
    return tuple(bot.chosen_bet(situation, best, rng)[0] for bot in BOTS)


def decides(game: Haggis, state: Any, view: View) -> bool:
    """Whether a seat is about to play its first card, and may bet before it."""
    assert view.seat is not None
    legal = game.legal_moves(state, view.seat)
    return bet(30) in legal and SILENT.choose(view, legal, Random(1)) != PASS


def main(rounds: int, seed: int, players: int, worlds: int) -> None:
    """Compare, and tell."""
    game = Haggis(players=players)
    gains: dict[bool, list[float]] = {False: [], True: []}
    for number in range(rounds):
        rng, state = Random(f"{seed}/{number}"), game.start()
        while game.round_result(state) is None:
            actor = game.to_act(state)[0]
            if actor is CHANCE:
                state = game.apply(state, actor, game.deal(state, rng))
                continue
            view = game.view(state, actor)
            if decides(game, state, view):
                chance = Random(f"{seed}/{number}/{actor}")
                old, new = amounts(situation_of(view, chance), chance)
                assert view.round is not None
                others = [seat for seat in range(players) if seat != actor]
                declared = any(view.round.bets[seat] or view.round.played[seat] for seat in others)
                tried = [state] if declared else [draw_world(view, chance) for _ in range(worlds)]
                gain = (gained(game, each, actor, new) - gained(game, each, actor, old) for each in tried)
                gains[declared].append(0.0 if old == new else fmean(gain))
            state = game.apply(state, actor, NET.choose(view, game.legal_moves(state, actor), rng))
    for declared, found in gains.items():
        half = 1.96 * stdev(found) / sqrt(len(found))
        sys.stdout.write(
            f"{players} players, {'after' if declared else 'before'} declarations: {len(found)} decisions,"
            f" {sum(map(bool, found))} differ, {fmean(found):+.2f} ± {half:.2f} points each\n"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
