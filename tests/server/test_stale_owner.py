"""A node whose lease has ended, and that has not noticed: it shows nobody what it remembers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from parlour.server.errors import UnreachableError
from parlour.server.events import Seated
from tests.server.connections import connections
from tests.server.test_one_gate import begun

pytestmark = pytest.mark.anyio


class Expired:
    """The other nodes, as one sees them that could not renew its lease."""

    def check(self) -> None:
        raise UnreachableError("this node owns nothing at the moment")


async def test_a_table_in_memory_is_not_shown_by_a_node_without_a_lease(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        tables = opened[None].connection.tables
        owned = await tables.actor("t")
        tables.nodes = cast("Any", Expired())
        try:
            with pytest.raises(UnreachableError):
                await tables.actor("t")
        finally:
            tables.nodes = None

        assert await tables.actor("t") is owned
