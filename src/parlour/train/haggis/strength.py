"""How strong a net is: points a round over other bots, on duplicate deals."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from parlour.bots.catalogue import make_bot
from parlour.bots.haggis.champion import NetPlayer
from parlour.core.table import Table
from parlour.games.catalogue import make_game

if TYPE_CHECKING:
    from parlour.bots.bot import AnyBot
    from parlour.bots.haggis.kernel.net import Net

OPPONENTS: Final = ("sense:bets=0", "search:nodes=200,bets=0")


def strength(net: Net, players: int, deals: int, seed: int) -> dict[str, float]:
    """Points a round over the mean of others, in every seat of every deal, without bets."""
    bot = NetPlayer(bets=False, net=net)
    return {
        spec: sum(
            gain(bot, make_bot(spec, "haggis"), players, seat, Random(f"{seed} {deal}"))
            for deal in range(deals)
            for seat in range(players)
        )
        / (deals * players)
        for spec in OPPONENTS
    }


def gain(bot: AnyBot, other: AnyBot, players: int, mine: int, rng: Random) -> float:
    """Points of a bot over the mean of others in a round."""
    table: Table[Any, Any, Any] = Table(make_game("haggis", {"players": players}))
    table.deal(rng)
    while table.round_result() is None:
        seat = table.to_act()[0]
        assert seat is not None
        player = bot if seat == mine else other
        table.play(seat, player.choose(table.view(seat), table.legal_moves(seat), rng))
    points = table.scores()
    return float(points[mine] - (sum(points) - points[mine]) / (players - 1))
