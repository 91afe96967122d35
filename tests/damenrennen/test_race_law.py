"""The law of a race, and the theorem that makes random order an exact minimax strategy."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import Final

import pytest

from parlour.games.damenrennen.cards import RANKS, parse_cards
from parlour.games.damenrennen.kernel.tricks import race_law
from tests.damenrennen import oracle
from tests.rules import rule

OUTCOMES: Final = ("ultimate0", "simple0", "tie", "simple1", "ultimate1")
Ranks = tuple[str, ...]
HANDS: Final = {size: list(combinations_with_replacement(RANKS, size)) for size in (1, 2, 3)}
PAYOFFS: Final = [
    dict(zip(OUTCOMES, (2, 1, 0, -1, -2), strict=True)),
    dict(zip(OUTCOMES, (3, 1, 0, -1, -3), strict=True)),
    dict(zip(OUTCOMES, (7, 5, 2, 1, -9), strict=True)),
]


def pile_of(ranks: Ranks) -> int:
    """Some cards of these ranks."""
    return parse_cards(" ".join(rank + "csh"[at % 3] for at, rank in enumerate(ranks)))


def result(order0: Ranks, order1: Ranks, clubs: int | None) -> str:
    """The outcome of one matching."""
    if oracle.is_bomb(order0) or oracle.is_bomb(order1):
        won = oracle.result_of_bombs(order0, order1, clubs)
    else:
        won = oracle.result_of_tricks(zip(order0, order1, strict=True), clubs)
    return "tie" if won is None else f"{won[1]}{won[0]}"


@rule("D3.1", "D3.2", "D3.3", "D4.1", "D4.2", "D4.3", "D5.3")
@pytest.mark.parametrize("clubs", [None, 0, 1])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_kernel_counts_the_matchings_as_the_oracle_does(size: int, clubs: int | None) -> None:
    for ranks0 in HANDS[size]:
        for ranks1 in HANDS[size]:
            counts = race_law(pile_of(ranks0), pile_of(ranks1), clubs)
            matchings = sum(counts)

            law = {key: Fraction(count, matchings) for key, count in zip(OUTCOMES, counts, strict=True)}

            assert matchings == (1, 2, 6)[size - 1]
            assert law == oracle.race_law(ranks0, ranks1, clubs)


def best_response(hand0: Ranks, hand1: Ranks, clubs: int | None, payoff: dict[str, int]) -> Fraction:
    """What seat 1 gets at best, choosing after every trick, where seat 0 lays in random order."""

    @cache
    def value(rest0: Ranks, rest1: Ranks, laid: tuple[tuple[str, str], ...]) -> Fraction:
        if not rest0:
            order0, order1 = zip(*laid, strict=True)
            return -Fraction(payoff[result(order0, order1, clubs)])
        replies = []
        for k in range(len(rest1)):
            after1 = rest1[:k] + rest1[k + 1 :]
            total = sum(
                value(rest0[:i] + rest0[i + 1 :], after1, (*laid, (rest0[i], rest1[k]))) for i in range(len(rest0))
            )
            replies.append(Fraction(total) / len(rest0))
        return max(replies)

    return value(hand0, hand1, ())


def check_random_order(clubs: int | None, pairs: Iterable[tuple[Ranks, Ranks]]) -> int:
    """Check the theorem, exactly, for pairs of hands and all payoffs; returns how many pairs there were."""
    checked = 0
    for hand0, hand1 in pairs:
        law = oracle.race_law(hand0, hand1, clubs)
        for payoff in PAYOFFS:
            mean = sum(law[key] * payoff[key] for key in OUTCOMES)
            for order1 in set(permutations(hand1)):
                against = [payoff[result(order0, order1, clubs)] for order0 in permutations(hand0)]
                assert Fraction(sum(against), len(against)) == mean
            assert best_response(hand0, hand1, clubs, payoff) == -mean
        checked += 1
    return checked


@pytest.mark.parametrize("clubs", [None, 0, 1])
def test_random_order_gives_the_mean_over_the_matchings_and_no_best_response_gains(clubs: int | None) -> None:
    some = [(hand0, hand1) for at, hand0 in enumerate(HANDS[3]) for hand1 in HANDS[3][at % 16 :: 16]]

    assert check_random_order(clubs, some) == 200


@pytest.mark.slow
@pytest.mark.parametrize("clubs", [None, 0, 1])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_same_for_all_pairs_of_hands(size: int, clubs: int | None) -> None:
    assert check_random_order(clubs, product(HANDS[size], HANDS[size])) == len(HANDS[size]) ** 2


@pytest.mark.parametrize(
    ("hand0", "hand1", "clubs"),
    [
        (0, 0, None),
        (1, 5, None),
        (-1, 1, None),
        (1.0, 1, None),
        (1 << 48, 1, None),
        (3, 3, None),
        (0x55, 0x55, None),
        (1, 1, 2),
        (1, 1, 0.0),
    ],
)
def test_what_cannot_be_raced_with_is_refused(hand0: int, hand1: int, clubs: int | None) -> None:
    with pytest.raises((ValueError, TypeError)):
        race_law(hand0, hand1, clubs)
