"""Which games there are to choose from, and with which options, as a form can show them."""

from __future__ import annotations

from typing import Annotated, Literal, get_args, get_origin

import msgspec

from parlour.games.catalogue import KINDS
from parlour.server.http_types import Choice, GameAbout


def about_game(name: str, levels: tuple[str, ...]) -> GameAbout:
    """A game, described by the types of its options."""
    kind = KINDS[name]
    return GameAbout(name, kind.title, about_options(kind.options), levels, kind.independent_deals)


def about_options(options: type[msgspec.Struct]) -> tuple[Choice, ...]:
    """The options that a page can offer; others, of games from outside, keep their defaults."""
    described = map(about_option, msgspec.structs.fields(options))
    return tuple(option for option in described if option is not None)


def about_option(field: msgspec.structs.FieldInfo) -> Choice | None:
    """An option of a game, described by its type; None unless it is a switch, a choice of names or a whole number."""
    annotated = get_origin(field.type) is Annotated
    value, *notes = get_args(field.type) if annotated else (field.type,)
    about = next((note.description or "" for note in notes if isinstance(note, msgspec.Meta)), "")
    kind = "choice" if get_origin(value) is Literal else {bool: "switch", int: "number"}.get(value)
    if kind is None:
        return None
    return Choice(field.name, kind, field.default, about, get_args(value) if kind == "choice" else ())
