"""Combos as they lie on the table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from parlour.games.haggis.cards import FACES, NAMES, RANK_NAMES, SUITS, card_names
from parlour.games.haggis.notation import cards_of, combo_of
from parlour.scenes.scene import Card, Combo

OPEN_CARDS: Final = {name: Card(name) for name in NAMES}
"""Cards that stand for themselves."""


@lru_cache(maxsize=8192)
def laid_out(move: int) -> Combo:
    """A combo laid out low to high, every wild at a place that it can take (H4.4)."""
    combo = combo_of(move)
    names = card_names(cards_of(move))
    spots, wilds = [name for name in names if name not in FACES], [name for name in names if name in FACES]
    if combo.kind == "bomb" or not spots:
        cards = tuple([OPEN_CARDS[name] for name in names])
    elif combo.kind == "set":
        cards = (*[OPEN_CARDS[name] for name in spots], *(Card(wild, RANK_NAMES[combo.top]) for wild in wilds))
    else:
        cards = sequence_cards(combo.top, combo.length, combo.width, spots, wilds)
    return Combo(combo.kind, combo.width, combo.length, combo.top, cards)


def sequence_cards(top: int, length: int, width: int, spots: list[str], wilds: list[str]) -> tuple[Card, ...]:
    """Fill the places of a sequence: spot cards first, then wilds, each the lowest one that may stand there."""
    suits = sorted({name[-1] for name in spots}, key=SUITS.index)
    places = [(rank, suit) for rank in range(top - length + 1, top + 1) for suit in (*suits, "")[:width]]
    spare = list(wilds)
    cards: list[Card] = []
    held = set(spots)
    for rank, suit in places:
        name = f"{rank}{suit}"
        if name in held:
            cards.append(OPEN_CARDS[name])
            continue
        own = RANK_NAMES[rank]
        wild = own if own in spare else spare[0]
        spare.remove(wild)
        cards.append(Card(wild, "" if wild == own else own + suit))
    return tuple(cards)
