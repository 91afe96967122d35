"""What the server stores of ratings: the results of finished rated matches, and what their fold comes to.

The results of a game are numbered from 1 without gaps. A result is entered once, with all that it does to ratings, in
one transaction: whoever tries again changes nothing. The numbers of people who have deleted their data stay, without a
name: the ratings of others follow from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from parlour.ratings.catalogue import BOT_RATINGS
from parlour.ratings.fit import Fit
from parlour.ratings.fitting import prior
from parlour.ratings.glicko import POINTS, Skill
from parlour.ratings.ladder import LARGEST_DEVIATION, Standing
from parlour.ratings.result import DAYS_PER_PERIOD, Result, Unrated
from parlour.server.rows import encode_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.ratings.ladder import Rated, Step

MOST_VARIANCE: Final = (LARGEST_DEVIATION / POINTS) ** 2
"""Above it a rating is provisional."""
STANDING: Final = "person, mu, phi, sigma, matches, period"
STEP: Final = "person, number, day, before, mu, phi"
StandingRow = tuple[int, float, float, float, int, int]
StepRow = tuple[int, int, int, float, float, float]
LISTED: Final = (
    " FROM rating JOIN person ON person.id = rating.person"
    " WHERE game = {} AND NOT leaving AND NOT banned AND matches >= {}"
    " AND phi * phi + ({} - period) * sigma * sigma <= {}"
)
"""Whoever is on a leaderboard, with the marks of a database's parameters."""
STEPS: Final = "SELECT person, before, mu, phi FROM rating_step WHERE game = {} AND number = {} ORDER BY person"
HISTORY: Final = "SELECT day, mu, phi FROM rating_step WHERE person = {} AND game = {} ORDER BY number DESC LIMIT {}"
MET: Final = (
    "SELECT count(*) FROM rating_step AS one JOIN rating_step AS other USING (game, number)"
    " WHERE one.person = {} AND other.person = {} AND game = {} AND one.day >= {}"
)
UNSETTLED: Final = (
    "SELECT id, name FROM unsettled JOIN play_table ON play_table.id = unsettled.play_table"
    " WHERE begun AND (over OR {}) AND id > {} ORDER BY id LIMIT {}"
)
LEADERS: Final = f"SELECT {STANDING}, name{LISTED} ORDER BY mu DESC, person LIMIT {{}} OFFSET {{}}"
PLACE: Final = f"SELECT count(*){LISTED} AND mu > {{}}"
FIND: Final = "SELECT game, number, body, unrated FROM rated_match WHERE name = {}"
RESULTS: Final = "SELECT number, name, body FROM rated_match WHERE game = {} AND number > {} ORDER BY number LIMIT {}"
GAMES_OF: Final = "SELECT game FROM rating WHERE person = {} ORDER BY matches DESC, game"
ALL_STEPS: Final = f"SELECT {STEP} FROM rating_step WHERE game = {{}} ORDER BY person, number"  # noqa: S608 - no input
ALL_STANDINGS: Final = f"SELECT {STANDING} FROM rating WHERE game = {{}} ORDER BY person"  # noqa: S608 - no input
ALL_UNRATED: Final = "SELECT number, unrated FROM rated_match WHERE game = {} ORDER BY number"
LADDER: Final = "SELECT fit, last, day FROM ladder WHERE game = {}"
FOLD: Final = (LADDER, ALL_STANDINGS, ALL_STEPS, ALL_UNRATED)
"""All that is stored of the fold of a game."""
DROP_UNSETTLED: Final = "DELETE FROM unsettled WHERE play_table = (SELECT id FROM play_table WHERE name = {})"


class LadderRow(msgspec.Struct, frozen=True):
    """A ladder as it is stored."""

    fit: Fit
    last: int = 0
    """The number of its last result."""
    day: int = 0
    """The day of that."""

    @property
    def period(self) -> int:
        """The rating period in which it is."""
        return self.day // DAYS_PER_PERIOD


class LeaderRow(msgspec.Struct, frozen=True):
    """Somebody on a leaderboard."""

    person: int
    name: str
    standing: Standing


class SettledRow(msgspec.Struct, frozen=True):
    """A result, and what it did to people's ratings."""

    result: Result
    unrated: Unrated | None
    steps: dict[int, tuple[float, float, float]]
    """By person: her rating before, and rating and deviation after, on Glicko-2's scale."""


class Recomputed(msgspec.Struct, frozen=True):
    """All that the fold of a ladder's results comes to, as rows."""

    ladder: LadderRow
    standings: list[StandingRow]
    """In the order of persons."""
    steps: list[StepRow]
    """In the order of persons and numbers."""
    unrated: list[tuple[int, str]]
    """By number, why a result does not count; empty where it does."""


