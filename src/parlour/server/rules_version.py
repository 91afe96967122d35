"""The rules that a match began under."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.core.errors import OptionError
from parlour.games.catalogue import KINDS, make_game
from parlour.server.errors import RefusalError

if TYPE_CHECKING:
    from parlour.core.game import Game
    from parlour.server.events import Opening


def rules_of(opening: Opening) -> Game[Any, Any, Any]:
    """The rules that a match began under, or RefusalError if they are no longer played here."""
    try:
        game = make_game(opening.game, opening.options, opening.version)
    except OptionError as error:
        if opening.game not in KINDS:
            raise
        raise RefusalError(
            "table/version",
            f"this match has options of before: {error.reason}",
            error.clause or "",
            {"reason": error.reason},
        ) from error
    if game.version != opening.version:
        raise RefusalError(
            "table/version",
            f"this match began under version {opening.version} of the rules of {opening.game};"
            f" version {game.version} is played here",
            parameters={"game": opening.game, "version": opening.version, "current": game.version},
        )
    return game
