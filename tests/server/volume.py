"""A small file system for a database, which can be filled up: a tmpfs, mounted by root."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

BLOCK: Final = 1 << 20
ALLOWED: Final = 0o777


class Volume:
    """A mounted file system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave no byte free."""
        block = bytes(BLOCK)
        with self.ballast.open("wb", buffering=0) as file:
            while block:
                try:
                    written = file.write(block)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    block = block[: len(block) // 2]
                else:
                    assert written is not None

    def empty(self) -> None:
        """Give the space back."""
        self.ballast.unlink(missing_ok=True)


@contextlib.contextmanager
def volume(megabytes: int) -> Iterator[Volume | None]:
    """A volume of some size; None where nothing may be mounted."""
    folder = Path(tempfile.mkdtemp(prefix="parlour-volume-"))
    mounted = mount(folder, megabytes)
    try:
        yield Volume(folder) if mounted else None
    finally:
        if mounted:
            subprocess.run((found("umount"), "--lazy", str(folder)), check=True)
        folder.rmdir()


def found(program: str) -> str:
    """The path of a system program."""
    path = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/bin:/bin")
    assert path is not None, f"{program} is not installed"
    return path


def mount(folder: Path, megabytes: int) -> bool:
    """Mount a file system in memory, if that is allowed here."""
    if os.geteuid() != 0:
        return False
    command = (found("mount"), "-t", "tmpfs", "-o", f"size={megabytes}m,mode={ALLOWED:o}", "tmpfs", str(folder))
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
