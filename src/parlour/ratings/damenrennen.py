"""How strong the levels are at Damenrennen, in 2,000 matches of one game (seed 71002).

Ratings with their standard errors, by Bradley-Terry over all pairs and a bootstrap over deals; `regular` is 1500.
"""

from __future__ import annotations

from typing import Final

from parlour.ratings.fit import BotRating, Bots

BOTS: Final[Bots] = {
    2: {
        "beginner": BotRating(1254.0, 15.3),
        "casual": BotRating(1376.0, 10.7),
        "regular": BotRating(1500.0, 9.2),
        "strong": BotRating(1602.0, 13.0),
        "master": BotRating(1733.0, 14.5),
    },
}
