"""Finds puzzles of Haggis: going out by force, a move that is best by far, and whether to bet."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from parlour.bots.haggis.bots import Search, situation_of
from parlour.bots.haggis.kernel.net import valued_moves
from parlour.bots.haggis.weights import shipped_net
from parlour.core.game import Seat
from parlour.games.haggis.cards import WILDS
from parlour.games.haggis.notation import BET, BOMB, COMBOS, GIVE, PASS, bet, cards_of, kind_of
from parlour.games.haggis.view import draw_world
from parlour.puzzles.making import Found
from parlour.review.haggis.force import LARGEST_HAND, Prover, TooHardError, forcing_moves, known_from
from parlour.review.haggis.reasons import review_reasons
from parlour.review.haggis.trials import BetTrial, Trial
from parlour.review.judging import Question, seed_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis import View
    from parlour.games.haggis.state import State

QUOTAS: Final = {"out_by_force": 207, "best_by_far": 63, "bet": 30}
FEWEST_MOVES: Final = 6
"""A puzzle has at least so many legal moves that do not solve it."""
MOST_ACCEPTED: Final = 2
AHEAD: Final = 10.0
"""Points by which a move is best by far, at the lower end of the interval."""
MOST_CARDS: Final = 10
"""In one hand, where a move is best by far: a person can think such a position through."""
SCREENING: Final = 150
"""Worlds that tell whether a position is worth a closer look."""
WORLDS: Final = 4000
"""Worlds of each of two samples, in both of which the move must be best by far."""
BET_WORLDS: Final = 1500
SECOND_JUDGE: Final = Search(nodes=8000, bets=0)
"""Plays out by hand-written rules instead of the net."""
CLEAR: Final = 3.0
"""Points by which the net must prefer a move before anything is played out."""
FULL: Final = 30
PAIR: Final = 2
NEARLY_OUT: Final = 3
"""Cards of somebody else, at most."""
RIVALS: Final = 7
"""Other moves that are looked at in the screening."""
FEWEST_RIVALS: Final = 3
FINALISTS: Final = 2
"""Of these, the moves that the best one is compared with in more worlds."""


class HaggisPuzzles:
    """Puzzles from matches between good players."""

    quotas: Final = QUOTAS
    player: Final = "regular"
    tables: Final = ({"players": 2}, {"players": 2}, {"players": 3})

    def world(self, view: View) -> State:
        """Hidden cards lie somewhere, always the same for a view."""
        return draw_world(view, Random(seed_of(view)))

    def find(self, view: View, legal: Sequence[int], wanted: frozenset[str], seed: int) -> Found | None:
        """Whether a position is a puzzle."""
        moves = [move for move in legal if kind_of(move) != BET]
        bets = [move for move in legal if kind_of(move) == BET]
        if bets and "bet" in wanted:
            return bet_puzzle(view, bets, seed)
        forced = forced_puzzle(view, moves)
        if forced is not None:
            return forced if "out_by_force" in wanted else None
        return best_puzzle(view, moves, seed) if "best_by_far" in wanted and not bets else None

    def themes(self, view: View, legal: Sequence[int]) -> tuple[str, ...]:
        """Lead or answer, wilds and bombs in hand, somebody who is nearly out, how many play."""
        seen = view.round
        assert seen is not None
        others = [size for seat, size in enumerate(seen.sizes) if size and seat != view.seat]
        held = {
            "answer" if seen.standing else "lead": True,
            "first_card": any(kind_of(move) == BET for move in legal),
            "wilds": bool(seen.hand & WILDS),
            "bombs": any(kind_of(move) == BOMB for move in legal),
            "nearly_out": min(others) <= NEARLY_OUT,
            "three_players": view.options.players > PAIR,
        }
        return tuple(theme for theme, holds in held.items() if holds)

    def choice(self, kind: str, move: int) -> int:
        """A first card without a bet is a decision against it."""
        return bet(0) if kind == "bet" and kind_of(move) != BET else int(move)

    def refutation(self, view: View, kind: str, move: int) -> tuple[tuple[Seat, Any], ...]:
        """The reply that breaks a proof; or how a round goes on from there where everybody plays well."""
        assert view.seat is not None
        if kind == "out_by_force":
            return ((view.seat, move), *forced_reply(view, move))
        return played_on(self.world(view), view.seat, move)


def forced_puzzle(view: View, moves: Sequence[int]) -> Found | None:
    """Going out by force between two, in two plays or more, with few of many moves."""
    seen = view.round
    assert seen is not None
    small = all(size <= LARGEST_HAND for size in seen.sizes)
    if view.options.players != PAIR or not small or len(moves) <= FEWEST_MOVES:
        return None
    if any(cards_of(move) == seen.hand and kind_of(move) in COMBOS for move in moves):
        return None
    prover = Prover()
    try:
        forcing = forcing_moves(view, prover)
    except TooHardError:
        return None
    if PASS in forcing or not 1 <= len(forcing) <= MOST_ACCEPTED or len(moves) - len(forcing) < FEWEST_MOVES:
        return None
    line = prover.line(known_from(view), forcing[0])
    return Found("out_by_force", line, tuple(forcing), None, ())


def forced_reply(view: View, move: int) -> tuple[tuple[Seat, Any], ...]:
    """What the other plays against a move that forces nothing."""
    assert view.seat is not None
    reply = Prover().refuting_reply(known_from(view), move)
    return () if reply is None else ((Seat(1 - view.seat), reply),)


def best_puzzle(view: View, moves: Sequence[int], seed: int) -> Found | None:
    """A move that is better than the second best in two samples of worlds, and for another judge."""
    seen = view.round
    assert seen is not None
    assert view.seat is not None
    if len(moves) < FEWEST_MOVES or max(seen.sizes) > MOST_CARDS:
        return None
    rng = Random(seed_of(seed, view))
    situation, net = situation_of(view, rng), shipped_net(view.options.players)
    listed = valued_moves(net, situation.world, view.seat)
    if len(listed) <= FEWEST_RIVALS or listed[0][1] - listed[1][1] < CLEAR or kind_of(listed[0][0]) == GIVE:
        return None
    best, *rivals = (move for move, _, _ in listed[: 1 + RIVALS])
    screening = Trial(situation, net, (best, *rivals))
    screening.extend(SCREENING, rng.getrandbits(63))
    means = [value / SCREENING for value in screening.values]
    finalists = sorted(zip(means[1:], rivals, strict=True), reverse=True)[:FINALISTS]
    if means[0] - finalists[0][0] < AHEAD:
        return None
    if SECOND_JUDGE.evaluated(situation, list(moves), rng)[0].move != best:
        return None
    ahead = min(lead(Trial(situation, net, (rival, best)), WORLDS, rng) for _, rival in 2 * finalists)
    if ahead < AHEAD:
        return None
    question = Question("lead", moves, best)
    reasons = review_reasons(situation, question, best, 0.0, 0.0)
    return Found("best_by_far", (best,), (best,), ahead, reasons)


def bet_puzzle(view: View, bets: Sequence[int], seed: int) -> Found | None:
    """Whether to bet, where the answer is clear; any bet is accepted where one is right."""
    rng = Random(seed_of(seed, view))
    situation = situation_of(view, rng)
    if view.seat is None or view.round is None or view.round.actor != view.seat:
        return None
    net = shipped_net(view.options.players)
    screening = BetTrial(situation, net, (bet(0), bet(FULL)))
    screening.extend(SCREENING, rng.getrandbits(63))
    if abs(screening.cost) < AHEAD:
        return None
    pays = screening.cost > 0
    worse, better = (bet(0), bet(FULL)) if pays else (bet(FULL), bet(0))
    ahead = lead(BetTrial(situation, net, (worse, better)), BET_WORLDS, rng)
    if ahead < AHEAD:
        return None
    percent = 100 * screening.firsts[int(pays)] / SCREENING
    accepted = tuple(move for move in bets if move != bet(0)) if pays else (bet(0),)
    reasons = review_reasons(situation, Question("bet", bets, better), better, percent, percent)
    return Found("bet", (better,), accepted, ahead, reasons)


def lead(trial: Trial, worlds: int, rng: Random) -> float:
    """By how much the second move is better at least, in so many worlds."""
    trial.extend(worlds, rng.getrandbits(63))
    return trial.interval[0]


def played_on(state: State, seat: Seat, move: int) -> tuple[tuple[Seat, Any], ...]:
    """A move and how the net plays on in one world, to the end of the round."""
    played = state.round
    assert played is not None
    line: list[tuple[Seat, Any]] = [(seat, move)]
    played = played.after(seat, move)
    net = shipped_net(len(state.standing.scores))
    while not played.over:
        actor = Seat(played.actor)
        following = valued_moves(net, played, actor)[0][0]
        line.append((actor, following))
        played = played.after(actor, following)
    return tuple(line)
