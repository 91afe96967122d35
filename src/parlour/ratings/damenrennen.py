"""How strong the levels are at Damenrennen, in 2,012 matches of one game (seed 71002).

Ratings with their standard errors, by Bradley-Terry over all pairs and a bootstrap over deals; `regular` is 1500.
"""

from __future__ import annotations

from typing import Final

from parlour.ratings.fit import BotRating, Bots

BOTS: Final[Bots] = {
    2: {
        "beginner": BotRating(1149.0, 15.2),
        "casual": BotRating(1325.0, 11.1),
        "regular": BotRating(1500.0, 11.0),
        "strong": BotRating(1547.0, 10.8),
        "master": BotRating(1634.0, 12.3),
    },
}
