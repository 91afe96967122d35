"""Our bots behind the protocol: they choose as in process, and take bad input."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.bots.catalogue import BotError, bots_of, make_bot
from parlour.engine.bot import SEED_BITS, EngineBot
from parlour.engine.command import Command
from parlour.engine.host import MOST_MATCHES, Host
from parlour.engine.session import Session
from parlour.engine.sessions import Sessions
from tests.engine.asks import VARIANTS, ask_at, decisions
from tests.engine.engines import OURS, PATIENT_LIMITS, Loopback, sessions

TIMED = {("damenrennen", "master"): "champion"}
"""Bots with a budget in milliseconds, which does not repeat itself, and the same without one."""
SPECS = [(variant, TIMED.get((game, name), name)) for variant, (game, _) in VARIANTS.items() for name in bots_of(game)]


def choices(bot: Any, spec: str, variant: str, most: int) -> int:
    """Compare a bot behind the protocol with the same one in process, decision by decision."""
    game = VARIANTS[variant][0]
    direct = make_bot(spec, game)
    for count, (table, seat) in enumerate(decisions(variant, 8)):
        if count == most:
            return most
        view, legal = table.view(seat), table.legal_moves(seat)
        seed = Random(count).getrandbits(SEED_BITS)
        assert bot.choose(view, legal, Random(count)) == direct.choose(view, legal, Random(seed))
    return count


def looped(spec: str, game: str) -> tuple[EngineBot, Loopback]:
    """A bot behind the protocol, in this process."""
    some, command, connection = Sessions(PATIENT_LIMITS), Command(("none",)), Loopback(spec)
    some.open[command] = Session(connection, PATIENT_LIMITS, {})
    return EngineBot(command, game, some), connection


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "spec"), SPECS)
def test_a_bot_chooses_as_in_process(variant: str, spec: str) -> None:
    bot, _ = looped(spec, VARIANTS[variant][0])

    assert choices(bot, spec, variant, 25) == 25


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "spec"), [("haggis-3", "net"), ("damenrennen", "sense")])
def test_a_bot_chooses_as_in_process_through_a_pipe(variant: str, spec: str) -> None:
    with sessions() as some:
        bot = EngineBot(Command((*OURS, spec)), VARIANTS[variant][0], some)

        assert choices(bot, spec, variant, 60) == 60
        assert bot.cpu_ns() >= 0


def test_advice_has_the_candidates_of_the_bot() -> None:
    bot, _ = looped("sense", "haggis")
    table, seat = next(decisions("haggis-2", 1))
    view, legal = table.view(seat), table.legal_moves(seat)

    advice = bot.advise(view, legal, Random(1))

    direct = make_bot("sense", "haggis").advise(view, legal, Random(Random(1).getrandbits(SEED_BITS)))
    assert advice.move == direct.move
    assert [each.move for each in advice.candidates] == [each.move for each in direct.candidates]


def test_what_happened_is_told_as_far_as_the_seat_may_know_it() -> None:
    bot, connection = looped("uniform", "damenrennen")
    for count, (table, seat) in enumerate(decisions("damenrennen", 5)):
        if seat == 0:
            bot.follow(seat, table.events)
            bot.choose(table.view(seat), table.legal_moves(seat), Random(count))
        if count == 60:
            break
    messages = [json.loads(line) for line in connection.heard.splitlines()]
    told = [message for message in messages if message["t"] == "told"]
    events = [event for message in told for event in message["events"]]
    game = table.game

    assert [message["seq"] for message in told] == [
        sum(len(before["events"]) for before in told[:number]) for number in range(len(told))
    ]
    assert len(events) > 30
    for event, true in zip(events, table.events, strict=False):
        assert event["seat"] == true.actor
        hidden = true.actor is None or (true.actor == 1 and game.is_secret(true.move))
        assert event["move"] == (None if hidden else game.format_move(true.move))
    assert {event["move"] for event in events if event["seat"] is None} == {None}
    assert any(event["move"] is None for event in events if event["seat"] == 1)


def said(*messages: Any) -> list[Any]:
    """What a host answers to messages, or to lines that are none."""
    lines = [message if isinstance(message, bytes) else json.dumps(message).encode() for message in messages]
    return [json.loads(line) for answer in Host("sense").serve(lines) for line in answer.splitlines()]


def ask() -> dict[str, Any]:
    table, seat = next(decisions("haggis-2", 1))
    return {**msgspec.to_builtins(ask_at(table, seat)), "match": "m"}


MATCH = {
    "t": "match",
    "match": "m",
    "game": "haggis",
    "version": 1,
    "options": {"players": 2},
    "seat": 0,
    "seats": 2,
}


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([b"\xff"], "line/json"),
        ([b"hello"], "line/json"),
        ([b"[1]"], "line/shape"),
        ([b'{"t":"ready","x":' + b"[" * 400_000 + b"]" * 400_000 + b"}"], "line/json"),
        ([b'{"t":"dance","x":' + b"[" * 400_000 + b"]" * 400_000 + b"}"], "line/shape"),
        ([b'"' + b"x" * 1_000_001 + b'"'], "line/long"),
        ([{"t": "dance"}], "message/unknown"),
        ([{"t": "ready", "id": "x"}], "message/unknown"),
        ([{"t": "set", "options": {"depth": 3}}], "option/unknown"),
        ([{**MATCH, "game": "chess"}], "match/options"),
        ([{**MATCH, "options": {"players": 9}}], "match/options"),
        ([{**MATCH, "version": 9}], "match/game"),
        ([ask()], "match/unknown"),
        ([MATCH, {**ask(), "view": {**ask()["view"], "hand": ["17r"]}}], "view/unknown"),
        ([MATCH, {**ask(), "view": {**ask()["view"], "sizes": []}}], "view/unknown"),
    ],
)
def test_a_bad_message_is_answered_by_an_error_and_the_conversation_continues(messages: list[Any], code: str) -> None:
    *_, error, ready = said(*messages, {"t": "ready", "id": 5})

    assert error["code"] == code
    assert error["message"]
    assert ready == {"t": "ready", "id": 5}


def test_a_seat_that_has_nothing_to_decide_is_told_so() -> None:
    _, seat = next(decisions("haggis-2", 1))
    question = ask()
    question["view"] = {**question["view"], "to_act": 1 - seat, "played": [True, True]}

    assert said(MATCH, question)[-1]["code"] in ("view/idle", "view/unknown")


def test_matches_that_nobody_ends_are_limited() -> None:
    matches = [{**MATCH, "match": f"m{number}"} for number in range(MOST_MATCHES + 1)]

    (error,) = said(*matches)
    assert error["code"] == "match/many"
    assert said(*matches[:-1], {"t": "over", "match": "m0"}, matches[-1]) == []


def test_a_bot_that_does_not_exist_is_named() -> None:
    with pytest.raises(BotError, match="no bot is called 'fox'"):
        Host("fox")


def test_quit_ends_the_conversation() -> None:
    assert said({"t": "quit"}, {"t": "ready", "id": 1}) == []
