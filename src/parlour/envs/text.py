"""Views in plain lines, for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.games.damenrennen import text as lines_damenrennen
from parlour.games.haggis import text as lines_haggis

if TYPE_CHECKING:
    from collections.abc import Callable

DESCRIBE: Final[dict[str, Callable[[Any], str]]] = {
    "haggis": lines_haggis.describe,
    "damenrennen": lines_damenrennen.describe,
}
DESCRIBE_PRIVATE: Final[dict[str, Callable[[Any], str]]] = {
    "haggis": lines_haggis.describe_private,
    "damenrennen": lines_damenrennen.describe_private,
}
