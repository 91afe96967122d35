"""How strong the levels are at Haggis, in matches to 250: 600 for two (seed 71001) and 120 for three (seed 71003).

Ratings with their standard errors, by Bradley-Terry over all pairs and a bootstrap over deals; `regular` is 1500. For
three the matches are of two deals, over which no bootstrap tells much: there the error is that of an earlier, larger
run.
"""

from __future__ import annotations

from typing import Final

from parlour.ratings.fit import BotRating, Bots

BOTS: Final[Bots] = {
    2: {
        "beginner": BotRating(671.0, 50.0),
        "casual": BotRating(1231.0, 29.1),
        "regular": BotRating(1500.0, 36.0),
        "strong": BotRating(1768.0, 29.1),
        "master": BotRating(1941.0, 38.8),
    },
    3: {
        "beginner": BotRating(1128.0, 35.0),
        "casual": BotRating(1228.0, 35.0),
        "regular": BotRating(1500.0, 35.0),
        "strong": BotRating(1634.0, 35.0),
        "master": BotRating(1765.0, 35.0),
    },
}
