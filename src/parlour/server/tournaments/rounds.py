"""Rounds: pairs the players, opens all tables together, and looks after them until the last is done.

A round is one transaction: the pairing, what it needs to know of its tables, and the tables with the people at them. A
server that dies before it left nothing, one that dies after it left the whole round.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.games.catalogue import make_game
from parlour.server.bot_workers import Urgency
from parlour.server.errors import ConflictError, RefusalError, ServerError, StoreError
from parlour.server.events import Opening, Seated
from parlour.server.new_table import new_table
from parlour.server.push import Turn
from parlour.server.tournaments.log import Arranged, person_of, refusal
from parlour.tournament.errors import TournamentError
from parlour.tournament.events import Played, Withdrew
from parlour.tournament.pairing import check_next_round, next_round
from parlour.tournament.tournament import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.store import AddTable
    from parlour.server.tournaments.log import TournamentLog
    from parlour.server.tournaments.service import Tournaments
    from parlour.tournament.events import Event, Paired, Places
    from parlour.tournament.terms import Terms

LOG: Final = logging.getLogger("parlour.server")
TICK_SECONDS: Final = 2.0
"""How often the rounds that are being played are looked after."""
LATE_SECONDS: Final = 5.0
"""After the end of a round's time, tables have so long to notice it by themselves."""
TRIES: Final = 20
SECRET_BYTES: Final = 32
MINUTE: Final = 60.0


