"""The checksums of shards, in a file that `sha256sum --check` reads: those of Parquet do not cover its footer."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "_SHA256SUMS"
"""Programs that read a folder of Parquet files skip names that begin with an underscore."""
LINE: Final = re.compile(r"(?P<digest>[0-9a-f]{64})  (?P<name>\S+)")


class Checksums:
    """The checksums of the files in a folder, by name."""

    def __init__(self, folder: Path) -> None:
        """Read them; a line that is none is left out."""
        self.path = folder / FILE
        text = self.path.read_text(encoding="utf-8", errors="replace") if self.path.exists() else ""
        found = map(LINE.fullmatch, text.splitlines())
        self.digests = {line["name"]: line["digest"] for line in found if line}

    def is_damaged(self, path: Path) -> bool:
        """Whether a file is not the one that was written; no for one of which nothing is known."""
        known = self.digests.get(path.name)
        return known is not None and known != digest_of(path)

    def add(self, name: str, digest: str) -> None:
        """Keep the checksum of a file, all or nothing."""
        self.digests[name] = digest
        unfinished = self.path.with_suffix(".unfinished")
        lines = (f"{digest}  {name}\n" for name, digest in sorted(self.digests.items()))
        unfinished.write_text("".join(lines), encoding="utf-8")
        unfinished.replace(self.path)


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    return sha256(path.read_bytes()).hexdigest()
