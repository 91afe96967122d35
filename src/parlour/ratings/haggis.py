"""How strong the levels are at Haggis, in matches to 250.

Ratings with their standard errors, by Bradley-Terry over all pairs and a bootstrap over deals; `regular` is 1500. The
lower four played 720 matches for two (seed 71005) and 480 for three (seed 71006). `master`, which takes long, was
placed by fewer, among earlier levels: 240 for two (seed 71001) and 36 for three (seed 71004).
"""

from __future__ import annotations

from typing import Final

from parlour.ratings.fit import BotRating, Bots

BOTS: Final[Bots] = {
    2: {
        "beginner": BotRating(834.0, 34.0),
        "casual": BotRating(1265.0, 21.0),
        "regular": BotRating(1500.0, 21.0),
        "strong": BotRating(1752.0, 28.0),
        "master": BotRating(2067.0, 53.0),
    },
    3: {
        "beginner": BotRating(1094.0, 17.0),
        "casual": BotRating(1273.0, 17.0),
        "regular": BotRating(1500.0, 14.0),
        "strong": BotRating(1737.0, 18.0),
        "master": BotRating(1900.0, 75.0),
    },
}
