"""The bots at a table: asks workers for their moves, and makes them as people's are made."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.server.bot_workers import Question, choose_move
from parlour.server.errors import RefusalError, ServerError
from parlour.server.judging import judge_bot_move
from parlour.server.seating import STAND_IN

if TYPE_CHECKING:
    from parlour.core.game import Seat
    from parlour.server.bot_workers import BotWorkers
    from parlour.server.events import Pace
    from parlour.server.table_log import DecisionPoint
    from parlour.server.timing import Timing
    from parlour.server.writer import Writer

LOG: Final = logging.getLogger("parlour.server")
RETRY_SECONDS: Final = 2.0
FALLBACK: Final = "uniform"
"""The bot that moves where another cannot: it costs nothing, so it needs no worker."""
MOST_FAILURES: Final = 3
"""After so many failures at a table a bot is not asked there again."""
PAUSES: Final[dict[Pace, float]] = {"calm": 2.5, "usual": 1.0, "quick": 0.3}
"""How long bots pause at a table, as a multiple of the server's setting."""


class BotSeats:
    """The questions that are being thought about for one table, one a seat at most."""

    def __init__(self, writer: Writer, timing: Timing, workers: BotWorkers) -> None:
        self.writer = writer
        self.log = writer.log
        self.timing = timing
        self.workers = workers
        self.thinking: dict[Seat, DecisionPoint] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.failures: Counter[str] = Counter()

    def start(self) -> None:
        """Ask the bot of every seat that is to act, and a stand-in for people whose time is up.

        Bots wait while nobody has the table open: whoever comes next sees them go on. In a tournament they do not,
        for others wait for the result.
        """
        if not self.writer.present() and not self.log.opening.tournament:
            return
        pace = 0.0 if self.log.closed else self.writer.settings.pace * PAUSES[self.log.opening.pace]
        for seat in self.log.to_act():
            bot = self.log.bot_at(seat)
            if bot:
                self.ask(seat, bot, pace)
            elif not self.log.opening.bank and self.timing.is_up(seat):
                self.ask(seat, STAND_IN, 0.0)

    def ask(self, seat: Seat, bot: str, pace: float) -> None:
        """Ask a bot for a seat's move, unless it is being asked already."""
        point = self.log.decision_point(seat)
        if self.thinking.get(seat) == point:
            return
        self.thinking[seat] = point
        able = FALLBACK if self.failures[bot] >= MOST_FAILURES else bot
        task = asyncio.create_task(self.answer(seat, point, self.question(seat, able), pace))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def question(self, seat: Seat, bot: str) -> Question[Any, Any]:
        """What a bot is asked for a seat now."""
        view, legal = self.log.view(seat), self.log.legal_moves(seat)
        return Question(bot, self.log.game.name, view, legal, secrets.randbits(63))

    async def answer(self, seat: Seat, point: DecisionPoint, question: Question[Any, Any], pace: float) -> None:
        """Wait for a bot's move, but at least for `pace` seconds, and queue it; a bot that fails moves at random."""
        bot = question.bot
        try:
            move, _ = await asyncio.gather(self.workers.choose(question, self.log.opening.owner), asyncio.sleep(pace))
        except Exception:
            LOG.exception("table %s: %s cannot decide", self.writer.name, bot)
            self.fail(bot)
            bot, move = FALLBACK, choose_move(msgspec.structs.replace(question, bot=FALLBACK))
        self.writer.post(lambda: self.play(seat, point, bot, move))

    def fail(self, bot: str) -> None:
        """Note that a bot has failed, and tell everybody at the table."""
        self.failures[bot] += 1
        error = ServerError("bot/broken", f"{bot} cannot decide; a random move is made", parameters={"bot": bot})
        self.writer.broadcast_error(error)

    async def play(self, seat: Seat, point: DecisionPoint, bot: str, move: Any) -> None:
        """Make a bot's move, unless it is stale: the seat has moved, or a move was taken back."""
        self.forget(seat, point)
        stale = self.log.decision_point(seat) != point or seat not in self.log.to_act()
        if stale or not (self.log.bot_at(seat) or self.timing.is_up(seat)):
            return
        try:
            steps = judge_bot_move(self.log, seat, move, point[0], bot)
        except RefusalError as error:
            LOG.error("table %s: %s wanted %r: %s", self.writer.name, bot, move, error.reason)  # noqa: TRY400 - no defect here
            self.fail(bot)
            legal = choose_move(self.question(seat, FALLBACK))
            steps = judge_bot_move(self.log, seat, legal, point[0], FALLBACK)
        await self.writer.commit(steps, f"bot:{seat}:{point[0]}")
        await self.writer.advance()

    def forget(self, seat: Seat, point: DecisionPoint) -> None:
        """Note that a question is answered; a newer one of the same seat is still thought about."""
        if self.thinking.get(seat) == point:
            del self.thinking[seat]

    def cancel(self) -> None:
        """Stop waiting for workers."""
        for task in self.tasks:
            task.cancel()
