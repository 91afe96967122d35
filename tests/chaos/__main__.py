"""Chaos runs, one after the other: `python -m tests.chaos --runs 200 --nodes 3 --tables 50`.

Every run has a seed; the summary has a line of JSON for each, and a run whose line is there already is not repeated,
so that an interrupted series can be resumed. The histories and logs of a run with findings are kept beside it.
`--unfenced` runs nodes without the fence: then the checker must find something.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from tests.chaos.cluster import NAMES, Ground, ground, running
from tests.chaos.plan import Kind
from tests.chaos.run import Figures, Terms, chaos

ROOT: Final = Path(__file__).parents[2]
DEFAULT: Final = Terms()
SERIES: Final = 10
"""How many runs are made on one cluster."""


def main() -> int:
    """Run, print progress and a summary; 1 where something was found."""
    options = parsed()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # everything that was set up is taken down
    options.folder.mkdir(parents=True, exist_ok=True)
    summary = options.folder / "summary.jsonl"
    done = read(summary)
    end = time.monotonic() + 60 * options.minutes if options.minutes else None
    seeds = [seed for seed in range(options.seed, options.seed + options.runs) if seed not in done]
    with ground(max(options.nodes)) as place:
        left_out = sorted(set(Kind) - set(place.kinds()))
        if left_out:
            write(f"not possible here: {', '.join(left_out)}")
        with contextlib.suppress(KeyboardInterrupt):
            for first in range(0, len(seeds), SERIES):
                for figures in series(place, options, seeds[first : first + SERIES], end):
                    done[figures.seed] = figures
                    with summary.open("ab") as out:
                        out.write(msgspec.json.encode(figures) + b"\n")
                    write(line_of(figures, len(done), options.runs))
    return conclude(list(done.values()))


def series(place: Ground, options: argparse.Namespace, seeds: Sequence[int], end: float | None) -> Iterator[Figures]:
    """Some runs on the same cluster; what is needed to understand their findings is kept."""
    terms = Terms(tables=options.tables, seconds=options.seconds, every=options.every)
    count = options.nodes[seeds[0] // SERIES % len(options.nodes)]
    with running(place, count, fenced=not options.unfenced) as cluster:
        for seed in seeds:
            if end is not None and time.monotonic() > end:
                return
            figures, tables = asyncio.run(chaos(cluster, place.kinds(), seed, terms))
            if figures.findings or figures.logged:
                kept = options.folder / f"seed-{seed}"
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(cluster.folder, kept)
                named = {finding.table for finding in figures.findings}
                (kept / "tables.json").write_bytes(msgspec.json.encode([each for each in tables if each.name in named]))
            yield figures


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="how many (10)")
    parser.add_argument("--minutes", type=float, default=0, help="begin no run after so long")
    parser.add_argument("--seed", type=int, default=1, help="of the first run (1); each has the next one")
    parser.add_argument("--nodes", type=int, nargs="+", default=[2, 3], choices=range(1, len(NAMES) + 1))
    parser.add_argument("--tables", type=int, default=DEFAULT.tables)
    parser.add_argument("--seconds", type=float, default=DEFAULT.seconds, help="of strikes in each run")
    parser.add_argument("--every", type=float, default=DEFAULT.every, help="seconds between strikes, on average")
    parser.add_argument("--unfenced", action="store_true", help="run nodes without the fence")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "chaos", help="of the summary (build/chaos)")
    return parser.parse_args()


def read(summary: Path) -> dict[int, Figures]:
    """The runs that were made before."""
    if not summary.exists():
        return {}
    lines = [msgspec.json.decode(line, type=Figures) for line in summary.read_bytes().splitlines()]
    return {figures.seed: figures for figures in lines}


def line_of(figures: Figures, number: int, runs: int) -> str:
    found = Counter(finding.fault.name for finding in figures.findings)
    struck = " ".join(f"{kind}:{count}" for kind, count in figures.struck.items())
    return (
        f"{number}/{runs} seed {figures.seed}: {figures.nodes} nodes, {figures.moves} moves, {figures.entries} entries,"
        f" {figures.looks} views, {figures.connections} connections, {figures.takeovers} takeovers,"
        f" {figures.seconds:.0f} s; {struck}; {dict(found) or 'nothing found'}"
        + (f"; {figures.logged} tracebacks" if figures.logged else "")
    )


def conclude(done: list[Figures]) -> int:
    """Print the sums of all runs."""
    struck: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for figures in done:
        struck.update(figures.struck)
        refused.update(figures.refused)
        faults.update(finding.fault.name for finding in figures.findings)
    write(
        f"{len(done)} runs: {sum(each.moves for each in done)} acknowledged moves,"
        f" {sum(each.entries for each in done)} entries, {sum(each.looks for each in done)} views compared,"
        f" {sum(each.takeovers for each in done)} takeovers, {sum(each.unanswered for each in done)} unanswered"
    )
    write(f"strikes: {dict(struck)}")
    write(f"refusals: {dict(refused)}")
    write(f"findings: {dict(faults) or 'none'} in runs {[each.seed for each in done if each.findings]}")
    return 1 if faults else 0


def write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
