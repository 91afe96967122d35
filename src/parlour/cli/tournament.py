"""`parlour tournament`."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.cli.game import Commands, add_game, add_options, chosen_game, dest_of
from parlour.games.catalogue import KINDS
from parlour.terminal.tournament import describe, points_text
from parlour.tournament.errors import TournamentError
from parlour.tournament.events import Corrected, Joined, Opened, Paired, Played, Withdrew
from parlour.tournament.pairing import next_round
from parlour.tournament.standings import standings
from parlour.tournament.storage import TournamentFile, open_tournament
from parlour.tournament.terms import Terms

if TYPE_CHECKING:
    from fractions import Fraction

    from parlour.tournament.events import Event
    from parlour.tournament.tournament import Tournament

DESCRIPTION: Final = """\
Run a tournament: pair the rounds, write down results, and see who leads. It is kept in one file, one event per line.
The matches are played wherever you like: at tables with real cards, or on a server.

  parlour tournament night.jsonl open "Saturday night" {game} --players 3 --swiss-rounds 5
  parlour tournament night.jsonl join Ada Bela Cleo Dora Emil Fay
  parlour tournament night.jsonl pair
  parlour tournament night.jsonl result 1 250 180 96        table 1 of this round, by seat; - for who did not play
  parlour tournament night.jsonl correct 1 1 250 180 98 --why "added up wrongly"
  parlour tournament night.jsonl                            tables and standings

Swiss: equals meet equals, and nobody meets anybody twice where that can be helped. A table of two gives its winner 1
point, a table of three 3 points to the first and 1 to the second; equal scores share. Ties on points are broken
by the points of the opponents, then by the difference at the tables.
"""


def add_tournament(commands: Commands) -> None:
    """Add the command and what can be done with a tournament."""
    tournament = commands.add_parser(
        "tournament",
        help="run a tournament: pairings, results, standings",
        description=DESCRIPTION.format(game=next(iter(KINDS))),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tournament.add_argument("file", type=Path, metavar="FILE", help="the tournament")
    tournament.add_argument("--json", action="store_true", help="print the tournament as data for programs")
    tournament.set_defaults(run=run_tournament, event=lambda _tournament, _options: ())
    actions = tournament.add_subparsers(title="actions (show it without one)", metavar="ACTION")

    begin = actions.add_parser("open", help="begin a tournament in a new file")
    begin.add_argument("name", metavar="NAME", help="what it is called")
    add_game(begin)
    begin.add_argument("--format", choices=["swiss", "robin"], default="swiss", help="how to pair (swiss)")
    begin.add_argument("--swiss-rounds", type=int, default=5, metavar="N", help="of a Swiss tournament (5)")
    begin.add_argument(
        "--fill", choices=["pause", "bot"], default="pause", help="free places: somebody pauses, or a bot plays (pause)"
    )
    add_options(begin)
    begin.set_defaults(run=run_open)

    join = actions.add_parser("join", help="people play from the next round on")
    join.add_argument("names", nargs="+", metavar="NAME")
    join.set_defaults(event=lambda _tournament, options: map(Joined, options.names))

    withdraw = actions.add_parser("withdraw", help="people play no more after this round")
    withdraw.add_argument("names", nargs="+", metavar="NAME")
    withdraw.set_defaults(event=lambda _tournament, options: map(Withdrew, options.names))

    pair = actions.add_parser("pair", help="pair the next round")
    pair.add_argument("--seed", type=int, metavar="N", help="decides what the standings leave open (random)")
    pair.set_defaults(event=lambda tournament, options: [paired(tournament, options.seed)])

    result = actions.add_parser("result", help="write down what a table of this round scored")
    result.add_argument("table", type=int, metavar="TABLE")
    result.add_argument("scores", nargs="+", metavar="SCORE", help="by seat; - for somebody who did not play")
    result.set_defaults(
        event=lambda tournament, options: [Played(len(tournament.rounds), options.table, scores_of(options.scores))]
    )

    correct = actions.add_parser("correct", help="correct a result of any round; both stay on record")
    correct.add_argument("round", type=int, metavar="ROUND")
    correct.add_argument("table", type=int, metavar="TABLE")
    correct.add_argument("scores", nargs="+", metavar="SCORE")
    correct.add_argument("--why", required=True, metavar="TEXT", help="the reason, for the record")
    correct.set_defaults(
        event=lambda _tournament, options: [
            Corrected(options.round, options.table, scores_of(options.scores), options.why)
        ]
    )


def run_open(options: argparse.Namespace) -> int:
    """Begin a tournament."""
    kind = KINDS.get(options.game)
    for name, value in ({} if kind is None else kind.tournament).items():
        setattr(options, dest_of(name), value)
    game = chosen_game(options)
    try:
        terms = Terms(
            name=options.name,
            game=game.name,
            options=msgspec.to_builtins(game.options),
            seats=game.seats,
            format=options.format,
            rounds=options.swiss_rounds if options.format == "swiss" else 0,
            fill=options.fill,
        )
        opened = msgspec.convert(msgspec.to_builtins(Opened(terms)), Opened)
    except msgspec.ValidationError as error:
        raise TournamentError(f"these terms cannot be: {error}") from error
    return show(open_tournament(options.file, opened).tournament, options)


def run_tournament(options: argparse.Namespace) -> int:
    """Do what was asked for, and show the tournament."""
    file = TournamentFile(options.file)
    if file.cut_off:
        print(f"parlour: {options.file}: the last line was cut off and is dropped", file=sys.stderr)
    events: list[Event] = list(options.event(file.tournament, options))
    if events:
        file.add(*events)
    return show(file.tournament, options)


def paired(tournament: Tournament, seed: int | None) -> Paired:
    """The next round; a seed repeats it."""
    return next_round(tournament, Random(secrets.randbits(64) if seed is None else seed))


def scores_of(texts: list[str]) -> tuple[int | None, ...]:
    """Scores by seat, as they are typed."""
    try:
        return tuple(None if text == "-" else int(text) for text in texts)
    except ValueError:
        raise TournamentError(f"a score is a whole number or - (did not play), got {' '.join(texts)!r}") from None


def show(tournament: Tournament, options: argparse.Namespace) -> int:
    """Print where the tournament stands."""
    if options.json:
        print(json.dumps(as_json(tournament), ensure_ascii=False))
    else:
        print(*describe(tournament, KINDS[tournament.terms.game].title), sep="\n")
    return 0


def as_json(tournament: Tournament) -> dict[str, Any]:
    """A tournament as data for programs."""
    return {
        "terms": msgspec.to_builtins(tournament.terms),
        "players": [{"name": name, "plays": plays} for name, plays in tournament.players.items()],
        "rounds": msgspec.to_builtins(tournament.rounds),
        "corrections": msgspec.to_builtins(tournament.corrections),
        "over": tournament.is_over,
        "standings": [
            {
                "place": line.place,
                "player": line.player,
                "plays": line.plays,
                "points": number(line.points),
                "points_text": points_text(line.points),
                "opponents": number(line.opponents),
                "difference": number(line.difference),
                "places": line.places,
            }
            for line in standings(tournament)
        ],
    }


def number(value: Fraction) -> float:
    """A fraction as JSON can write it."""
    return round(float(value), 6)
