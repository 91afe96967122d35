"""What a bot advises, as bars of a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.core.figure import Bar

if TYPE_CHECKING:
    from parlour.bots.bot import Advice, Candidate
    from parlour.core.game import Game


def advice_bars(game: Game[Any, Any, Any], advice: Advice[Any], most: int) -> tuple[Bar, ...]:
    """The best candidates of an advice with their values, at most so many."""
    shown = advice.candidates[:most]
    by_points = all(each.points is not None for each in shown)
    values = [each.points if by_points else each.wins for each in shown]
    best = max((abs(value) for value in values if value is not None), default=0.0) or 1.0
    return tuple(
        Bar(
            game.format_move(each.move),
            value_text(value, by_points=by_points),
            max(0.0, (value or 0.0) / best),
            note_of(each) if by_points else "",
        )
        for each, value in zip(shown, values, strict=True)
    )


def value_text(value: float | None, *, by_points: bool) -> str:
    """A value as it is written beside its bar; the minus is a true one."""
    if value is None:
        return ""
    text = f"{value:+.1f}" if by_points else f"{value:.0%}".replace("%", "\u202f%")
    return text.replace("-", "\u2212")


def note_of(candidate: Candidate[Any]) -> str:
    """The chance of being first, where it is known."""
    return "" if candidate.wins is None else f"first {candidate.wins:.0%}".replace("%", "\u202f%")
