"""Who plays whom in the next round: one problem of least cost, for tables of two and of three.

In this order: nobody meets anybody again, nor pauses or meets a bot again, where that can be helped;
equals meet equals (least sum of squared differences in points); everybody sits in every seat about
equally often. What is still open, chance decides.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING, Final

from parlour.tournament.errors import TournamentError
from parlour.tournament.events import Paired
from parlour.tournament.grouping import KICKS, Costs, pairs_of_least_cost, triples_of_low_cost
from parlour.tournament.robin import robin_round
from parlour.tournament.standings import standings
from parlour.tournament.terms import PAIR
from parlour.tournament.tournament import fewest_players, over

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from parlour.tournament.events import Places
    from parlour.tournament.tournament import Tournament

SCALE: Final = 60
"""Points are counted in sixtieths and their differences squared, so that the least one costs more than seats do."""
AGAIN: Final = 10**15
"""The cost of meeting again; far more than all differences in points."""
NEVER: Final = 10**20
"""The cost of two bots at a table, and of pausing once oftener than others: far more than all meetings again."""
PAUSED_AHEAD: Final = 10**11
"""The cost of a pause for every sixtieth of a point; more than all differences in points, less than meeting again."""
MOST_TRIED: Final = 300
"""How many choices of who pauses are tried at tables of three; 25 players have so many."""
QUICK_KICKS: Final = 30
"""How long each choice is searched; the best of them is then searched as long as any other round."""
BOT: Final = None
Player = str | None
"""None is a bot or, where a table of two has nobody else, a pause."""


class History:
    """What the earlier rounds say about the next one."""

    def __init__(self, tournament: Tournament) -> None:
        self.places = tournament.terms.seats
        self.bots = tournament.terms.fill == "bot"
        self.points = {line.player: int(line.points * SCALE) for line in standings(tournament)}
        self.met: Counter[frozenset[Player]] = Counter()
        self.pauses: Counter[str] = Counter()
        self.seats: Counter[tuple[str, int]] = Counter()
        for played in tournament.rounds:
            self.pauses.update(played.pauses)
            for table in played.tables:
                self.met.update(frozenset(pair) for pair in combinations(table.places, 2))
                self.seats.update((name, seat) for seat, name in enumerate(table.places) if name is not None)

    def cost(self, one: Player, other: Player) -> int:
        """What it costs to seat two at one table."""
        if one is BOT and other is BOT:
            return NEVER
        again = AGAIN * self.met[frozenset((one, other))]
        if one is BOT or other is BOT:
            return again if self.bots else self.pause_cost(one or other or "")
        apart = self.points[one] - self.points[other]
        return again + apart * apart + max(0, self.lean(one) * self.lean(other))

    def pause_cost(self, name: str) -> int:
        """What it costs that somebody pauses."""
        return NEVER * self.pauses[name] + PAUSED_AHEAD * self.points[name]

    def lean(self, name: str) -> int:
        """At tables of two, how much oftener somebody sat first than second: two who lean alike cannot both change."""
        return self.seats[name, 0] - self.seats[name, 1] if self.places == PAIR else 0


def check_next_round(tournament: Tournament) -> None:
    """TournamentError if no round can begin now."""
    if tournament.awaits_results:
        number = len(tournament.rounds)
        raise TournamentError(f"round {number} is not over", "tournament/round", round=number)
    if tournament.is_over:
        raise over()
    if tournament.paused:
        raise TournamentError("the tournament is paused", "tournament/paused")
    players, least = tournament.active, fewest_players(tournament.terms)
    if len(players) < least:
        raise TournamentError(
            f"a round needs {least} players or more, got {len(players)}",
            "tournament/few",
            least=least,
            got=len(players),
        )


def next_round(tournament: Tournament, rng: Random) -> Paired:
    """The pairing of the next round, or TournamentError."""
    check_next_round(tournament)
    players = tournament.active
    number = len(tournament.rounds) + 1
    history = History(tournament)
    if tournament.terms.format == "robin":
        tables, pauses = robin_round(list(tournament.players), set(players), number)
    else:
        rng.shuffle(players)
        tables, pauses = swiss_round(players, history, tournament.terms.seats, rng)
    order = sorted(tables, key=lambda table: -sum(history.points[name] for name in table if name is not None))
    seated = tuple(balanced_seats(table, history, rng) for table in order)
    return Paired(number, seated, tuple(sorted(pauses)))


def swiss_round(players: list[str], history: History, seats: int, rng: Random) -> tuple[list[list[Player]], list[str]]:
    """Tables of least cost, and who pauses."""
    free = len(players) % seats
    if history.bots or not free:
        return least_cost([*players, *[BOT] * (-len(players) % seats)], history, seats, rng)[0], []
    if seats == PAIR:
        found, _ = least_cost([*players, None], history, seats, rng)
        alone = next(table for table in found if None in table)
        return [table for table in found if table is not alone], [name for name in alone if name is not None]
    best: tuple[list[list[Player]], int] | None = None
    pauses: tuple[str, ...] = ()
    for chosen in pausing(players, history, free):
        tried = least_cost(without(players, chosen), history, seats, rng, QUICK_KICKS)
        if best is None or tried[1] // AGAIN < best[1] // AGAIN:
            best, pauses = tried, chosen
        if tried[1] < AGAIN:
            break
    assert best is not None
    thorough = least_cost(without(players, pauses), history, seats, rng)
    return min(best, thorough, key=lambda each: each[1])[0], list(pauses)


def without(players: Sequence[str], pauses: Sequence[str]) -> list[Player]:
    return [name for name in players if name not in pauses]


def pausing(players: list[str], history: History, free: int) -> Iterator[tuple[str, ...]]:
    """Who may pause: who has paused least and, of those, who has fewest points first."""
    order = sorted(players, key=lambda name: (history.pauses[name], history.points[name]))
    last = history.pauses[order[free - 1]]
    sure = [name for name in order[:free] if history.pauses[name] < last]
    others = [name for name in order if history.pauses[name] == last]
    for chosen in islice(combinations(others, free - len(sure)), MOST_TRIED):
        yield (*sure, *chosen)


def least_cost(
    players: list[Player], history: History, seats: int, rng: Random, kicks: int = KICKS
) -> tuple[list[list[Player]], int]:
    """The players in tables, and what that costs: for two exactly the least, for three as little as is found."""
    costs = Costs.between(players, history.cost)
    groups = pairs_of_least_cost(costs) if seats == PAIR else triples_of_low_cost(costs, rng, AGAIN, kicks)
    return [[players[number] for number in group] for group in groups], sum(map(costs.of, groups))


def balanced_seats(table: Sequence[Player], history: History, rng: Random) -> Places:
    """The order in which a table's players have sat least often so far."""
    orders = list(permutations(table))
    rng.shuffle(orders)
    return min(
        orders, key=lambda order: sum(history.seats[name, seat] for seat, name in enumerate(order) if name is not None)
    )
