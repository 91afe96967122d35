"""Who plays whom in the next round: one problem of least cost, for tables of two and of three.

In this order: nobody meets anybody again, nor pauses or meets a bot again, where that can be helped;
equals meet equals (least sum of squared differences in points); everybody sits in every seat about
equally often. What is still open, chance decides.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final

from parlour.tournament.errors import TournamentError
from parlour.tournament.events import Paired
from parlour.tournament.grouping import Costs, pairs_of_least_cost, triples_of_low_cost
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
MOST_TRIED: Final = 20
"""How many choices of who pauses are tried before a repeated meeting is accepted."""
BOT: Final = None
Player = str | None


class History:
    """What the earlier rounds say about the next one."""

    def __init__(self, tournament: Tournament) -> None:
        self.places = tournament.terms.seats
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
            return AGAIN
        again = AGAIN * self.met[frozenset((one, other))]
        if one is BOT or other is BOT:
            return again
        apart = self.points[one] - self.points[other]
        return again + apart * apart + max(0, self.lean(one) * self.lean(other))

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
        tables, pauses = swiss_round(players, history, tournament.terms.seats, rng, bots=tournament.terms.fill == "bot")
    order = sorted(tables, key=lambda table: -sum(history.points[name] for name in table if name is not None))
    seated = tuple(balanced_seats(table, history, rng) for table in order)
    return Paired(number, seated, tuple(sorted(pauses)))


def swiss_round(
    players: list[str], history: History, seats: int, rng: Random, *, bots: bool
) -> tuple[list[list[Player]], list[str]]:
    """Tables of least cost, and who pauses."""
    free = len(players) % seats
    if bots:
        filled: list[Player] = [*players, *[BOT] * ((seats - free) % seats)]
        return least_cost(filled, history, seats, rng)[0], []
    best: tuple[list[list[Player]], int] | None = None
    pauses: tuple[str, ...] = ()
    for chosen in pausing(players, history, free):
        found = least_cost([name for name in players if name not in chosen], history, seats, rng)
        if best is None or found[1] < best[1]:
            best, pauses = found, chosen
        if found[1] < AGAIN:
            break
    assert best is not None
    return best[0], list(pauses)


def pausing(players: list[str], history: History, free: int) -> Iterator[tuple[str, ...]]:
    """Who may pause, the likeliest first: who has paused least, and of those who has fewest points."""
    order = sorted(players, key=lambda name: (history.pauses[name], history.points[name]))
    fewest = [name for name in order if history.pauses[name] == history.pauses[order[0]]]
    ready = fewest if len(fewest) >= free else order
    for tried, chosen in enumerate(combinations(ready, free)):
        if tried == MOST_TRIED:
            return
        yield chosen


def least_cost(players: list[Player], history: History, seats: int, rng: Random) -> tuple[list[list[Player]], int]:
    """The players in tables, and what that costs: for two exactly the least, for three as little as is found."""
    costs = Costs([[history.cost(one, other) for other in players] for one in players])
    groups = pairs_of_least_cost(costs) if seats == PAIR else triples_of_low_cost(costs, rng)
    return [[players[number] for number in group] for group in groups], sum(map(costs.of, groups))


def balanced_seats(table: Sequence[Player], history: History, rng: Random) -> Places:
    """The order in which a table's players have sat least often so far."""
    orders = list(permutations(table))
    rng.shuffle(orders)
    return min(
        orders, key=lambda order: sum(history.seats[name, seat] for seat, name in enumerate(order) if name is not None)
    )
