"""The laws of DESIGN: what holds for every game, tested on random matches of each."""

from __future__ import annotations

import io
import pickle
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.core.game import CHANCE, Seat
from parlour.core.log import read_log, write_log
from parlour.core.table import Event, Table
from parlour.games.catalogue import make_game
from tests.laws.cases import CASES, AnyGame, Case, Step, random_match

MATCHES = range(6)


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


def steps_of(game: AnyGame) -> list[Step]:
    return [step for seed in MATCHES for step in random_match(game, seed)]


def eyes_of(game: AnyGame) -> list[Seat | None]:
    return [None, *map(Seat, range(game.seats))]


def test_purity_apply_leaves_the_old_state_as_it_was(case: Case) -> None:
    for before, actor, move, after in steps_of(case.game):
        kept = pickle.dumps(before)

        again = case.game.apply(before, actor, move)

        assert pickle.dumps(before) == kept
        assert again == after
        assert hash(again) == hash(after)
        assert before != after


def test_agreement_a_move_is_legal_exactly_when_it_is_not_refused(case: Case) -> None:
    rng = Random(1)
    earlier: list[Any] = [0]
    for before, actor, move, _ in steps_of(case.game):
        assert case.game.refusal(before, actor, move) is None
        for seat in map(Seat, range(case.game.seats)):
            legal = case.game.legal_moves(before, seat)
            assert len(set(legal)) == len(legal)
            for sample in rng.sample(list(legal), min(5, len(legal))):
                assert case.game.refusal(before, seat, sample) is None
                mutated = sample ^ 1 << rng.randrange(63)
                refused = case.game.refusal(before, seat, mutated) is not None
                assert refused == (mutated not in legal)
            other = rng.choice(earlier)
            assert (case.game.refusal(before, seat, other) is None) == (other in legal)
            if legal:
                earlier.append(rng.choice(legal))
    assert len(earlier) > 100


@pytest.mark.parametrize("junk", [-1, 1 << 63, 1 << 70, 1.5, "pass", None, (1 << 62) + 1])
def test_agreement_what_is_no_move_at_all_is_refused_with_a_clause(case: Case, junk: Any) -> None:
    for before, actor, _, _ in list(random_match(case.game, 0))[:20]:
        refusal = case.game.refusal(before, actor, junk)

        assert refusal is not None
        assert refusal.clause


def test_agreement_nobody_moves_for_chance_and_no_stranger_moves(case: Case) -> None:
    for before, actor, move, _ in random_match(case.game, 0):
        strangers = [Seat(-1), Seat(case.game.seats), Seat(99)]
        strangers.append(Seat(0) if actor is CHANCE else CHANCE)  # type: ignore[arg-type] # chance among seats, on purpose
        for stranger in strangers:
            assert case.game.refusal(before, stranger, move) is not None


def test_conservation_every_card_is_in_exactly_one_place(case: Case) -> None:
    for before, _, _, after in steps_of(case.game):
        assert case.support.count_cards(before) == case.support.full_deck(before)
        assert case.support.count_cards(after) == case.support.full_deck(after)


def test_blindness_a_view_does_not_change_with_what_its_seat_may_not_know(case: Case) -> None:
    rng = Random(2)
    changed = 0
    for step in steps_of(case.game):
        for seat in eyes_of(case.game):
            shuffled = case.support.shuffle_hidden(step.after, seat, rng)
            changed += shuffled != step.after

            seen = msgspec.json.encode(case.game.view(step.after, seat))

            assert msgspec.json.encode(case.game.view(shuffled, seat)) == seen
            if seat is not None:
                assert case.game.legal_moves(shuffled, seat) == case.game.legal_moves(step.after, seat)
    assert changed > 100


def test_worlds_a_drawn_world_looks_the_same_and_holds_all_cards(case: Case) -> None:
    rng = Random(3)
    for step in steps_of(case.game):
        for seat in eyes_of(case.game):
            view = case.game.view(step.after, seat)

            world = case.game.determinize(view, rng)

            assert case.game.view(world, seat) == view
            assert case.support.count_cards(world) == case.support.full_deck(world)


def test_replay_the_fold_of_the_log_is_the_state(case: Case) -> None:
    for seed in MATCHES:
        steps = list(random_match(case.game, seed))
        table: Table[Any, Any, Any] = Table(case.game, (Event(step.actor, step.move) for step in steps))
        file = io.StringIO()

        write_log(table, file)
        file.seek(0)
        again = read_log(file, make_game).table

        assert again.state == table.state == steps[-1].after
        assert again.events == table.events


def test_replay_parse_and_format_invert_each_other(case: Case) -> None:
    rng = Random(4)
    for before, _, move, _ in steps_of(case.game):
        moves = [move]
        for seat in map(Seat, range(case.game.seats)):
            legal = list(case.game.legal_moves(before, seat))
            moves += rng.sample(legal, min(3, len(legal)))
        for each in moves:
            assert case.game.parse_move(case.game.format_move(each)) == each


def test_end_a_finished_match_has_nobody_to_act_and_one_outcome(case: Case) -> None:
    for seed in MATCHES:
        *early, last = random_match(case.game, seed)
        outcome = case.game.outcome(last.after)

        assert all(case.game.outcome(step.after) is None for step in early)
        assert case.game.to_act(last.after) == ()
        assert outcome is not None
        assert len(outcome.points) == case.game.seats
        assert all(outcome.points[seat] == max(outcome.points) for seat in outcome.winners)
        for seat in map(Seat, range(case.game.seats)):
            assert not case.game.legal_moves(last.after, seat)
            assert case.game.refusal(last.after, seat, last.move) is not None


def test_marks_every_move_has_a_name(case: Case) -> None:
    for before, _, move, after in steps_of(case.game):
        assert case.game.marks(before, move, after)[0]
