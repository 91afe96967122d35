"""A tournament of tables of two as a chess tournament, so that `py4swiss` (FIDE's Dutch system) can be its referee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch.criteria.absolute import C1, C2, C3
from py4swiss.engines.dutch.player import get_player_infos_from_trf
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from parlour.tournament.pairing import History
from parlour.tournament.standings import place_of
from parlour.tournament.tournament import Round, Tournament

COLOURS: Final = (ColorToken.WHITE, ColorToken.BLACK)
ABSENT: Final = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
PAUSED: Final = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)


class Compared(NamedTuple):
    """Our round, judged by the criteria of the Dutch system and beside its round for the same players."""

    met_again: int
    """Pairs that criterion C1 forbids."""
    paused_again: int
    """Pauses that C2 forbids."""
    same_colour: int
    """Pairs that C3 forbids: both would have to sit first, or second."""
    floats: int
    spread: int
    paused_points: int | None
    """Of who pauses, in sixtieths."""
    dutch_floats: int | None
    """The same of the Dutch round; None where its absolute criteria leave none."""
    dutch_spread: int
    dutch_paused_points: int | None


def compare(earlier: Tournament, played: Round) -> Compared:
    """Judge a round that was paired after some others."""
    report = as_report(earlier)
    infos = {info.id: info for info in get_player_infos_from_trf(report)}
    numbers = {name: number for number, name in enumerate(earlier.players, start=1)}
    names = list(earlier.players)
    points = History(earlier).points
    ours = [(table.players[0], table.players[1]) for table in played.tables]
    pairs = [(infos[numbers[one]], infos[numbers[other]]) for one, other in ours]
    pauses = [infos[numbers[name]] for name in played.pauses]
    try:
        dutch = DutchEngine.generate_pairings(report)
    except PairingError:
        dutch = []
    theirs = [(names[each.white - 1], names[each.black - 1]) for each in dutch if each.black]
    bye = next((points[names[each.white - 1]] for each in dutch if not each.black), None)
    return Compared(
        sum(not C1.evaluate(*pair) for pair in pairs),
        sum(not C2.evaluate(info, info) for info in pauses),
        sum(not C3.evaluate(*pair) for pair in pairs),
        floats(ours, points),
        spread(ours, points),
        points[played.pauses[0]] if played.pauses else None,
        floats(theirs, points) if dutch else None,
        spread(theirs, points),
        bye,
    )


def floats(pairs: Sequence[tuple[str, str]], points: dict[str, int]) -> int:
    return sum(points[one] != points[other] for one, other in pairs)


def spread(pairs: Sequence[tuple[str, str]], points: dict[str, int]) -> int:
    return sum((points[one] - points[other]) ** 2 for one, other in pairs)


def as_report(tournament: Tournament) -> ParsedTrf:
    """The rounds so far as FIDE's tournament report; whoever sits first has white."""
    names = list(tournament.players)
    numbers = {name: number for number, name in enumerate(names, start=1)}
    results: dict[str, list[RoundResult]] = {name: [] for name in names}
    for played in tournament.rounds:
        here = dict.fromkeys(played.pauses, PAUSED)
        for table in played.tables:
            assert table.scores is not None
            for seat, name in enumerate(table.players):
                other = table.players[1 - seat]
                here[name] = RoundResult(id=numbers[other], color=COLOURS[seat], result=result_of(table.scores, seat))
        for name, rounds in results.items():
            rounds.append(here.get(name, ABSENT))
    system = XSection(
        number_of_rounds=tournament.terms.rounds,
        zeroed_ids={numbers[name] for name, plays in tournament.players.items() if not plays},
    )
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=numbers[name],
            name=name,
            points_times_ten=sum(map(system.scoring_point_system.get_points_times_ten, results[name])),
            rank=numbers[name],
            results=results[name],
        )
        for name in names
    ]
    report = ParsedTrf(player_sections=sections, x_section=system)
    report.validate_contents()
    return report


def result_of(scores: Sequence[int | None], seat: int) -> ResultToken:
    if scores[0] == scores[1]:
        return ResultToken.DRAW
    return ResultToken.WIN if place_of(tuple(scores), seat) == 1 else ResultToken.LOSS
