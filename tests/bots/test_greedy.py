"""The plain players do what they are said to do."""

from __future__ import annotations

from random import Random

import pytest

from parlour.arena.bout import run_job
from parlour.arena.job import Job
from parlour.bots.damenrennen.greedy_drafter import GreedyDrafter, gain
from parlour.core.game import Seat
from parlour.games.damenrennen import Damenrennen
from parlour.games.haggis import Haggis
from tests.arena.bots import DRAFTER, GREEDY
from tests.arena.contests import contest
from tests.bots.greedy import Greedy

pytestmark = pytest.mark.slow


def greedy_move(position: str) -> str:
    game = Haggis()
    state = game.parse_position(position)
    seat = game.to_act(state)[0]
    assert seat is not None
    return game.format_move(Greedy().choose(game.view(state, seat), game.legal_moves(state, seat), Random(1)))


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("hands 2r 3r 9g 9y 9r J | 4g 5g", "9r 9y 9g"),
        ("hands 2r 2g 4r 4g 7o J | 4y 5g", "2r 2g"),
        ("hands 3r 6r 9r K Q | 4y 5g 6g", "3r"),
        ("hands 3r 3g K Q | 4y 5g 6g", "3r 3g Q K as set"),
        ("hands 3r 9o K | 4y 5g 6g; trick 8y by 1", "9o"),
        ("hands 3r 7o K | 4y 5g 6g; trick 8y by 1", "pass"),
        ("hands J Q K | 4y 5g 6g; trick 8y by 1", "J Q K"),
    ],
)
def test_most_cards_lowest_ranks(position: str, expected: str) -> None:
    assert greedy_move(position) == expected


@pytest.mark.parametrize(("bot", "game"), [(GREEDY, "haggis"), (DRAFTER, "damenrennen")])
def test_greed_beats_chance_and_never_forfeits(bot: str, game: str) -> None:
    boards = run_job(Job(contest(bot, "uniform", game=game), (0, 1), 0, 20)).boards

    bouts = [bout for board in boards for bout in board.bouts]
    assert not any(bout.forfeit for bout in bouts)
    assert sum(bout.firsts[bout.seating.index(0)] for bout in bouts) > 0.8 * len(bouts)


def test_the_drafter_declines_rather_than_take_a_lower_card() -> None:
    game = Damenrennen()
    higher, equal = game.parse_move("swap Ac for 9c"), game.parse_move("swap 9d for 9c")
    decline = game.parse_move("decline")
    assert isinstance(higher, int)
    assert isinstance(equal, int)
    assert isinstance(decline, int)

    assert gain(higher) > gain(decline) > gain(equal)


def test_the_drafter_takes_what_attaches() -> None:
    game, rng = Damenrennen(), Random(3)
    state = game.start()
    drafter = GreedyDrafter()
    attached = 0
    while actors := game.to_act(state):
        actor = actors[0]
        if actor is None:
            state = game.apply(state, None, game.deal(state, rng))
            continue
        view, legal = game.view(state, actor), game.legal_moves(state, Seat(actor))
        assert all(isinstance(move, int) for move in legal)
        move = drafter.choose(view, [move for move in legal if isinstance(move, int)], rng)
        before = sum(row.bit_count() for row in view.game.rows[actor])
        state = game.apply(state, actor, move)
        attached += sum(row.bit_count() for row in game.view(state, actor).game.rows[actor]) > before

    assert attached >= 4
