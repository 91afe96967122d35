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

    from parlour.games.damenrennen.view import GameView, View


class GreedyDrafter:
    """Takes what joins a row now, longest row first; else a strike; else anything."""

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> int:
        """The card that fits best now; the lowest cards to show and to discard; any card to lay."""
        assert view.seat is not None
        kind = race.kind_of(legal[0])
        match kind:
            case race.TAKE:
                return max(legal, key=lambda move: (fit(view, race.cards_of(move)), -move))
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
            degree, length = fit(view, card)
            if not degree:
                return card_reason("fits_nowhere", card)
            suit = ROW_SUITS[cards_in(card)[0] % 4]
            return (
                card_reason("strikes", card, suit=suit)
                if degree == 1
                else card_reason("joins_row", card, length=length, suit=suit)
            )
        case race.DISCARD:
            return card_reason("discard_lowest", card)
        case race.EXCHANGE:
            return Reason("keep_diamonds")
        case _:
            return preparation_reason(move)


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


def fit(view: View, card: int) -> tuple[int, int]:
    """How well a card fits: 2 and the length of the row that it joins, 1 for a strike, 0 for neither."""
    assert view.seat is not None
    seen: GameView = view.game
    number = cards_in(card)[0]
    rank, suit = divmod(number, 4)
    if suit >= len(ROW_SUITS):
        return 0, 0
    row = seen.rows[view.seat][suit]
    if not row >> rank & 1 and (row << 1 | row >> 1) >> rank & 1:
        return 2, row.bit_count()
    owned = row >> rank & 1 or seen.reserves[view.seat] >> (2 * number) & 3
    return (1, 0) if owned and not seen.strikes[view.seat] >> suit & 1 else (0, 0)
