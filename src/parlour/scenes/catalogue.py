"""How each game is shown: the one place that knows them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.scenes.damenrennen import DamenrennenScene, DamenrennenStaging
from parlour.scenes.haggis import HaggisScene, HaggisStaging

if TYPE_CHECKING:
    from parlour.scenes.scene import Staging

Scene = HaggisScene | DamenrennenScene
STAGINGS: Final[dict[str, Staging]] = {"haggis": HaggisStaging(), "damenrennen": DamenrennenStaging()}
