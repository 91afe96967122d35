"""Shards: Parquet files of some rounds each, written whole or not at all, and written again where they are damaged.

A round is a function of the contest and its number, so a run that was interrupted continues with the shards that are
missing, and a shard that cannot be read is played again.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

import parlour
from parlour.arena.fingerprint import fingerprint
from parlour.arena.job import Contest
from parlour.core.errors import OptionError
from parlour.dataset.checksums import Checksums, digest_of
from parlour.dataset.columns import Columns
from parlour.dataset.recording import play_round
from parlour.envs.catalogue import ENVS
from parlour.games.catalogue import make_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FORMAT: Final = 2
KEY: Final = "parlour"
"""The entry of a file's metadata that holds its Header, as JSON."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dataset: what is played, and how many rounds go into a file."""

    contest: Contest
    rounds_per_shard: int


class Format(msgspec.Struct, frozen=True):
    """What the header of every format says."""

    format: int


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a shard says of itself."""

    format: int
    parlour: str
    """Its version, for people."""
    play: str
    """The fingerprint of its rules, bots and encodings."""
    order: Order
    first: int
    """The number of its first round."""
    rounds: int
    forfeits: int
    """Rounds without rows, for a bot forfeited them."""


class DamagedShardError(Exception):
    """A file that cannot be read to its end, and why."""


class Summary(msgspec.Struct):
    """What a run found and did."""

    rounds: int = 0
    decisions: int = 0
    forfeits: int = 0
    shards: int = 0
    written: int = 0
    bytes: int = 0
    damaged: dict[str, str] = {}
    """By file, why it was written again."""


def write_dataset(
    order: Order, rounds: int, folder: Path, progress: Callable[[int, int], None], damage: Callable[[str, str], None]
) -> Summary:
    """Write the shards that a folder lacks; `damage` is told of each that had to be written again.

    OptionError where the folder holds another dataset.
    """
    shards = ShardFolder(folder, order)
    summary = Summary()
    for first in range(0, rounds, order.rounds_per_shard):
        count = min(order.rounds_per_shard, rounds - first)
        path = folder / f"rounds-{first:09}.parquet"
        kept = None
        try:
            kept = shards.kept(path, count)
        except DamagedShardError as error:
            summary.damaged[path.name] = str(error)
            damage(path.name, str(error))
        if kept is None:
            kept = shards.write(path, first, count, partial(advance, progress, first, rounds))
            summary.written += 1
        header, decisions = kept
        summary.rounds += header.rounds
        summary.forfeits += header.forfeits
        summary.decisions += decisions
        summary.shards += 1
        summary.bytes += path.stat().st_size
        progress(first + count, rounds)
    return summary


def advance(progress: Callable[[int, int], None], first: int, rounds: int, done: int) -> None:
    """Report the rounds of all shards together."""
    progress(first + done, rounds)


class ShardFolder:
    """The shards of one dataset."""

    def __init__(self, folder: Path, order: Order) -> None:
        """Make the folder where there is none."""
        folder.mkdir(parents=True, exist_ok=True)
        self.order = order
        self.columns = Columns(make_game(order.contest.game, order.contest.options))
        self.play = fingerprint(order.contest.game, ENVS)
        self.checksums = Checksums(folder)

    def kept(self, path: Path, count: int) -> tuple[Header, int] | None:
        """A shard that is there: its header and number of rows; None where it is missing or shorter than it shall be.

        OptionError where it belongs to another dataset, DamagedShardError where it is not what was written.
        """
        if not path.exists():
            return None
        if self.checksums.is_damaged(path):
            raise DamagedShardError("its checksum is another one than when it was written")
        header, table = read_shard(path)
        if header.order != self.order:
            there, here = shown(header.order), shown(self.order)
            raise OptionError(f"{path} is of another dataset: its order is {there}, not {here}")
        if header.play != self.play:
            raise OptionError(
                f"{path} is of parlour {header.parlour}; the rules, bots or encodings of this one,"
                f" {parlour.__version__}, differ"
            )
        return (header, table.num_rows) if header.rounds == count else None

    def write(self, path: Path, first: int, count: int, progress: Callable[[int], None]) -> tuple[Header, int]:
        """Play and write a shard under another name, which then takes the place of the old."""
        rounds = list(recorded(self.order.contest, self.columns.game.seats, first, count, progress))
        forfeits = sum(each.result is None for each in rounds)
        header = Header(FORMAT, parlour.__version__, self.play, self.order, first, count, forfeits)
        table = self.columns.table(rounds, {KEY: msgspec.json.encode(header).decode()})
        unfinished = path.with_suffix(".unfinished")
        pq.write_table(table, unfinished, compression="zstd", write_page_checksum=True)
        self.checksums.add(path.name, digest_of(unfinished))
        unfinished.replace(path)
        return header, table.num_rows


def read_shard(path: Path) -> tuple[Header, Any]:
    """The header and all rows of a shard; OptionError where it has another format, DamagedShardError for no shard."""
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        text = (table.schema.metadata or {})[KEY.encode()]
        check_format(path, msgspec.json.decode(text, type=Format))
        header = msgspec.json.decode(text, type=Header)
    except (pa.ArrowException, OSError) as error:
        raise DamagedShardError(" ".join(str(error).split())) from error
    except (KeyError, msgspec.DecodeError) as error:
        raise DamagedShardError("no header of parlour") from error
    return header, table


def check_format(path: Path, header: Format) -> None:
    """Raise OptionError for a shard of another format."""
    if header.format != FORMAT:
        raise OptionError(f"{path} is a shard of format {header.format}, this parlour writes format {FORMAT}")


def recorded(contest: Contest, seats: int, first: int, count: int, progress: Callable[[int], None]) -> Iterator[Any]:
    """Play rounds, one after the other."""
    for done in range(count):
        progress(done)
        yield play_round(contest, first + done, seats)


def shown(value: object) -> str:
    """A part of a header in a line."""
    return msgspec.json.encode(value).decode()
