"""Compares bots behind a pipe with the same in process: `python -m tests.engine.equivalence ROUNDS GAME SPEC…`.

Both are asked for every decision of random rounds, with the same seed. Prints one line a bot.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from parlour.bots.catalogue import make_bot
from parlour.core.game import CHANCE
from parlour.core.table import Table
from parlour.engine.bot import SEED_BITS, EngineBot
from parlour.engine.command import Command
from parlour.games.catalogue import make_game
from parlour.terminal.progress import show_progress
from tests.engine.engines import OURS, sessions


def compare(bot: EngineBot, spec: str, game: str, rounds: int) -> tuple[int, int]:
    """Decisions in so many rounds, and those in which the two differ."""
    direct = make_bot(spec, game)
    rng = Random(f"{game} {spec}")
    decisions = differing = played = 0
    table: Table[Any, Any, Any] = Table(make_game(game, {}))
    while played < rounds:
        actors = table.to_act()
        if not actors:
            table = Table(make_game(game, {}))
            continue
        actor = actors[0]
        if actor is CHANCE:
            table.deal(rng)
            continue
        view, legal, seed = table.view(actor), table.legal_moves(actor), rng.getrandbits(SEED_BITS)
        move = bot.choose(view, legal, Random(seed))
        decisions += 1
        differing += move != direct.choose(view, legal, Random(Random(seed).getrandbits(SEED_BITS)))
        table.play(actor, move)
        if table.round_result() is not None:
            played += 1
            show_progress(played, rounds, spec)
    return decisions, differing


def main(rounds: int, game: str, specs: list[str]) -> None:
    for spec in specs:
        with sessions() as some:
            bot = EngineBot(Command((*OURS, spec)), game, some)
            decisions, differing = compare(bot, spec, game, rounds)
        print(f"{game} {spec}: {rounds:,} rounds, {decisions:,} decisions, {differing} differ", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
