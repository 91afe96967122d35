"""Tables on the page without a match: a test sends the page whatever position it wants to see."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import msgspec
from playwright.sync_api import WebSocketRoute

from parlour.core.game import Seat
from parlour.scenes.catalogue import make_staging
from parlour.server.protocol import VERSION, Sitter, TableState, Terms, Welcome
from tests.web.browser import Guest

TABLE: Final = "q7kd2mzt4npa"
ENCODER: Final = msgspec.json.Encoder()


class Stage:
    """The server's side of a page's connection, which shows positions in place of a match."""

    def __init__(self, guest: Guest, names: tuple[str, ...]) -> None:
        self.guest = guest
        self.names = names
        self.decision = 0
        self.route: WebSocketRoute | None = None
        self.state: TableState | None = None
        guest.page.route_web_socket(re.compile("/ws$"), self.connected)

    def connected(self, route: WebSocketRoute) -> None:
        """Greet the page, and answer when it asks for the table."""
        self.route = route
        route.on_message(self.heard)
        route.send(ENCODER.encode(Welcome(VERSION, "staged", self.names[0])).decode())

    def heard(self, message: str | bytes) -> None:
        if json.loads(message)["t"] == "join":
            self.send()

    def send(self) -> None:
        if self.route is not None and self.state is not None:
            self.route.send(ENCODER.encode(self.state).decode())

    def show(self, table: Any, seat: int = 0, **fields: Any) -> None:
        """Show a position to a seat, and wait until the page has drawn it."""
        viewer = Seat(seat)
        scene = make_staging(table.game).scene(table.view(viewer), table.legal_moves(viewer))
        self.put(scene, status="over" if not table.to_act() else "playing", **fields)
        self.guest.page.locator(f"main.table[data-decision='{self.decision}']").wait_for()

    def put(self, scene: Any, **fields: Any) -> None:
        """Show a scene, in any state of its table."""
        self.decision += 1
        self.state = TableState(
            table=TABLE,
            seq=self.decision,
            seats=tuple(Sitter(name=name, here=True) for name in self.names),
            terms=Terms(hints=True, undo=True),
            decision=self.decision,
            scene=scene,
            **fields,
        )
        if self.route is None:
            self.guest.go(TABLE)
        else:
            self.send()
