"""What every encoding of the catalogue keeps to, and that of a game outside it."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from parlour.core.game import CHANCE, Seat
from parlour.envs.catalogue import ENVS
from parlour.envs.encoding import AnyEncoding, make_encoding
from parlour.laws import random_match
from tests.envs import outside_game
from tests.laws.cases import CASES, AnyGame

if TYPE_CHECKING:
    from collections.abc import Iterator

SEEDS = range(3)
GAMES: dict[str, AnyGame] = {case.name: case.game for case in CASES}
GAMES["outside"] = outside_game.Tricks(outside_game.Options())


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    outside_game.install(monkeypatch)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


@pytest.fixture
def encodings(game: AnyGame) -> list[AnyEncoding]:
    """The encoding of a game, and that with recall where there is one."""
    kind = ENVS[game.name]
    return [make_encoding(game)] + ([] if kind.recall_encoding is None else [make_encoding(game, recall=True)])


def states(game: AnyGame) -> Iterator[object]:
    """The start, and every state of some random matches."""
    yield game.start()
    for seed in SEEDS:
        for step in random_match(game, seed):
            yield step.after


def seats(game: AnyGame) -> list[Seat]:
    return [Seat(seat) for seat in range(game.seats)]


def test_every_game_of_the_catalogue_is_tried() -> None:
    assert {game.name for game in GAMES.values()} == set(ENVS)


def test_fields_lie_side_by_side_and_are_explained(encodings: list[AnyEncoding]) -> None:
    for encoding in encodings:
        for fields, width in ((encoding.fields, encoding.view_size), (encoding.move_fields, encoding.move_size)):
            at = 0
            for field in fields:
                assert field.start == at
                assert field.size > 0
                assert field.meaning
                at += field.size
            assert at == width
            assert len({field.name for field in fields}) == len(fields)


def test_the_version_begins_with_that_of_the_game(game: AnyGame, encodings: list[AnyEncoding]) -> None:
    for encoding in encodings:
        assert re.fullmatch(rf"{game.version}\.\d+", encoding.version)
        assert encoding.name.startswith(game.name)


def test_a_view_is_float32_within_bounds_and_the_same_in_the_callers_array(
    game: AnyGame, encodings: list[AnyEncoding]
) -> None:
    for encoding in encodings:
        for state in states(game):
            for seat in seats(game):
                view = game.view(state, seat)
                out = np.full(encoding.view_size, 7, np.float32)

                row = encoding.encode_view(view)

                assert row.dtype == np.float32
                assert row.shape == (encoding.view_size,)
                assert row.min() >= 0
                assert row.max() <= encoding.highest
                assert encoding.encode_view(view, out) is out
                assert np.array_equal(out, row)


def test_a_view_is_all_that_is_encoded(game: AnyGame, encodings: list[AnyEncoding]) -> None:
    rng = Random(1)
    for state in states(game):
        if game.to_act(state) in ((), (CHANCE,)):
            continue
        for seat in seats(game):
            view = game.view(state, seat)
            world = game.determinize(view, rng)
            for encoding in encodings:
                assert np.array_equal(encoding.encode_view(view), encoding.encode_view(game.view(world, seat)))


def test_moves_are_rows_one_for_each(game: AnyGame, encodings: list[AnyEncoding]) -> None:
    for encoding in encodings:
        for state in states(game):
            for seat in seats(game):
                view, legal = game.view(state, seat), game.legal_moves(state, seat)
                out = np.full((len(legal), encoding.move_size), 7, np.float32)

                rows = encoding.encode_moves(view, legal)

                assert rows.dtype == np.float32
                assert rows.shape == (len(legal), encoding.move_size)
                assert encoding.encode_moves(view, legal, out) is out
                assert np.array_equal(out, rows)


def test_every_legal_move_is_an_action_and_the_action_is_that_move(game: AnyGame, encodings: list[AnyEncoding]) -> None:
    tried = set()
    for encoding in encodings:
        for state in states(game):
            for seat in seats(game):
                hand, legal = encoding.hand_of(game.view(state, seat)), game.legal_moves(state, seat)

                actions = encoding.actions_of(legal, hand)

                assert len(set(actions)) == len(legal)
                assert [encoding.action_of(move, hand) for move in legal] == actions
                assert [encoding.move_of(action, hand) for action in actions] == list(legal)
                mask = encoding.mask(legal, hand)
                assert mask.dtype == np.int8
                assert mask.shape == (encoding.actions,)
                assert np.flatnonzero(mask).tolist() == sorted(actions)
                tried |= set(actions)
    assert len(tried) >= min(100, encodings[0].actions)


def test_what_is_no_action_has_no_move(game: AnyGame, encodings: list[AnyEncoding]) -> None:
    for encoding in encodings:
        hand = encoding.hand_of(game.view(game.start(), Seat(0)))
        for junk in (-1, encoding.actions, 1 << 70):
            with pytest.raises(ValueError, match=str(junk)):
                encoding.move_of(junk, hand)


@pytest.mark.parametrize("name", [case.name for case in CASES if ENVS[case.game.name].recall_encoding is not None])
def test_a_view_with_recall_begins_with_the_view_without(name: str) -> None:
    game = GAMES[name]
    now, recall = make_encoding(game), make_encoding(game, recall=True)

    assert recall.fields[: len(now.fields)] == now.fields
    for state in states(game):
        view = game.view(state, Seat(0))
        assert np.array_equal(recall.encode_view(view)[: now.view_size], now.encode_view(view))
