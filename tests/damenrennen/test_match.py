"""D10: the match, its options, and the names of moves."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from parlour.core.errors import OptionError
from parlour.core.game import CHANCE, Outcome, Seat
from parlour.core.table import Table
from parlour.games.damenrennen import Damenrennen, Options
from parlour.games.damenrennen.notation import parse_move
from parlour.games.damenrennen.state import Standing
from tests.damenrennen.positions import (
    DamenTable,
    drained,
    exchange_nothing,
    last_race,
    lay,
    legal,
    names,
    position,
    refused,
    row_names,
    say,
    table_at,
)
from tests.rules import rule

WINNING = "rows Jc Kc 10c Ac |; phase draft; market 9c 9h Kd Qd; won 1 simple"


def with_wins(table: DamenTable, *wins: int) -> None:
    """Pretend that earlier games were won."""
    table.state = msgspec.structs.replace(table.state, standing=Standing((wins[0], wins[1]), 0))


@rule("D10.1")
@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_a_match_is_over_when_more_than_half_of_its_games_are_won(best_of: int, needed: int) -> None:
    table = table_at(WINNING, best_of=best_of)
    with_wins(table, needed - 1, needed - 1)
    assert table.outcome() is None

    say(table, "0: take 9c")

    assert table.outcome() == Outcome((needed, needed - 1), (Seat(0),))
    assert table.to_act() == ()


@rule("D10.1")
def test_a_won_game_stays_in_view_until_the_next_one_is_dealt() -> None:
    table = table_at(WINNING, best_of=3)

    say(table, "0: take 9c")
    assert table.to_act() == (CHANCE,)
    assert table.outcome() is None
    assert row_names(table, 0)[0] == "9JQKTA"
    assert table.view(None).game.winner == 0
    assert refused(table, "1: take 9h") == ("move/early", "D2.2")
    table.deal(Random(1))

    assert row_names(table, 0) == ["Q", "Q", "Q"]
    assert table.state.standing.wins == (1, 0)
    assert len(names(position(table).stack)) == 32


@rule("D10.1")
def test_a_drawn_game_counts_for_nobody_and_is_replayed() -> None:
    table = table_at(last_race())
    exchange_nothing(table)
    lay(table, "Kc Kc", "Jh Ks")

    say(table, "0: take 9d", "1: take Kh", "1: take Kh")
    assert table.state.standing == Standing((0, 0), 1)
    assert table.to_act() == (CHANCE,)
    assert table.outcome() is None
    table.deal(Random(2))

    assert row_names(table, 0) == ["Q", "Q", "Q"]
    assert table.to_act() == (0, 1)


@rule("D10.1")
@pytest.mark.parametrize("best_of", [0, -1, 2, 4])
def test_a_match_of_an_even_number_of_games_is_refused(best_of: int) -> None:
    with pytest.raises(OptionError, match=rf"best of an odd number of games, got {best_of} \[D10.1\]"):
        Options(best_of=best_of)


@rule("D10.1")
def test_a_match_that_would_never_end_is_refused() -> None:
    assert Options(best_of=49).needed == 25
    with pytest.raises(OptionError, match=r"best of 49 games or fewer, got 51 \[D10.1\]"):
        Options(best_of=51)


@rule("D10.2")
def test_both_seats_are_treated_alike() -> None:
    text = "rows Kh | Ks; reserve Ad | 9d; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd"
    turned = "rows Ks | Kh; reserve 9d | Ad; market 9c 9c Jc Jc; hands 10h Ah Kd Qd | 9s Js Qd"
    one, two = table_at(text), table_at(turned)
    rng = Random(3)
    while one.to_act() not in ((CHANCE,), ()):
        seat = one.to_act()[-1]
        assert seat is not None
        other = Seat(1 - seat)
        assert {1 - actor for actor in one.to_act() if actor is not None} == set(two.to_act())
        assert legal(one, seat) == legal(two, other)
        move = rng.choice(sorted(legal(one, seat)))
        say(one, f"{seat}: {move}")
        say(two, f"{other}: {move}")

    assert position(one).rows == position(two).rows[::-1]
    assert position(one).reserves == position(two).reserves[::-1]


def marks(table: DamenTable, line: str) -> tuple[str, ...]:
    before = table.state
    say(table, line)
    return table.game.marks(before, parse_move(line.partition(":")[2]), table.state)


def test_moves_are_named_and_say_what_they_decided() -> None:
    table = table_at("rows Kh | Ks; reserve Ad |", best_of=3)

    assert marks(table, "-: market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd") == ("race",)
    assert marks(table, "1: show Ah 10h") == ("show",)
    assert marks(table, "0: swap Ah for 9s") == ("swap",)
    assert marks(table, "1: discard 9s") == ("discard",)
    assert marks(table, "0: exchange nothing") == ("exchange",)
    lay(table, "Ah 10h", "Js Kd")
    assert marks(table, "0: lay Qd") == ("lay",)
    assert marks(table, "1: lay Qd") == ("lay",)
    assert marks(table, "-: draw Ks | 9s") == ("draw", "race-won", "simple")
    assert marks(table, "1: take 9c") == ("take",)


def test_the_end_of_a_race_and_of_a_game_have_marks() -> None:
    bomb = table_at("market 9c 9c Jc Jc; hands 9s 9h 9d | Ah As 10d")
    say(bomb, "0: lay 9s")
    declined = table_at("rows Kh |; market 9c 9c Jc Jc; hands 9s Js Js | 10h Ah Kd")
    say(declined, "1: show 10h Ah")
    struck = table_at("reserve 9c 9s 9h |; strikes 9c 9s |; phase draft; market 9h Kd; won 0 simple")
    drawn = table_at(f"{drained('Js Jc Jc Js', 'Jh Jh')}; phase draft; market Kh Kh; won 0 simple; tricks Kc Ks")

    assert marks(bomb, "1: lay As") == ("lay", "race-won", "ultimate", "bomb")
    assert marks(declined, "0: decline") == ("decline",)
    assert marks(table_at(WINNING), "0: take 9c") == ("take", "row", "game")
    assert marks(struck, "0: take 9h") == ("take", "strikes", "game")
    assert marks(drawn, "0: take Kh") == ("take", "drawn", "game")


def test_a_match_says_who_it_is() -> None:
    game = Damenrennen()

    assert (game.name, game.version, game.seats, game.options) == ("damenrennen", 1, 2, Options(best_of=1))
    assert Table(game).view(Seat(0)).options == Options()
