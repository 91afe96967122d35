"""The bot that solves: preparation against brute force, wins and denials, budgets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from random import Random

import pytest

from parlour.bots.bot import Advice
from parlour.bots.damenrennen.kernel.draft_solver import worths_by_verdict
from parlour.bots.damenrennen.kernel.hearts import show_worths, swap_worths
from parlour.bots.damenrennen.kernel.judging import discard_worths, exchange_worths, hand_worth
from parlour.bots.damenrennen.reasons import REASONS
from parlour.bots.damenrennen.search import Search, lay_worth, margin_of, world_of
from parlour.bots.damenrennen.sense import Sense
from parlour.bots.damenrennen.weights import fitted_mind
from parlour.bots.uniform import Uniform
from parlour.core.errors import OptionError
from parlour.core.game import Seat
from parlour.games.damenrennen.cards import card_names, parse_cards
from parlour.games.damenrennen.kernel.tricks import race_law
from parlour.games.damenrennen.notation import (
    DISCARD,
    cards_of,
    diamonds_of,
    exchange,
    parse_move,
    plain,
)
from parlour.games.damenrennen.view import unseen_cards
from tests.bots.damenrennen.games import GAME, decisions, score
from tests.bots.reasons import check_reasons
from tests.damenrennen.positions import table_at

MIND = fitted_mind()
ALMOST = "rows 9c Jc Kc 10c | ; market Ac 9s Jd Qd; hands 9s 10h Ad | Jc Jd 9h; phase draft"


def advice_at(text: str, seat: int = 0, bot: Search | None = None) -> Advice[int]:
    table = table_at(text)
    legal = [move for move in table.legal_moves(Seat(seat)) if isinstance(move, int)]
    return (bot or Search(nodes=30)).advise(table.view(Seat(seat)), legal, Random(1))


def mean_worth(hand: int, unseen: int, seat: int, clubs: int | None, pay: list[float]) -> float:
    """The mean over every hand of three that the opponent can have, card by card, and every matching."""
    total, count = 0.0, 0
    ways = Counter(tuple(sorted(chosen)) for chosen in combinations(card_names(unseen), 3))
    for chosen, weight in ways.items():
        other = parse_cards(" ".join(chosen))
        law = race_law(hand, other, clubs) if seat == 0 else race_law(other, hand, clubs)
        total += weight * sum(a * b for a, b in zip(law, pay, strict=True)) / sum(law)
        count += weight
    return total / count if seat == 0 else 1.0 - total / count


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("rows Ks | Kc; market 9c Jc Qd Kd; hands 9s 9d Kh Ad | Jc Jd 9h", 0),
        ("rows | Ks; market Ac As Kh Jh; hands Qd Jd 9h | 9s 10s 10c Kd", 1),
        ("rows Ks 10s | Kc Jc; market As 9c Jh Jd; hands Qd Qd 9h Ah | 9s Jc 10c", 0),
    ],
)
def test_the_spade_discard_is_exact(text: str, seat: int) -> None:
    table = table_at(text)
    view = table.view(Seat(seat))
    cards = [cards_of(move) for move in table.legal_moves(Seat(seat)) if isinstance(move, int)]
    _, world = world_of(view)

    found = discard_worths(world, seat, MIND, cards)

    pay = worths_by_verdict(world, MIND)
    clubs = view.game.advantages[0]
    exact = [mean_worth(view.game.hand - card, unseen_cards(view), seat, clubs, pay) for card in cards]
    assert found == pytest.approx(exact)
    advice = advice_at(text, seat)
    assert advice.move == plain(DISCARD, cards[exact.index(max(exact))])


def test_exchanges_against_an_opponent_without_diamonds_are_exact() -> None:
    text = "rows Kc | ; reserve Ad Qd | 9c; market 9s Jc Kd Kh; hands 9s 10h Kh | Jc Jd 9h"
    table = table_at(text)
    view = table.view(Seat(0))
    moves = [move for move in table.legal_moves(Seat(0)) if isinstance(move, int)]
    _, world = world_of(view)

    found = exchange_worths(world, 0, MIND, moves)

    for move, worth in zip(moves, found, strict=True):
        taken = diamonds_of(move)
        left = " ".join(card_names(parse_cards("Ad Qd") - taken))
        fewer = table_at(text.replace("Ad Qd", left) + "; phase lay").state.game
        hand = view.game.hand - cards_of(move) + taken
        exact = mean_worth(hand, unseen_cards(view), 0, view.game.advantages[0], worths_by_verdict(fewer, MIND))
        assert worth == pytest.approx(exact)


def test_diamonds_of_the_opponent_are_reckoned_with() -> None:
    plain_text = "rows Kc | ; reserve Ad | ; market 9s Jc Kd Kh; hands 9s 10h Kh | Jc Jd 9h"
    _, without = world_of(table_at(plain_text).view(Seat(0)))
    _, against = world_of(table_at(plain_text.replace("Ad | ", "Ad | Ad 10d 10d Kd")).view(Seat(0)))
    nothing = [exchange(0, 0)]

    assert exchange_worths(against, 0, MIND, nothing) < exchange_worths(without, 0, MIND, nothing)


@pytest.mark.parametrize(
    ("text", "seat", "move", "reasons"),
    [
        (
            "rows 9c Jc Kc 10c | ; market Ac 9s Jd Qd; hands 9s 10h Ad | Jc Jd 9h; phase draft; won 0 ultimate",
            0,
            "take Ac",
            ["wins_game"],
        ),
        (
            "rows 9c Jc Kc 10c | ; market Ac 9s Jd Qd; hands 9s 10h Ad | Jc Jd 9h; phase draft; won 0 simple",
            1,
            "take Ac",
            ["stops_win", "waits"],
        ),
        ("rows | Kh; market 9c Jc Qd Kc; hands 9s Jh Ad | Jc Jd Kh; phase show", 0, "show 9s Jh", ["show_lowest"]),
        (
            "rows Kh | ; market 9c Jc Qd Kc; hands 9s Kd Ad | Jc Ac 9h; phase swap; shown Jc Ac",
            0,
            "swap Ac for 9s",
            ["swap_gains"],
        ),
        (
            "rows Kh | ; market 9c Jc Qd Kc; hands As Ac Ad | Jc Jd 9h; phase swap; shown Jd 9h",
            0,
            "decline",
            ["swap_declined"],
        ),
    ],
)
def test_it_does_what_is_plainly_best(text: str, seat: int, move: str, reasons: list[str]) -> None:
    advice = advice_at(text, seat)

    assert advice.move == parse_move(move)
    assert [reason.key for reason in advice.reasons] == reasons
    check_reasons(advice.reasons, REASONS)
    wins = [candidate.wins for candidate in advice.candidates]
    assert all(one is not None and 0.0 <= one <= 1.0 for one in wins)
    assert wins == sorted(wins, key=lambda one: -(one or 0.0))


def test_a_win_at_once_is_certain() -> None:
    assert advice_at(f"{ALMOST}; won 0 ultimate").candidates[0].wins == 1.0


def test_a_swap_takes_the_ace() -> None:
    table = table_at("rows Kh | ; market 9c Jc Qd Kc; hands 9s Kd Ad | Jc Ac 9h; phase swap; shown Jc Ac")
    seat, world = world_of(table.view(Seat(0)))
    pairs = [(parse_cards("Ac"), parse_cards("9s")), (parse_cards("Ac"), parse_cards("Ad")), (0, 0)]

    good, same, none = swap_worths(world, seat, MIND, pairs)

    assert good > none == pytest.approx(same)


def test_shows_of_equal_ranks_are_worth_the_same() -> None:
    table = table_at("rows | Kh; market 9c Jc Qd Kc; hands 9s 9h Ad | Jc Jd Kh; phase show")
    seat, world = world_of(table.view(Seat(0)))

    one, two, low = show_worths(world, seat, MIND, [parse_cards(text) for text in ("9s Ad", "9h Ad", "9s 9h")])

    assert one == two != low


@pytest.mark.parametrize("clubs", [None, 0, 1])
def test_tricks_are_judged_as_the_law_does(clubs: int | None) -> None:
    sign = None if clubs is None else 1 - 2 * clubs
    hands = [hand for size in (1, 2, 3) for hand in combinations_with_replacement(range(6), size) if is_no_bomb(hand)]
    for mine in hands:
        for yours in (hand for hand in hands if len(hand) == len(mine)):
            piles = [sum(1 << (8 * rank + 2 * suit) for suit, rank in enumerate(hand)) for hand in (mine, yours)]

            found = Counter(margin_of(mine, order, sign) for order in permutations(yours))

            assert tuple(found[margin] for margin in (2, 1, 0, -1, -2)) == race_law(piles[0], piles[1], clubs)


def is_no_bomb(hand: tuple[int, ...]) -> bool:
    return len(hand) < 3 or len(set(hand)) > 1


@pytest.mark.parametrize("seat", [0, 1])
def test_laying_has_a_chance_to_win_that_good_tricks_raise(seat: int) -> None:
    text = "market 9c Jc Qd Kh; hands Ks 10h Ad | Jc Jd 9h; phase lay"
    before = table_at(text).view(Seat(seat))
    after = table_at(text.replace("; phase", "; tricks Ac 9s; phase").replace("Ks 10h Ad | Jc Jd 9h", "10h Ad | Jc Jd"))
    worths = [lay_worth(view, MIND) for view in (before, after.view(Seat(seat)))]

    assert worths[0] == hand_worth(world_of(before)[1], seat, MIND)
    assert all(0.0 < worth < 1.0 for worth in worths)
    assert advice_at(text, seat).candidates[0].wins == worths[0]


def test_the_same_seed_gives_the_same_choice() -> None:
    bot = Search(nodes=24)
    for state, seat, legal in list(decisions(3, Sense()))[:8]:
        view = GAME.view(state, seat)
        assert bot.advise(view, legal, Random(5)) == bot.advise(view, legal, Random(5))


def test_budgets() -> None:
    text = "market Kh Kc 9d Jd; hands 9s 10h Ad | Jc Jd 9h; phase draft; won 0 ultimate"

    assert advice_at(text, bot=Search(ms=5)).move == parse_move("take Kh")
    with pytest.raises(OptionError, match="a budget is"):
        Search(nodes=-1)


TWIN = """
from random import Random
from parlour.bots.damenrennen.search import Search
from parlour.bots.damenrennen.kernel.self_play import play_and_learn
from parlour.bots.damenrennen.kernel.value_net import Mind
from parlour.core.errors import OptionError
from parlour.core.game import Seat
from parlour.games.damenrennen import Damenrennen
game = Damenrennen()
for text, seat in (
    ("rows Ks | Kc; market 9c Jc Qd Kd; hands 9s 9d Kh Ad | Jc Jd 9h", 0),
    ("rows | Kh; market 9c Jc Qd Kc; hands 9s 9h Ad | Jc Jd Kh; phase show", 0),
    ("market Kh Kc 9d Jd; hands 9s 10h Ad | Jc Jd 9h; phase draft; won 0 ultimate", 0),
):
    state = game.parse_position(text)
    print(Search(nodes=12).advise(game.view(state, Seat(seat)), game.legal_moves(state, Seat(seat)), Random(1)))
mind = Mind(seed=1)
print(play_and_learn(mind, 1, 3, 0.01, 0.5, 100), sum(mind.weights()))
"""


FRACTION = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


@pytest.mark.slow
def test_compiled_and_interpreted_bots_are_twins() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", TWIN],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PARLOUR_INTERPRETED": interpreted},
        ).stdout
        for interpreted in ("", "1")
    ]

    # Compiled, the net has 32 bits of precision, interpreted 64.
    numbers = [[float(found) for found in FRACTION.findall(text)] for text in told]
    assert FRACTION.sub("", told[0]) == FRACTION.sub("", told[1]) != ""
    assert numbers[0] == pytest.approx(numbers[1], abs=1e-4)


@pytest.mark.slow
def test_it_beats_the_others() -> None:
    assert score(Search(nodes=0), Uniform(), 50) > 0.92
    assert score(Search(nodes=0), Sense(), 100) > 0.55
