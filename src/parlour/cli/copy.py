"""`parlour copy`: moves a server's data between SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.core.errors import OptionError
from parlour.extras import load_extra
from parlour.server.copying import copy_database
from parlour.server.copying_sqlite import sqlite_source, sqlite_target
from parlour.server.errors import StoreError
from parlour.server.store_address import check_address
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from parlour.cli.game import Commands
    from parlour.server.copying import Database


def add_copy(commands: Commands) -> None:
    command = commands.add_parser(
        "copy",
        help="copy a server's data, between a SQLite folder and PostgreSQL",
        description="Copy all that a server has stored into an empty database, and compare every row. Neither may be in"
        " use: stop the server first. The source is not changed, except that data of an older parlour is"
        " migrated. A copy that is interrupted leaves nothing in the target.",
        epilog="example: parlour copy /var/lib/parlour postgresql://parlour@localhost/parlour",
    )
    command.add_argument("source", metavar="SOURCE", help="a data folder, or postgresql://USER:PASSWORD@HOST/NAME")
    command.add_argument(
        "target", metavar="TARGET", help="the same; it must be empty, or a folder that does not exist yet"
    )
    command.add_argument("--json", action="store_true", help="print how many rows of each table as JSON")
    command.set_defaults(run=run_copy)


def run_copy(options: argparse.Namespace) -> int:
    """Copy, and say how much there was."""
    for address in (options.source, options.target):
        if "://" in address:
            check_address(address, "an address")
    if options.source == options.target:
        raise OptionError("SOURCE and TARGET are the same")
    try:
        counts = asyncio.run(copy(options.source, options.target))
    except StoreError as error:
        raise OptionError(f"{error.reason} [{error.code}]") from error
    if options.json:
        print(json.dumps(counts))
    else:
        rows = ", ".join(f"{count:,} of {name}" for name, count in counts.items())
        print(f"copied and compared: {rows}")
    return 0


async def copy(source: str, target: str) -> dict[str, int]:
    """Open both, the source first, and copy."""
    async with AsyncExitStack() as stack:
        original = await open_copy(stack, source, sqlite_source)
        new = await open_copy(stack, target, sqlite_target)
        return await copy_database(original, new, lambda done, total: show_progress(done, total, "copy"))


async def open_copy(
    stack: AsyncExitStack, place: str, sqlite: Callable[[Path], AbstractContextManager[Database]]
) -> Database:
    """Open a folder or an address until the stack ends."""
    if "://" not in place:
        return stack.enter_context(sqlite(Path(place)))
    postgres = load_extra("parlour.server.copying_postgres", "postgres")
    database: Database = await stack.enter_async_context(postgres.postgres_copy(place))
    return database
