"""What operators are offered: readiness, metrics, and files to run and watch a server that name only what exists."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from random import Random

import pytest

from parlour.cli import make_parser
from parlour.server.bot_workers import BotWorkers
from parlour.server.metrics import Histogram, Metrics
from tests.server.client import people
from tests.server.player import Player
from tests.server.server_process import ServerProcess

DEPLOY = Path(__file__).parents[2] / "deploy"
PAGE = Path(__file__).parents[2] / "docs" / "operations.md"


def test_a_histogram_counts_in_each_bucket_all_that_took_no_longer() -> None:
    histogram = Histogram()
    for seconds in (0.0005, 0.001, 0.02, 99.0):
        histogram.observe(seconds)

    lines = histogram.lines("x_seconds")

    assert lines[0] == "# TYPE x_seconds histogram"
    assert 'x_seconds_bucket{le="0.001"} 2' in lines
    assert 'x_seconds_bucket{le="0.01"} 2' in lines
    assert 'x_seconds_bucket{le="0.025"} 3' in lines
    assert lines[-4:] == [
        'x_seconds_bucket{le="10"} 3',
        'x_seconds_bucket{le="+Inf"} 4',
        "x_seconds_sum 99.021500",
        "x_seconds_count 4",
    ]


@pytest.mark.anyio
async def test_commands_and_commits_are_measured_and_the_server_is_ready(server: ServerProcess) -> None:
    assert (ready := server.call("GET", "/readyz")).status == 200, ready
    assert ready.json == {"ok": True}
    assert server.children(), "a worker has started"
    before = figures(server)
    async with people(server, "Ada") as [ada]:
        table = server.open_table(ada.cookie, game="haggis", seats=["", "beginner"])
        await ada.join(table)
        player = Player(ada, table, Random(1))
        while len(player.acknowledged) < 3:
            await ada.until(lambda: 0 in ada.shown[table]["scene"]["to_act"])
            await player.move()
    after = figures(server)

    assert after["parlour_command_seconds_count"] >= before["parlour_command_seconds_count"] + 3
    assert after["parlour_commit_seconds_count"] > after["parlour_command_seconds_count"], "deals and bots are commits"
    assert after["parlour_commits_total"] == after["parlour_commit_seconds_count"]
    assert after["parlour_command_seconds_sum"] > 0
    assert after['parlour_workers_queue{job="bot"}'] >= 0
    assert after["parlour_workers"] == 1


def figures(server: ServerProcess) -> dict[str, float]:
    lines = server.call("GET", "/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def known_metrics() -> set[str]:
    text = Metrics().text(0, 0, BotWorkers(1, 1.0))
    return set(re.findall(r"^(parlour_\w+)", text, re.MULTILINE)) | set(re.findall(r"TYPE (\w+) histogram", text))


@pytest.mark.parametrize("path", [DEPLOY / "grafana.json", DEPLOY / "alerts.yaml", PAGE], ids=lambda path: path.name)
def test_every_metric_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"\bparlour_[a-z_]+", path.read_text(encoding="utf-8")))

    assert named
    assert named <= known_metrics()


def test_the_dashboard_can_be_imported() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))

    assert dashboard["uid"] == "parlour"
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    assert all(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])


def test_the_commands_that_start_a_server_are_accepted() -> None:
    unit = re.search(r"^ExecStart=\S+/parlour (.*)$", (DEPLOY / "parlour.service").read_text(), re.MULTILINE)
    image = re.search(r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    more = re.search(r"^ +command: (\[.*\])$", (DEPLOY / "compose.yaml").read_text(), re.MULTILINE)
    assert unit is not None
    assert image is not None
    assert more is not None

    for arguments in (shlex.split(unit[1]), [*json.loads(image[1])[1:], *json.loads(more[1])]):
        assert make_parser().parse_args(arguments).behind_proxy


def test_what_the_files_refer_to_is_there() -> None:
    root = DEPLOY.parent
    for source in re.findall(r"^COPY (?!--from)(.*) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE):
        for name in source.split():
            assert (root / name).exists(), name
    for name in re.findall(r"deploy/[\w.]+", PAGE.read_text(encoding="utf-8")):
        assert (root / name).exists(), name
    sections = re.findall(r"see '([^']+)'", (DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))
    assert sections
    for section in sections:
        assert f"- **{section}.**" in PAGE.read_text(encoding="utf-8"), section