class RatingStore(Protocol):
    """The ratings in a database."""

    async def settle(self, table: str, game: str, result: Result) -> None:
        """Enter the result of a table and what it does to ratings, unless that was done before."""

    async def unsettled(self, *, over: bool, after: int, most: int) -> list[tuple[int, str]]:
        """Rated tables whose result is not entered, by number behind one: those that are over, or all that began."""

    async def drop_unsettled(self, table: str) -> None:
        """Look for no result of a table any more: its log is damaged."""

    async def ladder(self, game: str) -> LadderRow:
        """The ladder of a game; without results, the one that it begins with."""

    async def games(self) -> list[str]:
        """The games that have a ladder."""

    async def standings(self, game: str, persons: Sequence[int]) -> dict[int, Standing]:
        """What a ladder knows of people; nothing of those who have no rated match."""

    async def games_of(self, person: int) -> list[str]:
        """The games in which a person has rated matches, the most played first."""

    async def leaders(self, game: str, period: int, *, first: int, most: int) -> list[LeaderRow]:
        """A page of the people on a leaderboard, the strongest first."""

    async def place(self, game: str, period: int, standing: Standing) -> int:
        """The place of somebody with this standing, from 1."""

    async def history(self, person: int, game: str, *, most: int) -> list[tuple[int, float, float]]:
        """Day, rating and deviation after a person's latest matches, the latest first."""

    async def settled(self, table: str) -> SettledRow | None:
        """What came of a table."""

    async def results(self, game: str, *, after: int, most: int) -> list[tuple[int, str, Result]]:
        """Results in their order, behind a number: number, table and result."""

    async def stored(self, game: str) -> Recomputed:
        """All that is stored of the fold of a ladder."""

    async def replace(self, game: str, recomputed: Recomputed) -> bool:
        """Store another fold in place of the one there is; False, and nothing is done, if there are more results."""


def first_ladder(game: str) -> LadderRow:
    """A ladder without results."""
    return LadderRow(prior(BOT_RATINGS[game]))


def decode_ladder(game: str, rows: Sequence[Sequence[Any]]) -> LadderRow:
    """The ladder of a game, of which there is one row or none."""
    return LadderRow(msgspec.json.decode(rows[0][0], type=Fit), *rows[0][1:]) if rows else first_ladder(game)


def decode_standings(rows: Iterable[Sequence[Any]]) -> dict[int, Standing]:
    """Rows of the columns of STANDING."""
    return {
        person: Standing(Skill(mu, phi, sigma), matches, period) for person, mu, phi, sigma, matches, period in rows
    }


def standing_row(person: int, standing: Standing) -> StandingRow:
    """The columns of STANDING."""
    return person, *standing.skill, standing.matches, standing.period


def step_row(number: int, day: int, step: Step) -> StepRow:
    """The columns of STEP."""
    return step.person, number, day, step.before.skill.mu, step.after.skill.mu, step.after.skill.phi


def encode_unrated(change: Rated) -> str:
    """Why a result does not count; empty where it does."""
    return "" if change.unrated is None else encode_text(change.unrated)


def decode_unrated(text: str) -> Unrated | None:
    """The inverse."""
    return msgspec.json.decode(text, type=Unrated) if text else None


def decode_result(body: str) -> Result:
    """A result as it was stored."""
    return msgspec.json.decode(body, type=Result)


def leader_rows(rows: Iterable[Sequence[Any]]) -> list[LeaderRow]:
    """Rows of the columns of STANDING and a name."""
    return [LeaderRow(row[0], row[6], decode_standings([row[:6]])[row[0]]) for row in rows]


def settled_row(found: Sequence[Any], steps: Iterable[Sequence[Any]]) -> SettledRow:
    """What came of a table, from its result and its steps."""
    _, _, body, unrated = found
    return SettledRow(
        decode_result(body),
        decode_unrated(unrated),
        {person: (before, mu, phi) for person, before, mu, phi in steps},
    )


def decode_results(rows: Iterable[Sequence[Any]]) -> list[tuple[int, str, Result]]:
    """Results with their numbers and tables."""
    return [(number, name, decode_result(body)) for number, name, body in rows]


def stored_rows(
    game: str,
    ladder: Sequence[Sequence[Any]],
    standings: Iterable[Sequence[Any]],
    steps: Iterable[Sequence[Any]],
    unrated: Iterable[Sequence[Any]],
) -> Recomputed:
    """All that is stored of a fold, from the rows of FOLD."""

    def plain(rows: Iterable[Sequence[Any]]) -> list[Any]:
        return [tuple(row) for row in rows]

    return Recomputed(decode_ladder(game, ladder), plain(standings), plain(steps), plain(unrated))
