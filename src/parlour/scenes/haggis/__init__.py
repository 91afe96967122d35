"""Haggis as people are shown it."""

from parlour.scenes.haggis.combos import laid_out
from parlour.scenes.haggis.scene import HaggisScene, RoundEnd
from parlour.scenes.haggis.staging import HaggisStaging

__all__ = ["HaggisScene", "HaggisStaging", "RoundEnd", "laid_out"]
