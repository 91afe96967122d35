"""`parlour fair`: verifies that the cards dealt are those that the server committed to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec

from parlour.cli.game import load
from parlour.core.errors import OptionError
from parlour.core.game import CHANCE
from parlour.server.commitments import Deals, Seen, broken_commitments, late_commitments, mismatched_deals, unkept

if TYPE_CHECKING:
    import argparse

    from parlour.cli.game import Commands

TIMEOUT: Final = 20
LARGEST: Final = 4_000_000
UNFAIR: Final = 1
SEEN: Final = re.compile(r"(\d{1,6}):([0-9a-f]{64})(?:@(\d{1,9}))?")
NOTHING: Final = "no promise was opened yet: the first deal is still being played"


def add_fair(commands: Commands) -> None:
    fair = commands.add_parser(
        "fair",
        help="verify the commitments to the cards of a table",
        description="Before cards are dealt, the server sends a commitment, called a promise: a hash of the deal and a"
        " secret. When the deal is played out it opens the promise. This command fetches what a table has opened and"
        " verifies every promise, and that it was made before its cards were dealt; given the promises that you were"
        " sent, or the log, it also verifies that promise N belongs to deal N. It exits with code 1 if one does"
        " not hold.",
    )
    fair.add_argument(
        "deals", metavar="URL|FILE", help="the table's address (https://…/t/NAME), or a saved answer of its /fair"
    )
    fair.add_argument("--log", type=Path, metavar="FILE", help="the log of the match: check that it has the same deals")
    fair.add_argument(
        "--promise",
        action="append",
        default=[],
        metavar="N:HASH[@EVENT]",
        help="promise N as you were sent it, and the number of the table's event (`seq`) with which you first saw it;"
        " may be repeated",
    )
    fair.set_defaults(run=run_fair)


def run_fair(options: argparse.Namespace) -> int:
    """Verify every promise; 1 where one does not hold."""
    deals = read_deals(options.deals)
    wrong = [
        f"deal {number} does not keep its promise {deal.commitment}: {deal.deal}"
        for number, deal in broken_commitments(deals)
    ]
    wrong += late_commitments(deals)
    wrong += unkept(deals, [parse_seen(text) for text in options.promise])
    if options.log is not None:
        wrong += mismatched_deals(deals, dealt_cards(options.log))
    for line in wrong:
        print(f"UNFAIR: {line}")
    count = len(deals.deals)
    if not wrong:
        said = " and the log has the same deals" if options.log is not None else ""
        print(f"fair: every promise is kept (deals: {count}){said}" if count else NOTHING)
    return UNFAIR if wrong else 0


def parse_seen(text: str) -> Seen:
    """A promise as its reader noted it, or OptionError."""
    found = SEEN.fullmatch(text.strip().lower())
    if found is None:
        raise OptionError(f"--promise is N:HASH or N:HASH@EVENT, got {text!r}")
    number, commitment, event = found.groups()
    return Seen(int(number), commitment, None if event is None else int(event))


def read_deals(source: str) -> Deals:
    """Opened promises from a table's address or from a file, or OptionError."""
    try:
        body = fetched(source) if source.startswith(("http://", "https://")) else Path(source).read_bytes()
        return msgspec.json.decode(body, type=Deals)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise OptionError(f"{source}: not the opened promises of a table: {error}") from error


def fetched(address: str) -> bytes:
    """The opened promises of a table, from its server; any address of the table will do."""
    parts = urlsplit(address)
    names = [name for name in parts.path.split("/") if name and name not in ("api", "tables", "t", "fair", "replay")]
    if len(names) != 1:
        raise OptionError(f"{address}: not the address of a table, like {parts.scheme}://{parts.netloc}/t/NAME")
    url = f"{parts.scheme}://{parts.netloc}/api/tables/{names[0]}/fair"
    try:
        with urlopen(url, timeout=TIMEOUT) as answer:  # noqa: S310 - http or https, as the caller has checked
            body: bytes = answer.read(LARGEST)
    except HTTPError as error:
        reason = error.read(LARGEST).decode(errors="replace").strip() or error.reason
        raise OptionError(f"{url}: {error.code} {reason}") from error
    except (URLError, TimeoutError) as error:
        raise OptionError(f"{url}: {getattr(error, 'reason', error)}") from error
    return body


def dealt_cards(path: Path) -> list[str]:
    """The deals of a log."""
    table = load(path).table
    return [table.game.format_move(event.move) for event in table.events if event.actor is CHANCE]
