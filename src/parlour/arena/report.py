"""A run as one HTML page that needs nothing else: no script, no font, no network."""

from __future__ import annotations

import os
import tempfile
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.arena.chart import bars, heat_map, histogram, intervals
from parlour.arena.summary import payoffs
from parlour.arena.text_report import bot_rows, fault_lines, headline, pair_rows, sprt_line
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.arena.summary import Pair, Summary

HISTOGRAMS: Final = 12

STYLE: Final = """
:root { color-scheme: light dark; --ground: #e8dfce; --panel: #f5efe2; --text: #1f2b2b; --soft: #434c48;
  --line: rgb(60 48 26 / .2); --accent: #8a3d0a; --up: #1d6a6c; --down: #b4501a; }
@media (prefers-color-scheme: dark) { :root { --ground: #15292d; --panel: #1c3338; --text: #f2ebdc; --soft: #b7c2bc;
  --line: rgb(236 226 202 / .2); --accent: #f0b45c; --up: #4fb3ae; --down: #e08a4a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font: 30px/1.2 Georgia, serif; margin: 0 0 4px; } h2 { font: 22px/1.2 Georgia, serif; margin: 32px 0 8px; }
p, figcaption { color: var(--soft); margin: 4px 0 8px; max-width: 68ch; }
.wide { overflow-x: auto; background: var(--panel); border-radius: 12px; padding: 12px 16px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 6px 8px; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, .second td:nth-child(2), .second th:nth-child(2) { text-align: left;
  white-space: normal; overflow-wrap: break-word; min-width: 15ch; max-width: 32ch; }
tr:last-child td { border-bottom: 0; } th { color: var(--soft); font-weight: 600; }
figure { margin: 0 0 16px; } svg { max-width: 100%; height: auto; display: block; }
svg text { fill: var(--text); font-size: 13px; } .name { text-anchor: end; }
.tick { text-anchor: middle; fill: var(--soft); }
.value { text-anchor: middle; font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); } .zero { stroke: var(--soft); }
.whisker { stroke: var(--up); stroke-width: 3; stroke-linecap: round; } .dot { fill: var(--accent); }
.course { stroke: var(--up); stroke-width: 2; fill: none; }
.bar { fill: var(--up); } .mean { stroke: var(--accent); stroke-width: 2; }
"""


def write_report(summary: Summary, path: Path) -> None:
    """Write the page of a run."""
    sections = [overview(summary), pairs(summary), ratings(summary), details(summary)]
    write_page(page(f"Arena: {KINDS[summary.contest.game].title}", sections), path)


def write_page(text: str, path: Path) -> None:
    """Write atomically: to a temporary file in the same folder, which then replaces the target."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def page(title: str, sections: Iterable[str]) -> str:
    """The whole page."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>\n'
        f"<body><main><h1>{escape(title)}</h1>{''.join(sections)}</main></body></html>\n"
    )


def overview(summary: Summary) -> str:
    """What was played, and what a test decided."""
    options = ", ".join(
        f"{name} {msgspec.json.encode(value).decode()}" for name, value in summary.contest.options.items()
    )
    decided = f"<p><strong>{escape(sprt_line(summary.sprt))}</strong></p>" if summary.sprt else ""
    settings = f"Options: {options}; seed {summary.contest.seed}."
    return f"<p>{escape(headline(summary))}</p><p>{escape(settings)}</p>{decided}"


def pairs(summary: Summary) -> str:
    """How every pair did."""
    names, unit = [bot.name for bot in summary.bots], KINDS[summary.contest.game].unit
    return (
        "<h2>Pairs</h2>"
        + table(pair_rows(summary), "second")
        + f"<h2>Pay-off matrix</h2><p>Points a {unit}, row over column.</p>"
        + figure(heat_map(names, payoffs(summary)))
    )


def ratings(summary: Summary) -> str:
    """How strong every bot is, the strongest first."""
    bots = sorted(summary.bots, key=lambda bot: -bot.elo.value)
    return (
        "<h2>Bots</h2>"
        + table(bot_rows(summary))
        + "<h2>Elo</h2><p>Bradley-Terry over all pairs, mean 0, with 95 % intervals from a bootstrap over deals.</p>"
        + figure(intervals([bot.name for bot in bots], [bot.elo for bot in bots], "Elo with 95 % intervals"))
    )


def details(summary: Summary) -> str:
    """Deals, times and forfeits."""
    names, unit = [bot.name for bot in summary.bots], KINDS[summary.contest.game].unit
    return (
        f"<h2>Points by deal</h2><p>What the first bot has over the second on a deal, the mean over its seatings, a"
        f" {unit}. The vertical line is the mean.</p>"
        + "".join(map(pair_histogram, closest(summary.pairs)))
        + "<h2>CPU milliseconds a move</h2>"
        + figure(bars(names, [bot.ms_per_move or 0.0 for bot in summary.bots], "CPU milliseconds a move"))
        + "<h2>Forfeits</h2>"
        + (table([["bot", "why", "times"], *fault_lines(summary)]) if summary.faults else "<p>None.</p>")
    )


def closest(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs whose distributions are shown: all, or the closest ones of many."""
    return sorted(pairs, key=lambda pair: abs(pair.points.value))[:HISTOGRAMS] if len(pairs) > HISTOGRAMS else [*pairs]


def pair_histogram(pair: Pair) -> str:
    about = f"{pair.a} over {pair.b}, {pair.deals:,} deals"
    return figure(histogram(pair.by_deal, pair.points.value, about), about)


def figure(drawing: str, caption: str = "") -> str:
    words = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="wide">{drawing}{words}</figure>'


def table(rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """A table; the first row is its header."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="wide"><table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
