"""How strong the bots of each game are, measured in whole matches; 1500 is the level `regular`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.registry import Registry

if TYPE_CHECKING:
    from parlour.ratings.fit import Bots

BOT_RATINGS: Final[Registry[Bots]] = Registry(
    "parlour.ratings",
    {
        "haggis": "parlour.ratings.haggis:BOTS",
        "damenrennen": "parlour.ratings.damenrennen:BOTS",
    },
    default=lambda _: {},
)
