"""The reasons of bots that play Haggis, in English words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.scenes.reasons import counted

if TYPE_CHECKING:
    from parlour.scenes.reasons import Phrases

WILDS: Final = {1: "one of your wilds", 2: "two of your wilds", 3: "all three of your wilds"}

PHRASES: Final[Phrases] = {
    "pass": "beating this would cost more than the trick is worth",
    "must_pass": "nothing in your hand beats it",
    "goes_out": "it takes you out",
    "plays_left": lambda count: f"it leaves about {counted(count, 'play')} until you are out",
    "spends_wilds": lambda count: f"it spends {WILDS[count]}",
    "highest": "nobody holds a higher spot card",
    "bomb": "a bomb wins the lead, but an opponent gets the cards",
    "bet": (
        "you have a chance of about {percent}% to go out first; at this score a bet of {amount} serves the match"
        " best, and this is the last moment for it"
    ),
    "no_bet": "a chance of about {percent}% to go out first is too small for a bet at this score",
    "out_by_force": "it takes you out first by force, whatever the other holds",
    "unbeatable": "nobody can beat it, whatever they hold",
    "first_more_often": "it goes out first in {percent}% of the deals you could expect, your move in {instead}%",
    "give": "seat {seat} can do the least harm with the trick",
}
