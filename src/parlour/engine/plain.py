"""Views of any game in lines of text, for games that have no wire of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import msgspec

from parlour.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Seat
    from parlour.games.catalogue import AnyGame


class SeatView(Protocol):
    """All that is asked of a view: whose it is."""

    @property
    def seat(self) -> Seat | None:
        """None for a spectator."""


class PlainView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="plain"):
    """A view of a game without its own format in this protocol."""

    name: str
    """Which game: its name in the catalogue."""
    seat: int
    """Whose view it is."""
    lines: tuple[str, ...]
    """The view in words, as the game describes it."""


class PlainWire:
    """Writes the views of any game; they cannot be read back."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def encode(self, view: SeatView) -> PlainView:
        """A view in words."""
        assert view.seat is not None
        return PlainView(name=self.game.name, seat=view.seat, lines=tuple(self.game.describe(view).splitlines()))

    def decode(self, seen: PlainView) -> NoReturn:
        """Always OptionError: words are for reading."""
        raise OptionError(f"{seen.name} has no views that can be read back")

    def format_legal(self, view: SeatView, legal: Sequence[Any]) -> list[str]:
        """The legal moves in notation."""
        del view
        return list(map(self.game.format_move, legal))

    def read_legal(self, view: SeatView, texts: Sequence[str]) -> list[Any]:
        """The legal moves, one by one."""
        del view
        return list(map(self.game.parse_move, texts))
