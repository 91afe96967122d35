"""A player who drafts what fits now and looks no further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.bots.bot import Advice, Candidate
from parlour.bots.damenrennen.reasons import card_reason, preparation_reason
from parlour.bots.reasons import ONLY_MOVE
from parlour.core.game import Reason
from parlour.games.damenrennen import notation as race
from parlour.games.damenrennen.cards import ROW_SUITS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.core.game import Seat
    from parlour.games.damenrennen.view import GameView, View


class GreedyDrafter:
    """Takes what joins a row now, longest row first; else a strike; else anything."""

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> int:
        """The card that fits best now; the lowest cards to show and to discard; any card to lay."""
        kind = race.kind_of(legal[0])
        match kind:
            case race.TAKE:
                return max(legal, key=lambda move: (fit(view, view.seat, race.cards_of(move)), -move))
            case race.SHOW | race.DISCARD:
                return min(legal, key=lambda move: (sum(map(rank_of, cards_in(race.cards_of(move)))), move))
            case race.EXCHANGE:
                return race.exchange(0, 0)
            case race.SWAP | race.DECLINE:
                return max(legal, key=lambda move: (gain(move), -move))
            case _:
                return legal[rng.randrange(len(legal))]

    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice[int]:
        """The same choice, and what the card does."""
        move = self.choose(view, legal, rng)
        reason = ONLY_MOVE if len(legal) == 1 else move_reason(view, move)
        return Advice(move, (Candidate(move),), (reason,))


def move_reason(view: View, move: int) -> Reason:
    """Why this player makes a move."""
    kind, card = race.kind_of(move), race.cards_of(move)
    match kind:
        case race.TAKE:
            return fit_reason(view, card) or card_reason("fits_nowhere", card)
        case race.DISCARD:
            return card_reason("discard_lowest", card)
        case race.EXCHANGE:
            return Reason("keep_diamonds")
        case _:
            return preparation_reason(move)


def fit_reason(view: View, card: int) -> Reason | None:
    """What a card does for the viewer at once; None where it goes into the reserve."""
    degree, length = fit(view, view.seat, card)
    if not degree:
        return None
    suit = ROW_SUITS[cards_in(card)[0] % 4]
    if degree == 1:
        return card_reason("strikes", card, suit=suit)
    return card_reason("joins_row", card, length=length, suit=suit)


def cards_in(pile: int) -> list[int]:
    """The types of a pile's cards; a card that is there twice is listed twice."""
    return [number for number in range(24) for _ in range(pile >> (2 * number) & 3)]


def rank_of(card: int) -> int:
    return card // 4


def gain(move: int) -> int:
    """By how much a swap raises a card's rank; 0 for declining, which is better than any loss."""
    if race.kind_of(move) == race.DECLINE:
        return 0
    taken, given = cards_in(race.swapped_card(move)), cards_in(race.cards_of(move))
    return rank_of(taken[0]) - rank_of(given[0]) or -1


def fit(view: View, seat: Seat | None, card: int) -> tuple[int, int]:
    """How well a card fits a seat: 2 and the length of the row that it joins, 1 for a strike, 0 for neither."""
    assert seat is not None, "a spectator has no rows"
    seen: GameView = view.game
    number = cards_in(card)[0]
    rank, suit = divmod(number, 4)
    if suit >= len(ROW_SUITS):
        return 0, 0
    row = seen.rows[seat][suit]
    if not row >> rank & 1 and (row << 1 | row >> 1) >> rank & 1:
        return 2, row.bit_count()
    owned = row >> rank & 1 or seen.reserves[seat] >> (2 * number) & 3
    return (1, 0) if owned and not seen.strikes[seat] >> suit & 1 else (0, 0)
