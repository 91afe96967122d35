"""Batches that start from given states: the rules, move by move, until every game has ended."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from parlour.core.errors import OptionError
from parlour.core.game import CHANCE, Seat
from parlour.envs.batch import Batch
from parlour.games.catalogue import make_game
from parlour.games.damenrennen import Deal, Draw
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.position import decode_game
from parlour.games.haggis.kernel.round import Round
from tests.damenrennen.positions import exchange_nothing, last_race, lay, say, table_at
from tests.envs.batches import arrays_of, rewards_of, rows_of, slots_of, some_choice, some_states
from tests.laws.cases import CASES, AnyGame, Case

HAGGIS = make_game("haggis", {})
LAST_CARDS = "hands 2r | 3g 4g"


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


def with_vector(state: Any, vector: Any) -> Any:
    """The state whose round or game is this vector of the kernel."""
    slots = tuple(vector.tolist())
    if hasattr(state, "round"):
        return msgspec.structs.replace(state, round=Round(slots))
    return msgspec.structs.replace(state, game=Game(slots))


def after_chance(game: AnyGame, state: Any, drawn: Any) -> Any:
    """The state after chance's move, as a batch drew it; the rules must allow that move."""
    seen = decode_game(drawn.game)
    tied = decode_game(state.game).phase == "draw"
    move = Draw(seen.drawn or ()) if tied else Deal(seen.market, seen.hands)

    assert game.refusal(state, CHANCE, move) is None
    return game.apply(state, CHANCE, move)


def test_games_from_given_states_are_played_as_the_rules_play_them(case: Case) -> None:
    states = some_states(case.game, 12)
    batch = Batch.at(case.game, states, seed=1)
    rng = np.random.default_rng(1)
    followed = 0

    assert any(any(case.game.scores(state)) for state in states) or case.name == "damenrennen"
    while batch.episodes < batch.games:
        acted, seats, choice = batch.running.tolist(), batch.seats.tolist(), some_choice(batch, rng)
        chosen = batch.legal[batch.offsets[:-1] + choice].tolist()
        for row, number in enumerate(acted):
            state, seat = states[number], Seat(seats[row])
            view, legal = case.game.view(state, seat), case.game.legal_moves(state, seat)
            assert seat == case.game.to_act(state)[0]
            assert batch.legal[rows_of(batch, row)].tolist() == list(legal)
            assert np.array_equal(batch.views[row], batch.encoding.encode_view(view))
            assert np.array_equal(batch.moves[rows_of(batch, row)], batch.encoding.encode_moves(view, legal))
        batch.step(choice)
        for row, number in enumerate(acted):
            after = case.game.apply(states[number], Seat(seats[row]), chosen[row])
            drawn = with_vector(after, batch.states[number])
            if case.game.round_result(after) is None and case.game.to_act(after) == (CHANCE,):
                dealt = after_chance(case.game, after, drawn)
                followed += slots_of(dealt) == slots_of(drawn)  # unlike where several ties were drawn for
                after = drawn
            result = case.game.round_result(after)
            assert slots_of(after) == slots_of(drawn)
            assert batch.dones[number] == (result is not None)
            assert (number in batch.running) == (result is None)
            assert batch.rewards[number].tolist() == rewards_of(case.game, result)
            assert batch.firsts[number].tolist() == ([0.0] * case.game.seats if result is None else list(result.firsts))
            states[number] = after
    assert followed > 0 or case.game.name == "haggis"


def test_a_game_that_has_ended_keeps_its_result_and_is_asked_no_more(case: Case) -> None:
    batch = Batch.at(case.game, some_states(case.game, 9), seed=2)
    rng = np.random.default_rng(2)
    ended: dict[int, list[Any]] = {}
    while batch.episodes < batch.games:
        rows = len(batch.running)
        assert rows == batch.games - batch.episodes == len(batch.seats) == len(batch.views) == len(batch.counts)
        assert len(batch.offsets) == rows + 1
        batch.step(some_choice(batch, rng))
        for number in np.flatnonzero(batch.dones).tolist():
            result = [batch.rewards[number].tolist(), batch.firsts[number].tolist(), batch.states[number].tolist()]
            assert ended.setdefault(number, result) == result
        assert sorted([*ended, *batch.running.tolist()]) == list(range(batch.games))

    assert batch.dones.all()
    assert np.array_equal(batch.firsts.sum(axis=1), np.ones(batch.games))
    assert (batch.views.shape, batch.moves.shape) == (
        (0, batch.encoding.view_size),
        (0, batch.encoding.move_size),
    )
    with pytest.raises(ValueError, match=r"all 9 games have ended, got int64 of shape \(0,\)"):
        batch.step(np.zeros(0, np.int64))


def test_states_may_be_worlds_that_a_view_allows(case: Case) -> None:
    rng = Random(3)
    [state] = some_states(case.game, 1)
    seat = case.game.to_act(state)[0]
    view = case.game.view(state, seat)

    batch = Batch.at(case.game, (case.game.determinize(view, rng) for _ in range(5)))

    assert batch.seats.tolist() == [seat] * 5
    assert np.array_equal(batch.views, np.tile(batch.encoding.encode_view(view), (5, 1)))
    assert len({vector.tobytes() for vector in batch.states}) > 1


