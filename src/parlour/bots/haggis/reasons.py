"""The reasons that bots give for moves in Haggis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.kernel.hand_partition import plan
from parlour.bots.reasons import ONLY_MOVE
from parlour.core.game import Reason
from parlour.games.haggis.notation import BET, BOMB, GIVE, PASS, cards_of, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis.view import RoundView

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "pass": (),
    "must_pass": (),
    "goes_out": (),
    "plays_left": ("count",),
    "spends_wilds": ("count",),
    "highest": (),
    "bomb": (),
    "bet": ("amount", "percent"),
    "give": ("seat",),
}
"""Keys and the names of their parameters.

Every parameter is a number; `percent` is the chance to go out first, `seat` is who gets the trick (H5.7).
"""
WILD_SHIFT: Final = 45
TOP_SHIFT: Final = 48


def move_reasons(seen: RoundView, hidden: int, move: int, legal: Sequence[int]) -> tuple[Reason, ...]:
    """What speaks for a pass, a combo or a gift; `hidden` are the spot cards that others may hold."""
    forced = all(other == move or kind_of(other) == BET for other in legal)
    if move == PASS:
        return (Reason("must_pass" if forced else "pass"),)
    cards = cards_of(move)
    if kind_of(move) == GIVE:
        return (Reason("give", {"seat": cards}),)
    if cards == seen.hand:
        return (Reason("goes_out"),)
    if forced:
        return (ONLY_MOVE,)
    reasons = [Reason("plays_left", {"count": len(plan(seen.hand & ~cards))})]
    wilds = (cards >> WILD_SHIFT).bit_count()
    if wilds:
        reasons.append(Reason("spends_wilds", {"count": wilds}))
    higher = 5 * max(0, (move >> TOP_SHIFT & 15) - 1)
    if kind_of(move) == BOMB:
        reasons.insert(0, Reason("bomb"))
    elif not hidden >> higher:
        reasons.append(Reason("highest"))
    return tuple(reasons)


def bet_reason(amount: int, chance: float) -> Reason:
    """A bet that serves the match best, at its last moment; the chance is that of going out first."""
    return Reason("bet", {"amount": amount, "percent": round(100 * chance)})
