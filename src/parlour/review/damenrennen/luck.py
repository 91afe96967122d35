"""What chance brings in Damenrennen: control variates whose mean is 0, since each is a value less its mean."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.kernel.draft_solver import pick_worth, worths_by_verdict
from parlour.bots.damenrennen.kernel.stage_play import stage_ahead
from parlour.games.damenrennen.match import running
from parlour.games.damenrennen.notation import Deal, cards_of
from parlour.games.damenrennen.position import PHASES
from parlour.review.damenrennen.kernel.open_race import hand_worths, market_worth, tricks_worth
from parlour.review.judging import Luck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.core.game import Seat
    from parlour.games.damenrennen.kernel.game import Game
    from parlour.review.judging import Chance

RACE, LAY, DRAW, DRAFT = (PHASES.index(phase) for phase in ("race", "lay", "draw", "draft"))
TIE: Final = 2
"""The place of a tie among the verdicts."""
DEAL_SHARE: Final = 0.8
CHANCE_SHARE: Final = 0.9
"""How much of these values counts as luck: fitted once, fixed with the version of the judge."""
MARKETS: Final = 10
"""Other markets with which a market is compared."""
STEPS: Final = 10
"""Of CFR+, after which both are taken to prepare well."""
DRAWS: Final = 100


def luck_of(event: Chance, seat: Seat, seed: int, mind: Mind, room: Preparation) -> Luck:
    """The luck of a race's deal and of how its cards met; or of a tie-break. Preparations are solved in `room`."""
    rng = Random(seed)
    before, games = running(event.before), [state.game for state in event.states]
    if isinstance(event.move, Deal):
        usual = fmean(stage_ahead(before, room, mind, rng.getrandbits(48), 0) for _ in range(MARKETS))
        market = market_worth(games[0], room, mind) - usual
        dealt, mean = hand_worths(games[0], room, mind, STEPS)
        deal, met = market + dealt - mean, meeting_luck(games, mind)
    else:
        draws = [before.drawn(*before.random_tie_break(rng.getrandbits(48))) for _ in range(DRAWS)]
        deal, met = 0.0, worth(games[0], mind) - fmean(worth(drawn, mind) for drawn in draws)
    sign = -100 if seat else 100
    return Luck(sign * DEAL_SHARE * deal, sign * CHANCE_SHARE * met)


def meeting_luck(games: Sequence[Game], mind: Mind) -> float:
    """What the order brought in which the cards of a race met: all orders are equally likely where one side's is."""
    laid = [number for number, game in enumerate(games) if game.phase == LAY]
    if not laid:
        return 0.0
    return worth(games[laid[-1] + 1], mind) - tricks_worth(games[laid[0]], mind)


def worth(game: Game, mind: Mind) -> float:
    """The chance of seat 0 to win after the tricks of a race; both draft best."""
    if game.over:
        return 0.5 if game.winner is None else 1.0 - game.winner
    if game.phase == DRAW:
        return worths_by_verdict(game, mind)[TIE]
    if game.phase != DRAFT:
        return mind.win_chance(game)
    drafter = 0 if game.asked & 1 else 1
    worths = [pick_worth(game, cards_of(move), mind) for move in game.legal(drafter)]
    return min(worths) if drafter else max(worths)
