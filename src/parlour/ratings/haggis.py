"""How strong the levels are at Haggis, in matches to 250."""

from __future__ import annotations

from typing import Final

from parlour.ratings.fit import BotRating, Bots

BOTS: Final[Bots] = {
    2: {
        "beginner": BotRating(1100.0, 30.0),
        "casual": BotRating(1300.0, 30.0),
        "regular": BotRating(1500.0, 30.0),
        "strong": BotRating(1600.0, 30.0),
        "master": BotRating(1800.0, 30.0),
    },
}
