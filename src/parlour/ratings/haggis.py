"""How strong the levels are at Haggis, in matches to 250.

Ratings with their standard errors, by Bradley-Terry over all pairs and a bootstrap over deals; `regular` is 1500. The
lower four played 720 matches for two (seed 71001) and 480 for three (seed 71003). `master`, which takes long, is
placed by fewer: 240 for two (seed 71001) and 36 for three (seed 71004).
"""

from __future__ import annotations

from typing import Final

from parlour.ratings.fit import BotRating, Bots

BOTS: Final[Bots] = {
    2: {
        "beginner": BotRating(649.0, 57.0),
        "casual": BotRating(1272.0, 23.0),
        "regular": BotRating(1500.0, 27.0),
        "strong": BotRating(1670.0, 25.0),
        "master": BotRating(2067.0, 53.0),
    },
    3: {
        "beginner": BotRating(1004.0, 20.0),
        "casual": BotRating(1211.0, 18.0),
        "regular": BotRating(1500.0, 11.0),
        "strong": BotRating(1654.0, 16.0),
        "master": BotRating(1900.0, 75.0),
    },
}
