"""A view of Haggis in plain lines, without the past."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from parlour.games.haggis.cards import format_cards, pile_names
from parlour.games.haggis.notation import format_move

if TYPE_CHECKING:
    from parlour.games.haggis.view import RoundView, View

write_move = lru_cache(maxsize=1 << 12)(format_move)


def describe(view: View) -> str:
    """What a seat, or a spectator, sees."""
    scores = " ".join(map(str, view.standing.scores))
    lines = [f"seat {'-' if view.seat is None else view.seat}; round {view.standing.number}; points {scores}"]
    if view.round is not None:
        lines += describe_round(view.round)
    return "\n".join(lines)


def describe_private(view: View) -> str:
    """What a seat alone sees: her hand, before a deal an empty one."""
    return f"hand {format_cards(0 if view.round is None else view.round.hand)}"


def describe_round(seen: RoundView) -> list[str]:
    """A round as one seat sees it, line by line."""
    lines = [
        f"hand {format_cards(seen.hand)}",
        f"sizes {' '.join(map(str, seen.sizes))}; wilds {' | '.join(map(format_cards, seen.wilds))}",
        f"{seen.phase}, {seen.actor} to act",
    ]
    if seen.standing:
        below = "" if seen.runner_up is None else f" over {seen.runner_up}"
        lines.append(
            f"to beat {write_move(seen.standing)} by {seen.holder}{below}; passes {seen.passes};"
            f" trick {' '.join(pile_names(seen.trick))}"
        )
    bets = " ".join("-" if bet is None else str(bet) for bet in seen.bets)
    fresh = " ".join(str(seat) for seat, played in enumerate(seen.played) if not played)
    lines.append(f"bets {bets}; fresh {fresh}; out {' '.join(map(str, seen.outs))}")
    lines.append(f"captured {' | '.join(' '.join(pile_names(pile)) for pile in seen.captured)}")
    if seen.shown is not None and seen.haggis is not None:
        lines.append(f"shown {' | '.join(map(format_cards, seen.shown))}; haggis {format_cards(seen.haggis)}")
        lines.append(f"left over {' '.join(map(str, seen.left_over))}; points {seen.points}")
    return lines
