"""A training's folder: files that are there as a whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from parlour.core.errors import GameError

if TYPE_CHECKING:
    from pathlib import Path


class TrainingError(GameError):
    """A training that cannot begin, or not in this folder."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there as a whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    publish(part, path)


def publish(part: Path, path: Path) -> None:
    """Give a written file its name, once its content is on disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)
