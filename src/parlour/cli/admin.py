"""`parlour admin`: what operators look at and decide, while the server runs."""

from __future__ import annotations

import asyncio
import getpass
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from parlour.core.errors import OptionError
from parlour.server.company import desk
from parlour.server.errors import ServerError
from parlour.server.store_address import check_address

if TYPE_CHECKING:
    import argparse

    from parlour.cli.game import Commands

LARGEST: Final = 2**63 - 1
Action = Callable[[desk.Desk, str, Any], Awaitable[object]]
"""Takes the database, who decides, and the options."""
ACTIONS: Final[dict[str, Action]] = {
    "reports": lambda opened, _, __: desk.reports(opened),
    "people": lambda opened, _, options: desk.people(opened, options.text),
    "person": lambda opened, _, options: desk.show_person(opened, options.number),
    "rename": lambda opened, operator, options: desk.rename(opened, operator, options.number, options.name),
    "ban": lambda opened, operator, options: desk.ban(opened, operator, options.number, options.why),
    "unban": lambda opened, operator, options: desk.unban(opened, operator, options.number, options.why),
    "close": lambda opened, operator, options: desk.close_report(opened, operator, options.number, options.why),
    "tables": lambda opened, _, options: desk.tables(opened, playing=options.playing),
    "stats": lambda opened, _, __: desk.statistics(opened),
    "audit": lambda opened, _, __: desk.audit(opened),
}


def add_admin(commands: Commands) -> None:
    command = commands.add_parser(
        "admin",
        help="list reports, rename or ban people, see what operators did",
        description="Look at people, reports and tables of a server, and decide about them. The server may run: changes"
        " go to its database, each with a line of the audit trail, and it follows within five seconds. Whoever can"
        " write to the database is an operator.",
        epilog="example: parlour admin /var/lib/parlour ban 17 --why 'insults at three tables'",
    )
    command.add_argument("place", metavar="DATA|URL", help="the data folder, or postgresql://USER:PASSWORD@HOST/NAME")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--as", dest="operator", metavar="WHO", help="who decides, for the audit trail (your login)")
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    actions.add_parser("reports", help="reports that nobody has dealt with").set_defaults(act="reports")
    find = actions.add_parser("people", help="people whose names contain TEXT")
    find.add_argument("text", metavar="TEXT")
    find.set_defaults(act="people")
    add_person_action(actions, "person", "somebody: sessions, reports, what operators did")
    rename = add_person_action(actions, "rename", "give somebody another name")
    rename.add_argument("name", metavar="NAME")
    for name, about in (("ban", "ban somebody"), ("unban", "lift a ban")):
        add_person_action(actions, name, about).add_argument("--why", default="", metavar="TEXT")
    close = actions.add_parser("close", help="deal with a report")
    close.add_argument("number", type=int, metavar="REPORT")
    close.add_argument("--why", default="", metavar="TEXT")
    close.set_defaults(act="close")
    listed = actions.add_parser("tables", help="the latest tables")
    listed.add_argument("--playing", action="store_true", help="only those where a match is being played")
    listed.set_defaults(act="tables")
    actions.add_parser("stats", help="how much there is").set_defaults(act="stats")
    actions.add_parser("audit", help="what operators did, the latest first").set_defaults(act="audit")
    command.set_defaults(run=run_admin)


def add_person_action(actions: Commands, name: str, about: str) -> argparse.ArgumentParser:
    """An action about one person."""
    action: argparse.ArgumentParser = actions.add_parser(name, help=about)
    action.add_argument("number", type=int, metavar="PERSON", help="the person's number, as lists show it")
    action.set_defaults(act=name)
    return action


def run_admin(options: argparse.Namespace) -> int:
    """Do one thing, and print what came of it."""
    if "://" in options.place:
        check_address(options.place, "an address")
    if not 0 <= getattr(options, "number", 0) <= LARGEST:
        raise OptionError(f"a number is from 0 to {LARGEST}, got {options.number}")
    try:
        found = asyncio.run(act(options))
    except ServerError as error:
        raise OptionError(f"{error.reason} [{error.code}]") from error
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        for line in lines_of(found):
            print(line)
    return 0


async def act(options: argparse.Namespace) -> object:
    """What an action answers."""
    operator = options.operator or getpass.getuser()
    async with desk.open_desk(options.place) as opened:
        return await ACTIONS[options.act](opened, operator, options)


def lines_of(found: object) -> list[str]:
    """What was found, a line for each thing; everything on a line has its name."""
    if isinstance(found, list):
        return ["  ".join(f"{name}={word(value)}" for name, value in each.items()) for each in found] or ["nothing"]
    assert isinstance(found, dict)
    return [f"{name}: {word(value)}" for name, value in found.items()]


def word(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
