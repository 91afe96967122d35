"""The hand-written judgement: it sees wins, denies them, and prepares sensibly."""

from __future__ import annotations

from random import Random

import pytest

from parlour.bots.damenrennen import sense
from parlour.bots.damenrennen.reasons import REASONS
from parlour.bots.damenrennen.sense import Sense
from parlour.bots.uniform import Uniform
from parlour.core.game import Reason, Seat
from parlour.games.damenrennen.cards import parse_cards
from parlour.games.damenrennen.kernel.game import Game
from tests.bots.damenrennen.games import score
from tests.bots.reasons import check_reasons
from tests.damenrennen.positions import table_at

ALMOST = "rows 9c Jc Kc 10c | ; market Ac 9s Jd Qd; hands 9s 10h Ad | Jc Jd 9h; phase draft"


def advice_at(text: str, seat: int = 0) -> tuple[str, Reason]:
    """What the bot does in a position, and why."""
    table = table_at(text)
    legal = [move for move in table.legal_moves(Seat(seat)) if isinstance(move, int)]
    advice = Sense().advise(table.view(Seat(seat)), legal, Random(1))
    check_reasons(advice.reasons, REASONS)
    (reason,) = advice.reasons
    return table.game.format_move(advice.move), reason


def test_it_takes_the_card_that_wins() -> None:
    assert advice_at(f"{ALMOST}; won 0 ultimate") == ("take Ac", Reason("wins_game", {"card": "Ac"}))


def test_it_takes_the_card_that_the_opponent_would_win_with() -> None:
    move, reason = advice_at(f"{ALMOST}; won 0 simple", 1)

    assert move == "take Ac"
    assert reason == Reason("stops_win", {"card": "Ac"})


def test_it_takes_the_first_heart_before_a_club() -> None:
    move, reason = advice_at("market Kh Kc 9d Jd; hands 9s 10h Ad | Jc Jd 9h; phase draft; won 0 ultimate")

    assert move == "take Kh"
    assert reason.key == "card_worth"
    assert reason.parameters["card"] == "Kh"


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("rows | Kh; market 9c Jc Qd Kc; hands 9s 10h Ad | Jc Jd 9h", "show 9s 10h", Reason("show_lowest")),
        (
            "rows Kh | ; market 9c Jc Qd Kc; hands 9s Kd Ad | Jc Ac 9h; phase swap; shown Jc Ac",
            "swap Ac for 9s",
            Reason("swap_gains", {"given": "9s", "taken": "Ac"}),
        ),
        (
            "rows Kh | ; market 9c Jc Qd Kc; hands As Kd Ad | Jc 9c 9h; phase swap; shown 9c 9h",
            "decline",
            Reason("swap_declined"),
        ),
        (
            "rows Ks | ; market 9c Jc Qd Kc; hands 9s Kd 10h Ad | Jc Ac 9h",
            "discard 9s",
            Reason("keep_strongest", {"card": "9s"}),
        ),
        (
            "rows Ks | ; market 9c Jc Qd Kc; hands Js Jd Jh Ad | Jc Ac 9h",
            "discard Ad",
            Reason("keep_strongest", {"card": "Ad"}),
        ),
        (
            "reserve Ad 9d | ; market 9c Jc Qd Kc; hands 9s Kd 10h | Jc Ac 9h",
            "exchange Ad for 9s",
            Reason("exchange_gains", {"count": 1, "ranks": 3}),
        ),
        (
            "reserve Jd 9d | ; market 9c Jc Qd Kc; hands 9s Kd 10h | Jc Ac 9h",
            "exchange nothing",
            Reason("exchange_nothing", {"ranks": 3}),
        ),
    ],
)
def test_it_prepares_by_rank(text: str, move: str, reason: Reason) -> None:
    assert advice_at(text) == (move, reason)


def test_it_lays_in_random_order() -> None:
    table = table_at("market 9c Jc Qd Kc; hands 9s Kd 10h | Jc Ac 9h")
    legal = [move for move in table.legal_moves(Seat(0)) if isinstance(move, int)]

    chosen = {Sense().choose(table.view(Seat(0)), legal, Random(seed)) for seed in range(30)}

    assert chosen == set(legal)


def test_its_judgement_is_the_same_for_both_seats() -> None:
    one = table_at("rows Kh 10h | Jc; reserve Ad 9s | Ac; strikes | Jc").state.game
    two = table_at("rows Jc | Kh 10h; reserve Ac | Ad 9s; strikes Jc |").state.game

    assert sense.worth(one) == pytest.approx(-sense.worth(two))
    assert sense.worth(Game()) == 0.0
    assert sense.draft_worth(one) == sense.worth(one)
    assert sense.chance(0.0) == 0.5


def test_a_row_that_cannot_be_completed_is_worth_only_its_lead() -> None:
    row = 0b001100  # queen and king

    alive = sense.suit_worth(row, 0, parse_cards("9c Jc 10c Ac"), 0, struck=True)
    dead = sense.suit_worth(row, 0, parse_cards("9c Jc 10c"), 0, struck=True)

    assert alive > dead == 0.0


def test_bombs_are_strong() -> None:
    assert sense.strength(parse_cards("Jc Js Jh")) > sense.strength(parse_cards("9c Qs Kh"))
    assert sense.best_three(parse_cards("9c 9s 9h Jd")) == sense.strength(parse_cards("9c 9s 9h"))
    assert sense.ranks_in(parse_cards("9c 9c Ad")) == [0, 0, 5]


@pytest.mark.slow
def test_it_beats_random_play() -> None:
    assert score(Sense(), Uniform(), 60) > 0.9
