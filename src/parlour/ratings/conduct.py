"""Which matches, and which pairs of a match, do not count, and why.

A ladder cannot know what people intend. It looks at what the log says: who was there, how often the same two have met
lately, and who came from one network.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING, Final

from parlour.ratings.result import Unrated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.ratings.result import Result

MOST_MEETINGS: Final = 10
"""How many matches of the same two people count..."""
MEETING_DAYS: Final = 7
"""... in so many days."""
FEWEST_DECISIONS: Final = 10
"""How many decisions everybody has made before giving up, leaving or a claim counts as a loss."""
NETWORK: Final = Unrated("unrated/network")
OFTEN: Final = Unrated("unrated/often", {"most": MOST_MEETINGS, "days": MEETING_DAYS})
BOTS: Final = Unrated("unrated/bots")
ABANDONED: Final = Unrated("unrated/abandoned", {"least": FEWEST_DECISIONS})
HINTS: Final = Unrated("unrated/hints")
ALONE: Final = Unrated("unrated/alone")
MetLately = Callable[[int, int, int], int]
"""How many matches of two people since a day have counted."""
Pair = tuple[int, int]
"""Two seats, the lower one first."""


def judged_pairs(result: Result, bots: Mapping[str, object], met_lately: MetLately) -> dict[Pair, Unrated | None]:
    """The pairs of a match with a person in them, and why each does not count; None where it does."""
    pairs = combinations(range(len(result.entrants)), 2)
    return {
        pair: verdict(result, pair, bots, met_lately)
        for pair in pairs
        if any(result.entrants[seat].person is not None for seat in pair)
    }


def verdict(result: Result, pair: Pair, bots: Mapping[str, object], met_lately: MetLately) -> Unrated | None:
    """Why a pair does not count; None where it does."""
    one, other = (result.entrants[seat] for seat in pair)
    if one.left and other.left:
        return ABANDONED
    if one.person is None or other.person is None:
        return None if (one.bot or other.bot) in bots else BOTS
    if pair in result.neighbours:
        return NETWORK
    return OFTEN if met_lately(one.person, other.person, met_since(result)) >= MOST_MEETINGS else None


def met_since(result: Result) -> int:
    """The first day of the matches that are counted against a result."""
    return result.day - MEETING_DAYS + 1
