"""Ratings of tables of three and more: openskill's Plackett-Luce."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from openskill.models import PlackettLuce

from parlour.arena.pairing import merits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.arena.job import Board


class Skill(msgspec.Struct, frozen=True):
    """A rating and how unsure it is."""

    mu: float
    sigma: float


def skills(boards: Iterable[Board], bots: int) -> list[Skill]:
    """Ratings updated bout by bout, seats ranked by points; a bot with two seats gets the mean of both updates."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(bots)]
    for board in boards:
        for bout in board.bouts:
            teams = [[model.rating(mu=ratings[bot].mu, sigma=ratings[bot].sigma)] for bot in bout.seating]
            points = merits(bout)
            ranks = [float(sum(other > mine for other in points)) for mine in points]
            rated = model.rate(teams, ranks=ranks)
            for bot in set(bout.seating):
                mine = [team[0] for team, who in zip(rated, bout.seating, strict=True) if who == bot]
                ratings[bot].mu = sum(rating.mu for rating in mine) / len(mine)
                ratings[bot].sigma = sum(rating.sigma for rating in mine) / len(mine)
    return [Skill(rating.mu, rating.sigma) for rating in ratings]
