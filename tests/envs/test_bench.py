"""`parlour bench envs`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_the_environments_are_measured_and_what_is_missing_is_named() -> None:
    hide_rlcard = "import sys; sys.modules['rlcard'] = None; from parlour.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", hide_rlcard, "bench", "envs", "--seconds", "0.2", "--json"]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["batch_haggis2"]["decisions_per_cpu_s"] > 0
    assert 10 < figures["batch_haggis2"]["legal_per_decision"] < 60
    assert figures["batch_two_threads"]["by_cpu_of_first_thread"] > 0
    assert figures["rlcard_doudizhu"] == {"not_installed": "rlcard"}


def test_without_numpy_the_bench_names_the_extra() -> None:
    code = (
        "import importlib.util, sys\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'numpy' else find(name, *rest)\n"
        "from parlour.cli import main\n"
        "sys.exit(main(['bench', 'envs']))\n"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode != 0
    assert "pip install 'parlour[envs]'" in done.stderr
    assert "Traceback" not in done.stderr
