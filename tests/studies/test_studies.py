"""Studies: every case is counted once, under the label that it has, with an interval that holds."""

from __future__ import annotations

from math import sqrt
from random import Random
from xml.etree import ElementTree as ET

import pytest

from parlour.bots.catalogue import make_bot
from parlour.core.game import RoundResult
from parlour.games.catalogue import make_game
from parlour.games.haggis.notation import BOMB, COMBOS, kind_of
from parlour.studies.catalogue import STUDIES
from parlour.studies.damenrennen import DamenrennenStudy
from parlour.studies.figure import FEWEST, Figure, Row, Tally
from parlour.studies.haggis import HaggisStudy, leads_of
from parlour.studies.plot import draw
from parlour.studies.study import Step, rounds_of

Played = tuple[list[Step], RoundResult]


def played(name: str, rounds: int, **options: int) -> list[Played]:
    return list(rounds_of(make_game(name, options), make_bot("sense", name), rounds, 1))


def cases(tally: Tally) -> int:
    return sum(count for count, *_ in tally.sums.values())


def test_a_tally_gives_means_with_their_intervals() -> None:
    tally = Tally("name", "title", "percent")
    rng = Random(1)
    values = [rng.random() < 0.3 for _ in range(400)]
    for value in values:
        tally.add("2 cards", value)
    for _ in range(FEWEST):
        tally.add("10 cards", value=True)
    for _ in range(FEWEST - 1):
        tally.add("few", value=True)

    first, second = tally.figure().rows
    share = sum(values) / 400
    assert (first.label, first.cases, second) == ("2 cards", 400, Row("10 cards", 100.0, 0.0, FEWEST))
    assert first.mean == pytest.approx(100 * share, abs=0.001)
    assert first.margin == pytest.approx(196 * sqrt(share * (1 - share) / 400), abs=0.001)
    assert [row.label for row in tally.figure(by_mean=True).rows] == ["10 cards", "2 cards"]


def test_labels_with_signs_stand_in_the_order_of_their_numbers() -> None:
    tally = Tally("name", "title", "points")
    for label in ("+2", "-10", "-1", "+0", "more"):
        for _ in range(FEWEST):
            tally.add(label, 1.0)

    assert [row.label for row in tally.figure().rows] == ["-10", "-1", "+0", "+2", "more"]


@pytest.mark.parametrize("players", [2, 3])
def test_every_hand_lead_bet_and_bomb_of_haggis_is_counted_once(players: int) -> None:
    study = HaggisStudy()
    game = make_game("haggis", {"players": players})
    rounds = played("haggis", 12, players=players)
    for steps, result in rounds:
        study.observe(game, steps, result)

    for tally in (study.high, study.loose, study.seat, study.first):
        assert cases(tally) == 12 * players
    assert sum(total for _, total, _ in study.high.sums.values()) == pytest.approx(0.0), "one's gain is another's loss"
    assert sum(total for _, total, _ in study.first.sums.values()) == pytest.approx(12), "one goes out first"
    bombs = [step for steps, _ in rounds for step in steps[1:] if kind_of(step.move) == BOMB]
    assert cases(study.bombs) == len(bombs)
    assert sum(total for _, total, _ in study.rounds.sums.values()) == 12
    tricks = sum("trick" in game.marks(*(step.before, step.move, step.after)) for steps, _ in rounds for step in steps)
    leads = cases(study.leads)
    assert tricks <= leads <= tricks + 12, "only the last trick of a round may be left as it lies"


def test_a_lead_is_beaten_where_a_combo_follows_before_the_next_lead() -> None:
    for steps, _ in played("haggis", 8, players=2):
        combos = [step for step in steps[1:] if kind_of(step.move) in COMBOS]
        leads = list(leads_of(steps[1:]))
        answered = len(combos) - len(leads)

        assert sum(lead.beaten for lead in leads) <= answered
        assert (answered == 0) == (not any(lead.beaten for lead in leads))


def test_a_game_of_damenrennen_ends_in_one_way_after_so_many_races() -> None:
    study = DamenrennenStudy()
    game = make_game("damenrennen", {})
    rounds = played("damenrennen", 6)
    for steps, result in rounds:
        study.observe(game, steps, result)

    for tally in (study.endings, study.lengths):
        assert sum(total for _, total, _ in tally.sums.values()) == 6
    assert study.races.sums["1 of the game"][0] == cases(study.kinds) == 6


def test_round_n_is_the_same_however_many_are_played() -> None:
    assert [result for _, result in played("haggis", 3)] == [result for _, result in played("haggis", 5)[:3]]
    assert set(STUDIES) == {"haggis", "damenrennen"}


def test_a_figure_is_drawn_with_its_labels_values_and_cases() -> None:
    figure = Figure("name", "points, by <cards>", "points", (Row("a & b", -3.25, 0.5, 1200), Row("c", 2.0, 0.1, 300)))

    root = ET.fromstring(draw(figure))  # noqa: S314 - our own
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["Points, by <cards>", "a & b", "\N{MINUS SIGN}3.2 of 1,200", "c", "+2.0 of 300"]
