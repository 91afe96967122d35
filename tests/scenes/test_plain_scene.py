"""A game without a scene of its own, shown in plain lines."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from parlour.core.game import CHANCE, Actor, Reason, Seat
from parlour.games.damenrennen import Damenrennen, Options
from parlour.games.haggis import Haggis
from parlour.laws import random_match
from parlour.scenes.catalogue import STAGINGS, make_staging
from parlour.scenes.plain import MOST, PlainStaging
from parlour.scenes.scene import Update
from tests.damenrennen import positions as damenrennen
from tests.haggis import positions as haggis
from tests.rules import rule

if TYPE_CHECKING:
    from parlour.core.table import Table

VIEWERS = (None, Seat(0), Seat(1))
HEARTS = "rows Kh |; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd; phase show"
SPADES = "rows Ks |; market 9c 9c Jc Jc; hands 9s Js Qd Qd | 10h Ah Kd; phase discard"
DIAMONDS = "reserve Ad Kd | 9d; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Jd; phase exchange"
LAYING = "market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd"
DRAFT = "phase draft; market 9c 9h Kd Qd; won 1 simple"


def plain(table: Table[Any, Any, Any]) -> PlainStaging:
    return PlainStaging(table.game)


def told(table: Table[Any, Any, Any], line: str) -> dict[Actor, str]:
    """Play a line; the move as a spectator and the seats are told it."""
    name, _, words = line.partition(": ")
    actor, move = Seat(int(name)), table.game.parse_move(words)
    before = {viewer: table.view(viewer) for viewer in VIEWERS}
    table.play(actor, move)
    updates = {viewer: plain(table).told(actor, move, before[viewer], table.view(viewer))[0] for viewer in VIEWERS}
    assert {(update.kind, update.seat) for update in updates.values()} == {("move", actor)}
    return {viewer: update.move for viewer, update in updates.items()}


def test_a_game_without_a_line_in_the_catalogue_is_shown_in_plain_lines() -> None:
    assert STAGINGS["snap"] is PlainStaging
    assert "snap" not in STAGINGS
    assert not isinstance(make_staging(Haggis()), PlainStaging)


def test_a_scene_says_who_is_to_act_and_what_may_be_played() -> None:
    table = haggis.table_at("hands 2r 3r | 8g 8y; act 1")
    shown = [
        plain(table).scene(table.view(viewer), () if viewer is None else table.legal_moves(viewer))
        for viewer in VIEWERS
    ]

    assert [scene.seat for scene in shown] == [None, 0, 1]
    assert {scene.to_act for scene in shown} == {(1,)}
    assert {scene.scores for scene in shown} == {(0, 0)}
    assert [sorted(scene.moves) for scene in shown] == [[], [], ["8g", "8y", "8y 8g"]]
    assert shown[1].title == "Haggis"
    assert "hand 2r 3r" in shown[1].lines
    assert not any("8g" in line for line in shown[1].lines)


def test_a_list_of_thousands_of_moves_is_cut_and_the_others_can_be_asked_for() -> None:
    table = haggis.table_at("hands 2r 3r 4r 5r 6r 7r 8r 2g 3g 4g 5g 6g 7g 8g J Q K | 2y 3y")
    view, legal = table.view(Seat(0)), table.legal_moves(Seat(0))

    asked = plain(table).answer(view, legal, "8g k")

    assert len(plain(table).scene(view, legal).moves) == MOST < len(legal)
    assert asked.groups[0].count > len(asked.groups[0].moves) == MOST
    assert all({"8g", "K"} <= set(reading.move.split()) for reading in asked.groups[0].moves)


@rule("D2.6", "D3.1", "D9.2", "D9.3")
@pytest.mark.parametrize(
    ("position", "line"),
    [
        (LAYING, "1: lay 10h"),
        (SPADES, "0: discard 9s"),
        (DIAMONDS, "0: exchange Ad for 9s"),
        (HEARTS, "1: show Kd 10h"),
    ],
)
def test_a_secret_move_is_told_to_its_own_seat_only(position: str, line: str) -> None:
    actor = Seat(int(line[0]))

    assert told(damenrennen.table_at(position), line) == dict.fromkeys(VIEWERS, "") | {actor: line[3:]}


@rule("D9.2", "D9.3")
def test_no_more_is_told_than_by_a_game_that_knows_what_is_hidden() -> None:
    game = Damenrennen(Options(best_of=3))
    staging, own = PlainStaging(game), make_staging(game)
    kinds: dict[bool, set[str]] = {False: set(), True: set()}
    for step in random_match(game, 1):
        for viewer in VIEWERS:
            if step.actor in (CHANCE, viewer):
                continue
            before, after = game.view(step.before, viewer), game.view(step.after, viewer)
            plainly, first = (each.told(step.actor, step.move, before, after)[0] for each in (staging, own))
            kinds[bool(plainly.move)].add(first.kind)

            assert first.cards or first.kind == "decline" or not plainly.move
    assert kinds[True] == {"take", "decline"}
    assert kinds[False] == {"lay", "show", "swap", "discard", "exchange"}


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (damenrennen.table_at(DRAFT), "0: take 9c"),
        (haggis.table_at("hands 2r 3r | 8g 8y"), "0: 2r"),
        (haggis.table_at("hands 2r 3r | 8g 8y; trick 2g by 1"), "0: pass"),
    ],
)
def test_a_public_move_is_told_to_everybody(table: Any, line: str) -> None:
    assert told(table, line) == dict.fromkeys(VIEWERS, line.partition(": ")[2])


def test_a_deal_is_told_without_its_cards_and_the_end_with_its_points() -> None:
    game = Haggis()
    dealt = game.deal(game.start(), Random(1))
    start, after = game.view(game.start(), None), game.view(game.apply(game.start(), CHANCE, dealt), None)
    table = haggis.table_at("hands 9r 9g | 8g 8y 7y; haggis 2r", target=5)
    before = table.view(Seat(1))
    haggis.say(table, "0: 9r 9g")

    ended = plain(table).told(Seat(0), table.game.parse_move("9r 9g"), before, table.view(Seat(1)))

    assert PlainStaging(game).told(CHANCE, dealt, start, after) == (Update(kind="deal"),)
    assert [update.kind for update in ended] == ["move", "round", "match"]
    assert ended[1].points == table.scores()
    assert (ended[2].seat, ended[2].points) == (0, table.scores())


def test_deals_are_laid_open_when_the_match_has_ended_and_not_before() -> None:
    tables = [haggis.table_at("hands 9r 9g | 8g 8y 7y; haggis 2r", target=target) for target in (5, 250)]
    for table in tables:
        haggis.say(table, "0: 9r 9g")

    assert all(table.round_result() for table in tables)
    assert [plain(table).laid_open(table.view(None)) for table in tables] == [True, False]


def test_no_move_of_a_plain_table_is_taken_back() -> None:
    table = haggis.table_at("hands 2r 3r | 8g 8y")

    assert plain(table).turned(table.view(Seat(0)), table.view(Seat(0)))


def test_refusals_are_those_of_the_rules() -> None:
    table = damenrennen.table_at(DIAMONDS)
    view, legal = table.view(Seat(0)), table.legal_moves(Seat(0))

    good, bad = (plain(table).answer(view, legal, text) for text in ("exchange ad for 9S", "exchange Ad for 9s Js"))
    unfinished, unknown = (plain(table).answer(view, legal, text) for text in ("exchange", "hello"))

    assert [(reading.move, reading.code) for reading in good.readings] == [("exchange Ad for 9s", "")]
    assert (bad.readings[0].code, bad.readings[0].clause) == ("exchange/unequal", "D2.6")
    assert (unfinished.code, unfinished.groups[0].count) == ("move/unfinished", len(legal))
    assert (unknown.code, unknown.groups) == ("move/unknown", ())
    assert plain(table).answer(table.view(None), (), "lay 9s").readings[0].code == "seat/spectator"


def test_reasons_of_any_game_have_words_and_an_unknown_key_is_still_shown() -> None:
    staging = PlainStaging(Damenrennen())

    assert (
        staging.reason_text(Reason("sampled", {"moves": 1, "worlds": 40})) == "the best of 1 move in 40 sampled deals"
    )
    assert staging.reason_text(Reason("keeps_trumps")) == "keeps trumps"


def test_moves_are_written_once_for_all_questions_about_them(monkeypatch: pytest.MonkeyPatch) -> None:
    table = haggis.table_at("hands 2r 3r | 8g 8y; act 1")
    staging, view, legal = plain(table), table.view(Seat(1)), table.legal_moves(Seat(1))
    first = staging.answer(view, legal, "")
    monkeypatch.setattr(Haggis, "format_move", None)

    assert staging.answer(view, legal, "") == first
    assert staging.answer(view, legal, "8Y nothing").groups == ()
    assert first.groups[0].count == 3
