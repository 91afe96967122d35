"""The reasons that bots give for moves in Damenrennen: keys and the names of their parameters."""

from __future__ import annotations

from typing import Final

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "wins": ("percent",),
    "next_best": ("percent",),
    "lay_randomly": (),
    "wins_game": ("card",),
    "stops_win": ("card",),
    "card_worth": ("card", "points"),
    "joins_row": ("card", "length", "suit"),
    "strikes": ("card", "suit"),
    "fits_nowhere": ("card",),
    "show_lowest": (),
    "keep_strongest": ("card",),
    "discard_lowest": ("card",),
    "swap_gains": ("given", "taken"),
    "swap_declined": (),
    "exchange_gains": ("count", "ranks"),
    "exchange_nothing": ("ranks",),
    "keep_diamonds": (),
}
"""Parameters are numbers, but for names of cards (`card`, `given`, `taken`: `Qh`) and `suit` (`c`, `s`, `h`)."""
