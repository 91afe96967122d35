"""The reasons that bots give for moves in Damenrennen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.game import Reason
from parlour.games.damenrennen import notation
from parlour.games.damenrennen.cards import card_count, format_cards
from parlour.games.damenrennen.notation import cards_of, diamonds_of, kind_of, swapped_card

if TYPE_CHECKING:
    from parlour.core.game import Parameter

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "lay_randomly": (),
    "wins_game": ("card",),
    "stops_win": ("card",),
    "card_worth": ("card", "points"),
    "joins_row": ("card", "length", "suit"),
    "strikes": ("card", "suit"),
    "diamond": ("card",),
    "waits": ("card",),
    "denies": ("card",),
    "fits_nowhere": ("card",),
    "show_lowest": (),
    "show_least": (),
    "keep_strongest": ("card",),
    "discard_lowest": ("card",),
    "swap_gains": ("given", "taken"),
    "swap_declined": (),
    "exchange_gains": ("count", "ranks"),
    "exchange_nothing": ("ranks",),
    "exchange_pays": ("count",),
    "exchange_costs": (),
    "keep_diamonds": (),
}
"""Keys and the names of their parameters.

These are numbers, but for names of cards (`card`, `given`, `taken`: `Qh`) and `suit` (`c`, `s`, `h`).
"""
PLAIN_KEYS: Final = {notation.LAY: "lay_randomly", notation.SHOW: "show_lowest", notation.DECLINE: "swap_declined"}
LEAST_GAIN: Final = 3
"""Ranks that an exchange must gain for each diamond."""


def card_reason(key: str, card: int, **parameters: Parameter) -> Reason:
    """A reason that names a card."""
    return Reason(key, {"card": format_cards(card), **parameters})


def preparation_reason(move: int) -> Reason:
    """Why a move that is not a take is made, judged by ranks alone."""
    match kind_of(move):
        case notation.DISCARD:
            return card_reason("keep_strongest", cards_of(move))
        case notation.EXCHANGE:
            count = card_count(diamonds_of(move))
            gained: dict[str, Parameter] = {"count": count} if count else {}
            return Reason("exchange_gains" if count else "exchange_nothing", gained | {"ranks": LEAST_GAIN})
        case notation.SWAP:
            given, taken = format_cards(cards_of(move)), format_cards(swapped_card(move))
            return Reason("swap_gains", {"given": given, "taken": taken})
        case kind:
            return Reason(PLAIN_KEYS[kind])
