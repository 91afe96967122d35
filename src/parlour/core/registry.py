"""What every game brings to one layer, by the game's name.

Each layer has one registry in its `catalogue` module. Games that come with parlour are lines
there; packages outside bring theirs by entry points of the registry's group:

    [project.entry-points."parlour.games"]
    snap = "snap:KIND"
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from parlour.core.errors import OptionError

Entry = TypeVar("Entry")


class Registry(Mapping[str, Entry], Generic[Entry]):
    """The entries of one layer, each loaded when it is first asked for.

    A game without an entry gets `default(name)`, where the layer has one; such games are not
    listed. A name that comes with parlour cannot be replaced from outside.
    """

    def __init__(self, group: str, lines: Mapping[str, str], default: Callable[[str], Entry] | None = None) -> None:
        """Take the lines of parlour's own games: name and `module:object`."""
        self.group = group
        self.default = default
        self._own = {name: EntryPoint(name, line, group) for name, line in lines.items()}
        self._loaded: dict[str, Entry] = {}

    @cached_property
    def _points(self) -> dict[str, EntryPoint]:
        """Parlour's own games first, then those of installed packages."""
        outside = sorted(entry_points(group=self.group), key=lambda point: point.name)
        return self._own | {point.name: point for point in outside if point.name not in self._own}

    def __getitem__(self, name: str) -> Entry:
        """The entry of a game, or KeyError; OptionError where its package cannot be loaded."""
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: str) -> Entry:
        point = self._own.get(name) or self._points.get(name)
        if point is None:
            if self.default is None:
                raise KeyError(name)
            return self.default(name)
        try:
            entry: Entry = point.load()
        except Exception as error:
            if name in self._own:
                raise
            raise OptionError(f"{self.group} {name!r} ({point.value}) cannot be loaded: {error}") from error
        return entry

    def home(self, name: str) -> str | None:
        """The module that a game's entry comes from; None where it has none of its own."""
        point = self._own.get(name) or self._points.get(name)
        return None if point is None else point.module

    def __contains__(self, name: object) -> bool:
        """Whether a game has an entry of its own."""
        return name in self._own or name in self._points

    def __iter__(self) -> Iterator[str]:
        """The names, parlour's own first; a package that cannot be loaded is left out, with a warning."""
        yield from self._own
        for name in self._points:
            if name not in self._own and self._works(name):
                yield name

    def _works(self, name: str) -> bool:
        try:
            self[name]
        except OptionError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=3)
            return False
        return True

    def __len__(self) -> int:
        return sum(1 for _ in self)
