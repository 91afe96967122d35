"""Open positions and views as text, as `position_notation` reads them; what is as usual is not said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.damenrennen.cards import ROW_SUITS, format_cards, row_cards
from parlour.games.damenrennen.notation import format_move
from parlour.games.damenrennen.position import QUEEN, SEATS, advantages_of, decode_game

if TYPE_CHECKING:
    from parlour.core.game import Seat
    from parlour.games.damenrennen.position import Position, Rows
    from parlour.games.damenrennen.state import Standing, State
    from parlour.games.damenrennen.view import GameView, View

HIDDEN: Final = "?"
Pair = tuple[str, str]


def format_position(state: State) -> str:
    """A state as text, without the options."""
    position = decode_game(state.game)
    private = {
        "hands": bars(*map(format_cards, position.hands)),
        "spent": bars(*map(format_cards, position.spent)),
        "sealed": bars(*map(format_seal, position.sealed)) if any(position.sealed) else "",
        "shown": format_cards(position.shown),
        "swapped": format_swap(position.taken, position.given),
    }
    return join_fields(public_fields(position, state.standing) | private)


def format_view(view: View) -> str:
    """A view as text, without the options."""
    seen, viewer = view.game, view.seat

    def of_seat(seat: Seat, own: str, hidden: str) -> str:
        return own if seat == viewer else hidden

    def of_both(own: str, hidden: Pair) -> str:
        return bars(*(of_seat(seat, own, hidden[seat]) for seat in SEATS))

    swap = seen.swap
    private = {
        "hands": of_both(format_cards(seen.hand), hidden_piles(seen.sizes)),
        "spent": of_both(format_cards(seen.spent), hidden_piles(seen.spent_sizes)),
        "sealed": of_both(format_seal(seen.sealed), hidden_seals(seen.has_sealed)) if any(seen.has_sealed) else "",
        "shown": format_cards(swap.shown) if swap else f"{HIDDEN}2" if seen.has_shown else "",
        "swapped": format_swap(swap.taken, swap.given)
        if swap
        else f"{HIDDEN} for {HIDDEN}"
        if seen.has_swapped
        else "",
    }
    return join_fields({"seat": "-" if viewer is None else str(viewer)} | public_fields(seen, view.standing) | private)


def public_fields(seen: Position | GameView, standing: Standing) -> dict[str, str]:
    """What everybody may see, field by field."""
    attached = (row_pile(seen.rows[0]), row_pile(seen.rows[1]))
    drawn = seen.drawn or (0, 0)
    usual = sum(seen.laid[0]) + sum(seen.laid[1]) + sum(drawn)
    holders = " ".join("-" if holder is None else str(holder) for holder in seen.advantages)
    tricks = zip(*(map(format_cards, laid) for laid in seen.laid), strict=True)
    margin = "ultimate" if seen.ultimate else "simple"
    by = "" if seen.winner is None else f" by {seen.winner}"
    return {
        "rows": bars(*map(format_cards, attached)),
        "reserve": bars(*map(format_cards, seen.reserves)),
        "strikes": bars(*map(format_cards, seen.strike_cards)),
        "phase": "" if seen.phase == "race" else seen.phase,
        "market": format_cards(seen.market),
        "hands": "",
        "exchanged": bars(*map(format_cards, seen.exchanged)),
        "tricks": " / ".join(f"{first} {second}" for first, second in tricks),
        "bombs": bars(*map(format_cards, seen.bombs)),
        "drawn": bars(*map(format_cards, drawn)),
        "used": "" if seen.used == usual else format_cards(seen.used) or "-",
        "won": "" if seen.race_winner is None else f"{seen.race_winner} {margin}",
        "ended": "" if seen.ending is None else f"{seen.ending}{by}",
        "advantages": "" if seen.advantages == advantages_of(seen.rows) else holders,
        "deal": "" if seen.full else "short",
        "race": "" if seen.races == (seen.phase != "race") else str(seen.races),
        "games": bars(*map(str, standing.wins)) if any(standing.wins) else "",
        "draws": str(standing.drawn or ""),
    }


def join_fields(fields: dict[str, str]) -> str:
    """`name value; name value; …`, without the fields that say nothing."""
    return "; ".join(" ".join(f"{name} {value}".split()) for name, value in fields.items() if value)


def bars(first: str, second: str) -> str:
    """What is said of both seats; nothing where neither has anything."""
    return f"{first} | {second}" if first or second else ""


def row_pile(rows: Rows) -> int:
    """The cards attached to the queens."""
    return sum(row_cards(rows[suit] & ~QUEEN, suit) for suit in range(len(ROW_SUITS)))


def format_seal(move: int | None) -> str:
    """A sealed choice; - for none."""
    return "-" if move is None else format_move(move)


def format_swap(taken: int, given: int) -> str:
    """The card that was taken and the one that was given for it."""
    return f"{format_cards(taken)} for {format_cards(given)}" if taken else ""


def hidden_piles(sizes: tuple[int, int]) -> Pair:
    """Cards that are counted and not seen."""
    first, second = (f"{HIDDEN}{size}" if size else "" for size in sizes)
    return first, second


def hidden_seals(sealed: tuple[bool, bool]) -> Pair:
    """Choices that are sealed; - for none."""
    first, second = (HIDDEN if is_sealed else "-" for is_sealed in sealed)
    return first, second
