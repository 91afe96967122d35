"""The curve of a training: lines of measurements, and their plots."""

from __future__ import annotations

import csv
from pathlib import Path

from parlour.train.curve import CURVE, PAGE, add_measurement


def test_measurements_are_lines_and_plots(tmp_path: Path) -> None:
    for rounds, loss in ((1000, 0.5), (2000, 0.25)):
        add_measurement(tmp_path, {"rounds": rounds, "loss": loss, "over search:nodes=200,bets=0": 3.0})

    page = (tmp_path / PAGE).read_text(encoding="utf-8")
    with (tmp_path / CURVE).open(newline="", encoding="utf-8") as file:
        assert list(csv.reader(file)) == [
            ["rounds", "loss", "over search:nodes=200,bets=0"],
            ["1000", "0.5", "3"],
            ["2000", "0.25", "3"],
        ]
    assert page.count("<polyline") == 2
    assert "<title>2000: 0.25</title>" in page


def test_a_resumed_training_replaces_its_last_line(tmp_path: Path) -> None:
    for loss in (0.5, 0.25):
        add_measurement(tmp_path, {"rounds": 1000, "loss": loss})

    assert (tmp_path / CURVE).read_text(encoding="utf-8") == "rounds,loss\n1000,0.25\n"
