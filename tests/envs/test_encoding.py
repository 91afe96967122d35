"""Views, moves and actions of both games as numbers: what they say, and that they say no more."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.core.errors import OptionError
from parlour.core.game import Seat
from parlour.envs.damenrennen.actions import ACTIONS as DAMENRENNEN_ACTIONS
from parlour.envs.encoding import AnyEncoding, make_encoding
from parlour.envs.haggis.kernel.actions import ACTIONS as HAGGIS_ACTIONS
from parlour.envs.haggis.kernel.actions import action_of, move_of
from parlour.games.catalogue import make_game
from parlour.games.damenrennen.cards import parse_cards as parse_pile
from parlour.games.damenrennen.notation import parse_move as parse_damenrennen
from parlour.games.haggis import Haggis
from parlour.games.haggis.notation import parse_move as parse_haggis
from parlour.laws import random_match
from tests.damenrennen import positions as damenrennen
from tests.haggis import positions as haggis
from tests.laws.cases import CASES, Case

SEEDS = range(3)


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


def part(encoding: AnyEncoding, row: Any, name: str) -> list[float]:
    field = next(field for field in encoding.fields if field.name == name)
    return [round(float(number), 5) for number in row[field.start : field.start + field.size]]


def move_part(encoding: AnyEncoding, row: Any, name: str) -> list[float]:
    field = next(field for field in encoding.move_fields if field.name == name)
    return [round(float(number), 5) for number in row[field.start : field.start + field.size]]


def one_hot(size: int, *places: int) -> list[float]:
    return [float(place in places) for place in range(size)]


def encodings_of(case: Case) -> list[AnyEncoding]:
    variants = (False, True) if case.game.name == "haggis" else (False,)
    return [make_encoding(case.game, recall=recall) for recall in variants]


def test_numbers_are_written_everywhere_from_none_to_all_and_stay_small(case: Case) -> None:
    for encoding in encodings_of(case):
        most = np.zeros(encoding.view_size, np.float32)
        for seed in SEEDS:
            for step in random_match(case.game, seed):
                for seat in map(Seat, range(case.game.seats)):
                    row = encoding.encode_view(case.game.view(step.after, seat))
                    assert row.dtype == np.float32
                    assert row.min() >= 0
                    np.maximum(most, row, out=most)
        unused = [field.name for field in encoding.fields if not most[field.start : field.start + field.size].any()]

        assert most.max() < 4
        assert set(unused) <= {"bombs", "sealed_diamonds", "runner_up", "standing_bomb", "giving"}


def test_blindness_numbers_do_not_change_with_what_a_seat_may_not_know(case: Case) -> None:
    rng = Random(5)
    changed = 0
    for encoding in encodings_of(case):
        for step in random_match(case.game, 1):
            for seat in map(Seat, range(case.game.seats)):
                shuffled = case.support.shuffle_hidden(step.after, seat, rng)
                changed += shuffled != step.after
                true, other = case.game.view(step.after, seat), case.game.view(shuffled, seat)
                legal = case.game.legal_moves(step.after, seat)

                assert np.array_equal(encoding.encode_view(true), encoding.encode_view(other))
                assert np.array_equal(encoding.encode_moves(true, legal), encoding.encode_moves(other, legal))
    assert changed > 50


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_the_actions_of_haggis_have_no_holes_and_no_doubles(players: int) -> None:
    moves = set()
    for action in range(HAGGIS_ACTIONS[players]):
        move = move_of(action, players)
        assert action_of(move, players) == action
        moves.add(move)

    assert len(moves) == HAGGIS_ACTIONS[players] == {2: 105_073, 3: 242_923}[players]


@pytest.mark.parametrize(
    ("text", "two", "three"),
    [
        ("pass", 0, 0),
        ("bet 15", 2, 2),
        ("2r", 4, 7),
        ("5r 5g J as set", 429, 816),
        ("K", 1086, 2241),
        ("3r 5o 7y 9g", 1087, 2242),
        ("J Q K", 1114, 2365),
        ("5r 6r 7r", 69659, 148437),
        ("5r 5o J Q as run x2", 70000, 148778),
    ],
)
def test_actions_of_haggis_keep_their_numbers(text: str, two: int, three: int) -> None:
    move = parse_haggis(text)
    assert isinstance(move, int)

    assert (action_of(move, 2), action_of(move, 3)) == (two, three)


@pytest.mark.parametrize(
    ("text", "hand", "action"),
    [
        ("show 9c Ah", "9c Ah Kd", 22),
        ("swap Ah for 9c", "9c Jc Kd", 828),
        ("decline", "9c Jc Kd", 876),
        ("discard 9c", "9c Jc Kd Ad", 877),
        ("lay 9c", "9c", 901),
        ("take Ad", "", 948),
        ("exchange nothing", "9c Jc Kd", 949),
        ("exchange Ad for 9c", "9c Jc Kd", 1070),
        ("exchange Ad Kd for 9c Jc", "9c Jc Kd", 1534),
        ("exchange Ad Kd for 9c Jc", "9c Jc", 1543),
        ("exchange Ad Kd Qd for 9c Jc Kd", "9c Jc Kd", 1658),
    ],
)
def test_actions_of_damenrennen_keep_their_numbers(text: str, hand: str, action: int) -> None:
    encoding = make_encoding(make_game("damenrennen", {}))
    move, held = parse_damenrennen(text), parse_pile(hand)
    assert isinstance(move, int)

    assert encoding.actions == DAMENRENNEN_ACTIONS == 1669
    assert encoding.action_of(move, held) == action
    assert encoding.move_of(action, held) == move


@pytest.mark.parametrize(
    "junk", [-1, 1 << 63, 1 << 70, (1 << 60) + 1, (2 << 60) + (15 << 52), 7 << 60, (4 << 60) + 7, 1.5]
)
def test_what_is_no_move_has_no_action(case: Case, junk: Any) -> None:
    encoding = make_encoding(case.game)

    with pytest.raises(ValueError, match="move"):
        encoding.action_of(junk, 0)


@pytest.mark.parametrize("junk", [-1, 1 << 20, 1 << 70])
def test_what_is_no_action_has_no_move(case: Case, junk: int) -> None:
    encoding = make_encoding(case.game)

    with pytest.raises(ValueError, match=f"an action is a whole number from 0 to {encoding.actions - 1}, got {junk}"):
        encoding.move_of(junk, 0)
    with pytest.raises(TypeError):
        encoding.move_of(1.5, 0)  # type: ignore[arg-type] # on purpose


def test_an_exchange_that_the_hand_does_not_allow_has_no_number() -> None:
    encoding = make_encoding(make_game("damenrennen", {}))
    three = parse_damenrennen("exchange Ad Kd Qd for 9c Jc Kd")
    assert isinstance(three, int)

    with pytest.raises(ValueError, match="no move of Damenrennen with this hand"):
        encoding.action_of(three, parse_pile("9c Jc Kd Qs"))
    for action in (1070, 1534, 1543, 1658):
        with pytest.raises(ValueError, match=f"action {action} is an exchange that this hand does not allow"):
            encoding.move_of(action, parse_pile("As"))


def test_haggis_a_view_says_what_is_held_unseen_and_standing() -> None:
    table = haggis.table_at("hands 5r 6r J K | 7g 8g 9g Q; trick 3r 4r J as run by 1; act 0; haggis 10y")
    encoding = make_encoding(table.game)

    row = encoding.encode_view(table.view(Seat(0)))

    assert part(encoding, row, "hand") == one_hot(36, 4 * 3, 4 * 4)
    assert part(encoding, row, "hand_wilds") == [1, 0, 1]
    assert part(encoding, row, "unseen") == [1 - seen for seen in one_hot(36, 4, 8, 12, 16)]
    assert part(encoding, row, "wilds_1") == [0, 1, 0]
    assert part(encoding, row, "size_1") == one_hot(18, 4)
    assert part(encoding, row, "turn") == [1, 0]
    assert part(encoding, row, "holder") == [0, 1]


def test_haggis_the_combo_to_beat_and_the_points_are_told() -> None:
    table = haggis.table_at("hands 3r 4r 5r 9r Q | 5g 6g 7g 10y K")
    encoding = make_encoding(table.game)
    haggis.say(table, "0: 3r 4r 5r")

    row = encoding.encode_view(table.view(Seat(1)))

    assert part(encoding, row, "standing_kind") == [0, 1, 0]
    assert part(encoding, row, "standing_width") == one_hot(8, 0)
    assert part(encoding, row, "standing_length") == one_hot(12, 2)
    assert part(encoding, row, "standing_top") == one_hot(12, 3)
    assert part(encoding, row, "standing_bomb") == [0] * 6
    assert part(encoding, row, "trick_points") == [0.04]
    assert part(encoding, row, "size_1") == one_hot(18, 2)
    assert part(encoding, row, "turn") == [1, 0]
    haggis.say(table, "1: pass")
    row = encoding.encode_view(table.view(Seat(1)))
    assert part(encoding, row, "points") == [0, 0.04]
    assert part(encoding, row, "turn") == [0, 1]
    assert part(encoding, row, "standing_kind") == [0, 0, 0]
    assert part(encoding, row, "holder") == [0, 0]


def test_haggis_seats_are_counted_from_the_viewer() -> None:
    table = haggis.table_at("hands 5r 6r | 7g 8g J | 9b 10b J Q; bets 15 | - | 0; fresh 1", players=3)
    encoding = make_encoding(table.game)

    row = encoding.encode_view(table.view(Seat(1)))

    assert part(encoding, row, "size_1") == one_hot(18, 4)
    assert part(encoding, row, "size_2") == one_hot(18, 2)
    assert part(encoding, row, "turn") == [0, 0, 1]
    assert [part(encoding, row, f"bet_{seat}") for seat in range(3)] == [one_hot(4, 0), one_hot(4, 1), one_hot(4, 2)]
    assert part(encoding, row, "played") == [0, 1, 1]


def test_haggis_a_move_says_its_cards_its_shape_and_what_is_left() -> None:
    table = haggis.table_at("hands 5r 7r J | 7g 8g; fresh 0")
    encoding = make_encoding(table.game)
    view, legal = table.view(Seat(0)), [move for move in table.legal_moves(Seat(0)) if isinstance(move, int)]

    rows = encoding.encode_moves(view, legal)

    assert rows.shape == (len(legal), encoding.move_size)
    run = rows[list(map(table.game.format_move, legal)).index("5r 7r J")]
    assert move_part(encoding, run, "kind") == one_hot(6, 2)
    assert move_part(encoding, run, "cards") == one_hot(36, 4 * 3, 4 * 5)
    assert move_part(encoding, run, "wilds") == [1, 0, 0]
    assert move_part(encoding, run, "length") == one_hot(12, 2)
    assert move_part(encoding, run, "top") == one_hot(12, 5)
    assert move_part(encoding, run, "out") == [1]
    assert move_part(encoding, run, "card_points") == [0.08]
    bet = rows[list(map(table.game.format_move, legal)).index("bet 30")]
    assert move_part(encoding, bet, "kind") == one_hot(6, 4)
    assert move_part(encoding, bet, "bet") == [0, 0, 1]
    assert move_part(encoding, bet, "cards") == [0] * 36
    assert move_part(encoding, bet, "left") == [round(3 / 17, 5)]


def test_haggis_recall_keeps_every_move_in_its_place() -> None:
    table = haggis.table_at("hands 3r 4r 9r Q | 5g 6g 10y K")
    encoding = make_encoding(table.game, recall=True)
    now = make_encoding(table.game)
    haggis.say(table, "0: 3r", "1: 5g", "0: pass")

    row = encoding.encode_view(table.view(Seat(1)))

    width = 2 + now.move_size - 3
    past = row[now.view_size :].reshape(-1, width)
    assert np.array_equal(row[: now.view_size], now.encode_view(table.view(Seat(1))))
    assert past[:, :2].tolist()[:4] == [[0, 1], [1, 0], [0, 1], [0, 0]]
    assert past[:3, 2:8].tolist() == [one_hot(6, 1), one_hot(6, 1), one_hot(6, 0)]
    assert past[0, 8:44].tolist() == one_hot(36, 4)
    assert not past[3:].any()


def test_haggis_with_recall_no_two_histories_look_the_same() -> None:
    game = make_game("haggis", {"players": 3, "target": 60})
    encoding = make_encoding(game, recall=True)
    rows: dict[bytes, object] = {}
    for seed in range(6):
        for step in random_match(game, seed):
            view = game.view(step.after, Seat(0))
            if view.round is None:
                continue
            known = (view.standing.scores, view.round.hand, view.round.history, view.round.outs)
            assert rows.setdefault(encoding.encode_view(view).tobytes(), known) == known


def test_haggis_before_the_first_deal_nobody_holds_or_does_anything() -> None:
    game = make_game("haggis", {})
    encoding = make_encoding(game)

    row = encoding.encode_view(game.view(game.start(), Seat(0)))

    said = {field.name for field in encoding.fields if row[field.start : field.start + field.size].any()}
    assert said == {"size_1", "bet_0", "bet_1"}
    assert part(encoding, row, "size_1") == one_hot(18, 0)


def test_damenrennen_a_view_says_what_is_held_and_what_lies_open() -> None:
    table = damenrennen.table_at("market 9c Jc Qd Kh; hands 9s 9s Ad | Jd Jd Kd; reserve 10d | Ad")
    encoding = make_encoding(table.game)

    row = encoding.encode_view(table.view(Seat(1)))

    assert part(encoding, row, "hand") == [0.5 * (n == 15) + 1.0 * (n == 7) for n in range(24)]
    assert sum(part(encoding, row, "market")) == 2
    assert part(encoding, row, "reserves") == [0.5 * (n in (23, 24 + 19)) for n in range(48)]
    assert part(encoding, row, "asked") == [1, 1]
    assert sum(part(encoding, row, "unseen")) * 2 == 48 - 3 - 4 - 6 - 2


@pytest.mark.parametrize(
    "out", [np.zeros(3, np.float32), np.zeros(157), [0.0] * 157, np.zeros((157, 2), np.float32)[:, 0]]
)
def test_an_array_that_does_not_fit_is_refused(out: Any) -> None:
    game = make_game("haggis", {})
    encoding = make_encoding(game)

    with pytest.raises(ValueError, match=r"out must be a writeable, contiguous float32 array of shape \(157,\), got"):
        encoding.encode_view(game.view(game.start(), Seat(0)), out)


def test_what_is_no_view_of_the_game_is_refused(case: Case) -> None:
    encoding = make_encoding(case.game)
    other = make_game("haggis", {"players": 5 - case.game.seats} if case.game.name == "haggis" else {})

    with pytest.raises(ValueError, match="a spectator's view is not encoded"):
        encoding.encode_view(case.game.view(case.game.start(), None))
    with pytest.raises(ValueError, match=r"this encoding is for|not a view of Damenrennen"):
        encoding.encode_view(other.view(other.start(), Seat(0)))
    with pytest.raises(ValueError, match="not a view of"):
        encoding.encode_view(case.game.start())


def test_damenrennen_has_no_encoding_with_recall() -> None:
    with pytest.raises(OptionError, match="damenrennen has no encoding with recall"):
        make_encoding(make_game("damenrennen", {}), recall=True)


def test_a_game_that_the_catalogue_does_not_know_has_no_encoding() -> None:
    class Chess(Haggis):
        name = "chess"  # type: ignore[misc] # on purpose

    with pytest.raises(OptionError, match="there are no environments for 'chess', but for haggis, damenrennen"):
        make_encoding(Chess())


def test_the_documentation_names_every_field_with_its_size() -> None:
    text = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    two = make_encoding(make_game("haggis", {}), recall=True)
    three = make_encoding(make_game("haggis", {"players": 3}), recall=True)
    other = make_encoding(make_game("damenrennen", {}))

    for less, more in ((two.fields, three.fields), (two.move_fields, three.move_fields)):
        sizes = {field.name: str(field.size) for field in less}
        for field in more:
            assert f"| `{field.name}` | {sizes.get(field.name, '-')} | {field.size} | " in text
    for field in (*other.fields, *other.move_fields):
        assert f"| `{field.name}` | {field.size} | {field.meaning} |" in text
