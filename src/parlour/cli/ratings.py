"""`parlour ratings`."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import OptionError
from parlour.extras import load_extra
from parlour.games.catalogue import KINDS
from parlour.ratings.catalogue import BOT_RATINGS
from parlour.ratings.simulation import play_club, play_season
from parlour.server.errors import StoreError
from parlour.server.ratings.recomputing import all_results, differences, folded, misread, refitted
from parlour.server.settings import Settings
from parlour.server.sqlite import FILE_NAME
from parlour.server.store_address import store_of
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from parlour.cli.game import Commands
    from parlour.server.ratings.store import LadderRow
    from parlour.server.store import Store

DESCRIPTION: Final = """\
Ratings say how strong people are: Glicko-2 over the finished rated matches of a game, in their order.

  parlour ratings show FOLDER                     everybody's rating, bots and the fit
  parlour ratings recompute FOLDER                fold all results again, and compare bit for bit
  parlour ratings fit FOLDER                      fit the newcomer's deviation and volatility to the results
  parlour ratings simulate clubs                  how close ratings come to true strength, in new clubs
  parlour ratings simulate season                 parlour, openskill and lichess's constants on held-out matches

FOLDER is a server's data folder, or postgresql://USER:PASSWORD@HOST/NAME. The server fits a ladder by itself when it
has 50 results, and again whenever those have doubled, up to 5,000. A folder must not be in use: stop the server first.
"""
SPREADS: Final = (69.0, 139.0, 278.0)
FOLDS: Final = 40
"""About so many folds make a fit."""


def add_ratings(commands: Commands) -> None:
    """Add the command and its actions."""
    command = commands.add_parser(
        "ratings",
        help="a server's ratings: show, recompute or fit them, or simulate clubs",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    abouts = {
        "show": "everybody's rating, with the fit and the bots",
        "recompute": "fold all results again and compare every figure; also whether the logs still give these results",
        "fit": "fit what newcomers start with to the results, and fold them again under it",
    }
    acts: dict[str, Callable[[Store, str, argparse.Namespace], Awaitable[dict[str, Any]]]]
    acts = {"show": show, "recompute": recompute, "fit": fit}
    for name, about in abouts.items():
        action = actions.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        action.add_argument("data", metavar="DATA", help="a data folder, or postgresql://USER:PASSWORD@HOST/NAME")
        action.add_argument("--game", metavar="GAME", help="only this game (all that have results)")
        action.add_argument("--json", action="store_true", help="print data for programs")
        action.set_defaults(run=run_on_store, act=acts[name])
    simulate = actions.add_parser(
        "simulate",
        help="play clubs or a season of people whose true strength is known",
        description="Play clubs or a season of people whose true strength is known, and see what ratings make of it."
        " The same seed always gives the same figures. `season` needs openskill: pip install 'parlour[arena]'.",
    )
    simulate.add_argument("what", choices=["clubs", "season"])
    simulate.add_argument("--spread", type=float, action="append", metavar="ELO", help="of people (69, 139 and 278)")
    simulate.add_argument("--people", type=int, metavar="N", help="how many (100 in a club, 295 in a season)")
    simulate.add_argument("--matches", type=int, metavar="N", help="30 per person in a club, 10000 in a season")
    simulate.add_argument("--runs", type=int, default=1, metavar="N", help="clubs of every spread (1)")
    simulate.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    simulate.add_argument("--game", default=next(iter(KINDS)), metavar="GAME", help="whose bots play in a season")
    simulate.add_argument("--json", action="store_true", help="print data for programs")
    simulate.set_defaults(run=run_simulate)


def run_on_store(options: argparse.Namespace) -> int:
    """Open the data, do it for every ladder, and print what came of it."""
    if "://" not in options.data and not (Path(options.data) / FILE_NAME).exists():
        raise OptionError(f"there is no {FILE_NAME} in {options.data}")
    settings = Settings(database=options.data) if "://" in options.data else Settings(data=Path(options.data))
    opened = store_of(settings)
    try:
        reports = asyncio.run(on_store(opened, options))
    except StoreError as error:
        raise OptionError(f"{error.reason} [{error.code}]") from error
    print(encoded(reports) if options.json else "\n\n".join(map(report_text, reports)) or "no rated match yet")
    return max((int(report.get("differences", 0) > 0) for report in reports), default=0)


async def on_store(opened: Callable[[], Store], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Do it for every ladder that was asked for."""
    store = opened()
    try:
        games = await store.ratings.games()
        if options.game is not None and options.game not in games:
            raise OptionError(f"there is no rated match of {options.game!r}; there are: {', '.join(games) or 'none'}")
        return [await options.act(store, game, options) for game in games if options.game in (None, game)]
    finally:
        await store.close()


async def show(store: Store, game: str, _options: argparse.Namespace) -> dict[str, Any]:
    """The fit, the bots, and everybody's rating; numbers without a name have deleted their data."""
    stored = await store.ratings.stored(game)
    standings = await store.ratings.standings(game, [row[0] for row in stored.standings])
    names = await store.names(list(standings))
    people: list[dict[str, Any]] = [
        {
            "name": names.get(person) or f"#{person}",
            "rating": round(now.rating, 1),
            "deviation": round(now.deviation, 1),
            "matches": now.matches,
            "provisional": now.provisional,
        }
        for person, now in ((person, each.at(stored.ladder.period)) for person, each in standings.items())
    ]
    people.sort(key=lambda each: -each["rating"])
    return {**about_ladder(game, stored.ladder), "people": people}


