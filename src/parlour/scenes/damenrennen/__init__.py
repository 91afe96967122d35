"""Damenrennen as people are shown it."""

from parlour.scenes.damenrennen.scene import DamenrennenScene
from parlour.scenes.damenrennen.staging import DamenrennenStaging

__all__ = ["DamenrennenScene", "DamenrennenStaging"]
