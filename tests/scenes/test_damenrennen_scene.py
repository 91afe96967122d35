"""Damenrennen as it is shown: what cards would do, what is told to whom, why a move may not be made."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.core.game import Actor, RoundResult, Seat
from parlour.games.damenrennen import Damenrennen, Deal, Draw, View
from parlour.games.damenrennen.notation import parse_move
from parlour.laws import random_match
from parlour.scenes.damenrennen import DamenrennenScene, DamenrennenStaging
from parlour.scenes.scene import Answer, Landing, Staging, Update
from tests.damenrennen.positions import (
    DamenTable,
    drained,
    exchange_nothing,
    last_race,
    lay,
    say,
    table_at,
    take,
)
from tests.laws.cases import CASES
from tests.rules import rule

DAMENRENNEN = [case.game for case in CASES if case.game.name == "damenrennen"]
STAGING: Staging[View, int | Deal | Draw, DamenrennenScene] = DamenrennenStaging(Damenrennen())
VIEWERS = (None, Seat(0), Seat(1))
HEARTS = "rows Kh |; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd; phase show"
SPADES = "rows Ks |; market 9c 9c Jc Jc; hands 9s Js Qd Qd | 10h Ah Kd; phase discard"
DIAMONDS = "reserve Ad Kd | 9d; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Jd; phase exchange"
LAYING = "market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd"


def scene(table: DamenTable, seat: int | None) -> DamenrennenScene:
    return STAGING.scene(table.view(None if seat is None else Seat(seat)), [])


def answer(table: DamenTable, seat: int | None, text: str) -> Answer:
    viewer = None if seat is None else Seat(seat)
    return STAGING.answer(table.view(viewer), [] if viewer is None else table.legal_moves(viewer), text)


def told(table: DamenTable, line: str) -> dict[Seat | None, tuple[Update, ...]]:
    """Play a line; what a spectator and the seats are told of it."""
    name, _, words = line.partition(":")
    actor: Actor = None if name == "-" else Seat(int(name))
    move = parse_move(words)
    before = {viewer: table.view(viewer) for viewer in VIEWERS}
    table.play(actor, move)
    return {viewer: STAGING.told(actor, move, before[viewer], table.view(viewer)) for viewer in VIEWERS}


@rule("D7.1", "D7.2", "D7.3", "D7.4")
@pytest.mark.parametrize("game", DAMENRENNEN)
def test_a_card_does_what_the_market_said_it_would(game: Any) -> None:
    places = set()
    for seed in range(30):
        promised: dict[tuple[int, str], Landing] = {}
        for step in random_match(game, seed):
            text = game.format_move(step.move)
            was, now = (STAGING.scene(game.view(state, None), []) for state in (step.before, step.after))
            if text.startswith("market"):
                promised = {(seat, each.card): each.landings[seat] for each in now.market for seat in (0, 1)}
            if not text.startswith("take"):
                continue
            card, seat = text.removeprefix("take "), step.actor
            assert seat is not None
            landing = next(each.landings[seat] for each in was.market if each.card == card)
            places.add((landing.place, bool(landing.chain), landing.wins))
            if was.picks == 0:
                assert promised[seat, card] == landing
            before, after = was.runners[seat], now.runners[seat]
            gained = {name for row in after.rows for name in row} - {name for row in before.rows for name in row}
            assert gained == ({card, *landing.chain} if landing.place == "row" else set())
            assert (len(after.strike_cards) > len(before.strike_cards)) == (landing.place == "strike")
            assert (len(after.reserve) > len(before.reserve)) == (landing.place == "reserve")
            assert landing.wins == (now.winner == seat)
    assert places >= {("row", False, False), ("row", True, False), ("reserve", False, False), ("strike", False, False)}
    assert {wins for _, _, wins in places} == {True, False}


@pytest.mark.parametrize("game", DAMENRENNEN)
def test_everybody_sees_the_same_of_the_market_and_of_both_runners(game: Any) -> None:
    for step in random_match(game, 1):
        scenes = [STAGING.scene(game.view(step.after, viewer), []) for viewer in VIEWERS]
        for each in scenes[1:]:
            assert each.market == scenes[0].market
            assert each.runners == scenes[0].runners


@rule("D9.3")
def test_shown_and_swapped_cards_are_told_to_the_two_players_only() -> None:
    table = table_at(HEARTS)

    shown = told(table, "1: show 10h Kd")
    assert shown[Seat(0)] == shown[Seat(1)] == (Update(kind="show", seat=1, cards=("Kd", "10h")),)
    assert shown[None] == (Update(kind="show", seat=1),)
    assert scene(table, 0).shown == ("Kd", "10h")
    assert scene(table, None).shown == ()

    swapped = told(table, "0: swap 10h for 9s")
    assert swapped[Seat(0)] == swapped[Seat(1)] == (Update(kind="swap", seat=0, cards=("10h",), given=("9s",)),)
    assert swapped[None] == (Update(kind="swap", seat=0),)
    assert (scene(table, 1).taken, scene(table, 1).given) == ("10h", "9s")
    assert (scene(table, None).taken, scene(table, None).given) == ("", "")


@rule("D9.2")
def test_a_discard_is_told_with_its_card_to_its_own_seat_only() -> None:
    said = told(table_at(SPADES), "0: discard 9s")

    assert said[Seat(0)] == (Update(kind="discard", seat=0, cards=("9s",)),)
    assert said[Seat(1)] == said[None] == (Update(kind="discard", seat=0),)


@rule("D2.6", "D9.1", "D9.2")
def test_exchanges_are_sealed_then_told_without_the_cards_given_up() -> None:
    table = table_at(DIAMONDS)

    first = told(table, "0: exchange Ad for 9s")
    assert first[Seat(0)] == (Update(kind="exchange", seat=0, cards=("Ad",), given=("9s",)),)
    assert first[Seat(1)] == first[None] == (Update(kind="exchange", seat=0),)
    assert scene(table, 0).sealed == "exchange Ad for 9s"
    assert scene(table, 1).sealed == ""
    assert scene(table, 1).runners[0].sealed

    second = told(table, "1: exchange nothing")
    both = (Update(kind="exchanged", seat=0, cards=("Ad",)), Update(kind="exchanged", seat=1))
    assert second[Seat(0)] == second[None] == second[Seat(1)] == (Update(kind="exchange", seat=1), *both)
    assert scene(table, 1).runners[0].exchanged == ("Ad",)


@rule("D3.1", "D9.2")
def test_a_laid_card_is_told_when_both_are_turned_over() -> None:
    table = table_at(LAYING)

    first = told(table, "1: lay 10h")
    second = told(table, "0: lay Js")

    assert first[Seat(1)] == (Update(kind="lay", seat=1, cards=("10h",)),)
    assert first[Seat(0)] == first[None] == (Update(kind="lay", seat=1),)
    assert second[Seat(0)][1:] == second[None][1:] == (Update(kind="reveal", seat=1, cards=("Js", "10h"), number=1),)
    assert scene(table, None).tricks == (1,)


@rule("D3.2")
def test_a_trick_of_equal_ranks_counts_for_nobody() -> None:
    table = table_at("market 9c 9c Jc Jc; hands 9s Js Qd | 9h Ah Kd")

    lay(table, "9s 9h", "Qd Kd")

    assert scene(table, 0).tricks == (None, 1)


@rule("D4.1", "D6.2")
def test_a_bomb_is_told_with_its_hand_and_leaves_no_tricks() -> None:
    table = table_at("market 9c 9c Jc Jc; hands Ks Kc Kh | 10h Ah Kd")
    say(table, "0: lay Ks")

    said = told(table, "1: lay 10h")[None]

    assert said[1:] == (
        Update(kind="reveal", cards=("Ks", "10h")),
        Update(kind="bomb", seat=0, cards=("Kc", "Ks", "Kh")),
        Update(kind="race", seat=0, number=2),
    )
    assert scene(table, None).tricks == ()
    assert scene(table, 1).runners[0].bomb == ("Kc", "Ks", "Kh")


@rule("D3.4")
def test_a_tie_break_is_told_with_both_cards() -> None:
    table = table_at(f"{drained('Js Jc', 'Jh')}; phase draw; tricks Kc Ks; market Kc Ks Kh Kh")

    said = told(table, "-: draw Jc | Js")[None]

    assert said[0].kind == "draw"
    assert scene(table, None).drawn == said[0].cards


@rule("D6.4", "D7.4", "D10.1")
def test_the_deciding_card_ends_the_game_and_the_match() -> None:
    rows = "rows Jc Kc 10c Ac | Jh Kh 10h Ah"
    table = table_at(f"{rows}; phase draft; market 9c 9h Kd Qd; won 1 simple")

    said = told(table, "0: take 9c")[Seat(1)]

    row = ("9c", "Jc", "Qc", "Kc", "10c", "Ac")
    assert said == (
        Update(kind="take", seat=0, cards=("9c",), landing=Landing("row", wins=True), number=1),
        Update(kind="game", seat=0, number=1, points=(1, 0), cards=row, how="row"),
        Update(kind="match", seat=0, points=(1, 0)),
    )
    assert (scene(table, 1).ending, scene(table, 1).ending_suit) == ("row", "c")
    assert table.round_result() == RoundResult((1, 0), (1.0, 0.0))
    assert scene(table, 0).game_number == 1


@rule("D8.2", "D10.1")
def test_a_game_that_runs_out_of_cards_is_drawn_and_counts_for_nobody() -> None:
    table = table_at(last_race(), best_of=3)
    exchange_nothing(table)
    lay(table, "Kc Kc", "Jh Ks")
    take(table, "9d Kh")
    (seat,) = table.to_act()

    said = told(table, f"{seat}: take Kh")[None]

    assert said[1:] == (Update(kind="game", number=1, points=(0, 0), how="stack"),)
    assert table.round_result() == RoundResult((0, 0), (0.5, 0.5))
    assert scene(table, 0).drawn_games == 1
    assert scene(table, 0).game_number == 1


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (HEARTS, "1: show 10h Kd"),
        (SPADES, "0: discard 9s"),
        (DIAMONDS, "0: exchange Ad for 9s"),
        (LAYING, "0: lay 9s"),
    ],
)
def test_what_turns_no_card_over_can_be_taken_back(position: str, line: str) -> None:
    table = table_at(position)
    seat = Seat(int(line[0]))
    before = table.view(seat)

    say(table, line)

    assert not STAGING.turned(before, table.view(seat))


@pytest.mark.parametrize(
    ("position", "first", "line"),
    [
        (DIAMONDS, "0: exchange nothing", "1: exchange nothing"),
        (LAYING, "0: lay 9s", "1: lay Ah"),
    ],
)
def test_the_second_sealed_choice_shows_the_first_and_stays(position: str, first: str, line: str) -> None:
    table = table_at(position)
    say(table, first)
    before = table.view(Seat(1))

    say(table, line)

    assert STAGING.turned(before, table.view(Seat(1)))


def test_who_alone_has_diamonds_sees_nothing_new_by_exchanging() -> None:
    table = table_at(DIAMONDS.replace("| 9d", "|"))
    before = table.view(Seat(0))

    say(table, "0: exchange Ad for 9s")

    assert not STAGING.turned(before, table.view(Seat(0)))


def test_a_whole_move_is_read_and_judged() -> None:
    table = table_at(DIAMONDS)

    good, bad = answer(table, 0, "exchange kd AD for 9s js"), answer(table, 0, "exchange Ad for 9s Js")

    assert [reading.move for reading in good.readings] == ["exchange Kd Ad for 9s Js"]
    assert good.readings[0].code == ""
    assert (bad.readings[0].code, bad.readings[0].clause) == ("exchange/unequal", "D2.6")
    assert not good.code


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (0, "lay Ah", "cards/hand"),
        (0, "take 9c", "move/phase"),
        (0, "exchange nothing", "move/phase"),
        (None, "lay Ah", "seat/spectator"),
    ],
)
def test_a_move_that_may_not_be_made_says_why(seat: int | None, text: str, code: str) -> None:
    reading = answer(table_at(LAYING), seat, text).readings[0]

    assert reading.code == code
    assert reading.reason
    assert reading.clause


@pytest.mark.parametrize(
    ("position", "seat", "text", "moves"),
    [
        (LAYING, 0, "", {"lay 9s", "lay Js", "lay Qd"}),
        (LAYING, 0, "lay", {"lay 9s", "lay Js", "lay Qd"}),
        (
            DIAMONDS,
            1,
            "exchange",
            {"exchange nothing", "exchange 9d for 10h", "exchange 9d for Ah", "exchange 9d for Jd"},
        ),
        (DIAMONDS, 1, "exchange 9d for", {"exchange 9d for 10h", "exchange 9d for Ah", "exchange 9d for Jd"}),
        (DIAMONDS, 1, "exchange for Ah", {"exchange 9d for Ah"}),
        (DIAMONDS, 1, "take", set()),
    ],
)
def test_the_beginning_of_a_move_is_answered_with_the_moves_that_begin_so(
    position: str, seat: int, text: str, moves: set[str]
) -> None:
    said = answer(table_at(position), seat, text)

    assert {reading.move for group in said.groups for reading in group.moves} == moves
    assert not said.readings
    assert said.code == ("move/unfinished" if text else "")


def test_one_of_two_cards_to_show_is_answered_with_the_pairs_that_hold_it() -> None:
    said = answer(table_at(HEARTS), 1, "show 10h")

    assert {reading.move for group in said.groups for reading in group.moves} == {"show Kd 10h", "show 10h Ah"}
    assert [reading.code for reading in said.readings] == ["show/count"]


@pytest.mark.parametrize("text", ["hello", "market 9c", "draw 9c | 9s", "lay Xx", "exchange 9c 9c 9c for 9s"])
def test_what_is_no_move_is_answered_with_a_reason(text: str) -> None:
    said = answer(table_at(LAYING), 0, text)

    assert said.code == "move/unknown"
    assert said.reason
    assert not said.groups


def test_a_swap_begins_with_the_card_that_is_wanted() -> None:
    table = table_at(HEARTS)
    say(table, "1: show 10h Kd")

    moves = {reading.move for group in answer(table, 0, "swap 10h").groups for reading in group.moves}

    assert moves == {"swap 10h for 9s", "swap 10h for Js", "swap 10h for Qd"}
    assert [group.name for group in answer(table, 0, "").groups] == ["decline", "swap"]


def test_a_seat_is_asked_only_where_it_has_to_choose() -> None:
    table = table_at(SPADES)

    assert scene(table, 0).question == "discard"
    assert scene(table, 1).question == ""
    assert scene(table, None).question == ""
    assert scene(table, 1).to_act == (0,)
