"""Tables on the page without a match: a test sends the page whatever position it wants to see.

The rules and the bots are the real ones: a selection is answered and a hint is given as the server does it.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any, Final

import msgspec
from playwright.sync_api import WebSocketRoute

from parlour.bots.bot import Advice
from parlour.core.game import Seat
from parlour.core.table import Table
from parlour.scenes.catalogue import make_staging
from parlour.scenes.scene import Update
from parlour.server.bot_workers import Question, advise_move
from parlour.server.dialogue import HINT_BOT, advised
from parlour.server.protocol import VERSION, Answered, Done, Sitter, TableState, Terms, Welcome
from tests.serving import wait_until
from tests.tables import say
from tests.web.browser import Guest

TABLE: Final = "q7kd2mzt4npa"
ENCODER: Final = msgspec.json.Encoder()
CHOOSE: Final = """wanted => {
    for (const card of document.querySelectorAll(".hand [role=option]"))
        if (wanted.includes(card.dataset.card) !== (card.ariaSelected === "true")) card.click();
}"""
DRAWN: Final = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"
AnyTable = Table[Any, Any, Any]
advices: Final[dict[tuple[str, int], Advice[Any]]] = {}
"""Hints that were given, by position and seat: a position is thought about once, whatever language it is shown in."""


def advice_at(table: AnyTable, seat: Seat) -> Advice[Any]:
    """What the bot that gives hints says about a position."""
    position = (table.game.format_position(table.state), seat)
    if position not in advices:
        legal = table.legal_moves(seat)
        advices[position] = advise_move(Question(HINT_BOT, table.game.name, table.view(seat), legal, 1))
    return advices[position]


class Stage:
    """The server's side of a page's connection, which shows positions in place of a match."""

    def __init__(self, guest: Guest, names: tuple[str, ...]) -> None:
        self.guest = guest
        self.names = names
        self.decision = 0
        self.seq = 0
        self.route: WebSocketRoute | None = None
        self.state: TableState | None = None
        self.shown: tuple[AnyTable, Seat] | None = None
        self.asked = ""
        self.played: list[str] = []
        """What the page has played; nothing comes of it."""
        guest.page.route_web_socket(re.compile("/ws$"), self.connected)

    def connected(self, route: WebSocketRoute) -> None:
        """Greet the page, and answer when it asks for the table."""
        self.route = route
        route.on_message(self.heard)
        self.send(Welcome(VERSION, "staged", self.names[0]))

    def heard(self, message: str | bytes) -> None:
        said = json.loads(message)
        if said["t"] == "join":
            self.send(self.state)
        elif said["t"] == "ask" and self.shown:
            table, seat = self.shown
            answer = make_staging(table.game).answer(table.view(seat), table.legal_moves(seat), said["text"])
            self.send(Answered(TABLE, said["n"], said["text"], answer))
            self.asked = said["text"]
        elif said["t"] == "hint" and self.shown:
            table, seat = self.shown
            self.send(advised(TABLE, said["n"], table.game, make_staging(table.game), advice_at(table, seat)))
        elif said["t"] == "play":
            self.played.append(said["move"])
            self.send(Done(said["id"]))

    def send(self, message: Any) -> None:
        if self.route is not None and message is not None:
            self.route.send(ENCODER.encode(message).decode())

    def show(self, table: AnyTable, seat: int = 0, **fields: Any) -> None:
        """Show a position to a seat, and wait until the page has drawn it."""
        viewer = Seat(seat)
        self.shown = (table, viewer)
        staging, view, legal = make_staging(table.game), table.view(viewer), table.legal_moves(viewer)
        groups = staging.answer(view, legal, "").groups if len(legal) else ()
        status = "over" if not table.to_act() else "playing"
        self.put(staging.scene(view, legal), status=status, groups=groups, **fields)
        self.guest.page.locator(f"main.table[data-decision='{self.decision}']").wait_for()

    def watch(self, table: AnyTable) -> None:
        """Show a position to somebody who has no seat."""
        self.shown = None
        self.put(make_staging(table.game).scene(table.view(None), []), status="playing")
        self.guest.page.locator(f"main.table[data-decision='{self.decision}']").wait_for()

    def tell(self, *lines: str, **fields: Any) -> None:
        """Let moves like `1: J Q` happen at the table, or a `deal`, and show it with what is told about all of them."""
        assert self.shown is not None
        table, seat = self.shown
        staging, told = make_staging(table.game), list[Update]()
        for line in lines:
            before, count = table.view(seat), len(table.events)
            if line == "deal":
                table.deal(Random(1))
            else:
                say(table, line)
            (event,) = table.events[count:]
            told += staging.told(event.actor, event.move, before, table.view(seat))
        self.show(table, seat, told=tuple(told), events=len(lines), **fields)

    def choose(self, cards: str) -> None:
        """Choose exactly these cards of a hand, and wait until the page shows what the rules say about them.

        Nothing is asked about no cards: what may be played came with the table.
        """
        page, wanted = self.guest.page, sorted(cards.split())
        page.evaluate(CHOOSE, wanted)
        if wanted:
            wait_until(lambda: page.evaluate(DRAWN) and sorted(self.asked.split()) == wanted, lambda: self.asked)
        page.evaluate(DRAWN)

    def put(self, scene: Any, *, events: int = 1, **fields: Any) -> None:
        """Show a scene, in any state of its table, so many events after the last one."""
        self.decision += 1
        self.seq += events
        usual = {
            "seats": tuple(Sitter(name=name, here=True) for name in self.names),
            "terms": Terms(hints=True, undo=True),
        }
        self.state = TableState(table=TABLE, seq=self.seq, decision=self.decision, scene=scene, **{**usual, **fields})
        if self.route is None:
            self.guest.go(TABLE)
        else:
            self.send(self.state)
