"""H8: rounds, dealers, leaders, the target."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from parlour.core.errors import IllegalMove, OptionError
from parlour.core.game import CHANCE, Outcome, Seat
from parlour.core.table import Table
from parlour.games.haggis import Haggis, Options
from parlour.games.haggis.notation import parse_deal
from parlour.games.haggis.options import HIGHEST_TARGET
from parlour.games.haggis.position import EarlierRound
from parlour.games.haggis.state import State
from tests.haggis.positions import HaggisTable, refused, say, table_at
from tests.rules import rule

LAST = "hands 6r | 2g 4g"


def with_scores(table: HaggisTable, *scores: int) -> None:
    """Pretend that earlier rounds gave these points."""
    standing = msgspec.structs.replace(table.state.standing, scores=scores)
    table.state = msgspec.structs.replace(table.state, standing=standing)


def next_deal(table: HaggisTable) -> tuple[Seat | None, tuple[Seat | None, ...]]:
    """Who deals the next round, and who leads in it."""
    table.deal(Random(1))
    return table.state.standing.dealer, table.to_act()


@rule("H8.1")
def test_the_match_ends_when_one_alone_is_at_the_top_at_or_above_the_target() -> None:
    table = table_at(LAST, target=250)
    with_scores(table, 240, 100)
    say(table, "0: 6r")

    assert table.outcome() == Outcome((250, 100), (Seat(0),))
    assert table.to_act() == ()
    assert refused(table, "0: 2g") == ("match/over", "H8.1")


@rule("H8.1")
def test_who_went_out_does_not_matter() -> None:
    table = table_at(LAST, target=250)
    with_scores(table, 245, 300)
    say(table, "0: 6r")

    assert table.outcome() == Outcome((255, 300), (Seat(1),))


@rule("H8.1")
def test_a_tie_at_the_top_is_played_on() -> None:
    table = table_at(LAST, target=250)
    with_scores(table, 250, 260)
    say(table, "0: 6r")

    assert table.outcome() is None
    assert table.to_act() == (CHANCE,)


@rule("H8.1")
def test_below_the_target_another_round_is_played() -> None:
    table = table_at(LAST, target=251)
    with_scores(table, 240, 100)
    say(table, "0: 6r")

    assert table.outcome() is None


@rule("H8.1")
@pytest.mark.parametrize("target", [0, -250])
def test_a_target_below_one_is_refused(target: int) -> None:
    with pytest.raises(OptionError, match=rf"must be 1 or more, got {target} \[H8.1\]"):
        Options(target=target)


@rule("H8.2")
def test_the_leader_in_points_deals() -> None:
    table = table_at(LAST)
    with_scores(table, 0, 100)
    say(table, "0: 6r")

    assert next_deal(table)[0] == 1


@rule("H8.2")
@pytest.mark.parametrize(("scores", "first"), [((0, 10), 0), ((100, 110), 0)])
def test_if_tied_the_first_out_of_the_last_round_deals(scores: tuple[int, int], first: int) -> None:
    table = table_at(LAST)
    with_scores(table, *scores)
    say(table, "0: 6r")

    assert next_deal(table)[0] == first


@rule("H8.2")
def test_the_first_out_deals_even_if_not_among_the_tied() -> None:
    table = table_at("hands 6r | 2g | 2b 4b", players=3)
    with_scores(table, 0, 100, 110)
    say(table, "0: 6r", "1: pass", "2: pass", "1: 2g")

    assert table.state.standing.scores == (10, 110, 110)
    assert next_deal(table) == (0, (0,))


@rule("H8.2")
def test_another_dealer_is_refused() -> None:
    table = table_at(LAST)
    with_scores(table, 0, 100)
    say(table, "0: 6r")
    deal = table.game.deal(table.state, Random(1))
    assert not isinstance(deal, int)

    with pytest.raises(IllegalMove, match=r"seat 1 deals this round, not seat 0 \[H8.2\]"):
        table.play(CHANCE, msgspec.structs.replace(deal, dealer=Seat(0)))


@rule("H8.3")
def test_the_player_with_the_fewest_points_leads() -> None:
    table = table_at(LAST)
    with_scores(table, 0, 100)
    say(table, "0: 6r")

    assert next_deal(table) == (1, (0,))


@rule("H8.3")
def test_if_tied_the_player_left_of_the_dealer_leads() -> None:
    table = table_at("hands 6r | 2g | 2b 4b", players=3)
    with_scores(table, 100, 10, 20)
    say(table, "0: 6r", "1: pass", "2: pass", "1: 2g")

    assert table.state.standing.scores == (110, 20, 20)
    assert next_deal(table) == (0, (1,))


def test_rounds_are_numbered() -> None:
    table: HaggisTable = Table(Haggis())
    assert table.state.standing.number == 0

    table.deal(Random(1))

    assert table.state.standing.number == 1
    assert isinstance(table.state, State)
    assert table.game.marks(table.state, parse_deal("dealer 0; hands 2r | 3r; haggis"), table.state) == ("deal",)


@rule("H8.1")
def test_a_target_is_bounded_so_that_every_match_ends() -> None:
    assert Options(target=HIGHEST_TARGET).target == HIGHEST_TARGET

    with pytest.raises(OptionError, match="the target must be 5000 or less, got 5001") as caught:
        Options(target=HIGHEST_TARGET + 1)

    assert caught.value.clause == "H8.1"


@rule("H9.1")
def test_everybody_remembers_what_was_bet_in_earlier_rounds_and_who_went_out_first() -> None:
    table = table_at("hands 6r 8r | 2g 4g; fresh 1")
    say(table, "0: 6r", "1: bet 15", "1: pass", "0: 8r")
    assert table.view(Seat(1)).standing.earlier == ()

    table.deal(Random(1))

    for viewer in (Seat(0), Seat(1), None):
        assert table.view(viewer).standing.earlier == (EarlierRound((None, 15), Seat(0)),)
