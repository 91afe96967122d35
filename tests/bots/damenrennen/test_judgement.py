"""The kernel of the bots: numbers of hands, weights, the net, the draft; all against slow, plain counting."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from random import Random

import pytest

from parlour.bots.budget import Budget
from parlour.bots.damenrennen import fit
from parlour.bots.damenrennen.kernel.draft_solver import pick_worth, worths_by_verdict
from parlour.bots.damenrennen.kernel.features import features
from parlour.bots.damenrennen.kernel.racing import race_ahead
from parlour.bots.damenrennen.kernel.rank_hands import expected_worths, hand_weights, number_hand, ranks_in
from parlour.bots.damenrennen.kernel.self_play import play_and_learn
from parlour.bots.damenrennen.kernel.value_net import Mind, rank_pile
from parlour.bots.damenrennen.lookahead import look_ahead
from parlour.bots.damenrennen.sense import Sense
from parlour.bots.damenrennen.weights import fitted_mind, pack_weights, unpack_weights
from parlour.games.damenrennen.cards import parse_cards
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.kernel.tricks import race_law
from parlour.games.damenrennen.notation import TAKE, cards_of, kind_of
from parlour.games.damenrennen.position import PHASES, decode_game, encode_position
from tests.bots.damenrennen.games import decisions
from tests.damenrennen.positions import table_at

PAY = [0.9, 0.5, 0.55, 0.6, 0.1]
"""Where a simple loss is better than a simple win: nothing may take winning for better."""
DRAFT = PHASES.index("draft")


def drafts(count: int) -> list[Game]:
    """Games in the middle of drafts."""
    found = []
    for seed in range(count):
        takes = [state.game for state, _, legal in decisions(seed, Sense()) if kind_of(legal[0]) == TAKE]
        found.append(takes[seed * 7 % len(takes)])
    return found


def mirrored(game: Game) -> Game:
    """The same game with the seats swapped."""
    position = decode_game(game)
    turned = {name: getattr(position, name)[::-1] for name in ("rows", "reserves", "strikes", "strike_cards")}
    turned["advantages"] = tuple(None if seat is None else 1 - seat for seat in position.advantages)
    fields = {name: getattr(position, name) for name in position.__struct_fields__} | turned
    return Game(encode_position(type(position)(**fields)))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_hands_are_numbered_without_gaps(size: int) -> None:
    hands = list(combinations_with_replacement(range(6), size))

    numbers = [number_hand(hand[::-1]) for hand in hands]

    assert sorted(numbers) == list(range(len(hands)))
    assert [tuple(ranks_in(number, size)) for number in numbers] == hands


def test_only_hands_are_numbered() -> None:
    with pytest.raises(ValueError, match="one to four cards, got 5"):
        number_hand([0] * 5)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_hands_weigh_as_many_ways_as_there_are_to_draw_them(size: int) -> None:
    pool = parse_cards("9c 9c 9s Jd Qh Qh Kd Ac Ad")
    cards = [0, 0, 0, 1, 2, 2, 3, 5, 5]
    ways = [0.0] * comb(size + 5, size)
    for hand in combinations(cards, size):
        ways[number_hand(hand)] += 1

    assert hand_weights(pool, size) == ways


@pytest.mark.parametrize("clubs", [0, 1, 2])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_expectations_are_means_over_hands_and_matchings(size: int, clubs: int) -> None:
    rng = Random(size)
    weights = [rng.randrange(3) + 1.0 for _ in range(comb(size + 5, size))]

    found = expected_worths(fitted_mind(), size, clubs, weights, PAY)

    for mine, worth in enumerate(found):
        total = 0.0
        for yours, weight in enumerate(weights):
            law = race_law(rank_pile(ranks_in(mine, size)), rank_pile(ranks_in(yours, size)), (None, 0, 1)[clubs])
            total += weight * sum(count * pay for count, pay in zip(law, PAY, strict=True)) / sum(law)
        assert worth == pytest.approx(total / sum(weights))


def test_what_one_seat_hopes_the_other_fears() -> None:
    mind = fitted_mind()
    games = [table_at(text).state.game for text in ("rows Kh | Jc; reserve Ad | 9h", "rows Ks Js | Kh; strikes Ks | ")]
    for game in games:
        assert mind.win_chance(game) + mind.win_chance(mirrored(game)) == pytest.approx(1.0)
        assert features(game, 0) == features(mirrored(game), 1)
    assert mind.win_chance(Game()) == 0.5


def test_the_first_heart_is_worth_more_than_the_first_spade_and_that_more_than_a_strike() -> None:
    heart, spade, strike = (
        fitted_mind().win_chance(table_at(text).state.game)
        for text in ("rows Kh |; reserve | 9d", "rows Ks |; reserve | 9d", "reserve 9c | 9d")
    )

    assert heart > spade > strike


def test_practice_moves_a_judgement_towards_its_target() -> None:
    mind = Mind(seed=3)
    game = table_at("rows Kh | Jc").state.game
    for _ in range(200):
        mind.train_step(game, 0.8, 0.01)

    assert mind.win_chance(game) == pytest.approx(0.8, abs=0.01)
    assert mind.win_chance(mirrored(game)) == pytest.approx(0.2, abs=0.01)


def test_weights_are_packed_and_unpacked() -> None:
    weights = Mind(seed=5).weights()

    again = unpack_weights(pack_weights(weights))

    assert again == pytest.approx(weights, abs=1e-3)
    assert Mind(again).weights() == again
    with pytest.raises(ValueError, match="weights, got 1"):
        Mind([0.0])


def plain_draft_worth(game: Game, mind: Mind) -> float:
    """The draft solved without any short cut."""
    if game.phase != DRAFT:
        return mind.win_chance(game)
    seat = 0 if game.asked & 1 else 1
    found = [plain_draft_worth(game.after(seat, move), mind) for move in game.legal(seat)]
    return min(found) if seat else max(found)


def test_the_draft_is_solved() -> None:
    mind = fitted_mind()
    for game in drafts(25):
        seat = 0 if game.asked & 1 else 1
        moves = list(game.legal(seat))

        ahead = look_ahead(game, [cards_of(move) for move in moves], mind, 1, Budget(0))

        for move, without_races in zip(moves, ahead, strict=True):
            exact = plain_draft_worth(game.after(seat, move), mind)
            assert pick_worth(game, cards_of(move), mind) == pytest.approx(exact)
            assert without_races == pytest.approx(exact)


def test_every_verdict_is_worth_its_draft() -> None:
    mind = fitted_mind()
    deal = "market Kh Ac 9d Js; hands 9s 10h Ad | Jc Jd 9h"
    found = worths_by_verdict(table_at(deal).state.game, mind)
    for verdict, won in ((0, "0 ultimate"), (1, "0 simple"), (3, "1 simple"), (4, "1 ultimate")):
        game = table_at(f"{deal}; phase draft; won {won}").state.game
        assert found[verdict] == pytest.approx(plain_draft_worth(game, mind))
    assert found[2] == pytest.approx((found[1] + found[3]) / 2)


@pytest.mark.slow
def test_races_ahead_agree_with_the_judgement_on_average() -> None:
    mind = fitted_mind()
    game = table_at("rows Kh | Jc; reserve | 9d").state.game

    mean = sum(race_ahead(game, mind, seed) for seed in range(200)) / 200

    assert mean == pytest.approx(mind.win_chance(game), abs=0.06)


def test_a_budget_of_races_or_of_time() -> None:
    assert Budget(10).allows(10, 0.0)
    assert not Budget(10).allows(11, 0.0)
    assert not Budget(10, ms=1.0).allows(1, -1e9)


def test_self_play_is_repeatable() -> None:
    one, two = Mind(seed=1), Mind(seed=1)

    reports = [play_and_learn(mind, 1, 7, 0.01, 0.5, 200) for mind in (one, two)]

    assert reports[0] == reports[1]
    assert one.weights() == two.weights() != Mind(seed=1).weights()


def test_a_fit_writes_a_module_of_weights(tmp_path: Path) -> None:
    mind = fit.fit((fit.Stage(1, 0.01, 0.5, 100), fit.Stage(1, 0.01, 0.5, 100)), chunk=1)
    path = tmp_path / "fitted.py"

    fit.write(mind, path)

    scope: dict[str, tuple[str, ...]] = {}
    exec(path.read_text(encoding="utf-8"), scope)  # noqa: S102 - the module that was just written
    assert unpack_weights(scope["PACKED"]) == pytest.approx(mind.weights(), abs=1e-2)
