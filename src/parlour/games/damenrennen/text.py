"""A view of Damenrennen in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.game import CHANCE
from parlour.games.damenrennen.cards import RANKS, format_cards
from parlour.games.damenrennen.notation import format_move
from parlour.games.damenrennen.position import SEATS

if TYPE_CHECKING:
    from parlour.core.game import Seat
    from parlour.games.damenrennen.view import GameView, View


def describe(view: View) -> str:
    """What a seat, or a spectator, sees."""
    seen = view.game
    wins = " ".join(map(str, view.standing.wins))
    lines = [
        f"seat {'-' if view.seat is None else view.seat}; games {wins}; drawn {view.standing.drawn}",
        f"race {seen.races}, {seen.phase}, {acting(view)} to act",
        describe_private(view),
        f"market {format_cards(seen.market)}; stack {seen.stack_size}",
    ]
    lines += (describe_seat(seen, seat) for seat in SEATS)
    if seen.race_winner is not None:
        lines.append(f"race to {seen.race_winner}{', ultimate' if seen.ultimate else ''}; picks {seen.picks}")
    if seen.ending is not None:
        lines.append(f"game to {'nobody' if seen.winner is None else seen.winner} by {seen.ending}")
    drawn = " | ".join(map(format_cards, seen.drawn or ()))
    lines.append(f"used {format_cards(seen.used)}; drawn {drawn}; {'full' if seen.full else 'short'} deal")
    return "\n".join(lines)


def describe_private(view: View) -> str:
    """What a seat alone sees; nothing for a spectator."""
    seen = view.game
    if view.seat is None:
        return ""
    told = f"hand {format_cards(seen.hand)}; spent {format_cards(seen.spent)}"
    if seen.swap is not None:
        told += f"; swap {' / '.join(map(format_cards, (seen.swap.shown, seen.swap.taken, seen.swap.given)))}"
    return told if seen.sealed is None else f"{told}; sealed {format_move(seen.sealed)}"


def describe_seat(seen: GameView, seat: Seat) -> str:
    """What everybody sees of a seat."""
    rows = " / ".join(describe_row(row) for row in seen.rows[seat])
    advantages = "".join(suit for suit, holder in zip("csh", seen.advantages, strict=True) if holder == seat)
    return (
        f"{seat}: rows {rows}; reserve {format_cards(seen.reserves[seat])};"
        f" strikes {format_cards(seen.strike_cards[seat])}; advantages {advantages}; cards {seen.sizes[seat]};"
        f" spent {seen.spent_sizes[seat]}; sealed {seen.has_sealed[seat]};"
        f" exchanged {format_cards(seen.exchanged[seat])}; laid {' '.join(map(format_cards, seen.laid[seat]))};"
        f" bomb {format_cards(seen.bombs[seat])}"
    )


def acting(view: View) -> str:
    """Whom the game waits for."""
    return " ".join("chance" if actor is CHANCE else str(actor) for actor in view.to_act) or "nobody"


def describe_row(row: int) -> str:
    """The ranks of a row, a dot for one that is missing."""
    return " ".join(rank if row >> place & 1 else "·" for place, rank in enumerate(RANKS))
