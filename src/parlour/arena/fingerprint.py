"""A fingerprint of the sources that decide how a game is played.

Results of the same fingerprint can be continued. The version of parlour would be too strict a mark: that of a checkout
changes with every commit, and most commits change nothing of play.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from parlour.bots.catalogue import BOTS
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.core.registry import Registry

CORE: Final = "parlour.core"
DIGITS: Final = 16
SUFFIXES: Final = frozenset({".py", ".weights"})


def fingerprint(game: str, *more: Registry[Any]) -> str:
    """Hexadecimal digits that stand for the rules and the bots of a game, with their weights, and for other layers.

    Games do not count for each other. A comment counts: whoever wants to know whether play is the same must play.
    """
    found = sha256()
    for path in sources(game, KINDS, BOTS, *more):
        content = path.read_bytes()
        found.update(f"{path.name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:DIGITS]


def sources(game: str, *layers: Registry[Any]) -> Iterator[Path]:
    """The files of the core, of what the games share in each layer, and of the game's own part there."""
    yield from files(home_of(CORE))
    for layer in layers:
        yield from sorted(home_of(layer.group).glob("*.py"))
        own = layer.home(game)
        if own is not None:
            yield from files(home_of(own))


def home_of(module: str) -> Path:
    """The folder of a module, or the file of one that is in no package."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    origin = Path(spec.origin)
    return origin.parent if spec.parent else origin


def files(home: Path) -> list[Path]:
    """The sources and weights in a folder, in the same order everywhere; or a single file."""
    found = home.rglob("*") if home.is_dir() else [home]
    return sorted(path for path in found if path.suffix in SUFFIXES)
