"""Checks the shipped puzzles by brute force: `python -m tests.puzzles.oracle force|best|bet GAME [FROM TO]`.

`force`: the proved strategy is played by the rules, in every world that the view allows, against every line of the
opponent. `best`: a judge with ten times the worlds compares the solution with the best other move. `bet`: the same, of
a bet of 30 and none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations
from random import Random

from parlour.bots.haggis.bots import situation_of
from parlour.bots.haggis.kernel.net import valued_moves
from parlour.bots.haggis.weights import shipped_net
from parlour.core.game import Seat
from parlour.games.haggis import View
from parlour.games.haggis.kernel.round import SLOTS, Round
from parlour.games.haggis.notation import BET, bet, kind_of
from parlour.games.haggis.position import decode_round
from parlour.puzzles.answering import game_of, view_of
from parlour.puzzles.puzzle import Puzzle, find_solution, load_puzzles
from parlour.review.haggis.force import Known, Prover, choices, known_from
from parlour.review.haggis.trials import BetTrial, Trial

SPOTS = (1 << 45) - 1


def worlds(view: View) -> Iterator[Round]:
    """Every world that a view of two players allows."""
    assert view.seat is not None
    state = game_of_view(view)
    known = known_from(view)
    other = 1 - view.seat
    bits = [1 << bit for bit in range(45) if known.hidden >> bit & 1]
    for held in combinations(bits, known.size - known.wilds.bit_count()):
        slots = list(state.slots())
        slots[SLOTS["hands"] + other] = known.wilds | sum(held)
        slots[SLOTS["haggis"]] = known.hidden & ~sum(held)
        yield Round(slots)


def game_of_view(view: View) -> Round:
    world = situation_of(view, Random(1)).world
    assert isinstance(world, Round)
    return world


def goes_out_first(world: Round, seat: Seat, first: int | None, prover: Prover) -> bool:
    """Whether the proved strategy goes out first in one world, whatever the other does."""
    position = decode_round(world)
    if position.outs:
        return position.outs[0] == seat
    other = 1 - seat
    if world.actor == seat:
        hidden = position.hands[other] & SPOTS | position.haggis
        wilds = position.hands[other] & ~SPOTS
        known = Known(position.hands[seat], hidden, wilds, position.hands[other].bit_count())
        move = first
        if move is None:
            move = next(each for each in choices(known.hand, position.standing) if prover.forces(known, each))
        assert move in world.legal(seat)
        return goes_out_first(world.after(seat, move), seat, None, prover)
    replies = [move for move in world.legal(other) if kind_of(move) != BET]
    return all(goes_out_first(world.after(other, move), seat, None, prover) for move in replies)


def check_force(puzzle: Puzzle, most: int | None = None) -> int:
    """Check a puzzle in so many worlds, or in all; returns in how many."""
    game, view = game_of(puzzle), view_of(puzzle)
    chosen = list(worlds(view))
    if most is not None and len(chosen) > most:
        chosen = Random(puzzle.id).sample(chosen, most)
    prover = Prover(10**7)
    for text in find_solution(puzzle).accepted:
        move = game.parse_move(text)
        for world in chosen:
            assert goes_out_first(world, Seat(puzzle.seat), move, prover), (puzzle.id, text, world)
    return len(chosen)


def ahead(puzzle: Puzzle, count: int) -> float:
    """By how much the solution of a puzzle of Haggis is better than the best other move, in so many worlds."""
    game, view = game_of(puzzle), view_of(puzzle)
    rng = Random(f"oracle/{puzzle.id}")
    situation, net = situation_of(view, rng), shipped_net(view.options.players)
    best = game.parse_move(find_solution(puzzle).solution[0])
    listed = [move for move, _, _ in valued_moves(net, situation.world, Seat(puzzle.seat)) if move != best]
    first = Trial(situation, net, listed[:8])
    first.extend(300, rng.getrandbits(63))
    rival = listed[first.values.index(max(first.values))]
    trial = Trial(situation, net, (rival, best))
    trial.extend(count, rng.getrandbits(63))
    return trial.cost


def bet_ahead(puzzle: Puzzle, count: int) -> float:
    """By how much the right one of a bet of 30 and none is better, in so many worlds."""
    view = view_of(puzzle)
    rng = Random(f"oracle/{puzzle.id}")
    trial = BetTrial(situation_of(view, rng), shipped_net(view.options.players), (bet(0), bet(30)))
    trial.extend(count, rng.getrandbits(63))
    return -trial.cost if find_solution(puzzle).solution[0] == "bet 0" else trial.cost


JUDGED = {"best": ("best_by_far", ahead, 80_000), "bet": ("bet", bet_ahead, 15_000)}
"""By what is checked: the kind, how, and in how many worlds, ten times as many as made the puzzle."""


def main(what: str, name: str, begin: str = "1", end: str = "300") -> None:
    """Check, and tell."""
    refuted = checked = 0
    for puzzle in load_puzzles(name)[int(begin) - 1 : int(end)]:
        if what == "force" and puzzle.kind == "out_by_force":
            checked += 1
            sys.stdout.write(f"{puzzle.id}: {check_force(puzzle)} worlds\n")
        elif what in JUDGED and puzzle.kind == JUDGED[what][0]:
            checked += 1
            _, check, count = JUDGED[what]
            found = check(puzzle, count)
            refuted += found < 10
            sys.stdout.write(f"{puzzle.id}: {found:.1f}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{checked} checked, {refuted} refuted\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
