"""Training for Damenrennen: a run that was killed ends like one that was not."""

from __future__ import annotations

from array import array
from functools import partial
from pathlib import Path
from statistics import fmean

import pytest

from parlour.bots.damenrennen.kernel.adam import Adam, learn_states
from parlour.bots.damenrennen.kernel.value_net import Mind
from parlour.bots.damenrennen.weights import champion_mind, fitted_mind, pack_mind, read_mind
from parlour.cli import main
from parlour.train.catalogue import SHIPPED, Order
from parlour.train.curve import CURVE
from parlour.train.damenrennen import run
from parlour.train.damenrennen.learner import CHECKPOINT, CHUNKS, Learner, Settings
from parlour.train.damenrennen.run import WEIGHTS, train
from parlour.train.folder import TrainingError
from tests.damenrennen.positions import table_at

TINY = Settings(3 * CHUNKS, 5, chunk=1)


def trained(folder: Path, settings: Settings = TINY, *, threads: int = 1, stop: int | None = None) -> bytes:
    """The weights after a run; `stop` leaves it after so many iterations as a kill would."""
    learner = Learner(settings, folder, threads)
    for done in learner.run():
        if done.iteration == stop:
            break
    return pack_mind(learner.result)


def test_a_run_that_was_killed_twice_ends_with_the_same_weights(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", threads=2)
    for stop in (1, 2):
        trained(tmp_path / "killed", stop=stop)
        (tmp_path / "killed" / f"{CHECKPOINT}.part").write_bytes(b"half")

    assert trained(tmp_path / "killed") == whole
    assert trained(tmp_path / "other", Settings(3 * CHUNKS, 6, chunk=1)) != whole


def test_the_weights_at_the_end_are_the_mean_over_the_last_quarter(tmp_path: Path) -> None:
    learner = Learner(Settings(8 * CHUNKS, 5, chunk=1), tmp_path, 1)
    found = [learner.mind.weights() for _ in learner.run()]

    assert learner.result.weights() == pytest.approx([fmean(pair) for pair in zip(*found[-2:], strict=True)])


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    trained(tmp_path, stop=1)

    with pytest.raises(TrainingError, match="is of another run"):
        Learner(Settings(100, 6), tmp_path, 1)
    (tmp_path / CHECKPOINT).write_bytes(b"\xc1")
    with pytest.raises(TrainingError, match="not a checkpoint"):
        Learner(TINY, tmp_path, 1)


def test_states_are_learnt() -> None:
    mind, adam = Mind(seed=3, large=True), Adam()
    states = array("q", table_at("rows Kh | Jc").state.game.slots())
    targets, order = array("d", [0.8]), array("q", [0])

    for _ in range(200):
        loss, square = learn_states(adam, mind, states, targets, order, 1, 0.003)

    assert square < 1e-4
    assert loss == pytest.approx(0.5004, abs=1e-3)
    assert mind.win_chance(table_at("rows Jc | Kh").state.game) == pytest.approx(0.2, abs=0.01)
    with pytest.raises(ValueError, match="do not fit"):
        learn_states(adam, mind, states, targets, array("q", [1]), 1, 0.003)


def test_a_training_leaves_weights_and_a_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "Settings", partial(Settings, chunk=1))

    reports = list(train(Order(2, 1, 5, tmp_path, 1, 1)))

    assert read_mind(tmp_path / WEIGHTS)
    assert (tmp_path / CURVE).read_text(encoding="utf-8").count("\n") == 2
    assert len(reports) == 1
    assert set(reports[0].strength) == {"sense", "search"}


@pytest.mark.slow
def test_an_answer_learns_what_its_opponent_leaves_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "Settings", partial(Settings, chunk=1))

    reports = list(train(Order(2, 1, 5, tmp_path, 1, 1, SHIPPED)))

    assert set(reports[0].strength) == {"the opponent", "the opponent, at least"}
    answer = read_mind(tmp_path / WEIGHTS)
    assert answer.weights() != champion_mind().weights()
    with pytest.raises(TrainingError, match="is of another run"):
        next(train(Order(2, 1, 5, tmp_path, 1, 1)))


def test_an_answer_need_not_be_antisymmetric() -> None:
    mind, adam = Mind(champion_mind().weights(), large=True), Adam()
    mind.answer_as(0)
    states = array("q", table_at("").state.game.slots())
    assert mind.win_chance(table_at("").state.game) == pytest.approx(0.5)

    for _ in range(100):
        learn_states(adam, mind, states, array("d", [0.6]), array("q", [0]), 1, 0.003)

    assert mind.win_chance(table_at("").state.game) == pytest.approx(0.6, abs=0.01)
    mind.answer_as(1)
    assert mind.win_chance(table_at("").state.game) == pytest.approx(0.4, abs=0.01)
    with pytest.raises(ValueError, match="answers nobody"):
        fitted_mind().answer_as(0)


def test_a_training_for_three_players_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "damenrennen", "--players", "3", "--out", str(tmp_path / "run")]) == 2
    assert "this game is for 2 players, got 3" in capsys.readouterr().err
