"""How strong a net is while it learns: games against other bots."""

from __future__ import annotations

from random import Random
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any, Final

from parlour.bots.catalogue import make_bot
from parlour.bots.damenrennen.champion import Champion
from parlour.bots.damenrennen.search import Search
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.train.damenrennen.answer import Answer

if TYPE_CHECKING:
    from parlour.bots.bot import AnyBot
    from parlour.bots.damenrennen.kernel.value_net import Mind

OPPONENTS: Final = ("sense", "search")


def strength(mind: Mind, deals: int, seed: int) -> dict[str, float]:
    """Percent of games won above one half, draws half, in both seats of every deal; the net without its champion."""
    bot = Search(mind=mind)
    return {
        spec: sum(
            gain(bot, make_bot(spec, "damenrennen"), seat, Random(f"{seed} {deal}"))
            for deal in range(deals)
            for seat in (0, 1)
        )
        / (2 * deals)
        for spec in OPPONENTS
    }


def answer_strength(mind: Mind, fixed: Mind, deals: int, seed: int) -> tuple[float, float]:
    """Percent of games above one half that an answer wins from its champion, and half the 95 % interval."""
    bot, champion = Answer(mind, fixed), Champion(mind=fixed)
    found = [fmean(gain(bot, champion, seat, Random(f"{seed} {deal}")) for seat in (0, 1)) for deal in range(deals)]
    return fmean(found), 1.96 * pstdev(found) / max(1, deals - 1) ** 0.5


def gain(bot: AnyBot, other: AnyBot, mine: int, rng: Random) -> float:
    """50 for a game won, -50 for one lost."""
    table: Table[Any, Any, Any] = Table(make_game("damenrennen", {}))
    while table.round_result() is None:
        seat = table.to_act()[0]
        if seat is None:
            table.deal(rng)
            continue
        player = bot if seat == mine else other
        table.play(seat, player.choose(table.view(seat), table.legal_moves(seat), rng))
    winner = table.state.game.winner
    return 0.0 if winner is None else 50.0 if winner == mine else -50.0