def test_given_states_the_seed_decides_and_the_number_of_threads_does_not(case: Case) -> None:
    states = some_states(case.game, 40)
    batches = [Batch.at(case.game, states, seed=4, threads=threads) for threads in (1, 2, 3)]
    first = arrays_of(batches[0])
    rng = np.random.default_rng(4)
    while batches[0].episodes < batches[0].games:
        choice = some_choice(batches[0], rng)
        for batch in batches:
            batch.step(choice)
        assert len({tuple(arrays_of(batch)) for batch in batches}) == 1
    for batch in batches:
        batch.reset(4)
        assert arrays_of(batch) == first
        assert batch.episodes == 0


def test_who_went_out_first_before_the_batch_started_is_first() -> None:
    game = make_game("haggis", {"players": 3})
    batch = Batch.at(game, [game.parse_position("hands | 2r 4r | 3g 5g; out 0; act 1")])
    rng = np.random.default_rng(5)
    while not batch.dones.all():
        batch.step(some_choice(batch, rng))

    assert batch.firsts.tolist() == [[1.0, 0.0, 0.0]]


def test_a_drawn_game_is_shared() -> None:
    table = table_at(last_race())
    exchange_nothing(table)
    lay(table, "Kc Kc", "Jh Ks")
    say(table, "0: take 9d", "1: take Kh")
    batch = Batch.at(table.game, [table.state])

    batch.step(np.array([batch.legal.tolist().index(table.game.parse_move("take Kh"))]))

    assert batch.dones.tolist() == [True]
    assert batch.firsts.tolist() == [[0.5, 0.5]]
    assert batch.rewards.tolist() == [[0.0, 0.0]]


def test_a_wrong_choice_names_the_game_and_not_its_place_among_those_that_run() -> None:
    last = HAGGIS.parse_position(LAST_CARDS)
    batch = Batch.at(HAGGIS, [last, *some_states(HAGGIS, 2)])
    batch.step(np.array([batch.counts[0] - 1, 0, 0]))
    assert batch.running.tolist() == [1, 2]

    with pytest.raises(ValueError, match=r"game 2 has \d+ legal moves, numbered from 0; got 9999"):
        batch.step(np.array([0, 9999]))
    with pytest.raises(ValueError, match=r"a choice is an array of 2 whole numbers, got int64 of shape \(3,\)"):
        batch.step(np.zeros(3, np.int64))


@pytest.mark.parametrize("running", [[0, 1, 3], [-1, 1, 2], [0, 1]])
def test_games_that_there_are_not_cannot_be_made_to_run(running: list[int]) -> None:
    batch = Batch.at(HAGGIS, some_states(HAGGIS, 3))
    batch.running = np.array(running)

    with pytest.raises(ValueError, match=r"there is no game (3|-1) among 3|a choice is an array of 2"):
        batch.step(np.zeros(3, np.int64))


def test_a_batch_needs_a_state() -> None:
    with pytest.raises(OptionError, match=r"a batch starts from one state or more, got \(\)"):
        Batch.at(HAGGIS, [])


def test_a_state_that_does_not_wait_for_a_seat_is_refused(case: Case) -> None:
    game = case.game
    [waiting] = some_states(game, 1)

    with pytest.raises(OptionError, match=r"^state 1 awaits chance: \w+\(.*\)\.parse_position"):
        Batch.at(game, [waiting, game.start()])
    with pytest.raises(OptionError, match=r"^state 1 is finished: \w+\(.*\)\.parse_position"):
        Batch.at(game, [waiting, final_state(game)])


def final_state(game: AnyGame) -> Any:
    rng, state = Random(6), game.start()
    while actors := game.to_act(state):
        actor = actors[0]
        move = game.deal(state, rng) if actor is CHANCE else rng.choice(game.legal_moves(state, actor))
        state = game.apply(state, actor, move)
    return state


@pytest.mark.parametrize(
    ("name", "options", "others"),
    [
        ("haggis", {}, {"players": 3}),
        ("haggis", {"players": 3}, {}),
        ("haggis", {"players": 3}, {"players": 3, "tournament": True}),
        ("haggis", {"players": 3, "edition": "german"}, {"players": 3}),
        ("haggis", {"target": 1}, {"target": 5000}),
        ("damenrennen", {}, {"best_of": 3}),
    ],
)
def test_a_state_under_other_options_is_refused(name: str, options: Any, others: Any) -> None:
    game, other = make_game(name, options), make_game(name, others)
    foreign = next(state for state in some_states(other, 60) if others.get("players") or any(other.scores(state)))

    with pytest.raises(OptionError, match=r"^state 1 is not one of (Haggis|Damenrennen)\(.*\): \w+\(.*\)\.parse_pos"):
        Batch.at(game, [*some_states(game, 1), foreign])


def test_the_editions_that_score_alike_share_their_states() -> None:
    german, hungarian = (make_game("haggis", {"players": 3, "edition": edition}) for edition in ("german", "hungarian"))

    assert Batch.at(hungarian, some_states(german, 2)).games == 2


@pytest.mark.parametrize("stranger", [make_game("damenrennen", {}).start(), "hands 2r | 3g", None])
def test_what_is_no_state_of_the_game_is_refused(stranger: Any) -> None:
    with pytest.raises(OptionError, match=r"^state 0 is not one of haggis: (Damenrennen|'hands|None)"):
        Batch.at(HAGGIS, [stranger])


def test_bad_numbers_are_refused_with_given_states_too() -> None:
    states = some_states(HAGGIS, 2)

    with pytest.raises(OptionError, match="threads is a whole number from 1 up, got 0"):
        Batch.at(HAGGIS, states, threads=0)
    with pytest.raises(OptionError, match="seed is a whole number from 0 up, got -1"):
        Batch.at(HAGGIS, states, seed=-1)