async def recompute(store: Store, game: str, _options: argparse.Namespace) -> dict[str, Any]:
    """Fold the results again under the stored fit, and store that if anything differs."""
    stored = await store.ratings.stored(game)
    results = await all_results(store.ratings, game, progress(f"{game}: results"))
    again = folded(stored.ladder.fit, results)
    found = differences(stored, again)
    if found and not await store.ratings.replace(game, again):
        raise OptionError("matches ended meanwhile; try again")
    wrong = await misread(store, results, progress(f"{game}: logs"))
    return {**about_ladder(game, again.ladder), "differences": found, "misread": wrong}


async def fit(store: Store, game: str, _options: argparse.Namespace) -> dict[str, Any]:
    """Fit a ladder to its results, and store the fold under that fit; bots become what this parlour measured."""
    ladder = await store.ratings.ladder(game)
    results = await all_results(store.ratings, game, progress(f"{game}: results"))
    before = msgspec.structs.replace(ladder.fit, bots=BOT_RATINGS[game])
    again = refitted(before, results, lambda done: show_progress(min(done, FOLDS - 1), FOLDS, f"{game}: fit"))
    show_progress(FOLDS, FOLDS, f"{game}: fit")
    if not await store.ratings.replace(game, again):
        raise OptionError("matches ended meanwhile; try again")
    return {
        **about_ladder(game, again.ladder),
        "before": {"deviation": before.deviation, "volatility": before.volatility},
    }


def about_ladder(game: str, ladder: LadderRow) -> dict[str, Any]:
    """A ladder in short."""
    return {"game": game, "results": ladder.last, "fit": msgspec.to_builtins(ladder.fit)}


def progress(what: str) -> Callable[[int, int], None]:
    return lambda done, total: show_progress(done, total, what)


def encoded(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def report_text(report: dict[str, Any]) -> str:
    """What was done to a ladder, in lines."""
    fit = report["fit"]
    title, start = (
        KINDS[report["game"]].title,
        f"newcomers 1500 ± {fit['deviation']:g}, volatility {fit['volatility']:g}",
    )
    lines = [f"{title}: {report['results']:,} results; {start} (fit {fit['version']}, from {fit['results']:,} results)"]
    lines += [
        f"  {each['name']:<24} {each['rating']:6.0f} ± {each['deviation']:3.0f}{'?' if each['provisional'] else ' '}"
        f" {each['matches']:6,} matches"
        for each in report.get("people", ())
    ]
    if "before" in report:
        lines.append(f"  before: ± {report['before']['deviation']:g}, volatility {report['before']['volatility']:g}")
    if "differences" in report:
        found = report["differences"]
        lines.append(f"  {found:,} figures differed and were replaced" if found else "  identical to the last bit")
        lines += [f"  the log of table {name} tells another result" for name in report["misread"]]
    return "\n".join(lines)


def run_simulate(options: argparse.Namespace) -> int:
    """Simulate clubs or seasons, and print a table."""
    for name in ("people", "matches", "runs"):
        value = getattr(options, name)
        if value is not None and value < 1:
            raise OptionError(f"--{name} is 1 or more, got {value}")
    if options.people is not None and options.people < 3:  # noqa: PLR2004 - a table of three
        raise OptionError(f"--people is 3 or more, got {options.people}")
    if any(not 0 <= spread <= 1000 for spread in options.spread or ()):  # noqa: PLR2004 - points
        raise OptionError("--spread is 0 to 1000 points")
    return (simulate_clubs if options.what == "clubs" else simulate_season)(options)


def simulate_clubs(options: argparse.Namespace) -> int:
    """Clubs that know nothing of their people."""
    spreads = options.spread or SPREADS
    clubs = []
    for spread in spreads:
        for run in range(options.runs):
            rng = Random(f"{options.seed}/{spread:g}/{run}")
            clubs.append(play_club(spread, options.people or 100, options.matches or 30, rng))
            show_progress(len(clubs), len(spreads) * options.runs, "clubs")
    if options.json:
        print(encoded(clubs))
        return 0
    print("spread  fitted ±  RMSE   worst  95 % holds")
    for spread in spreads:
        mine = [club for club in clubs if club.spread == spread]
        print(
            f"{spread:6g} {fmean(club.deviation for club in mine):9.0f} {fmean(club.rmse for club in mine):5.0f}"
            f" {max(club.rmse for club in mine):7.0f} {100 * fmean(club.coverage for club in mine):9.1f} %"
        )
    return 0


def simulate_season(options: argparse.Namespace) -> int:
    """A season in which all methods rate the same matches; a fifth of them is held out."""
    comparison = load_extra("parlour.ratings.comparison", "arena")
    bots = BOT_RATINGS[options.game]
    if not bots:
        raise OptionError(f"nobody measured the bots of {options.game!r}")
    people, matches = options.people or 295, options.matches or 10_000
    found = {}
    for spread in options.spread or SPREADS:
        season = play_season(spread, people, matches, bots, Random(f"{options.seed}/{spread:g}"))
        found[f"{spread:g}"] = comparison.compare(season, max(1, matches // 5))
        show_progress(len(found), len(options.spread or SPREADS), "seasons")
    if options.json:
        print(encoded(found))
        return 0
    for spread, methods in found.items():
        print(f"spread {spread}: log loss of a held-out pair, Kendall's tau")
        for method in methods:
            print(f"  {method.name:<36} {method.log_loss:.4f}  {method.tau:.3f}")
    return 0
