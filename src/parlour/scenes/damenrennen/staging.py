"""How Damenrennen is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from parlour.games.damenrennen.cards import card_names
from parlour.scenes.damenrennen.answer import answer_to
from parlour.scenes.damenrennen.reasons import PHRASES
from parlour.scenes.damenrennen.scene import DamenrennenScene, game_number, scene_of
from parlour.scenes.damenrennen.updates import updates_of
from parlour.scenes.reasons import reason_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Actor, Reason
    from parlour.games.catalogue import AnyGame
    from parlour.games.damenrennen import Deal, Draw, View
    from parlour.scenes.scene import Answer, Cards, Update


class DamenrennenStaging:
    """Shows Damenrennen."""

    def __init__(self, game: AnyGame) -> None:
        del game  # views hold its options

    def scene(self, view: View, legal: Sequence[int | Deal | Draw]) -> DamenrennenScene:
        """The table as the view's seat is shown it."""
        del legal
        return scene_of(view)

    def told(self, actor: Actor, move: int | Deal | Draw, before: View, after: View) -> tuple[Update, ...]:
        """What a move did; of what the viewer may not see, only that it happened (D9)."""
        return updates_of(actor, move, before, after)

    def answer(self, view: View, legal: Sequence[int | Deal | Draw], text: str) -> Answer:
        """What a move would be, or which moves begin like this."""
        return answer_to(view, cast("Sequence[int]", legal), text)  # a seat's moves are ints

    def turned(self, before: View, after: View) -> bool:
        """Whether cards were turned over, or the other's exchange was shown."""
        was, now = before.game, after.game
        if len(now.laid[0]) > len(was.laid[0]):
            return True
        return was.phase == "exchange" != now.phase and any(was.has_sealed)

    def laid_open(self, view: View) -> bool:
        """Whether the race is over: its cards are back in the stack (D2.5)."""
        return view.game.phase in ("race", "over")

    def progress(self, view: View) -> tuple[int, ...]:
        """The race, from 1, behind the number of the game where a match has several."""
        races = view.game.races
        return (races,) if view.options.best_of == 1 else (game_number(view), races)

    def hand(self, view: View) -> Cards:
        """The cards of the view's seat."""
        return card_names(view.game.hand)

    def combo(self, move: int | Deal | Draw) -> None:
        """None: this game has no combos."""
        del move

    def reason_text(self, reason: Reason) -> str:
        """A reason of a bot in English words."""
        return reason_text(reason, PHRASES)
