"""Haggis as it is shown: combos laid out, the trick, what may be done."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from parlour.core.game import Seat
from parlour.games.haggis import Deal, Haggis, View
from parlour.games.haggis.cards import RANK_NAMES
from parlour.games.haggis.kernel.combos import leads
from parlour.games.haggis.notation import combo_of, format_move, parse_move
from parlour.laws import random_match
from parlour.scenes.haggis import HaggisScene, HaggisStaging, laid_out
from parlour.scenes.haggis.scene import permissions
from parlour.scenes.scene import Answer, Card, Combo, Staging, Update
from parlour.server.protocol import LARGEST
from tests.haggis.positions import HaggisTable, say, table_at
from tests.laws.cases import CASES
from tests.rules import rule

RANKS = {name: rank for rank, name in RANK_NAMES.items()}
HAGGIS = [case.game for case in CASES if case.game.name == "haggis"]
STAGING: Staging[View, int | Deal, HaggisScene] = HaggisStaging(Haggis())


def combo(text: str) -> Combo:
    move = parse_move(text)
    assert isinstance(move, int)
    return laid_out(move)


def scene(table: HaggisTable, seat: int | None) -> HaggisScene:
    viewer = None if seat is None else Seat(seat)
    return STAGING.scene(table.view(viewer), [] if viewer is None else table.legal_moves(viewer))


def answer(table: HaggisTable, seat: int, text: str) -> Answer:
    return STAGING.answer(table.view(Seat(seat)), table.legal_moves(Seat(seat)), text)


def random_hands(count: int) -> list[int]:
    rng = Random(7)
    spots = [1 << bit for bit in range(45)]
    wilds = [1 << bit for bit in range(45, 48)]
    return [sum(rng.sample(spots, rng.randint(4, 14)) + rng.sample(wilds, rng.randint(0, 3))) for _ in range(count)]


def place_of(card: Card) -> tuple[int, str]:
    """The rank and the suit at which a card lies."""
    text = card.stands_for or card.name
    return (RANKS[text], "") if text in RANKS else (RANKS[text[:-1]], text[-1])


@rule("H4.4")
def test_every_wild_lies_where_it_may_stand() -> None:
    seen = 0
    for hand in random_hands(60):
        for move in leads(hand):
            for card in laid_out(move).cards:
                if card.stands_for:
                    seen += 1
                    assert RANKS[card.name] > place_of(card)[0]
    assert seen > 5000


@rule("H4.3")
def test_a_sequence_lies_rank_by_rank_with_every_place_filled_once() -> None:
    seen = 0
    for hand in random_hands(60):
        for move in leads(hand):
            laid, told = laid_out(move), combo_of(move)
            assert sorted(card.name for card in laid.cards) == sorted(format_move(move).partition(" as ")[0].split())
            if told.kind != "sequence":
                continue
            seen += 1
            places = [place_of(card) for card in laid.cards]
            ranks = range(told.top - told.length + 1, told.top + 1)
            assert [rank for rank, _ in places] == [rank for rank in ranks for _ in range(told.width)]
            lanes = [{suit for rank, suit in places if rank == each and suit} for each in ranks]
            assert len(set().union(*lanes)) <= told.width
            assert len({place for place in places if place[1]}) == sum(bool(suit) for _, suit in places)
    assert seen > 1000


@rule("H4.1")
def test_the_cards_of_a_set_lie_at_its_rank() -> None:
    for hand in random_hands(30):
        for move in leads(hand):
            told = combo_of(move)
            if told.kind == "set":
                assert {place_of(card)[0] for card in laid_out(move).cards} == {told.top}


@rule("H4.7")
def test_both_readings_of_the_same_cards_are_laid_out_differently() -> None:
    three, run = combo("5r J Q as set"), combo("5r J Q as run")

    assert three == Combo("set", 3, 1, 5, (Card("5r"), Card("J", "5"), Card("Q", "5")))
    assert run.cards == (Card("5r"), Card("J", "6r"), Card("Q", "7r"))


def test_wilds_at_their_own_rank_stand_for_nothing_else() -> None:
    assert combo("10r J Q K as run").cards == (Card("10r"), Card("J"), Card("Q"), Card("K"))
    assert combo("10r 10g J Q as run x2").cards == (Card("10r"), Card("10g"), Card("J"), Card("Q", "Jg"))


@pytest.mark.parametrize("game", HAGGIS)
def test_every_end_of_a_round_tells_who_begins_the_next_and_where_points_come_from(game: Any) -> None:
    ends = 0
    for step in (step for seed in range(8) for step in random_match(game, seed)):
        shown = STAGING.scene(game.view(step.before, None), []).end
        if shown is not None:
            (leader,) = game.to_act(step.after)
            ends += 1

            assert shown.next is not None
            assert (shown.next.dealer, shown.next.leader) == (step.after.standing.dealer, leader)
            assert shown.next.ahead == (step.before.standing.scores.count(max(step.before.standing.scores)) == 1)
            for parts in shown.parts:
                assert sum(parts.bets_from) == parts.bets
                assert bool(parts.left_with) == bool(parts.left_cards)
        last = STAGING.scene(game.view(step.after, None), []).end
    assert ends > 3
    assert last is not None
    assert last.next is None


@pytest.mark.parametrize("game", HAGGIS)
def test_the_trick_on_the_table_is_what_was_played_and_passed_since_it_began(game: Any) -> None:
    longest = 0
    for seed in range(8):
        expected: list[tuple[int, str | None]] = []
        for step in random_match(game, seed):
            text = game.format_move(step.move)
            view = game.view(step.after, None)
            if step.actor is None or not view.round.trick:
                expected = []
            elif text == "pass":
                expected.append((step.actor, None))
            elif text.split()[0] not in ("bet", "give"):
                expected.append((step.actor, text))
            shown = STAGING.scene(view, []).trick
            longest = max(longest, len(shown))

            assert [each.seat for each in shown] == [seat for seat, _ in expected]
            for each, (_, played) in zip(shown, expected, strict=True):
                assert each.combo == (None if played is None else combo(played))
    assert longest > 4


@pytest.mark.parametrize("game", HAGGIS)
def test_what_may_be_done_is_what_is_legal(game: Any) -> None:
    for seed in range(8):
        for step in random_match(game, seed):
            for seat in map(Seat, range(game.seats)):
                legal = game.legal_moves(step.after, seat)
                texts = [game.format_move(move).split() for move in legal]
                may = permissions(legal)

                assert may.passing == (["pass"] in texts)
                assert may.bets == tuple(int(text[1]) for text in texts if text[0] == "bet")
                assert may.gives == tuple(int(text[1]) for text in texts if text[0] == "give")
                assert may.play == any(text[0] not in ("pass", "bet", "give") for text in texts)


def test_a_hand_with_thousands_of_leads_is_answered_in_one_small_message() -> None:
    text = "hands 2r 3r 4r 5r 6r 7r 8r 2g 3g 4g 5g 6g 7g 8g J Q K | 2y 3y 4y 5y 6y 7y 8y 2o 3o 4o 5o 6o 7o 8o J Q K"
    table = table_at(text)
    assert len(table.legal_moves(Seat(0))) > 2000

    for selected in ("", "5r", "5r 6r", "J", "5r 5g J"):
        said = answer(table, 0, selected)

        assert said.groups
        assert len(msgspec.json.encode(said)) < LARGEST - 1024
        for group in said.groups:
            for reading in group.moves:
                assert set(selected.split()) <= {card.name for card in reading.combo.cards}  # type: ignore[union-attr] # combos


@rule("H5.2")
def test_a_reading_says_why_it_cannot_be_played() -> None:
    table = table_at("hands 2r 3r 9r | 8g 8y 9g; act 1")
    say(table, "1: 8g")

    low, high = answer(table, 0, "3r").readings[0], answer(table, 0, "9r").readings[0]

    assert (low.code, low.clause) == ("play/low", "H5.2")
    assert high.code == ""
    assert high.move == "9r"


@rule("H2.2")
def test_cards_that_are_not_in_hand_are_no_selection() -> None:
    table = table_at("hands 2r 3r 9r | 8g 8y 9g")

    assert (answer(table, 0, "8g").code, answer(table, 0, "8g").clause) == ("play/cards", "H2.2")
    assert answer(table, 0, "11x").code == "play/cards"
    assert (answer(table, 0, "2r 9r").code, answer(table, 0, "2r 9r").clause) == ("play/combo", "H4.3")


@rule("H9.1")
def test_everybody_is_told_who_played_what_went_out_and_captured() -> None:
    table = table_at("hands 9r 9g | 8g 8y 7y; haggis 2r")
    before = table.view(None)
    say(table, "0: 9r 9g")

    told = STAGING.told(Seat(0), parse_move("9r 9g"), before, table.view(None))

    assert [each.kind for each in told] == ["play", "out", "trick", "round"]
    assert told[0].cards == ("9g", "9r") or told[0].cards == ("9r", "9g")
    assert told[1] == Update(kind="out", seat=0, number=1)
    assert told[3].points == table.scores()


def test_the_end_of_a_round_shows_hands_and_haggis() -> None:
    table = table_at("hands 9r 9g | 8g 8y 7y; haggis 2r")
    assert scene(table, 1).end is None
    before = table.view(Seat(0))
    say(table, "0: 9r 9g")

    shown = scene(table, None)

    assert shown.end is not None
    assert shown.end.hands == ((), ("7y", "8y", "8g"))
    assert shown.end.haggis == ("2r",)
    assert shown.phase == "over"
    assert STAGING.turned(before, table.view(Seat(0)))


@rule("H7.1")
@rule("H7.3")
def test_the_end_of_a_round_tells_where_the_points_come_from() -> None:
    table = table_at("hands 5r | 6g 7g | 8b 9b 10b; bets 30 | 15 | -; act 0", players=3)
    say(table, "0: 5r", "1: 6g", "2: pass", "1: 7g")

    end = scene(table, 1).end

    assert end is not None
    assert [(parts.left_cards, parts.left_with) for parts in end.parts] == [(3, (2,)), (3, (2,)), (0, ())]
    assert [parts.bets_from for parts in end.parts] == [(30, 15, 0), (0, 0, 0), (0, 15, 0)]


def test_bombs_in_hand_are_named_to_their_own_seat_only() -> None:
    table = table_at("hands 3r 5r 7r 9r J K 2g | 8g 8y 7y")

    assert scene(table, 0).bombs == (("3r", "5r", "7r", "9r"), ("J", "K"))
    assert scene(table, 1).bombs == ()
    assert scene(table, None).bombs == ()
    assert scene(table, None).hand == ()


def test_of_several_bombs_in_four_suits_one_is_named_and_the_strongest_bomb_stands_first() -> None:
    table = table_at("hands 3r 5g 5y 7y 7g 9o 3g 5r 7r 9r J Q K | 8g 8y 6g")

    bombs = scene(table, 0).bombs

    assert bombs[:2] == (("3r", "5r", "7r", "9r"), ("J", "Q", "K"))
    assert bombs[2:5] == (("Q", "K"), ("J", "K"), ("J", "Q"))
    assert len(bombs) == 6
    assert len({card[-1] for card in bombs[5]}) == 4


@rule("H3.1", "H9.1")
def test_a_pass_is_shown_until_the_next_combo_whoever_bets_meanwhile() -> None:
    table = table_at("hands 2r 3r 9r | 8g 8y 9g | 4y 5y 10g; act 0; fresh 2", players=3)
    say(table, "0: 2r", "1: pass", "2: bet 15")

    assert [seat.passed for seat in scene(table, 0).seats] == [False, True, False]

    say(table, "2: 4y")
    assert [seat.passed for seat in scene(table, 0).seats] == [False, False, False]


def test_the_refusal_of_a_selection_is_that_of_the_rules_with_its_parameters() -> None:
    table = table_at("hands 2r 3r 9r | 8g 8y 9g; act 1")
    say(table, "1: 8g")

    for text in ("3r", "8y"):
        said = answer(table, 0, text)
        why = said.readings[0] if said.readings else said
        refusal = table.game.refusal(table.state, Seat(0), parse_move(text))

        assert refusal is not None
        assert why.code == refusal.code
        assert why.reason == refusal.reason
        assert why.clause == refusal.clause
        assert why.parameters == refusal.parameters
