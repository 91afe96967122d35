"""Why the search makes a move, as far as it can be said without figures: they are in the candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.greedy_drafter import cards_in, fit, fit_reason, rank_of
from parlour.bots.damenrennen.reasons import card_reason, preparation_reason
from parlour.bots.reasons import ONLY_MOVE
from parlour.core.game import Reason, Seat
from parlour.games.damenrennen.cards import DIAMONDS, card_count
from parlour.games.damenrennen.notation import EXCHANGE, SHOW, TAKE, cards_of, diamonds_of, kind_of
from parlour.games.damenrennen.position import PHASES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen.kernel.game import Game
    from parlour.games.damenrennen.view import View

DRAFT: Final = PHASES.index("draft")


def searched_reasons(view: View, game: Game, move: int, legal: Sequence[int]) -> tuple[Reason, ...]:
    """What a move does that the search found best; `game` is a world that the view allows."""
    if kind_of(move) == TAKE:
        return take_reasons(view, game, move, legal)
    if len(legal) == 1:
        return (ONLY_MOVE,)
    if kind_of(move) == SHOW:
        return (Reason("show_lowest" if shows_lowest(view.game.hand, cards_of(move)) else "show_least"),)
    if kind_of(move) == EXCHANGE:
        count = card_count(diamonds_of(move))
        return (Reason("exchange_pays", {"count": count}) if count else Reason("exchange_costs"),)
    return (preparation_reason(move),)


def take_reasons(view: View, game: Game, move: int, legal: Sequence[int]) -> tuple[Reason, ...]:
    """What a card of the market does for both sides."""
    seat, card = Seat(view.seat or 0), cards_of(move)
    if wins(game.after(seat, move), seat):
        return (card_reason("wins_game", card),)
    if len(legal) == 1:
        return (ONLY_MOVE,)
    use = fit_reason(view, card) or card_reason("diamond" if card & DIAMONDS else "waits", card)
    if any(loses_at_once(game, seat, other) for other in legal) and not loses_at_once(game, seat, move):
        return card_reason("stops_win", card), use
    if fit(view, Seat(1 - seat), card)[0]:
        return use, card_reason("denies", card)
    return (use,)


def wins(game: Game, seat: int) -> bool:
    """Whether a seat has won."""
    return bool(game.over) and game.winner == seat


def loses_at_once(game: Game, seat: int, move: int) -> bool:
    """Whether the opponent can win with the next card after a take."""
    after, other = game.after(seat, move), 1 - seat
    if after.over or after.phase != DRAFT or not after.asked >> other & 1:
        return False
    return any(wins(after.after(other, reply), other) for reply in after.legal(other))


def shows_lowest(hand: int, shown: int) -> bool:
    """Whether no card that is kept is lower than one that is shown."""
    return max(map(rank_of, cards_in(shown))) <= min(map(rank_of, cards_in(hand - shown)), default=0)
