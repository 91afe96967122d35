"""A summary as text and tables, for the terminal and for the HTML report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.arena.rating import Estimate
    from parlour.arena.sprt import State as SprtState
    from parlour.arena.summary import Summary


def headline(summary: Summary) -> str:
    """What was played, in a sentence."""
    contest = summary.contest
    kind = KINDS[contest.game]
    what = f"one {kind.unit}" if contest.span == "round" else "a match"
    if contest.span == "match" and kind.length is not None:
        what += f" ({kind.length.replace('_', ' ')} {contest.options[kind.length]})"
    limit = "" if contest.limit_ms is None else f", at most {contest.limit_ms:g} ms of CPU a move"
    return f"{summary.deals:,} deals of {contest.game}, {what} in every seating{limit}."


def pair_rows(summary: Summary) -> list[list[str]]:
    """The table of pairs, its header first."""
    kind = KINDS[summary.contest.game]
    matches = summary.contest.span == "match"
    head = ["bot", "against", f"{kind.unit}s", f"points a {kind.unit}", "95 %", kind.first, "95 %"]
    rows = [head + (["matches won", "95 %"] if matches else [])]
    for pair in summary.pairs:
        row = [pair.a, pair.b, f"{pair.rounds:,}", f"{pair.points.value:+.2f}", span(pair.points, "+.2f")]
        row += [f"{pair.out_first.value:.1%}", span(pair.out_first, ".1%")]
        if pair.match_wins is not None:
            row += [f"{pair.match_wins.value:.1%}", span(pair.match_wins, ".1%")]
        rows.append(row)
    return rows


def bot_rows(summary: Summary) -> list[list[str]]:
    """The table of bots, the strongest first; its header comes first."""
    skilled = any(bot.skill for bot in summary.bots)
    rows = [["bot", "Elo", "95 %", *(["openskill"] if skilled else []), "moves", "ms a move", "forfeits"]]
    for bot in sorted(summary.bots, key=lambda bot: -bot.elo.value):
        skill = [f"{bot.skill.mu:.2f} ± {bot.skill.sigma:.2f}"] if bot.skill else []
        pace = "-" if bot.ms_per_move is None else f"{bot.ms_per_move:.3g}"
        elo = [f"{bot.elo.value:+.0f}", span(bot.elo, "+.0f")]
        rows.append([bot.name, *elo, *skill, f"{bot.moves:,}", pace, str(bot.forfeits)])
    return rows


def span(estimate: Estimate, form: str) -> str:
    if estimate.interval is None:
        return "-"
    low, high = estimate.interval
    return f"{low:{form}} to {high:{form}}"


def fault_lines(summary: Summary) -> list[list[str]]:
    """Who forfeited, why, and how often."""
    return [
        [fault.bot, f"{fault.reason} (first on deal {fault.first_deal})", str(fault.count)] for fault in summary.faults
    ]


def sprt_line(state: SprtState) -> str:
    """The state of a sequential test."""
    found = {
        "accept": f"accepted: the first bot is stronger by {state.elo1:g} Elo or more",
        "reject": f"rejected: the first bot is not stronger by more than {state.elo0:g} Elo",
        None: "undecided: more deals are needed",
    }[state.verdict]
    numbers = f"LLR {state.llr:+.2f}, bound {state.bound:.2f}, {state.deals:,} deals"
    return f"SPRT {state.elo0:g}, {state.elo1:g}: {found} ({numbers})"


def aligned(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """A table as plain lines, the first columns left-aligned and the others right-aligned."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
