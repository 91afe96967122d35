"""What is done in several tables or rows happens as a whole or not at all, also when the server is killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.server.errors import ConflictError, StoreError
from parlour.server.events import Continued, Opening, Seated
from parlour.server.new_table import new_table
from parlour.server.sqlite import SqliteStore
from parlour.server.store import AddTable, Append
from tests.server.conftest import Launch
from tests.server.kills import ACTIONS, kill_again_and_again

pytestmark = pytest.mark.anyio
KILLS = 2


async def test_an_action_within_which_the_server_is_killed_is_never_half_done(launch: Launch) -> None:
    server = launch()

    for action in ACTIONS:
        counts = await kill_again_and_again(server, action, KILLS, seed=5)
        assert counts["whole"] + counts["not at all"] == KILLS
    assert "Traceback" not in server.said()


def some_table(owner: int) -> AddTable:
    opening = Opening(game="haggis", version=1, options={}, owner=owner)
    return new_table(opening, [Seated(0, owner, "Ada"), Seated(1, bot="casual")])


async def test_changes_of_several_tables_are_one_transaction(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    ada = await store.add_person("Ada", "hash")
    old, new = some_table(ada.id), some_table(ada.id)
    await store.write(old)

    with pytest.raises(ConflictError):
        await store.write(new, Append(old.row.name, 1, "", [Continued(new.row.name)]))
    assert await store.table(new.row.name) is None

    await store.write(new, Append(old.row.name, 2, "", [Continued(new.row.name)]))
    assert await store.table(new.row.name) == new.row
    assert (await store.events(old.row.name))[-1].event == Continued(new.row.name)
    await store.close()


async def test_nobody_who_has_left_is_seated(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    ada, bo = await store.add_person("Ada", "hash"), await store.add_person("Bo", "another")
    table = some_table(ada.id)
    await store.write(table)
    await store.mark_leaving(bo.id)

    with pytest.raises(StoreError, match="person/unknown"):
        await store.write(Append(table.row.name, 2, "", [Seated(1, bo.id, "Bo")]))
    assert len(await store.events(table.row.name)) == 2
    assert await store.names({ada.id, bo.id}) == {ada.id: "Ada", bo.id: ""}
    await store.close()
