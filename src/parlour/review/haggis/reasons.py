"""Why a move is better, as far as it was computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.reasons import bet_reason, move_reasons
from parlour.core.game import Reason
from parlour.games.haggis.kernel.combos import answers
from parlour.games.haggis.notation import BET, COMBOS, cards_of, kind_of
from parlour.review.haggis.force import is_forcing

if TYPE_CHECKING:
    from parlour.bots.haggis.bots import Situation
    from parlour.review.judging import Question

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "out_by_force": (),
    "unbeatable": (),
    "first_more_often": ("percent", "instead"),
    "no_bet": ("percent",),
}
"""Keys and the names of their parameters, beside those of the bots; every reason speaks of the best move.

`out_by_force`: it was proved that the seat goes out first, whatever the other holds. `unbeatable`: nobody can beat it,
whatever the others hold. `first_more_often`: its chance to go out first, and that of the move made. `no_bet`: the
chance to go out first is too small for a bet.
"""
PROOF_NODES: Final = 2000
"""What a proof may take: tenths of a second."""
NOTABLE: Final = 5.0
"""Percentage points of the chance to go out first that are worth a word."""
AMOUNT_MASK: Final = 31
WILD_SHIFT: Final = 45
SPOTS: Final = (1 << WILD_SHIFT) - 1


def review_reasons(
    situation: Situation, question: Question, best: int, first: float, rival_first: float
) -> tuple[Reason, ...]:
    """What speaks for the best move; the chances to go out first are those of the move made and of its rival."""
    better = question.played != best
    percent = rival_first if better else first
    if kind_of(best) == BET:
        amount = best & AMOUNT_MASK
        return (bet_reason(amount, percent / 100) if amount else Reason("no_bet", {"percent": round(percent)}),)
    reasons = list(move_reasons(situation.seen, situation.hidden, best, question.options))
    goes_on = kind_of(best) in COMBOS and cards_of(best) != situation.seen.hand
    if goes_on and is_unbeatable(situation, best):
        reasons = [Reason("unbeatable"), *(reason for reason in reasons if reason.key != "highest")]
    if goes_on and is_forcing(situation.view, best, PROOF_NODES):
        reasons.insert(0, Reason("out_by_force"))
    if better and rival_first - first >= NOTABLE:
        reasons.append(Reason("first_more_often", {"percent": round(rival_first), "instead": round(first)}))
    return tuple(reasons)


def is_unbeatable(situation: Situation, move: int) -> bool:
    """Whether no other seat can hold what beats a combo, whatever lies in its hand."""
    seen = situation.seen
    return not any(
        can_answer(situation.hidden, seen.wilds[seat], size, move)
        for seat, size in enumerate(seen.sizes)
        if size and seat != situation.view.seat
    )


def can_answer(hidden: int, wilds: int, size: int, move: int) -> bool:
    """Whether a hand of so many cards, the wilds among them, can beat a combo with hidden cards."""
    spots = size - wilds.bit_count()
    return any((cards_of(each) & SPOTS).bit_count() <= spots for each in answers(hidden | wilds, move))
