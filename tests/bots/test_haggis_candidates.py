"""Moves that a net of Haggis looks at, against their definition."""

from __future__ import annotations

from random import Random

import pytest

from parlour.bots.haggis.kernel.hand_partition import plan
from parlour.bots.haggis.kernel.net_candidates import brief_candidates, candidates
from parlour.core.game import CHANCE
from parlour.games.haggis import Haggis, Options
from parlour.games.haggis.kernel.round import SLOTS, Round
from parlour.games.haggis.notation import BET, BOMB, PASS, kind_of

SPOTS = (1 << 45) - 1
CARDS = (1 << 48) - 1
WILDS = CARDS & ~SPOTS
LARGE = 7


def wastes_a_wild(move: int, hand: int) -> bool:
    """Whether a wild of a combo stands where a spot card of the hand could."""
    spots = move & SPOTS
    if kind_of(move) == BOMB or not move & WILDS or not spots:
        return False
    ranks = [rank for rank in range(9) if (spots >> (5 * rank)) & 31]
    suits = 0
    for rank in ranks:
        suits |= (spots >> (5 * rank)) & 31
    length = (move >> 52) & 15
    places = 31 << (5 * ranks[0]) if length == 1 else sum(suits << (5 * (ranks[0] + i)) for i in range(length))
    return bool(places & SPOTS & hand & ~spots)


def worth_a_look(held: Round, seat: int) -> list[int]:
    """The definition: no bets, no wasted wilds; leads from large hands are bombs, or leave fewer plays."""
    slots = held.slots()
    hand, leading = slots[SLOTS["hands"] + seat], not slots[SLOTS["standing"]]
    moves = [move for move in held.legal(seat) if kind_of(move) != BET and not wastes_a_wild(move, hand)]
    if not leading or (hand & CARDS).bit_count() < LARGE:
        return moves
    plays = len(plan(hand))
    return [move for move in moves if kind_of(move) == BOMB or len(plan(hand & ~(move & SPOTS))) < plays]


def positions(players: int, rounds: int, seed: int) -> list[tuple[Round, int]]:
    """Positions of rounds played at random, with the seat to act."""
    game, rng = Haggis(Options(players=players)), Random(seed)
    found = []
    for _ in range(rounds):
        held = game.apply(game.start(), CHANCE, game.deal(game.start(), rng)).round
        assert held is not None
        while not held.over:
            found.append((held, held.actor))
            # Rarely a lead of many cards, so that large hands stay in play.
            moves = [move for move in held.legal(held.actor) if kind_of(move) != BET]
            held = held.after(held.actor, min(rng.sample(moves, min(2, len(moves))), key=lambda move: move & CARDS))
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_a_net_looks_at_moves_that_waste_no_wild_and_break_up_no_large_hand(players: int) -> None:
    looked_at = legal = 0
    for held, seat in positions(players, 12, seed=3):
        found = candidates(held, seat)
        assert found == worth_a_look(held, seat)
        assert found
        looked_at, legal = looked_at + len(found), legal + len(held.legal(seat))

    assert looked_at < 0.6 * legal


@pytest.mark.parametrize("players", [2, 3])
def test_playouts_look_at_one_choice_of_wilds_and_lead_with_one_at_most(players: int) -> None:
    for held, seat in positions(players, 8, seed=4):
        everything, brief = candidates(held, seat), brief_candidates(held, seat)
        leading = PASS not in everything
        large = (held.slots()[SLOTS["hands"] + seat] & CARDS).bit_count() >= LARGE
        assert brief
        assert set(brief) <= set(everything)
        assert len({move & ~WILDS for move in brief}) == len(brief)
        for move in set(everything) - set(brief):
            same = [other for other in brief if other & ~WILDS == move & ~WILDS]
            lowest = bool(same) and same[0] & WILDS < move & WILDS
            assert lowest or (leading and large and (move & WILDS).bit_count() > 1)
