"""A move is parsed at most once, judged once and applied once, and every viewer's view is built once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from parlour.core.game import CHANCE, Seat
from parlour.server.bot_seats import BotSeats
from parlour.server.bot_workers import BotWorkers
from parlour.server.events import AnyEvent, Moved, Opening, Seated
from parlour.server.judging import judge_undo
from parlour.server.seating import STAND_IN
from parlour.server.table_log import AnyTableLog, TableLog
from tests.server.connections import LocalConnection, connections
from tests.server.twins import GAMES, random_events

pytestmark = pytest.mark.anyio
COUNTED: Final = ("parse_move", "format_move", "refusal", "apply", "view", "legal_moves")


class Calls(Counter[str]):
    """How often each method of a game was called."""

    def watch(self, game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in COUNTED:
            monkeypatch.setattr(type(game), name, self.counted(name, getattr(type(game), name)))

    def counted(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def call(*arguments: Any) -> Any:
            self[name] += 1
            return method(*arguments)

        return call


def begun(name: str, *seated: Seated) -> tuple[AnyTableLog, list[AnyEvent]]:
    """A table of two in the middle of a round, where one seat is to act and no deal follows."""
    game, options = GAMES[name]
    log: AnyTableLog = TableLog(Opening(game=game, version=1, options=options, owner=1))
    rng = Random(3)
    events: list[AnyEvent] = [*seated]
    for holder in seated:
        log.fold(holder)
    while len(events) < 8 or len(log.to_act()) != 1 or not quiet_moves(log):
        for event in random_events(log, rng):
            log.fold(event)
            events.append(event)
    return log, events


def quiet_moves(log: AnyTableLog) -> list[Any]:
    """Moves of the seat to act after which somebody else is to act, and not chance."""
    (seat,) = log.to_act()
    after = {move: log.propose(seat, move).judged.after for move in log.legal_moves(seat)}
    return [move for move, state in after.items() if log.game.to_act(state) not in ((CHANCE,), (seat,), ())]


async def settled(opened: dict[Seat | None, LocalConnection]) -> None:
    """Wait until nothing is queued at the table."""
    for connection in opened.values():
        await connection.say(t="ping")


@pytest.mark.parametrize("name", ["haggis-2", "damenrennen"])
async def test_a_persons_move_for_two_viewers(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, events = begun(name, Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    move = log.game.format_move(quiet_moves(log)[0])
    calls = Calls()
    async with connections(tmp_path, log.opening, events) as opened:
        await opened[None].say(t="part", table="t")
        await settled(opened)
        calls.watch(log.game, monkeypatch)

        await opened[seat].say(t="play", table="t", id="one", move=move, decision=log.decisions[seat])

        answers = [msgspec.json.decode(message) for message in opened[seat].received()]
        assert {"t": "done", "id": "one"} in answers, answers
        assert calls == {"parse_move": 1, "format_move": 1, "refusal": 1, "apply": 1, "view": 2, "legal_moves": 2}
        calls.clear()

        await opened[seat].say(t="ask", table="t", text="")
        await opened[seat].say(t="hint", table="t")

        assert calls["view"] == calls["legal_moves"] == 0, calls

        await opened[seat].say(t="recall", table="t")
        again = calls.copy()
        await opened[seat].say(t="recall", table="t")

        assert again["apply"] > 0
        assert calls == again, "what happened is collected once, however often a client asks"


@pytest.mark.parametrize("name", ["haggis-2", "damenrennen"])
async def test_a_bots_move_for_two_viewers(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, events = begun(name, Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    move = quiet_moves(log)[0]
    monkeypatch.setattr(BotSeats, "start", lambda _: None)
    calls = Calls()
    async with connections(tmp_path, log.opening, events) as opened:
        await opened[None].say(t="part", table="t")
        await opened[seat].say(t="stand", table="t", id="leave")
        await settled(opened)
        actor = opened[seat].connection.joined["t"]
        assert actor.log.bot_at(seat) == STAND_IN
        calls.watch(log.game, monkeypatch)

        await actor.bots.play(seat, actor.log.decision_point(seat), STAND_IN, move)

        assert actor.log.decisions[seat] == log.decisions[seat] + 1
        assert calls == {"format_move": 1, "refusal": 1, "apply": 1, "view": 2, "legal_moves": 2}


async def test_an_illegal_move_of_a_bot_is_refused_and_another_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BotSeats, "start", lambda _: None)
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        watching = opened[None]
        actor = watching.connection.joined["t"]
        seat = log.to_act()[0]
        actor.log.seated[seat] = Seated(seat, bot="regular")
        watching.received()

        await actor.bots.play(seat, actor.log.decision_point(seat), "regular", log.game.parse_move("give 1"))

        refused, *_ = map(msgspec.json.decode, watching.received())
        assert (refused["code"], refused["parameters"]) == ("bot/broken", {"bot": "regular"})
        last = [line.event for line in await actor.store.events("t")][-1]
        assert isinstance(last, Moved)
        assert (last.seat, last.by) == (seat, "uniform")


async def test_a_bot_that_breaks_over_a_hint_is_reported_to_who_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a defect of the bot")

    monkeypatch.setattr(BotWorkers, "advise", fail)
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    async with connections(tmp_path, log.opening, events) as opened:
        asking = opened[seat]
        await asking.say(t="hint", table="t")
        assert asking.connection.hint is not None
        await asking.connection.hint

        last = msgspec.json.decode(asking.received()[-1])
        assert (last["t"], last["code"], last["table"]) == ("refused", "bot/broken", "t")


async def test_an_old_answer_leaves_a_newer_question_of_the_seat_alone(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    async with connections(tmp_path, log.opening, events) as opened:
        bots = opened[seat].connection.joined["t"].bots
        old, new = log.decision_point(seat), (log.decisions[seat] + 1, 0)
        bots.thinking[seat] = new

        bots.forget(seat, old)
        assert bots.thinking == {seat: new}

        bots.forget(seat, new)
        assert bots.thinking == {}


async def test_a_deal_is_not_parsed_by_who_drew_it(monkeypatch: pytest.MonkeyPatch) -> None:
    log: AnyTableLog = TableLog(Opening(game="haggis", version=1, options={}, owner=1))
    for seat in (0, 1):
        log.fold(Seated(seat, seat + 1, "Ada"))
    calls = Calls()
    calls.watch(log.game, monkeypatch)

    log.fold(log.draw_deal(Random(1)))
    log.fold(log.propose_deal(), [Seat(0), Seat(1)])

    assert calls == {"format_move": 1, "refusal": 1, "apply": 1, "view": 4}, "the views before the deal too"


async def test_an_undo_needs_no_new_view(monkeypatch: pytest.MonkeyPatch) -> None:
    log, _ = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    viewers = [Seat(0), Seat(1)]
    before = [log.view(viewer) for viewer in viewers]
    log.fold(log.propose(seat, quiet_moves(log)[0]), viewers)
    calls = Calls()
    calls.watch(log.game, monkeypatch)

    steps = judge_undo(log, int(seat) + 1, log.decisions[seat])
    log.fold(steps[0], viewers)

    assert [log.view(viewer) for viewer in viewers] == before
    assert not calls
