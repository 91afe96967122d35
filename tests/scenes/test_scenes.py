"""What is shown and told of every game: nothing that its listener may not know, and never too much at once."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest

from parlour.core.game import CHANCE, Actor, Seat
from parlour.laws import Step, random_match
from parlour.scenes.catalogue import Scene, make_staging
from parlour.scenes.plain import PlainStaging
from parlour.scenes.scene import Update
from parlour.server.protocol import LARGEST
from tests.laws.cases import CASES

if TYPE_CHECKING:
    from parlour.core.game import Game
    from parlour.scenes.scene import AnyStaging
    from tests.laws.cases import Support

MATCHES = range(3)
PLAIN = [case for case in CASES if case.name in ("haggis-2", "damenrennen")]
ROOM = 2048
"""What a message needs besides the scene: who sits where, the terms, a promise."""


class Shown(NamedTuple):
    """A game under some options, and how it is shown."""

    name: str
    game: Game[Any, Any, Any]
    support: Support
    staging: AnyStaging


SHOWN = [
    *(Shown(case.name, case.game, case.support, make_staging(case.game)) for case in CASES),
    *(Shown(f"{case.name}-plain", case.game, case.support, PlainStaging(case.game)) for case in PLAIN),
]


@pytest.fixture(params=SHOWN, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Shown:
    chosen: Shown = request.param
    return chosen


def steps_of(case: Shown) -> list[Step]:
    matches = MATCHES[:2] if isinstance(case.staging, PlainStaging) else MATCHES
    return [step for seed in matches for step in random_match(case.game, seed)]


def eyes_of(case: Shown) -> list[Seat | None]:
    return [None, *map(Seat, range(case.game.seats))]


def legal_for(case: Shown, state: Any, seat: Seat | None) -> list[Any]:
    return [] if seat is None else list(case.game.legal_moves(state, seat))


def scene_of(case: Shown, state: Any, seat: Seat | None) -> bytes:
    scene = case.staging.scene(case.game.view(state, seat), legal_for(case, state, seat))
    return msgspec.json.encode(scene)


def told_to(case: Shown, seat: Seat | None, step: Step) -> tuple[Update, ...]:
    before, after = case.game.view(step.before, seat), case.game.view(step.after, seat)
    return case.staging.told(step.actor, step.move, before, after)


def test_a_scene_does_not_change_with_what_its_seat_may_not_know(case: Shown) -> None:
    rng = Random(5)
    changed = 0
    for step in steps_of(case):
        for seat in eyes_of(case):
            shuffled = case.support.shuffle_hidden(step.after, seat, rng)
            changed += shuffled != step.after

            assert scene_of(case, shuffled, seat) == scene_of(case, step.after, seat)
    assert changed > 100


def other_worlds(case: Shown, seat: Seat | None, step: Step, rng: Random) -> list[Step]:
    """Steps that this seat cannot tell from one: other hidden cards, and other moves that it does not see."""
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


def test_what_is_told_does_not_change_with_what_the_listener_may_not_know(case: Shown) -> None:
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


def test_every_eye_is_told_the_same_things_in_the_same_order(case: Shown) -> None:
    for step in steps_of(case):
        told = [[(each.kind, each.seat) for each in told_to(case, seat, step)] for seat in eyes_of(case)]

        assert told[0]
        assert all(each == told[0] for each in told)


def test_messages_stay_small(case: Shown) -> None:
    for step in steps_of(case):
        for seat in eyes_of(case):
            legal = legal_for(case, step.after, seat)
            answer = case.staging.answer(case.game.view(step.after, seat), legal, "")
            told = msgspec.json.encode(told_to(case, seat, step))

            assert len(scene_of(case, step.after, seat)) + len(told) < LARGEST - ROOM
            assert len(msgspec.json.encode(answer)) < LARGEST - ROOM


def test_scenes_and_what_is_told_come_through_the_wire_as_they_were(case: Shown) -> None:
    for step in random_match(case.game, 0):
        for seat in eyes_of(case):
            sent = scene_of(case, step.after, seat)
            told = told_to(case, seat, step)

            assert msgspec.json.encode(msgspec.json.decode(sent, type=Scene)) == sent
            assert msgspec.json.decode(msgspec.json.encode(told), type=tuple[Update, ...]) == told


def test_the_answer_to_nothing_counts_every_combo_or_choice_that_may_be_made(case: Shown) -> None:
    for step in random_match(case.game, 1):
        for seat in map(Seat, range(case.game.seats)):
            legal = legal_for(case, step.after, seat)
            answer = case.staging.answer(case.game.view(step.after, seat), legal, "")
            words = () if isinstance(case.staging, PlainStaging) else ("pass", "bet", "give")
            texts = {text for text in map(case.game.format_move, legal) if text.split()[0] not in words}

            assert sum(group.count for group in answer.groups) == len(texts)
            assert {reading.move for group in answer.groups for reading in group.moves} <= texts
            assert not answer.code


def actors_in(case: Shown) -> set[Actor]:
    return {step.actor for step in steps_of(case)}


def test_a_line_of_the_score_sheet_is_there_when_a_round_or_a_game_has_ended(case: Shown) -> None:
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


def test_any_text_at_all_is_answered_and_what_is_called_playable_is_legal(case: Shown) -> None:
    rng = Random(8)
    playable = refused = 0
    for step in random_match(case.game, 2):
        for seat in eyes_of(case):
            view, legal = case.game.view(step.after, seat), legal_for(case, step.after, seat)
            held = case.staging.hand(view)[:1]
            texts = [" ".join(rng.choices(WORDS, k=rng.randint(1, 5))), *map(case.game.format_move, legal[:2])]
            for text in (*texts, *held, *(f"lay {card}" for card in held)):
                answer = case.staging.answer(view, legal, text)
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


def test_how_far_a_match_is_grows_and_is_the_same_for_everybody(case: Shown) -> None:
    for step in steps_of(case):
        told = {case.staging.progress(case.game.view(step.after, viewer)) for viewer in eyes_of(case)}
        assert len(told) == 1, "nobody learns more from it than a spectator"
    match = random_match(case.game, 0)
    counts = [case.staging.progress(case.game.view(step.after, None)) for step in match]
    assert counts == sorted(counts)
    if isinstance(case.staging, PlainStaging):
        assert set(counts) == {()}
    else:
        assert counts[-1][-1] >= 1
