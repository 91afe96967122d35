"""Options of a game as keywords: read from what a person said, and written back."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from parlour.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

Options = TypeVar("Options", bound=msgspec.Struct)


def read_options(kind: type[Options], settings: Mapping[str, object], game: str) -> Options:
    """Options with these settings and the defaults for the rest, or OptionError that names what is wrong."""
    try:
        return msgspec.convert(dict(settings), kind)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, OptionError):
            raise error.__cause__ from error
        raise OptionError(f"{game}: {error}, got {dict(settings)!r}") from error


def changed_options(options: Options, settings: Mapping[str, object], game: str) -> Options:
    """Options with some of them replaced."""
    return read_options(type(options), {**msgspec.structs.asdict(options), **settings}, game) if settings else options


def format_options(options: msgspec.Struct) -> str:
    """The options that differ from their defaults, as keyword arguments."""
    return ", ".join(
        f"{field.name}={getattr(options, field.name)!r}"
        for field in msgspec.structs.fields(options)
        if getattr(options, field.name) != field.default
    )
