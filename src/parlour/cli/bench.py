"""`parlour bench`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from parlour.bench.rules import bench_rules
from parlour.core.errors import OptionError
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse

    from parlour.cli.game import Commands


def add_bench(commands: Commands) -> None:
    """Describe `parlour bench`."""
    bench = commands.add_parser("bench", help="measure speed, per CPU second", description="Measure speed.")
    bench.add_argument("what", choices=["rules"], help="rules: random play in the kernels and through the protocol")
    bench.add_argument("--seconds", type=float, default=10.0, metavar="S", help="how long in all (10)")
    bench.add_argument("--json", action="store_true", help="print data for programs")
    bench.set_defaults(run=run_bench)


def run_bench(options: argparse.Namespace) -> int:
    """Measure."""
    if options.seconds <= 0:
        raise OptionError(f"--seconds is above 0, got {options.seconds}")
    result = bench_rules(options.seconds, lambda done, total: show_progress(done, total, "bench"))
    if options.json:
        print(json.dumps(result))
        return 0
    print(f"{'compiled' if result.pop('compiled') else 'interpreted'} kernels, medians, per CPU second")
    for name, figures in result.items():
        print(f"{name:12} " + ", ".join(f"{key} {value:,}" for key, value in figures.items()))
    return 0
