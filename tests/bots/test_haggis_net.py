"""Nets of Haggis: what they see, how they play themselves, and their weights in files."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import parlour
from parlour.bots.haggis.kernel.net import NET, Net, head_values, valued_moves
from parlour.bots.haggis.kernel.net_duel import net_duel
from parlour.bots.haggis.kernel.net_play import SAMPLES, self_play
from parlour.bots.haggis.kernel.net_search import try_each
from parlour.bots.haggis.kernel.net_study import STUDY
from parlour.bots.haggis.weights import pack_net, read_net
from parlour.bots.weight_files import HEADER, WeightsError
from parlour.core.game import CHANCE
from parlour.games.haggis import Haggis, Options
from parlour.games.haggis.cards import parse_cards
from parlour.games.haggis.kernel.round import Round
from parlour.games.haggis.notation import cards_of
from tests.bots.nets import random_net, random_weights
from tests.haggis.positions import table_at

ROOT = Path(__file__).parents[2]
Samples = NDArray[Any]


def sampled(
    players: int, rounds: int, seed: int = 1, rival: Net | None = None, searched: int = 0
) -> tuple[Samples, ...]:
    """Features, points and first ones of rounds that a net without knowledge plays; then what searches tried."""
    room = 120 * rounds + SAMPLES["longest"]
    features = np.zeros((room, SAMPLES["width"]), np.uint16)
    points, firsts = np.zeros(room, np.float32), np.zeros(room, np.int8)
    tried = np.zeros((room if searched else 0, STUDY["moves"], STUDY["width"]), np.uint16)
    gains = np.zeros(tried.shape[:2], np.float32)
    count, played, studied = self_play(
        random_net(), rival, opening(players), rounds, seed, 30, features, points, firsts, searched, 2, tried, gains
    )
    assert played == rounds
    return features[:count], points[:count], firsts[:count], tried[:studied], gains[:studied]


def opening(players: int) -> Round:
    """A round before its first move, which self-play deals anew."""
    game = Haggis(Options(players=players))
    held = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(0))).round
    assert held is not None
    return held


def round_at(text: str, players: int = 2) -> Round:
    held = table_at(text, players=players).state.round
    assert held is not None
    return held


@pytest.mark.parametrize("players", [2, 3])
def test_samples_list_features_in_their_range_and_who_went_out(players: int) -> None:
    features, points, firsts, tried, _ = sampled(players, 4)

    for row in features:
        listed = row[row < NET["features"]]
        assert len(set(listed.tolist())) == len(listed) < SAMPLES["width"]
        assert (row[len(listed) :] == NET["features"]).all()
    assert set(firsts.tolist()) == set(range(players))
    assert np.abs(points).max() < 200
    assert len(tried) == 0


def test_self_play_repeats_itself_and_depends_on_its_seed() -> None:
    one, two, other = (sampled(2, 2, seed)[0] for seed in (1, 1, 2))

    assert np.array_equal(one, two)
    assert not np.array_equal(one[: len(other)], other[: len(one)])


def test_decisions_of_a_rival_are_not_sampled() -> None:
    alone, mixed = (len(sampled(2, 6, rival=rival)[0]) for rival in (None, random_net(1)))

    assert mixed < 0.8 * alone


@pytest.mark.parametrize("players", [2, 3])
def test_every_decision_may_be_searched_and_what_is_played_is_one_of_the_moves_tried(players: int) -> None:
    features, _, _, tried, gains = sampled(players, 2, searched=1000)

    assert 0.8 * len(features) < len(tried) <= len(features)  # the others were random moves
    samples = {row.tobytes() for row in features}
    there = tried[:, :, 0] < NET["features"]
    assert there[:, :2].all()
    assert all(any(row.tobytes() in samples for row in rows) for rows in tried)
    assert (gains[~there] == 0).all()
    assert (np.abs(gains) < 200).all()
    assert (gains[there] != 0).mean() > 0.9


def test_a_search_has_no_part_in_the_decisions_of_a_rival() -> None:
    features, _, _, tried, _ = sampled(2, 4, rival=random_net(1), searched=1000)

    assert 0 < len(tried) <= len(features)


def test_points_of_a_finished_round_are_all_still_to_come_at_its_first_decision() -> None:
    features, points, firsts, *_ = sampled(2, 1)

    assert points[0] != 0
    assert (points[0] > 0) == (firsts[0] == 0)
    assert len(features) > 4


def test_a_wild_is_not_tried_where_a_spot_card_of_the_hand_would_do() -> None:
    found = {cards_of(move) for move, _, _ in valued_moves(random_net(), round_at("hands 5r 5g J 9o | 2g 3g 9g"), 0)}

    assert parse_cards("5r 5g") in found
    assert parse_cards("5r 5g J") in found
    assert parse_cards("5r J") not in found


def test_a_bet_that_stands_counts_by_the_chance_of_going_out_first() -> None:
    weights = array("h", [0] * NET["weights"])
    weights[1 - NET["heads"]] = NET["unit"]  # log odds 1 for the seat to act, and 0 for the other
    net = Net(weights)

    plain = valued_moves(net, round_at("hands 5r 7g 9o | 2g 3g 9g"), 0)
    staked = valued_moves(net, round_at("hands 5r 7g 9o | 2g 3g 9g; bets 30 | -"), 0)

    assert {(points, round(chance, 3)) for _, points, chance in plain} == {(0.0, 0.731)}
    assert {round(points, 2) for _, points, _ in staked} == {round(30 * (2 * 0.7310586 - 1), 2)}


def test_a_move_that_goes_out_scores_the_same_in_every_world() -> None:
    held = round_at("hands 5r 6r 7r | 2g 3g 9g 10g Q")
    (move,) = [move for move in held.legal(0) if cards_of(move) == parse_cards("5r 6r 7r")]

    out = array("i", bytes(4 * 4 * 3))
    try_each(random_net(), held, parse_cards("2g 3g 9g 10g"), 0, [move], 4, 1, 6, out)

    assert list(out[2::3]) == [0] * 4
    assert all(own - other >= 5 * 5 for own, other in zip(out[0::3], out[1::3], strict=True))


@pytest.mark.parametrize("players", [2, 3])
def test_nets_that_play_the_same_are_even_on_every_deal(players: int) -> None:
    points, firsts = duel(random_net(), random_net(), players)

    assert np.allclose(points, 0, atol=1e-4)
    assert np.allclose(firsts, 1 / players)


def test_what_one_net_wins_the_other_loses() -> None:
    points, firsts = duel(random_net(), random_net(2), 2)
    others, other_firsts = duel(random_net(2), random_net(), 2)

    assert np.array_equal(points, -others)
    assert np.array_equal(firsts, 1 - other_firsts)
    assert points.any()


def test_a_duel_needs_room_for_all_it_tells() -> None:
    with pytest.raises(ValueError, match="arrays do not fit each other"):
        net_duel(random_net(), random_net(), opening(2), 1, np.zeros(2, np.float32), np.zeros(1, np.float32))


def duel(net: Net, rival: Net, players: int) -> tuple[Samples, Samples]:
    points, firsts = np.zeros(20, np.float32), np.zeros(20, np.float32)
    net_duel(net, rival, opening(players), 5, points, firsts)
    return points, firsts


def test_no_more_moves_are_tried_than_there_is_room_for() -> None:
    with pytest.raises(ValueError, match="1 to 64 moves can be tried, got 65"):
        try_each(random_net(), round_at("hands 5r | 2g"), 0, 0, [0] * 65, 1, 1, 6, array("i", bytes(4 * 65 * 3)))


def test_a_list_with_an_unknown_feature_is_refused() -> None:
    with pytest.raises(ValueError, match="not a list of features"):
        head_values(random_net(), [NET["features"]])


def test_a_net_has_all_its_weights() -> None:
    with pytest.raises(ValueError, match="a net has"):
        Net(array("h", [1, 2, 3]))


def test_weights_in_a_file_are_those_that_were_written(tmp_path: Path) -> None:
    weights = random_weights(3)
    path = tmp_path / "some.weights"
    path.write_bytes(pack_net(weights, 3))

    held = round_at("hands 5r 7g 9o | 2g 3g 9g | 4g 4o 4b", players=3)
    assert valued_moves(read_net(path, 3), held, 0) == valued_moves(Net(weights), held, 0)


def spoilt(packed: bytes, at: int, byte: int) -> bytes:
    return packed[:at] + bytes([byte]) + packed[at + 1 :]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda packed: packed[:7], "not a file of weights"),
        (lambda packed: b"x" * len(packed), "not a file of weights"),
        (lambda packed: spoilt(packed, 8, 9), "format 9, expected 1"),
        (lambda packed: spoilt(packed, 10, ord("b")), "game baggis, expected haggis"),
        (lambda packed: spoilt(packed, 26, 3), "players 3, expected 2"),
        (lambda packed: spoilt(packed, 28, 7), "encoding 7, expected 2"),
        (lambda packed: spoilt(packed, 30, 1), "layers"),
        (lambda packed: packed[:-1], "bytes of weights, expected"),
        (lambda packed: spoilt(packed, HEADER.size, packed[HEADER.size] ^ 1), "do not match their checksum"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused(
    spoil: Callable[[bytes], bytes], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "some.weights"
    path.write_bytes(spoil(pack_net(random_weights(1), 2)))

    with pytest.raises(WeightsError, match=said) as caught:
        read_net(path, 2)
    assert str(path) in str(caught.value)


@pytest.mark.slow
@pytest.mark.skipif(not parlour.compiled, reason="there is no compiled kernel to compare with")
def test_compiled_and_interpreted_nets_agree() -> None:
    outputs = []
    for interpreted in (False, True):
        environment = {key: value for key, value in os.environ.items() if key != "PARLOUR_INTERPRETED"}
        if interpreted:
            environment["PARLOUR_INTERPRETED"] = "1"
        command = [sys.executable, "-m", "tests.bots.net_twin"]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        outputs.append(done.stdout)

    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == 27
