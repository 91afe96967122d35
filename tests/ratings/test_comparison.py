"""A small season: a fitted ladder predicts matches that it has not seen better than the others do."""

from __future__ import annotations

from random import Random

import pytest

from parlour.ratings.catalogue import BOT_RATINGS
from parlour.ratings.simulation import play_season

comparison = pytest.importorskip("parlour.ratings.comparison")


def test_a_fitted_ladder_predicts_held_out_matches_better_than_other_methods() -> None:
    season = play_season(139.0, 60, 1500, BOT_RATINGS["haggis"], Random("a small season"))

    truth, parlour, _, lichess, openskill = comparison.compare(season, 300)

    assert truth.log_loss < parlour.log_loss < min(lichess.log_loss, openskill.log_loss)
    assert truth.tau == 1
    assert parlour.tau > 0.5
