"""The judge of Haggis."""

from parlour.review.haggis.judge import HaggisJudge

__all__ = ["HaggisJudge"]
