"""German Whist as numbers; an action is a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from german_whist.cards import DECK
from parlour.envs.catalogue import EnvKind
from parlour.envs.encoding import Encoding
from parlour.envs.fields import Floats, lay_out, width_of, zeros

if TYPE_CHECKING:
    from german_whist.rules import GermanWhist, View

SUITS: Final = 4
PARTS: Final = ("hand", "gone", "taken face up by me", "taken face up by the other", "top card", "card led")


class GermanWhistEncoding(Encoding["View", int, None]):
    """Six sets of cards, the trump suit, and the points of the round."""

    name, version = "german_whist", "1.1"
    fields = lay_out(
        [*((part, len(DECK), part) for part in PARTS), ("trump", SUITS, "its suit"), ("points", 2, "mine")]
    )
    view_size, actions = width_of(fields), len(DECK)

    def __init__(self, game: GermanWhist) -> None:
        del game

    def encode_view(self, view: View, out: Floats | None = None) -> Floats:
        row, public, me = zeros((self.view_size,), out), view.public, view.seat or 0
        single = [() if card is None else (card,) for card in (view.top, public.led)]
        for place, cards in enumerate((view.hand, public.gone, public.known[me], public.known[1 - me], *single)):
            row[[place * len(DECK) + card for card in cards]] = 1
        row[len(PARTS) * len(DECK) + public.trump] = 1
        row[-2:] = public.points[me], public.points[1 - me]
        return row


ENVIRONMENT: Final = EnvKind(encoding=GermanWhistEncoding, length=0)
