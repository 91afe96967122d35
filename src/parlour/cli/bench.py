"""`parlour bench`."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from parlour.bench.bots import bench_bots
from parlour.bench.engine import bench_engine
from parlour.bench.rules import bench_rules
from parlour.core.errors import OptionError
from parlour.extras import load_extra
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from parlour.cli.game import Commands


def bench_server(seconds: float, on_progress: Callable[[int, int], None], database: str = "") -> dict[str, Any]:
    """The server; OptionError where it is not installed."""
    bench = load_extra("parlour.bench.server", "server").bench_server
    result: dict[str, Any] = bench(seconds, on_progress, database=database)
    return result


def bench_nodes(seconds: float, on_progress: Callable[[int, int], None], database: str, nodes: int) -> dict[str, Any]:
    """Several nodes; OptionError where the server is not installed."""
    bench = load_extra("parlour.bench.nodes", "server").bench_nodes
    result: dict[str, Any] = bench(seconds, on_progress, database=database, nodes=nodes)
    return result


def bench_hostile(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """The server under attack; OptionError where it is not installed."""
    result: dict[str, Any] = load_extra("parlour.bench.hostile.siege", "server").bench_hostile(seconds, on_progress)
    return result


def bench_lobby(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Tables beside a busy lobby; OptionError where the server is not installed."""
    result: dict[str, Any] = load_extra("parlour.bench.lobby", "server").bench_lobby(seconds, on_progress)
    return result


def bench_envs(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """The environments; OptionError where they are not installed."""
    result: dict[str, Any] = load_extra("parlour.bench.envs", "envs").bench_envs(seconds, on_progress)
    return result


def bench_page(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """The page in a real browser; OptionError where there is none."""
    result: dict[str, Any] = load_extra("parlour.bench.page", "page").bench_page(seconds, on_progress)
    return result


BENCHES: Final[dict[str, Callable[[float, Callable[[int, int], None]], dict[str, Any]]]] = {
    "rules": bench_rules,
    "bots": bench_bots,
    "engine": bench_engine,
    "server": bench_server,
    "hostile": bench_hostile,
    "lobby": bench_lobby,
    "envs": bench_envs,
    "page": bench_page,
}


def add_bench(commands: Commands) -> None:
    bench = commands.add_parser("bench", help="measure speed, per CPU second", description="Measure speed.")
    bench.add_argument(
        "what",
        choices=BENCHES,
        help="rules: random play in the kernels and through the protocol; bots: playouts, and a move of every level;"
        " engine: what a decision costs through the engine protocol, on both sides;"
        " server: 1,000 players at 500 tables, on one core; hostile: people at 51 tables before and during each of a"
        " dozen attacks by one visitor (Linux); lobby: people at 100 tables while 500 others wait in the lobby and 50"
        " tables a second are opened for them; envs: environments for research, beside others;"
        " page: first paint, layout shift (over a whole match too) and size of the page, in a real Chromium"
        " (wall-clock time)",
    )
    bench.add_argument(
        "--seconds",
        type=float,
        default=10.0,
        metavar="S",
        help="total duration (10); for hostile, of each attack; for lobby, of each half; the page ignores it",
    )
    bench.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="for server: play in this PostgreSQL database, which keeps the tables, instead of in a file",
    )
    bench.add_argument(
        "--nodes",
        type=int,
        metavar="N",
        default=1,
        help="for server: compare one node with N on the same --database, and forwarded moves with local ones",
    )
    bench.add_argument("--json", action="store_true", help="print data for programs")
    bench.set_defaults(run=run_bench)


def run_bench(options: argparse.Namespace) -> int:
    """Measure, and print the figures."""
    if options.seconds <= 0:
        raise OptionError(f"--seconds is above 0, got {options.seconds}")
    measure = BENCHES[options.what]
    if options.what != "server" and (options.database or options.nodes != 1):
        raise OptionError(f"--database and --nodes are for bench server, got {options.what!r}")
    if options.nodes < 1:
        raise OptionError(f"--nodes is 1 or more, got {options.nodes}")
    if options.nodes > 1:
        measure = partial(bench_nodes, database=options.database, nodes=options.nodes)
    elif options.database:
        measure = partial(bench_server, database=options.database)
    result = measure(options.seconds, lambda done, total: show_progress(done, total, "bench"))
    if options.json:
        print(json.dumps(result))
        return 0
    kernels = "compiled" if result.pop("compiled") else "interpreted"
    print(f"{kernels} kernels, {'in wall-clock time' if options.what == 'page' else 'in CPU time'}")
    for name, figures in flat(result, ""):
        print(f"{name:24} " + ", ".join(f"{key.replace('_', ' ')} {figure(value)}" for key, value in figures.items()))
    return 0


def figure(value: float | str | list[float]) -> str:
    """A figure with thousands separators, several of them, or the text in place of one."""
    if isinstance(value, list):
        return " ".join(map(figure, value))
    return value if isinstance(value, str) else f"{value:,}"


def flat(figures: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, float | str | list[float]]]]:
    """Every group of figures, named by its path; what contains it comes first."""
    alone = {key: value for key, value in figures.items() if not isinstance(value, dict)}
    if alone:
        yield name, alone
    for key, value in figures.items():
        if isinstance(value, dict):
            yield from flat(value, f"{name} {key}".strip())
