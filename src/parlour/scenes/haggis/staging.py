"""How Haggis is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from parlour.games.haggis.cards import card_names
from parlour.games.haggis.notation import COMBOS, kind_of
from parlour.scenes.haggis.answer import answer_to
from parlour.scenes.haggis.combos import laid_out
from parlour.scenes.haggis.reasons import PHRASES
from parlour.scenes.haggis.scene import HaggisScene, scene_of
from parlour.scenes.haggis.updates import updates_of
from parlour.scenes.reasons import reason_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Actor, Reason
    from parlour.games.catalogue import AnyGame
    from parlour.games.haggis import Deal, View
    from parlour.scenes.scene import Answer, Cards, Combo, Update


class HaggisStaging:
    """Shows Haggis."""

    def __init__(self, game: AnyGame) -> None:
        del game  # views hold its options

    def scene(self, view: View, legal: Sequence[int | Deal]) -> HaggisScene:
        """The table as the view's seat is shown it."""
        return scene_of(view, seat_moves(legal))

    def told(self, actor: Actor, move: int | Deal, before: View, after: View) -> tuple[Update, ...]:
        """What a move did; all that seats do is public (H9.1)."""
        return updates_of(actor, move, before, after)

    def answer(self, view: View, legal: Sequence[int | Deal], text: str) -> Answer:
        """What some cards are, and which playable combos contain them."""
        return answer_to(view, seat_moves(legal), text)

    def turned(self, before: View, after: View) -> bool:
        """Whether the last hand and the haggis were shown (H9.2)."""
        del before
        return after.round is not None and after.round.shown is not None

    def laid_open(self, view: View) -> bool:
        """Whether the round is over (H9.2)."""
        return view.round is not None and view.round.shown is not None

    def progress(self, view: View) -> tuple[int, ...]:
        """The round, from 1."""
        return (view.standing.number,)

    def hand(self, view: View) -> Cards:
        """The cards of the view's seat, wilds included."""
        return () if view.round is None else card_names(view.round.hand)

    def combo(self, move: int | Deal) -> Combo | None:
        """The combo that a move plays."""
        return laid_out(move) if isinstance(move, int) and kind_of(move) in COMBOS else None

    def reason_text(self, reason: Reason) -> str:
        """A reason of a bot in English words."""
        return reason_text(reason, PHRASES)


def seat_moves(legal: Sequence[int | Deal]) -> Sequence[int]:
    """Legal moves of a seat are ints; only chance deals."""
    return cast("Sequence[int]", legal)
