"""What every game brings to the environments, by the game's name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from parlour.core.errors import OptionError
from parlour.core.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.envs.batch_start import BatchStart
    from parlour.envs.encoding import AnyEncoding
    from parlour.envs.spiel_traits import SpielKind


@dataclass(frozen=True, kw_only=True)
class EnvKind:
    """A game as the environments know it; only the encoding is required.

    `drawing` is written `module:object` and imported when it is first used: it needs Pillow, which
    the rest does without.
    """

    encoding: Callable[[Any], AnyEncoding]
    """Makes the encoding of a game."""
    recall_encoding: Callable[[Any], AnyEncoding] | None = None
    """Makes the encoding whose views hold every move of the round."""
    batch: Callable[[Any], BatchStart] | None = None
    """What `parlour.envs.batch` needs to play the game in arrays."""
    drawing: str | None = None
    """A `parlour.envs.render.Drawing`; without one, images show the text of `Game.describe`."""
    spiel: SpielKind | None = None
    """How OpenSpiel sets the game up; without that, OpenSpiel does not know the game."""
    length: int | None = None
    """The default of the option `GameKind.length`: 0 is one round, None the default of the game."""
    opponents: str = "uniform"
    """The bots of the other seats in Gymnasium, unless others are named."""
    version: int = 0
    """The `0` of `parlour/Haggis-v0` and `haggis_v0`."""


ENVS: Final[Registry[EnvKind]] = Registry(
    "parlour.envs",
    {
        "haggis": "parlour.envs.haggis.kind:KIND",
        "damenrennen": "parlour.envs.damenrennen.kind:KIND",
    },
)


def env_kind(name: str) -> EnvKind:
    """The entry of a game, or OptionError that names the games that have one."""
    kind = ENVS.get(name)
    if kind is None:
        raise OptionError(f"there are no environments for {name!r}, but for {', '.join(ENVS)}")
    return kind