class Rounds:
    """Begins rounds, and sees to it that they end."""

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self.tables = tournaments.tables
        self.seen: set[tuple[str, int]] = set()
        """The rounds whose tables were looked at since this server took charge of them."""
        self.peers: frozenset[int] = frozenset()
        self.hurried = asyncio.Event()
        self.task = asyncio.create_task(self.run(), name="tournaments")

    def hurry(self) -> None:
        """Look after the rounds at once."""
        self.hurried.set()

    async def run(self) -> None:
        """Look after all rounds that are being played, again and again."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK_SECONDS):
                    await self.hurried.wait()
            self.hurried.clear()
            if not self.tables.is_leader:
                self.seen.clear()
                continue
            nodes = self.tables.nodes
            peers = frozenset(() if nodes is None else nodes.peers)
            if peers != self.peers:  # who is gone may not have reported its last results
                self.seen.clear()
                self.peers = peers
            try:
                for name in await self.tables.store.tournaments.running():
                    await self.attend(name)
            except ServerError as error:
                LOG.warning("tournaments: %s", error)
            except Exception:
                LOG.exception("tournaments")

    async def attend(self, name: str) -> None:
        """Do what is due in a tournament."""
        await self.tables.clock.begin()
        log = await self.tournaments.read(name)
        tournament = log.tournament
        if tournament.awaits_results:
            if (name, log.round) not in self.seen:
                self.seen.add((name, log.round))
                await self.find_results(name, log)
            closes = log.arranged[-1].closes if log.round == len(log.arranged) else None
            if closes is not None and self.tables.clock.now() > closes + LATE_SECONDS:
                await self.wake_tables(name, log)
        elif tournament.terms.auto and self.seconds_left(log) == 0.0:
            with contextlib.suppress(RefusalError):  # too few are left: the organiser decides
                await self.pair(name, log.round + 1)

    def seconds_left(self, log: TournamentLog) -> float | None:
        """How long the round still has, or until the next one begins by itself; None where that is not known."""
        tournament, now = log.tournament, self.tables.clock.now()
        if tournament.is_over or not tournament.rounds:
            return None
        if tournament.awaits_results:
            closes = log.arranged[-1].closes if log.arranged else None
            return None if closes is None else round(max(0.0, closes - now), 1)
        if not tournament.terms.auto or tournament.paused:
            return None
        return round(max(0.0, log.at + tournament.terms.rest - now), 1)

    async def find_results(self, name: str, log: TournamentLog) -> None:
        """Take the results of tables that ended while nobody looked after them, and of those that are gone."""
        for table in log.unsettled():
            try:
                played = await self.tables.read(table)
            except RefusalError:
                await self.give_up(name, log, table)
                continue
            if played.status == "over":
                await self.tournaments.settle(table, played)

    async def wake_tables(self, name: str, log: TournamentLog) -> None:
        """Load the tables whose time is up and that nobody has open: each then ends by itself."""
        for table in log.unsettled():
            try:
                await self.tables.find(table)
            except RefusalError:
                await self.give_up(name, log, table)

    async def give_up(self, name: str, log: TournamentLog, table: str) -> None:
        """Note that nobody has played at a table that does not exist any more."""
        place = log.place_of(table)
        assert place is not None
        nobody = Played(*place, (None,) * log.tournament.terms.seats)
        await self.tournaments.change(name, lambda now: [nobody] if now.tournament.table(*place).scores is None else [])

    # The beginning of a round.

    async def pair(self, name: str, number: int) -> None:
        """Begin a round, unless it has begun; RefusalError where it cannot begin now."""
        async with (await self.tournaments.find(name)).pairing:
            await self.pair_alone(name, number)

    async def pair_alone(self, name: str, number: int) -> None:
        """Begin a round that nobody else on this node begins meanwhile."""
        for _ in range(TRIES):
            log = await self.tournaments.read(name)
            if log.round >= number:
                return
            if number > log.round + 1:
                raise RefusalError(
                    "tournament/round", f"round {log.round + 1} is next, got {number}", parameters={"round": log.round}
                )
            try:
                check_next_round(log.tournament)
            except TournamentError as error:
                raise refusal(error) from error
            seq = log.seq
            names = await self.tournaments.names(log)
            gone = [key for key in log.tournament.active if not is_here(key, names)]
            if gone:
                await self.withdraw(name, gone)
                continue
            asked = pair_after, tuple(log.events), secrets.randbits(64)
            paired = await self.tables.reviews.workers.ask(Urgency.REVIEW, ("tournament", name), *asked)
            if await self.begin(name, seq, paired, names):
                return
        raise StoreError("store/busy", "this tournament changes all the time")

    async def withdraw(self, name: str, players: list[str]) -> None:
        """Withdraw people who have left the server."""
        await self.tournaments.change(
            name, lambda log: [Withdrew(key) for key in players if log.tournament.players.get(key)]
        )

    async def begin(self, name: str, seq: int, paired: Paired, names: dict[int, str]) -> bool:
        """Write a round that was paired behind an event, with its tables; False where something came between."""
        try:
            async with self.tournaments.held(name) as kept:
                if kept.log.seq != seq:
                    return False
                terms = kept.log.tournament.terms
                closes = self.tables.clock.now() + terms.minutes * MINUTE if terms.minutes else None
                opening = opening_of(name, terms, paired.round, closes)
                opened = [
                    table_of(opening, terms.level, places, names)
                    if all(key is None or person_of(key) is not None for key in places)
                    else None
                    for places in paired.tables
                ]
                arranged = Arranged(
                    paired.round,
                    tuple("" if table is None else table.row.name for table in opened),
                    secrets.token_hex(SECRET_BYTES) if terms.duplicate else "",
                    closes,
                    int(time.time()),
                )
                await self.tournaments.write(kept, [paired, arranged], [table for table in opened if table is not None])
        except ConflictError:
            return False
        except StoreError as error:
            if error.code == "person/unknown":  # somebody deleted herself a moment ago
                return False
            raise
        self.seen.add((name, paired.round))
        self.notify(terms.name, [table for table in opened if table is not None])
        return True

    def notify(self, title: str, tables: list[AddTable]) -> None:
        """Tell everybody who has no connection that her table is ready."""
        for table in tables:
            for person in table.row.summary.persons:
                if person is not None:
                    self.tables.notify(Turn(person, table.row.name, title, "paired"))


def pair_after(events: Sequence[Event], seed: int) -> Paired:
    """The next round of a tournament; called in a worker, for it can take seconds."""
    return next_round(fold(events), Random(seed))


def is_here(key: str, names: dict[int, str]) -> bool:
    """Whether a player has not left the server."""
    person = person_of(key)
    return person is None or bool(names.get(person))


def opening_of(name: str, terms: Terms, number: int, closes: float | None) -> Opening:
    """What the tables of a round are opened with; nobody's yet."""
    game = make_game(terms.game, terms.options)
    return Opening(
        game=game.name,
        version=game.version,
        options=terms.options,
        owner=0,
        hints=False,
        undo=False,
        clock=terms.clock or None,
        bank=terms.bank,
        increment=terms.increment,
        rated=terms.rated,
        tournament=name,
        round=number,
        deals=terms.deals,
        closes=closes,
        stands=terms.late == "stands",
        sealed=terms.duplicate,
    )


def table_of(opening: Opening, level: str, places: Places, names: dict[int, str]) -> AddTable:
    """A table of a round; whoever sits there first counts as having opened it."""
    persons = [None if key is None else person_of(key) for key in places]
    seated = [
        Seated(seat, bot=level) if person is None else Seated(seat, person, names[person])
        for seat, person in enumerate(persons)
    ]
    owner = next(person for person in persons if person is not None)
    return new_table(msgspec.structs.replace(opening, owner=owner), seated)
