"""Training: the kernel computes what PyTorch learnt, and a run that was killed ends like one that was not."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from time import sleep

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="pip install 'parlour[train]'")

from parlour.bots.haggis.kernel.net import NET, Net, head_values  # noqa: E402
from parlour.bots.haggis.kernel.net_play import SAMPLES  # noqa: E402
from parlour.bots.haggis.weights import read_net, shipped_net  # noqa: E402
from parlour.cli import main  # noqa: E402
from parlour.extras import load_extra  # noqa: E402
from parlour.train.catalogue import SHIPPED, Order  # noqa: E402
from parlour.train.curve import CURVE, PAGE  # noqa: E402
from parlour.train.folder import TrainingError  # noqa: E402
from parlour.train.haggis import learner  # noqa: E402
from parlour.train.haggis.generations import compare, gain  # noqa: E402
from parlour.train.haggis.learner import CHECKPOINT, CHUNKS, Learner, Settings  # noqa: E402
from parlour.train.haggis.model import LIMITS, Model, dense, suit_relabellings  # noqa: E402
from parlour.train.haggis.run import WEIGHTS, train  # noqa: E402
from parlour.train.haggis.self_play import Task, Threads, opening_of, play  # noqa: E402
from tests.bots.nets import random_net, random_weights  # noqa: E402
from tests.serving import wait_until  # noqa: E402

TINY = Settings(2, 3 * CHUNKS, 5, chunk=1)


@pytest.mark.parametrize("players", [2, 3])
def test_the_kernel_computes_what_the_model_does(players: int) -> None:
    torch.manual_seed(1)
    model = Model()
    samples = play(Task(players, model.exported(), None, 2, 3, 100))

    with torch.no_grad():
        heads = model(dense(torch.from_numpy(samples.features.astype(np.int64)))).numpy()
    net = Net(model.exported())
    for row, wanted in zip(samples.features.tolist(), heads, strict=True):
        found = head_values(net, [feature for feature in row if feature < NET["features"]])
        assert np.allclose(np.array(found) / (NET["unit"] << NET["head_shift"]), wanted, atol=0.02)


def test_no_sum_overflows_whatever_the_features() -> None:
    model = Model()
    for weights in model.parameters():
        weights.data.fill_(100.0)
    model.limit()

    (points, *_) = head_values(Net(model.exported()), list(range(SAMPLES["width"])))

    top = NET["narrow"] * LIMITS[2] * NET["ceiling"] / NET["unit"] + LIMITS[2]
    assert points / (NET["unit"] << NET["head_shift"]) == pytest.approx(top, rel=0.01)


def test_relabelling_suits_moves_cards_and_nothing_else() -> None:
    maps = suit_relabellings(2)

    assert len(maps) == 24
    for numbers in maps:
        assert sorted(numbers.tolist()) == list(range(NET["features"] + 1))
    changed = {place for numbers in maps for place in range(len(numbers)) if numbers[place] != place}
    assert len(changed) == 4 * (9 + 9 + 9 + 7)


def trained(folder: Path, settings: Settings = TINY, *, threads: int = 1, stop: int | None = None) -> bytes:
    """The weights after a run; `stop` leaves it after so many iterations as a kill would."""
    run = Learner(settings, folder, Threads(threads))
    for progress in run.run():
        if progress.iteration == stop:
            break
    return run.packed()


def test_a_run_that_was_killed_twice_ends_with_the_same_weights(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", threads=2)
    for stop in (1, 2):
        trained(tmp_path / "killed", stop=stop)
        (tmp_path / "killed" / f"{CHECKPOINT}.part").write_bytes(b"half")

    assert trained(tmp_path / "killed") == whole
    assert trained(tmp_path / "other", Settings(2, 3 * CHUNKS, 6, chunk=1)) != whole


@pytest.mark.slow
def test_two_nodes_of_ray_give_the_weights_of_one_process(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray", reason="pip install 'parlour[ray]'")
    cluster = pytest.importorskip("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    cluster.add_node(num_cpus=1)
    try:
        ray.init(address=cluster.address, log_to_driver=False)
        run = Learner(TINY, tmp_path / "ray", load_extra("parlour.train.haggis.ray_actors", "ray").RayActors(1))
        for _ in run.run():
            pass

        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        assert run.packed() == trained(tmp_path / "threads")
    finally:
        ray.shutdown()
        cluster.shutdown()


def is_newer(path: Path, moment: int) -> bool:
    return path.exists() and path.stat().st_mtime_ns > moment


@pytest.mark.slow
def test_ten_kills_change_nothing(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "parlour",
        "train",
        "haggis",
        "--rounds",
        "24576",
        "--deals",
        "0",
        "--threads",
        "1",
    ]
    subprocess.run([*command, "--out", str(tmp_path / "whole")], check=True, capture_output=True)
    checkpoint = tmp_path / "killed" / CHECKPOINT

    for kill in range(10):
        run = subprocess.Popen([*command, "--out", str(tmp_path / "killed")], stdout=subprocess.DEVNULL)
        before = checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
        wait_until(partial(is_newer, checkpoint, before), run.poll)
        sleep(Random(kill).random() / 10)
        run.kill()
        run.wait()
        assert not (tmp_path / "killed" / WEIGHTS).exists()

    subprocess.run([*command, "--out", str(tmp_path / "killed")], check=True, capture_output=True)
    assert (tmp_path / "killed" / WEIGHTS).read_bytes() == (tmp_path / "whole" / WEIGHTS).read_bytes()


def test_a_run_with_searches_that_was_killed_ends_with_the_same_weights(tmp_path: Path) -> None:
    searching = Settings(2, 3 * CHUNKS, 5, chunk=1, searched=200)
    whole = trained(tmp_path / "whole", searching, threads=2)
    trained(tmp_path / "killed", searching, stop=2)

    assert trained(tmp_path / "killed", searching) == whole
    assert trained(tmp_path / "plain") != whole


def test_only_differences_between_moves_are_learnt_from_a_search(tmp_path: Path) -> None:
    run = Learner(TINY, tmp_path, Threads(1))
    samples = play(Task(2, random_weights(1), None, 1, 3, 0, 1000))
    tried = torch.from_numpy(samples.tried.astype(np.int64))
    with torch.no_grad():
        values = run.model(dense(tried.flatten(0, 1)))[:, 0].view(samples.gains.shape)
        there = tried[:, :, 0] < NET["features"]

        level = run.differences_loss(tried, values + 7)
        beyond = run.differences_loss(tried, torch.where(there, values, values + 7))
        changed = run.differences_loss(tried, values + 7 * torch.eye(*values.shape))

    assert not there.all()
    assert level < 1e-9
    assert beyond < 1e-9
    assert changed > 0.01


def test_a_net_begins_with_given_weights(tmp_path: Path) -> None:
    start = random_weights(3)

    run = Learner(TINY, tmp_path, Threads(1), start=start)

    assert run.progress.actor == start
    assert run.opponent is None


def test_a_checkpoint_from_before_a_setting_existed_is_resumed(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole")
    trained(tmp_path / "older", stop=1)
    path = tmp_path / "older" / CHECKPOINT
    state = torch.load(path, weights_only=True)
    del state["settings"]["searched"], state["settings"]["start"]
    torch.save(state, path)

    assert trained(tmp_path / "older") == whole


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    torch.save({"settings": {"rounds": "many"}}, tmp_path / CHECKPOINT)

    with pytest.raises(TrainingError, match="is of another run"):
        Learner(TINY, tmp_path, Threads(1))


def test_past_generations_are_met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = trained(tmp_path / "alone")
    monkeypatch.setattr(learner, "GENERATION", 1)
    monkeypatch.setattr(learner, "compare", partial(compare, most=20))

    whole = trained(tmp_path / "whole")
    trained(tmp_path / "killed", stop=2)

    assert read_net(tmp_path / "whole" / "generation-0001.net", 2)
    assert trained(tmp_path / "killed") == whole != alone


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    trained(tmp_path, stop=1)

    with pytest.raises(TrainingError, match="is of another run"):
        Learner(Settings(3, 100, 5), tmp_path, Threads(1))


def test_a_training_leaves_weights_and_a_curve(tmp_path: Path) -> None:
    reports = list(train(Order(2, 1, 5, tmp_path, 1, 1)))

    assert read_net(tmp_path / WEIGHTS, 2)
    assert (tmp_path / CURVE).read_text(encoding="utf-8").count("\n") == 2
    assert "over sense:bets=0" in (tmp_path / PAGE).read_text(encoding="utf-8")
    assert len(reports) == 1
    assert set(reports[0].strength) == {"sense:bets=0", "search:nodes=200,bets=0"}


def test_a_model_takes_the_weights_that_it_exported() -> None:
    torch.manual_seed(2)
    one, other = Model(), Model()

    other.take(one.exported())

    assert other.exported() == one.exported()


def test_a_stronger_net_is_told_from_an_equal_one() -> None:
    shipped, opening = shipped_net(2), opening_of(2)

    better = compare(shipped, random_net(), opening, 1, most=500)
    equal = compare(shipped, shipped, opening, 1, most=500)

    assert better.stronger
    assert better.points - better.margin > 0
    assert better.deals < 500
    assert not equal.stronger
    assert (equal.points, equal.margin) == (0, 0)


def test_a_net_learns_against_a_fixed_opponent(tmp_path: Path) -> None:
    (report,) = train(Order(2, 1, 5, tmp_path, 1, 20, SHIPPED))

    learnt = read_net(tmp_path / WEIGHTS, 2)
    points, margin = gain(learnt, shipped_net(2), opening_of(2), 5, 20)
    assert report.strength == {"the opponent": points, "the opponent, at least": points - margin}
    with pytest.raises(TrainingError, match="is of another run"):
        next(train(Order(2, 1, 5, tmp_path, 1, 20)))


def test_a_fixed_opponent_plays_every_round_and_no_generation_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learner, "GENERATION", 1)
    settings = Settings(2, 2 * CHUNKS, 5, chunk=1, against="some")
    run = Learner(settings, tmp_path, Threads(1), random_weights(1))
    tasks: list[Task] = []
    monkeypatch.setattr(run.actors, "submit", tasks.extend)

    run.begin(1, run.progress.actor)

    assert len(tasks) == CHUNKS
    assert all(task.rival is run.opponent for task in tasks)
    assert run.progress.actor == random_weights(1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["snap"], "nothing learns 'snap'"),
        (["haggis", "--rounds", "0"], "--rounds and --threads from 1"),
        (["haggis", "--against", "nothing.weights"], "--against: no file nothing.weights"),
        (["haggis", "--from", "nothing.weights"], "--from: no file nothing.weights"),
        (["haggis", "--searched", "101"], "--searched from 0 to 100 percent, got 101"),
        (["damenrennen", "--searched", "5"], "--from and --searched are for haggis"),
        (["damenrennen", "--from", "shipped"], "--from and --searched are for haggis"),
        (["haggis", "--players", "5"], "nets are for 2 or 3 players, got 5"),
    ],
)
def test_a_training_that_cannot_be_is_refused(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *arguments, "--out", str(tmp_path / "run")]) == 2
    assert said in capsys.readouterr().err
