"""The example learner, in short."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from examples.deep_monte_carlo import Learned, Network, best_rows, learned, main, strength
from parlour.bots.catalogue import make_bot
from parlour.envs.batch import Batch
from parlour.games.catalogue import make_game


@pytest.mark.slow
def test_a_few_seconds_of_self_play_beat_uniform(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights = tmp_path / "weights.npz"

    main(["--rounds", "600", "--games", "64", "--deals", "1", "--save", str(weights)])

    said = capsys.readouterr().out
    assert "rounds  " in said
    assert "against sense" in said
    assert weights.stat().st_size < 200_000
    points, share = strength(Learned(Network.load(weights)), make_bot("uniform", "haggis"), 40, seed=3)
    assert points > 10
    assert share > 0.6


def test_the_best_row_of_every_game_is_found() -> None:
    batch = Batch(make_game("haggis", {}), 6, seed=1)
    values = np.random.default_rng(1).random(len(batch.moves)).astype(np.float32)

    rows = best_rows(values, batch)

    for game in range(batch.games):
        assert rows[game] == np.argmax(values[batch.offsets[game] : batch.offsets[game + 1]])


def test_a_step_of_learning_goes_down_the_slope() -> None:
    rng = np.random.default_rng(2)
    views, moves = rng.random((64, 5), np.float32), rng.random((64, 3), np.float32)
    targets = (views[:, 0] - moves[:, 1]).astype(np.float32)
    network = Network(5, 3, (16, 8), seed=1)

    errors = [network.learn(views, moves, targets, 0.01) for _ in range(300)]

    assert errors[-1] < errors[0] / 20
    judged = network.values(views, moves, np.ones(64, np.int64))
    assert np.mean((judged - targets) ** 2) < errors[0] / 20


def test_the_network_plays_haggis_alone() -> None:
    with pytest.raises(ValueError, match="plays haggis for two, not damenrennen"):
        learned("damenrennen")


def test_the_bot_gives_reasons() -> None:
    game = make_game("haggis", {})
    batch = Batch(game, 1)
    bot = Learned(Network(batch.encoding.view_size, batch.encoding.move_size, (16, 8), seed=1))
    state = game.apply(game.start(), None, game.deal(game.start(), Random(1)))
    seat = game.to_act(state)[0]
    assert seat is not None
    legal = game.legal_moves(state, seat)

    advice = bot.advise(game.view(state, seat), legal, Random(1))

    assert advice.move in legal
    assert len(advice.candidates) == 5
    assert advice.move == bot.choose(game.view(state, seat), legal, Random(1))
