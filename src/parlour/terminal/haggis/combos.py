"""What combos are called, and what beats them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import NotationError
from parlour.games.haggis.cards import RANK_NAMES, SPOTS, WILDS, format_cards, parse_cards
from parlour.games.haggis.kernel.combos import readings
from parlour.games.haggis.notation import BOMB_NAMES, combo_of, format_move, why_no_combo
from parlour.scenes.haggis import laid_out
from parlour.terminal.names import count, plural

if TYPE_CHECKING:
    from parlour.scenes.scene import Combo

SET_NAMES: Final = {1: "single", 2: "pair", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def shape_words(combo: Combo) -> str:
    """What a combo is called: `pair of 9s`, `run of 3, 5 to 7`."""
    if combo.kind == "bomb":
        return f"bomb {combo.top} of 6, {BOMB_NAMES[combo.top - 1]}"
    top = RANK_NAMES[combo.top]
    if combo.kind == "set":
        return {1: f"single {top}", 2: f"pair of {top}s"}.get(combo.width, f"{SET_NAMES[combo.width]} {top}s")
    low = RANK_NAMES[combo.top - combo.length + 1]
    what = "" if combo.width == 1 else f" {plural(SET_NAMES[combo.width])}"
    return f"run of {combo.length}{what}, {low} to {top}"


def combo_words(combo: Combo) -> str:
    """The cards of a combo, and what it is called."""
    return f"{' '.join(card.name for card in combo.cards)} ({shape_words(combo)})"


def shape_name(kind: str, width: int, length: int) -> str:
    """What combos of one shape are called: `pairs`, `runs of 3`."""
    if kind == "bomb":
        return "bombs"
    if kind == "set":
        return plural(SET_NAMES[width])
    return f"runs of {length}" + ("" if width == 1 else f" {plural(SET_NAMES[width])}")


def explain_cards(text: str, players: int) -> tuple[list[str], Any]:
    """Every reading of some cards, and what beats each."""
    cards = parse_cards(text)
    strange = cards & ~SPOTS[players] & ~WILDS
    if strange:
        raise NotationError(f"{format_cards(strange)!r} is not in the deck of {players} players", "H1.4")
    if not cards:
        raise NotationError("say some cards, like '5r J Q'", "H4")
    found = readings(cards)
    data = [msgspec.to_builtins(combo_of(move)) for move in found]
    if not found:
        reason, clause = why_no_combo(cards)
        return [f"{format_cards(cards)} is no combo: {reason} [{clause}]"], data
    lines = [f"{format_cards(cards)} can be read in {count(len(found), 'way')}:"]
    for move in found:
        lines.append(f"- {format_move(move)}: {shape_words(laid_out(move))}")
        lines.append(f"  beaten by {beaten_by(laid_out(move))}")
    return lines, data


def beaten_by(combo: Combo) -> str:
    """What beats a combo (H5.2, H5.3)."""
    if combo.kind == "bomb":
        higher = BOMB_NAMES[combo.top :]
        return f"these bombs only: {', '.join(higher)} [H5.3]" if higher else "nothing [H5.3]"
    highest = highest_top(combo)
    if combo.top >= highest:
        return "bombs only: nothing of its shape is higher [H5.3]"
    ranks = f"top {RANK_NAMES[combo.top + 1]}" + (f" to {RANK_NAMES[highest]}" if combo.top + 1 < highest else "")
    shape = shape_name(combo.kind, combo.width, combo.length)
    return f"{shape} with {ranks} [H5.2], and by every bomb [H5.3]"


def highest_top(combo: Combo) -> int:
    """The highest top that a combo of this shape can have: beyond 10 only wilds fill places (H4.4)."""
    if combo.kind == "set":
        return 13 if combo.width == 1 else 10
    return min(9 + combo.length, {1: 13, 2: 11, 3: 11}.get(combo.width, 10))
