"""The judge of Damenrennen."""

from parlour.review.damenrennen.judge import DamenrennenJudge

__all__ = ["DamenrennenJudge"]
