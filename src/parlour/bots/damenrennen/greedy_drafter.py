"""A player who drafts what fits now and thinks no further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.bots.bot import Advice, Candidate
from parlour.games.damenrennen import notation as race
from parlour.games.damenrennen.cards import ROW_SUITS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.games.damenrennen.view import GameView, View


class Drafter:
    """Takes what attaches now, longest row first; else a strike; else anything."""

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> int:
        """Choose."""
        assert view.seat is not None
        kind = race.kind_of(legal[0])
        match kind:
            case race.TAKE:
                return max(legal, key=lambda move: (worth(view, race.cards_of(move)), -move))
            case race.SHOW | race.DISCARD:
                return min(legal, key=lambda move: (sum(map(rank_of, cards_in(race.cards_of(move)))), move))
            case race.EXCHANGE:
                return race.exchange(0, 0)
            case race.SWAP | race.DECLINE:
                return max(legal, key=lambda move: (gain(move), -move))
            case _:
                return legal[rng.randrange(len(legal))]

    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice:
        """Choose; there is only one reason."""
        move = self.choose(view, legal, rng)
        return Advice(move, (Candidate(move),), "what attaches now")


def cards_in(pile: int) -> list[int]:
    """List the types of a pile's cards, a card that is there twice twice."""
    return [number for number in range(24) for _ in range(pile >> (2 * number) & 3)]


def rank_of(card: int) -> int:
    """Give the rank of a type of card."""
    return card // 4


def gain(move: int) -> int:
    """Say how much higher the card of a swap is; nothing for declining, which is better than any loss."""
    if race.kind_of(move) == race.DECLINE:
        return 0
    taken, given = cards_in(race.swapped_card(move)), cards_in(race.cards_of(move))
    return rank_of(taken[0]) - rank_of(given[0]) or -1


def worth(view: View, card: int) -> tuple[int, int]:
    """Say whether a card attaches (by the length of its row), strikes, or neither."""
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
