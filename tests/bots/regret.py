"""What a bot's decisions cost: `python -m tests.bots.regret SPEC OPPONENT SEED EACH [NESTED [WORLDS]]`, Haggis for two.

SPEC plays rounds against OPPONENT until EACH decisions of every class are found, at most one of a class in a round:
wild bombs, passes with an answer that needs no wild while the opponent holds ten cards or fewer, and any decision with
more than one move. Each is judged by nested playouts: the move that was made and the four others that SPEC values most
are tried in WORLDS worlds that the view allows, and both seats are played on by NESTED, which searches itself. Half of
the worlds choose the best other move, the other half tell what it would have brought: so the regret is not too high for
having been chosen. A negative regret says that the move made was better.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from parlour.bots.bot import AnyBot
from parlour.bots.catalogue import make_bot
from parlour.core.game import CHANCE, Seat
from parlour.games.haggis import Haggis, Options, State, View
from parlour.games.haggis.cards import WILDS
from parlour.games.haggis.notation import BET, BOMB, PASS, cards_of, kind_of

RIVALS = 4
FEW_CARDS = 10
CLASSES = ("wild bomb", "pass", "any")


class Decision(NamedTuple):
    """A move that was made, and what else there was."""

    view: View
    made: int
    others: tuple[int, ...]


def class_of(view: View, legal: list[int], move: int) -> str | None:
    """Which kind of a known weakness a decision is."""
    seen, seat = view.round, view.seat
    assert seen is not None
    assert seat is not None
    if kind_of(move) == BOMB and not cards_of(move) & ~WILDS:
        return "wild bomb"
    free = any(move != PASS and kind_of(move) != BET and not cards_of(move) & WILDS for move in legal)
    if move == PASS and free and seen.sizes[1 - seat] <= FEW_CARDS:
        return "pass"
    return None


def found_in(game: Haggis, bots: list[AnyBot], me: int, rng: Random) -> dict[str, Decision]:
    """Play a round, and keep one decision of every class, each as likely as the next."""
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), rng))
    kept: dict[str, list[Decision]] = {}
    while state.round is not None and not state.round.over:
        (seat,) = game.to_act(state)
        assert seat is not None
        view, legal = game.view(state, seat), game.legal_moves(state, seat)
        advice = bots[seat].advise(view, legal, rng)
        if seat == me and len(legal) > 1 and kind_of(advice.move) != BET:
            others = tuple(each.move for each in advice.candidates if each.move != advice.move)[:RIVALS]
            name = class_of(view, list(legal), advice.move)
            for each in {"any", name} - {None}:
                if others and each is not None:
                    kept.setdefault(each, []).append(Decision(view, advice.move, others))
        state = game.apply(state, seat, advice.move)
    return {name: rng.choice(decisions) for name, decisions in kept.items()}


def played_on(game: Haggis, state: State, bot: AnyBot, me: Seat, rng: Random) -> float:
    """A seat's points less the other's, where a bot plays both."""
    while state.round is not None and not state.round.over:
        (seat,) = game.to_act(state)
        assert seat is not None
        state = game.apply(state, seat, bot.choose(game.view(state, seat), game.legal_moves(state, seat), rng))
    assert state.round is not None
    own, other = (sum(state.round.score(seat)) for seat in (me, 1 - me))
    return float(own - other)


def regret(game: Haggis, decision: Decision, nested: AnyBot, worlds: int, rng: Random) -> float:
    """What the best other move would have brought, in points."""
    me = decision.view.seat
    assert me is not None
    moves = (decision.made, *decision.others)
    results: list[list[float]] = [[] for _ in moves]
    for _ in range(worlds):
        world, seed = game.determinize(decision.view, rng), rng.getrandbits(64)
        for move, found in zip(moves, results, strict=True):
            found.append(played_on(game, game.apply(world, me, move), nested, me, Random(seed)))
    half = worlds // 2
    best = max(range(1, len(moves)), key=lambda k: fmean(results[k][:half]))
    return fmean(results[best][half:]) - fmean(results[0][half:])


def main(spec: str, opponent: str, seed: str, each: str, *judge_settings: str) -> None:
    """Play, judge, and tell."""
    nested, worlds = (*judge_settings, *("champion:nodes=24", "80")[len(judge_settings) :])
    game, rng = Haggis(Options(players=2)), Random(int(seed))
    bots = [make_bot(name, "haggis") for name in (spec, opponent)]
    decisions: dict[str, list[Decision]] = {name: [] for name in CLASSES}
    rounds = 0
    while min(len(decisions[name]) for name in CLASSES) < int(each):
        me = rounds % 2
        for name, decision in found_in(game, bots if me == 0 else bots[::-1], me, rng).items():
            if len(decisions[name]) < int(each):
                decisions[name].append(decision)
        rounds += 1
    sys.stdout.write(f"{rounds} rounds of {spec} against {opponent}\n")
    judge = make_bot(nested, "haggis")
    for name, chosen in decisions.items():
        found = [regret(game, decision, judge, int(worlds), rng) for decision in chosen]
        margin = 1.96 * stdev(found) / len(found) ** 0.5
        sys.stdout.write(f"{name}: {fmean(found):+.1f} ± {margin:.1f} points, {len(found)} decisions\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
