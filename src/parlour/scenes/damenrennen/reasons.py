"""The reasons of bots that play Damenrennen, in English words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.scenes.reasons import counted

if TYPE_CHECKING:
    from parlour.scenes.reasons import Phrases

SUITS: Final = {"c": "clubs", "s": "spades", "h": "hearts"}


def card_worth(card: str, points: int) -> str:
    """What a card is worth to the seat that takes it."""
    return f"{card} is worth {counted(points, 'point')} by itself and leaves the opponent least"


def joins_row(card: str, length: int, suit: str) -> str:
    """A card that goes into a row, perhaps as its first."""
    row = f"row of {SUITS[suit]}"
    return f"{card} joins your {row}, which has {counted(length, 'card')}" if length else f"{card} begins your {row}"


def exchange_gains(count: int, ranks: int) -> str:
    """Diamonds that are worth taking in."""
    if count == 1:
        return f"one diamond goes into the hand and gains {counted(ranks, 'rank')} or more"
    return f"{count} diamonds go into the hand and gain {counted(ranks, 'rank')} or more each"


PHRASES: Final[Phrases] = {
    "lay_randomly": "cards laid in random order meet the opponent's cards in every order equally often, whatever"
    " the opponent does",
    "wins_game": "{card} wins the game",
    "stops_win": "{card} keeps the opponent from winning at once",
    "card_worth": card_worth,
    "joins_row": joins_row,
    "strikes": lambda card, suit: f"{card} is a strike in {SUITS[suit]}",
    "diamond": "{card} goes into your reserve, to be exchanged before a race",
    "waits": "{card} waits in your reserve until it fits",
    "denies": "the opponent could have used {card}",
    "fits_nowhere": "no card of the market fits; {card} is as good as any",
    "show_lowest": "showing the lowest cards leaves the opponent little to take",
    "show_least": "whichever of these two is taken, you keep the hand that wins most often",
    "keep_strongest": "without {card} you keep your three strongest cards",
    "discard_lowest": "{card} is your lowest card",
    "swap_gains": "{taken} improves your hand more than {given} helps the opponent",
    "swap_declined": "neither card would improve your hand more than yours would help the opponent",
    "exchange_gains": exchange_gains,
    "exchange_nothing": lambda ranks: f"no diamond would gain {counted(ranks, 'rank')}",
    "exchange_pays": lambda count: f"your hand gains more than {counted(count, 'diamond')} would be worth in reserve",
    "exchange_costs": "your diamonds are worth more in reserve than an exchange would gain",
    "keep_diamonds": "the diamonds stay in the reserve",
}
