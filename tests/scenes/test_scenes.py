"""What is shown and told of every game: nothing that its listener may not know, and never too much at once."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from parlour.core.game import CHANCE, Actor, Seat
from parlour.scenes.catalogue import STAGINGS, Scene
from parlour.scenes.scene import Told
from parlour.server.protocol import LARGEST
from tests.laws.cases import CASES, Case, Step, random_match

if TYPE_CHECKING:
    from parlour.scenes.scene import Staging

MATCHES = range(3)
ROOM = 2048
"""What a message needs besides the scene: who sits where, the terms, a promise."""


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


def staging_of(case: Case) -> Staging:
    return STAGINGS[case.game.name]


def steps_of(case: Case) -> list[Step]:
    return [step for seed in MATCHES for step in random_match(case.game, seed)]


def eyes_of(case: Case) -> list[Seat | None]:
    return [None, *map(Seat, range(case.game.seats))]


def legal_for(case: Case, state: Any, seat: Seat | None) -> list[Any]:
    return [] if seat is None else list(case.game.legal_moves(state, seat))


def scene_of(case: Case, state: Any, seat: Seat | None) -> bytes:
    scene = staging_of(case).scene(case.game.view(state, seat), legal_for(case, state, seat))
    return msgspec.json.encode(scene)


def told_to(case: Case, seat: Seat | None, step: Step) -> tuple[Told, ...]:
    before, after = case.game.view(step.before, seat), case.game.view(step.after, seat)
    return staging_of(case).told(step.actor, step.move, before, after)


def test_a_scene_does_not_change_with_what_its_seat_may_not_know(case: Case) -> None:
    rng = Random(5)
    changed = 0
    for step in steps_of(case):
        for seat in eyes_of(case):
            shuffled = case.support.shuffle_hidden(step.after, seat, rng)
            changed += shuffled != step.after

            assert scene_of(case, shuffled, seat) == scene_of(case, step.after, seat)
    assert changed > 100


def other_worlds(case: Case, seat: Seat | None, step: Step, rng: Random) -> list[Step]:
    """Give steps that this seat cannot tell from one: other hidden cards, and other moves that it does not see."""
    shuffled = case.support.shuffle_hidden(step.before, seat, rng)
    if step.actor is CHANCE:
        hands = getattr(step.move, "hands", None)
        moves = [step.move if hands is None else msgspec.structs.replace(step.move, hands=(0,) * len(hands))]
        return [Step(step.before, step.actor, move, step.after) for move in moves]
    legal = list(case.game.legal_moves(shuffled, step.actor))
    moves = [step.move] if seat == step.actor else rng.sample(legal, min(len(legal), 4))
    steps = [Step(shuffled, step.actor, move, case.game.apply(shuffled, step.actor, move)) for move in moves]
    seen = case.game.view(step.after, seat)
    return [other for other in steps if case.game.view(other.after, seat) == seen]


def test_what_is_told_does_not_change_with_what_the_listener_may_not_know(case: Case) -> None:
    rng = Random(6)
    compared = moves = 0
    for step in steps_of(case):
        for seat in eyes_of(case):
            for other in other_worlds(case, seat, step, rng):
                compared += other.before != step.before
                moves += other.move != step.move

                assert told_to(case, seat, other) == told_to(case, seat, step)
    assert compared > 100
    assert moves > 5


def test_every_eye_is_told_the_same_things_in_the_same_order(case: Case) -> None:
    for step in steps_of(case):
        told = [[(each.kind, each.seat) for each in told_to(case, seat, step)] for seat in eyes_of(case)]

        assert told[0]
        assert all(each == told[0] for each in told)


def test_messages_stay_small(case: Case) -> None:
    staging = staging_of(case)
    for step in steps_of(case):
        for seat in eyes_of(case):
            legal = legal_for(case, step.after, seat)
            answer = staging.answer(case.game.view(step.after, seat), legal, "")
            told = msgspec.json.encode(told_to(case, seat, step))

            assert len(scene_of(case, step.after, seat)) + len(told) < LARGEST - ROOM
            assert len(msgspec.json.encode(answer)) < LARGEST - ROOM


def test_scenes_and_what_is_told_come_through_the_wire_as_they_were(case: Case) -> None:
    for step in random_match(case.game, 0):
        for seat in eyes_of(case):
            sent = scene_of(case, step.after, seat)
            told = told_to(case, seat, step)

            assert msgspec.json.encode(msgspec.json.decode(sent, type=Scene)) == sent
            assert msgspec.json.decode(msgspec.json.encode(told), type=tuple[Told, ...]) == told


def test_the_answer_to_nothing_counts_every_combo_or_choice_that_may_be_made(case: Case) -> None:
    staging = staging_of(case)
    for step in random_match(case.game, 1):
        for seat in map(Seat, range(case.game.seats)):
            legal = legal_for(case, step.after, seat)
            answer = staging.answer(case.game.view(step.after, seat), legal, "")
            words = ("pass", "bet", "give")
            texts = {text for text in map(case.game.format_move, legal) if text.split()[0] not in words}

            assert sum(group.count for group in answer.groups) == len(texts)
            assert {reading.move for group in answer.groups for reading in group.moves} <= texts
            assert not answer.code


def actors_in(case: Case) -> set[Actor]:
    return {step.actor for step in steps_of(case)}


def test_a_line_of_the_score_sheet_is_there_when_a_round_or_a_game_has_ended(case: Case) -> None:
    assert actors_in(case) >= {CHANCE, Seat(0), Seat(1)}
    for seed in MATCHES:
        rows = []
        for step in random_match(case.game, seed):
            ends = [each for each in told_to(case, None, step) if each.kind in ("round", "game")]
            result = case.game.round_result(step.after)
            assert bool(ends) == (result is not None)
            rows += [result.points] if result is not None else []
        outcome = case.game.outcome(step.after)
        assert outcome is not None
        assert tuple(map(sum, zip(*rows, strict=True))) == outcome.points


WORDS = [
    "show",
    "swap",
    "decline",
    "discard",
    "exchange",
    "lay",
    "take",
    "nothing",
    "for",
    "pass",
    "bet",
    "give",
    "market",
    "draw",
    "15",
    "0",
    "|",
    ";",
    "as",
    "set",
    "run",
    "x2",
    "9c",
    "Jc",
    "Qs",
    "Kh",
    "10d",
    "Ad",
    "10h",
    "J",
    "Q",
    "K",
    "2r",
    "5r",
    "6r",
    "7r",
    "5g",
    "10b",
    "11x",
    "♥",
    "'",
    "\x00",
    "ü",
]


def test_any_text_at_all_is_answered_and_what_is_called_playable_is_legal(case: Case) -> None:
    rng = Random(8)
    staging = staging_of(case)
    playable = refused = 0
    for step in random_match(case.game, 2):
        for seat in eyes_of(case):
            view, legal = case.game.view(step.after, seat), legal_for(case, step.after, seat)
            held = staging.scene(view, legal).hand[:1]
            texts = [" ".join(rng.choices(WORDS, k=rng.randint(1, 5))), *map(case.game.format_move, legal[:2])]
            for text in (*texts, *held, *(f"lay {card}" for card in held)):
                answer = staging.answer(view, legal, text)
                for reading in answer.readings:
                    playable += not reading.code
                    refused += bool(reading.code)
                    if seat in case.game.to_act(step.after):
                        assert (case.game.parse_move(reading.move) in legal) == (not reading.code)
                    assert bool(reading.code) == bool(reading.reason)
                assert answer.readings or answer.groups or answer.code or not answer.reason
                assert len(msgspec.json.encode(answer)) < LARGEST - ROOM
    assert playable > 20
    assert refused > 5
