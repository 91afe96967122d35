"""How strong the levels are at Haggis, in matches to 250: 1,200 for two (seed 71001) and 168 for three (seed 71003).

Ratings with their standard errors, by Bradley-Terry over all pairs and a bootstrap over deals; `regular` is 1500.
"""

from __future__ import annotations

from typing import Final

from parlour.ratings.fit import BotRating, Bots

BOTS: Final[Bots] = {
    2: {
        "beginner": BotRating(877.0, 33.5),
        "casual": BotRating(1174.0, 23.8),
        "regular": BotRating(1500.0, 20.4),
        "strong": BotRating(1714.0, 22.2),
        "master": BotRating(1961.0, 30.1),
    },
    3: {
        "beginner": BotRating(1262.0, 35.3),
        "casual": BotRating(1405.0, 23.1),
        "regular": BotRating(1500.0, 36.5),
        "strong": BotRating(1743.0, 35.4),
        "master": BotRating(1999.0, 38.7),
    },
}
