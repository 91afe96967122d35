"""The backup that docs/server.md teaches can be taken while people play, and is whole."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

from parlour.server.events import Moved
from parlour.server.presenting import summary
from parlour.server.sqlite import FILE_NAME, SqliteStore
from parlour.server.store import AddTable, Append, StoredEvent, TableRow
from parlour.server.table_log import replay
from tests.server.twins import Log, random_log

PAGE = Path(__file__).parents[2] / "docs" / "server.md"


def taught(original: Path, copy: Path) -> str:
    """The command of the page, with other paths."""
    found = re.search(r"^python3 -c .*VACUUM INTO.*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, PAGE
    command = found[0].replace("/var/lib/parlour/parlour.sqlite3", str(original))
    return command.replace("/var/backups/parlour.sqlite3", str(copy)).replace("python3", sys.executable, 1)


async def back_up(folder: Path, copy: Path, log: Log) -> tuple[list[StoredEvent], list[StoredEvent]]:
    """Play while a backup is taken; the log as it was before and in the end."""
    store = SqliteStore(folder)
    person = await store.add_person("Ada", "hash")
    await store.add_person("Bo", "another hash")
    row = TableRow("t", log.opening, summary(replay(log.opening, log.events[:2])), "")
    await store.write(AddTable(row, log.events[:2]))
    for seq, event in enumerate(log.events[2:60], start=2):
        await store.write(Append("t", seq, f"{person.id}:{seq}", [event]))
    before = await store.events("t")
    taking = await asyncio.create_subprocess_shell(taught(folder / FILE_NAME, copy), stderr=subprocess.PIPE)
    ending = asyncio.create_task(taking.communicate())
    seq = 60
    while not ending.done() and seq < len(log.events):
        await store.write(Append("t", seq, f"{person.id}:{seq}", [log.events[seq]]))
        seq += 1
    _, said = await ending
    assert taking.returncode == 0, said.decode()
    after = await store.events("t")
    await store.close()
    return before, after


async def restore(folder: Path) -> tuple[list[StoredEvent], str]:
    """Open a restored folder as the server does."""
    store = SqliteStore(folder)
    logged = await store.events("t")
    person = await store.person_of("hash")
    await store.write(Append("t", len(logged), "new", [Moved(0, "pass")]))
    await store.close()
    assert person is not None
    return logged, person.name


def test_a_backup_taken_while_people_play_is_whole_and_can_be_resumed(tmp_path: Path) -> None:
    folder, restored = tmp_path / "data", tmp_path / "restored"
    restored.mkdir()
    log = random_log("damenrennen", 3)

    before, after = asyncio.run(back_up(folder, restored / FILE_NAME, log))
    logged, name = asyncio.run(restore(restored))

    assert name == "Ada"
    assert len(before) <= len(logged) <= len(after)
    assert logged == after[: len(logged)]
    replay(log.opening, [line.event for line in logged])
