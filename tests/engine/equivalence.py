"""Compares bots behind a pipe with the same in process: `python -m tests.engine.equivalence GAME SPEC… [OPTIONS]`.

Both are asked for every decision of matches that the bot plays with itself, with the same seed. `--asked N` is for bots
that think long: `sense` plays the matches, and both are asked for N decisions of every round. `--out FILE` keeps every
match, so that the same command resumes. A budget in milliseconds is not repeatable: give such bots one in nodes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from parlour.bots.catalogue import make_bot
from parlour.core.game import CHANCE
from parlour.core.table import Table
from parlour.engine.bot import SEED_BITS, EngineBot
from parlour.engine.command import Command
from parlour.engine.sessions import Sessions
from parlour.games.catalogue import make_game
from parlour.terminal.progress import show_progress
from tests.engine.engines import OURS, sessions


class Compared(msgspec.Struct, frozen=True):
    """A match, or several: how many decisions there were, and in how many the two differ."""

    bot: str
    game: str
    players: int
    asked: int = 0
    """Decisions of a round; 0 for all."""
    matches: int = 0
    rounds: int = 0
    decisions: int = 0
    differing: int = 0

    def plus(self, other: Compared) -> Compared:
        return msgspec.structs.replace(
            self,
            matches=self.matches + other.matches,
            rounds=self.rounds + other.rounds,
            decisions=self.decisions + other.decisions,
            differing=self.differing + other.differing,
        )


class Pair:
    """A bot behind a pipe, and the same in process."""

    def __init__(self, spec: str, game: str, sessions: Sessions) -> None:
        self.through_pipe = EngineBot(Command((*OURS, spec)), game, sessions)
        self.in_process = make_bot(spec, game)

    def choose(self, view: Any, legal: Any, seed: int) -> tuple[Any, bool]:
        """The move of the one behind the pipe, and whether the other chooses another."""
        move = self.through_pipe.choose(view, legal, Random(seed))
        return move, move != self.in_process.choose(view, legal, Random(Random(seed).getrandbits(SEED_BITS)))


def compare_match(pair: Pair, nothing: Compared, number: int) -> Compared:
    """A match of the bot with itself, or of `sense` where only some decisions are compared."""
    rng = Random(f"{nothing.bot} {nothing.game} {nothing.players} {number}")
    table, sense = new_table(nothing), make_bot("sense", nothing.game)
    rounds = decisions = differing = 0
    questions: list[tuple[Any, Any, int]] = []
    while actors := table.to_act():
        actor = actors[0]
        if actor is CHANCE:
            table.deal(rng)
            continue
        question = table.view(actor), table.legal_moves(actor), rng.getrandbits(SEED_BITS)
        if nothing.asked:
            questions.append(question)
            move = sense.choose(*question[:2], rng)
        else:
            move, differs = pair.choose(*question)
            decisions, differing = decisions + 1, differing + differs
        table.play(actor, move)
        if table.round_result() is not None:
            rounds += 1
            sample = rng.sample(questions, min(nothing.asked, len(questions)))
            decisions += len(sample)
            differing += sum(pair.choose(*each)[1] for each in sample)
            questions.clear()
    return nothing.plus(Compared("", "", 0, 0, 1, rounds, decisions, differing))


def new_table(match: Compared) -> Table[Any, Any, Any]:
    return Table(make_game(match.game, {"players": match.players} if match.players else {}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--players", type=int, default=0, help="where the game has that option")
    parser.add_argument("--rounds", type=int, default=1000, help="at least so many")
    parser.add_argument("--asked", type=int, default=0, help="decisions of every round; 0, the default, for all")
    parser.add_argument("--out", type=Path, help="keep every match here, and resume")
    options = parser.parse_args()
    for spec in options.bots:
        nothing = total = Compared(spec, options.game, options.players, options.asked)
        lines = options.out.read_bytes().splitlines() if options.out and options.out.exists() else []
        for line in lines:
            done = msgspec.json.decode(line, type=Compared)
            if msgspec.structs.astuple(done)[:4] == msgspec.structs.astuple(nothing)[:4]:
                total = total.plus(done)
        with sessions() as some:
            pair = Pair(spec, options.game, some)
            while total.rounds < options.rounds:
                match = compare_match(pair, nothing, total.matches)
                total = total.plus(match)
                if options.out:
                    with options.out.open("ab") as file:
                        file.write(msgspec.json.encode(match) + b"\n")
                show_progress(min(total.rounds, options.rounds), options.rounds, spec)
        sys.stdout.buffer.write(msgspec.json.encode(total) + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
