"""`parlour serve`: the table server."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.bots.catalogue import listed_bots
from parlour.core.errors import OptionError
from parlour.engine.command import SCHEME, parse_command
from parlour.engine.messages import Limits
from parlour.engine.session import Session
from parlour.extras import load_extra
from parlour.server.settings import Engine, Settings

if TYPE_CHECKING:
    import argparse

    from parlour.cli.game import Commands
    from parlour.engine.command import Command

SETTINGS = Settings()
ENGINE_NAME = re.compile("[a-z][a-z0-9-]{0,19}")
NODE_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,39}")
NODE_ADDRESS = re.compile(r"([^\s:\[\]]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")
LAST_PORT = 65535


def add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help="let people play in the browser and over the network",
        description="Serve tables for people and bots: one command, one folder of data. Every acknowledged move is on"
        " disk, so the server can be stopped at any time and matches continue where they were. See docs/server.md.",
    )
    serve.add_argument(
        "--host", default=SETTINGS.host, help=f"address to listen on ({SETTINGS.host}: this machine only)"
    )
    serve.add_argument("--port", type=int, default=SETTINGS.port, metavar="N", help=f"port ({SETTINGS.port})")
    serve.add_argument("--data", type=Path, metavar="DIR", help="where all data is kept (server in your data folder)")
    serve.add_argument(
        "--database",
        default=os.environ.get("PARLOUR_DATABASE", ""),
        metavar="URL",
        help="a PostgreSQL database instead of the SQLite file in --data: postgresql://USER:PASSWORD@HOST/NAME; better"
        " given in the environment as PARLOUR_DATABASE, where other users of the machine do not see the password",
    )
    serve.add_argument(
        "--node",
        default="",
        metavar="NAME",
        help="one of several servers on the same PostgreSQL database, under a name of its own (docs/operations.md)",
    )
    serve.add_argument(
        "--node-address",
        default=SETTINGS.node_address,
        metavar="HOST:PORT",
        help=f"where other nodes reach this one ({SETTINGS.node_address}: any free port, this machine only)",
    )
    serve.add_argument(
        "--workers",
        type=int,
        default=SETTINGS.workers,
        metavar="N",
        help=f"worker processes for bots ({SETTINGS.workers})",
    )
    serve.add_argument(
        "--think",
        type=float,
        default=SETTINGS.think,
        metavar="S",
        help=f"seconds after which a bot that has not decided makes a random move ({SETTINGS.think:.0f})",
    )
    serve.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="an engine that people may play against, under this name; may be repeated (docs/engine-protocol.md)",
    )
    serve.add_argument(
        "--pace", type=float, default=SETTINGS.pace, metavar="S", help=f"seconds between bots' moves ({SETTINGS.pace})"
    )
    serve.add_argument(
        "--grace",
        type=float,
        default=SETTINGS.grace,
        metavar="S",
        help="seconds after which a bot plays for somebody who is away, unless their clock is running"
        f" ({SETTINGS.grace:.0f})",
    )
    serve.add_argument(
        "--idle",
        type=float,
        default=SETTINGS.idle,
        metavar="S",
        help=f"seconds after which a table without connections is unloaded from memory ({SETTINGS.idle:.0f})",
    )
    serve.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another origin whose pages may connect; may be repeated",
    )
    serve.add_argument(
        "--per-address",
        type=int,
        default=SETTINGS.per_address,
        metavar="N",
        help=f"connections from one address ({SETTINGS.per_address})",
    )
    serve.add_argument(
        "--messages",
        type=float,
        default=SETTINGS.messages,
        metavar="N",
        help=f"messages per second on one connection ({SETTINGS.messages:.0f})",
    )
    serve.add_argument(
        "--requests",
        type=float,
        default=SETTINGS.requests,
        metavar="N",
        help=f"HTTP requests per second from one address ({SETTINGS.requests:.0f})",
    )
    serve.add_argument(
        "--new-per-address",
        type=int,
        default=SETTINGS.new_per_address,
        metavar="N",
        help=f"new people and tables from one address in a day ({SETTINGS.new_per_address})",
    )
    serve.add_argument(
        "--tables-per-person",
        type=int,
        default=SETTINGS.tables_per_person,
        metavar="N",
        help=f"unfinished tables of one person ({SETTINGS.tables_per_person})",
    )
    serve.add_argument(
        "--reviews-per-person",
        type=int,
        default=SETTINGS.reviews_per_person,
        metavar="N",
        help=f"matches of one person that are reviewed in a day ({SETTINGS.reviews_per_person})",
    )
    serve.add_argument(
        "--name-words",
        type=Path,
        metavar="FILE",
        help="additional words that names must not contain, one per line; * before or after a word matches anything",
    )
    serve.add_argument(
        "--disk",
        type=float,
        default=SETTINGS.disk,
        metavar="GB",
        help=f"gigabytes of data above which nothing new is stored ({SETTINGS.disk:.0f})",
    )
    serve.add_argument(
        "--unbegun",
        type=float,
        default=SETTINGS.unbegun,
        metavar="DAYS",
        help=f"days after which a table whose match has not begun is deleted ({SETTINGS.unbegun:.0f})",
    )
    serve.add_argument(
        "--push-contact",
        default="",
        metavar="URL",
        help="your address for push services, such as mailto:you@example.org",
    )
    serve.add_argument(
        "--push-service", action="append", default=[], metavar="URL", help="another push service; may be repeated"
    )
    serve.add_argument("--behind-proxy", action="store_true", help="trust X-Forwarded-For of a reverse proxy")
    serve.add_argument("--open", action="store_true", help="open the page in a browser")
    serve.set_defaults(run=run_serve)


def run_serve(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    code: int = load_extra("parlour.server.run", "server").serve(chosen(options), open_page=options.open)
    return code


def chosen(options: argparse.Namespace) -> Settings:
    """The settings that the command line names, or OptionError."""
    limits = ("per_address", "messages", "requests", "new_per_address", "tables_per_person", "reviews_per_person")
    for name in ("workers", *limits):
        if getattr(options, name) < 1:
            raise OptionError(f"--{name.replace('_', '-')} is 1 or more, got {getattr(options, name)}")
    for name in ("think", "pace", "grace", "idle"):
        if not 0 <= getattr(options, name) < float("inf"):
            raise OptionError(f"--{name} is a number of seconds, got {getattr(options, name)}")
    for name in ("disk", "unbegun"):
        if not 0 < getattr(options, name) < float("inf"):
            raise OptionError(f"--{name} is a number above 0, got {getattr(options, name)}")
    if not 0 <= options.port <= LAST_PORT:
        raise OptionError(f"--port is 0 to 65535, got {options.port}")
    check_node(options.node, options.node_address, options.database)
    return Settings(
        host=options.host,
        port=options.port,
        data=options.data or SETTINGS.data,
        database=options.database,
        node=options.node,
        node_address=options.node_address,
        workers=options.workers,
        think=options.think,
        engines=chosen_engines(options.engine),
        pace=options.pace,
        grace=options.grace,
        idle=options.idle,
        origins=tuple(options.origin),
        per_address=options.per_address,
        messages=options.messages,
        requests=options.requests,
        new_per_address=options.new_per_address,
        tables_per_person=options.tables_per_person,
        reviews_per_person=options.reviews_per_person,
        disk=options.disk,
        name_words=options.name_words,
        unbegun=options.unbegun,
        push_contact=options.push_contact,
        push_services=tuple(options.push_service),
        behind_proxy=options.behind_proxy,
    )


def check_node(name: str, address: str, database: str) -> None:
    """OptionError where a node has no usable name, address or database."""
    if name and not NODE_NAME.fullmatch(name):
        raise OptionError(f"--node is a name of up to 40 letters, digits, dots and hyphens, got {name!r}")
    if name and not database:
        raise OptionError("--node needs --database: several nodes share a PostgreSQL database")
    if not NODE_ADDRESS.fullmatch(address) or int(address.rpartition(":")[2]) > LAST_PORT:
        raise OptionError(f"--node-address is HOST:PORT, got {address!r}")


def chosen_engines(given: list[str]) -> tuple[Engine, ...]:
    """The engines that the command line names, each started once to learn what it plays; or OptionError."""
    engines: list[Engine] = []
    for text in given:
        name, _, command = text.partition("=")
        taken = [*listed_bots(), *(engine.name for engine in engines)]
        if not ENGINE_NAME.fullmatch(name) or name in taken or not command:
            raise OptionError(
                f"--engine is NAME=COMMAND with a name of its own, small letters and digits, got {text!r}"
            )
        engines.append(Engine(name, SCHEME + command, games_of(parse_command(command))))
    return tuple(engines)


def games_of(command: Command) -> tuple[str, ...]:
    """The games that an engine plays, or EngineError."""
    session = Session(command.connect(), Limits(), dict(command.options))
    session.close()
    return session.hello.games
