"""Views on the wire: complete, frozen, and without anything that a seat may not know."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from parlour.core.errors import OptionError
from parlour.core.game import Seat
from parlour.engine.bot import EngineBot
from parlour.engine.catalogue import WIRES, make_wire
from parlour.engine.command import Command
from parlour.engine.messages import FromParlour
from parlour.engine.plain import PlainView, PlainWire
from parlour.engine.session import Session
from parlour.engine.sessions import Sessions
from parlour.games.catalogue import make_game
from parlour.server.table_log import AnyTableLog
from tests.engine.asks import GOLDEN, VARIANTS, ask_at, decisions, golden
from tests.engine.engines import PATIENT_LIMITS, Loopback
from tests.server.leaks import viewers_of
from tests.server.twins import GAMES, copied, moments, random_log, twin


@pytest.mark.parametrize("name", VARIANTS)
def test_a_view_and_its_legal_moves_can_be_written_and_read(name: str) -> None:
    for table, seat in decisions(name, 3):
        wire, view, legal = make_wire(table.game), table.view(seat), table.legal_moves(seat)
        line = msgspec.json.encode(ask_at(table, seat))
        ask: Any = msgspec.json.decode(line, type=FromParlour)

        assert wire.decode(ask.view) == view
        assert wire.read_legal(view, ask.legal) == legal
        assert wire.read_legal(view, ()) == legal, "they may be too many to be listed"
        assert list(ask.legal) == [table.game.format_move(move) for move in legal]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_form_of_views_is_frozen(name: str) -> None:
    assert (GOLDEN / f"engine-{name}.jsonl").read_bytes() == golden(name), (
        "version 1 of the engine protocol is public: fields may be added, none may change"
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_a_golden_view_is_one_of_the_game(name: str) -> None:
    game, options = VARIANTS[name]
    rules = make_game(game, options)
    for line in (GOLDEN / f"engine-{name}.jsonl").read_bytes().splitlines():
        ask: Any = msgspec.json.decode(line, type=FromParlour)
        view = make_wire(rules).decode(ask.view)

        assert ask.legal == tuple(
            map(rules.format_move, rules.legal_moves(rules.determinize(view, Random(1)), view.seat))
        )


def test_a_game_without_a_wire_is_described_in_words() -> None:
    rules = make_game("haggis", {})
    wire = PlainWire(rules)
    table, seat = next(decisions("haggis-2", 1))
    seen = wire.encode(table.view(seat))

    assert seen == PlainView(name="haggis", seat=seat, lines=tuple(rules.describe(table.view(seat)).splitlines()))
    texts = wire.format_legal(table.view(seat), table.legal_moves(seat))
    assert wire.read_legal(table.view(seat), texts) == list(table.legal_moves(seat))
    with pytest.raises(OptionError, match="no views that can be read"):
        wire.decode(seen)
    assert WIRES["whist"] is PlainWire


def heard(match: AnyTableLog, seat: Seat) -> bytes:
    """Every byte on the standard input of an engine that is asked for a seat's move now."""
    connection = Loopback("uniform")
    command = Command(("none",))
    sessions = Sessions(PATIENT_LIMITS)
    sessions.open[command] = Session(connection, PATIENT_LIMITS, {})
    bot = EngineBot(command, match.game.name, sessions)
    bot.follow(seat, match.table.events)
    bot.choose(match.view(seat), match.legal_moves(seat), Random(1))
    return connection.heard


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_an_engine_hears_the_same_when_all_hidden_is_shuffled(name: str) -> None:
    rng = Random(3)
    compared = differing = 0
    for moment in rng.sample(list(moments(random_log(name, 4))), 30):
        for seat in viewers_of(moment.match):
            if seat is None or seat not in moment.match.to_act():
                continue
            since = twin(moment, seat, rng)
            if since is None or since == moment.since:
                continue
            other = copied(moment.base)
            for event in since:
                other.fold(event)
            differing += other.table.state != moment.match.table.state
            assert heard(other, seat) == heard(moment.match, seat)
            compared += 1

    assert compared >= differing > 10
