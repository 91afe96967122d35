"""The bots at a table: asks workers for their moves, and makes them as people's are made."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Any, Final

from parlour.server.bot_workers import Question
from parlour.server.errors import RefusalError, ServerError
from parlour.server.judging import judge_bot_move
from parlour.server.seating import STAND_IN

if TYPE_CHECKING:
    from parlour.core.game import Seat
    from parlour.server.bot_workers import BotWorkers
    from parlour.server.seating import Seating
    from parlour.server.table_log import DecisionPoint
    from parlour.server.writer import Writer

LOG: Final = logging.getLogger("parlour.server")
RETRY_SECONDS: Final = 2.0


class BotSeats:
    """The questions that are being thought about for one table, one a seat at most."""

    def __init__(self, writer: Writer, seating: Seating, workers: BotWorkers) -> None:
        self.writer = writer
        self.log = writer.log
        self.seating = seating
        self.workers = workers
        self.thinking: dict[Seat, DecisionPoint] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Ask the bot of every seat that is to act, and a stand-in for people whose time is up."""
        for seat in self.log.to_act():
            bot = self.log.bot_at(seat)
            if bot:
                self.ask(seat, bot, self.writer.settings.pace)
            elif self.seating.is_late(seat):
                self.ask(seat, STAND_IN, 0.0)

    def ask(self, seat: Seat, bot: str, pace: float) -> None:
        """Ask a bot for a seat's move, unless it is being asked already."""
        point = self.log.decision_point(seat)
        if self.thinking.get(seat) == point:
            return
        self.thinking[seat] = point
        question = Question(
            bot, self.log.game.name, self.log.view(seat), self.log.legal_moves(seat), secrets.randbits(63)
        )
        task = asyncio.create_task(self.answer(seat, point, question, pace))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def answer(self, seat: Seat, point: DecisionPoint, question: Question[Any, Any], pace: float) -> None:
        """Wait for a bot's move, but at least for `pace` seconds, and queue it."""
        try:
            move, _ = await asyncio.gather(self.workers.choose(question), asyncio.sleep(pace))
        except Exception:
            LOG.exception("table %s: %s cannot decide", self.writer.name, question.bot)
            self.writer.broadcast_error(
                ServerError(
                    "bot/broken", f"{question.bot} cannot decide; it is asked again", parameters={"bot": question.bot}
                )
            )
            self.forget(seat, point)
            self.writer.timers.schedule("retry", RETRY_SECONDS, self.writer.wake)
            return
        self.writer.post(lambda: self.play(seat, point, question.bot, move))

    async def play(self, seat: Seat, point: DecisionPoint, bot: str, move: Any) -> None:
        """Make a bot's move, unless it is stale: the seat has moved, or a move was taken back."""
        self.forget(seat, point)
        stale = self.log.decision_point(seat) != point or seat not in self.log.to_act()
        if stale or not (self.log.bot_at(seat) or self.seating.is_late(seat)):
            return
        try:
            steps = judge_bot_move(self.log, seat, move, point[0], bot)
        except RefusalError as error:
            raise ServerError(
                "bot/illegal",
                f"{bot} wanted {move!r}: {error.reason}",
                error.clause,
                {"bot": bot, "move": repr(move), "reason": error.reason},
            ) from error
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
