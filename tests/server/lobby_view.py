"""What a page knows of the lobby: the fold of the messages that it was sent."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from parlour.server.lobby.types import LARGEST_NEWS
from tests.server.client import Client

KEYS: Final = {
    "tables": ("t", "table"),
    "mine": ("m", "table"),
    "friends": ("f", "friend"),
    "invitations": ("i", "table"),
}
Item = dict[str, Any]


def lobby_of(client: Client) -> dict[str, Item]:
    """By key, what a client is shown now; `here` holds the count of people."""
    items: dict[str, Item] = {}
    for message in client.received:
        if message["t"] != "lobby":
            continue
        assert len(msgspec.json.encode(message)) <= LARGEST_NEWS, message
        if message.get("first"):
            items.clear()
        for field, (letter, name) in KEYS.items():
            items |= {f"{letter}{item[name]}": item for item in message.get(field, ())}
        if "here" in message:
            items["here"] = {"count": message["here"]}
        if "search" in message:
            items["s"] = message["search"]
        for key in message.get("gone", ()):
            items.pop(key, None)
    return items


def paired(client: Client) -> str:
    """The table where a client was told that opponents wait; empty for none."""
    return next((message["table"] for message in client.received if message["t"] == "paired"), "")
