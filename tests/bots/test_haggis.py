"""The Haggis bots: they see their view only, play legally, and know their worth."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.bots.bot import AnyBot
from parlour.bots.catalogue import LEVELS, make_bot
from parlour.bots.haggis.bots import Search, situation_of
from parlour.bots.haggis.candidates import promising
from parlour.bots.haggis.kernel.hand_partition import plan
from parlour.bots.haggis.kernel.rollouts import sequential_halving
from parlour.bots.haggis.kernel.sense import DEFAULT_WEIGHTS, duel, sensible, weighted
from parlour.bots.haggis.reasons import REASONS
from parlour.core.game import CHANCE, Seat
from parlour.games.haggis import Haggis, Options, State
from parlour.games.haggis.cards import SPOTS, WILDS, parse_cards
from parlour.games.haggis.kernel.combos import readings
from parlour.games.haggis.notation import BET, PASS, bet, cards_of, kind_of, parse_move
from parlour.games.haggis.position import decode_round
from tests.bots.reasons import check_reasons
from tests.haggis.law_support import shuffle_hidden
from tests.haggis.positions import table_at


def positions(players: int, count: int, seed: int) -> Iterator[tuple[Haggis, State, Seat]]:
    """Positions of matches, their ends included, that are played half with sense and half at random."""
    game = Haggis(Options(players=players, target=100))
    rng = Random(seed)
    state = game.start()
    for _ in range(count):
        if not game.to_act(state):
            state = game.start()
        while game.to_act(state) == (CHANCE,):
            state = game.apply(state, CHANCE, game.deal(state, rng))
        (seat,) = game.to_act(state)
        assert seat is not None
        assert state.round is not None
        yield game, state, seat
        move = sensible(state.round) if rng.random() < 0.5 else rng.choice(game.legal_moves(state, seat))
        state = game.apply(state, seat, move)


SPECS = ["sense", "search:nodes=24", "net", "champion:nodes=16", "beginner", "casual", "regular"]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("spec", SPECS)
def test_no_bot_peeks(spec: str, players: int) -> None:
    bot = make_bot(spec, "haggis")
    rng = Random(9)
    changed = 0
    for game, state, seat in positions(players, 260, seed=players):
        shuffled = shuffle_hidden(state, seat, rng)
        changed += shuffled != state
        legal = game.legal_moves(state, seat)

        advice = bot.advise(game.view(state, seat), legal, Random(5))

        assert advice == bot.advise(game.view(shuffled, seat), legal, Random(5))
        assert advice.move in legal
    assert changed > 100


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*SPECS, "uniform", *LEVELS])
def test_every_bot_chooses_what_it_advises_and_repeats_itself(spec: str) -> None:
    one, two = make_bot(spec, "haggis"), make_bot(spec, "haggis")
    for game, state, seat in positions(3, 12, seed=4):
        view, legal = game.view(state, seat), game.legal_moves(state, seat)

        assert one.choose(view, legal, Random(1)) == two.choose(view, legal, Random(1))
        advice = two.advise(view, legal, Random(1))
        assert advice.move == one.choose(view, legal, Random(1))
        check_reasons(advice.reasons, REASONS)
        assert advice.candidates[0].move == advice.move


@given(st.integers(0, SPOTS[3]))
def test_a_plan_parts_a_hand_into_combos(spots: int) -> None:
    together = 0
    for move in plan(spots | WILDS):
        assert move in readings(cards_of(move))
        assert not together & cards_of(move)
        together |= cards_of(move)

    assert together == spots


@pytest.mark.parametrize(
    ("hand", "plays"),
    [("5r 6r 7r", 1), ("5r 5g 6r 6g", 1), ("5r 5g", 1), ("5r 7r", 2), ("2r 3r 4r 4g 9o", 3), ("2r 3r 4r 5r 9o 9g", 2)],
)
def test_a_plan_has_few_plays(hand: str, plays: int) -> None:
    assert len(plan(parse_cards(hand))) == plays


def test_a_move_that_goes_out_is_played() -> None:
    for spec in ("sense", "search:nodes=50"):
        table = table_at("hands 5r 6r 7r K | 2g 3g 9g 10g Q")
        bot = make_bot(spec, "haggis")
        move = bot.choose(table.view(Seat(0)), table.legal_moves(Seat(0)), Random(1))
        assert isinstance(move, int)
        assert cards_of(move) == parse_cards("5r 6r 7r K")


def test_when_somebody_has_one_card_left_no_low_single_is_led() -> None:
    table = table_at("hands 2r 9r 10r 4y 4o 6g | 8g; captured 3r 3y | 5r 5o")

    for spec in ("sense", "search:nodes=400"):
        move = make_bot(spec, "haggis").choose(table.view(Seat(0)), table.legal_moves(Seat(0)), Random(1))
        assert cards_of(move) in (parse_cards("4o 4y"), parse_cards("10r"), parse_cards("9r"))


def test_a_bombed_trick_goes_to_who_holds_more() -> None:
    table = table_at("hands J Q 2r 3r | 5g 6g 9g | 4b 5b", players=3)
    for line in ("J Q", "pass", "pass"):
        (actor,) = table.to_act()
        table.play(actor, parse_move(line))

    move = make_bot("sense", "haggis").choose(table.view(Seat(0)), table.legal_moves(Seat(0)), Random(1))

    assert table.game.format_move(move) == "give 1"


def test_a_sure_winner_bets_before_her_first_card_and_not_before_a_pass() -> None:
    table = table_at("hands K Q 2r | 3g 4g 5g 6g 8g 9g; fresh 0")
    for spec in ("sense", "search:nodes=100"):
        choice = make_bot(spec, "haggis").choose(table.view(Seat(0)), table.legal_moves(Seat(0)), Random(1))
        assert choice == bet(30)
    losing = table_at("hands 2r 4r 6r 8r 3o 5y | 7g; fresh 0; trick 10g by 1")
    for spec in ("sense", "search:nodes=100"):
        choice = make_bot(spec, "haggis").choose(losing.view(Seat(0)), losing.legal_moves(Seat(0)), Random(1))
        assert choice == PASS


def test_promising_moves_include_a_pass_and_no_more_than_asked_for() -> None:
    game = Haggis()
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(1)))
    (seat,) = game.to_act(state)
    assert seat is not None
    moves = [move for move in game.legal_moves(state, seat) if kind_of(move) != BET]
    view = game.view(state, seat).round
    assert view is not None

    chosen = promising(view.hand, [*moves, PASS], 20)

    assert len(chosen) == 20
    assert PASS in chosen
    assert promising(view.hand, moves[:5], 20) == moves[:5]


def test_halving_tries_every_move_and_the_best_most() -> None:
    game, state, seat = next(positions(2, 1, seed=1))
    view = game.view(state, seat)
    situation = situation_of(view, Random(1))
    moves = [move for move in game.legal_moves(state, seat) if kind_of(move) != BET][:16]

    found = sequential_halving(situation.world, situation.hidden, seat, moves, 400, 3, DEFAULT_WEIGHTS, 6)

    assert sorted(move for move, _, _, _ in found) == sorted(moves)
    assert min(count for _, count, _, _ in found) >= 1
    assert found[0][1] == max(count for _, count, _, _ in found)
    assert all(0 <= outs <= 1 for _, _, _, outs in found)
    assert any(0 < outs < 1 for _, _, _, outs in found)
    with pytest.raises(ValueError, match="1 to 64 moves can be tried, got 0"):
        sequential_halving(situation.world, situation.hidden, seat, [], 400, 3, DEFAULT_WEIGHTS, 6)


def test_equal_weights_come_out_even_and_worse_ones_lose() -> None:
    _, state, _ = next(positions(2, 1, seed=1))
    assert state.round is not None

    points, outs, decisions = duel(state.round, DEFAULT_WEIGHTS, DEFAULT_WEIGHTS, 50, 1)
    assert (points, outs) == (0, 50)
    assert decisions > 1000
    assert duel(state.round, DEFAULT_WEIGHTS, weighted(lead_gain=0, danger_gain=0), 150, 1)[0] > 0


@pytest.mark.parametrize("spec", ["search:nodes=0", "search:most=0", "search:ms=-1", "search:depth=3", "sense:nodes=5"])
def test_settings_that_make_no_sense_are_refused(spec: str) -> None:
    with pytest.raises(ValueError, match=spec.partition(":")[0]):
        make_bot(spec, "haggis")


def test_a_budget_in_milliseconds_keeps_nothing_for_the_next_move() -> None:
    bot = Search(ms=5)
    before = dict(vars(bot))
    for game, state, seat in positions(2, 6, seed=1):
        legal = game.legal_moves(state, seat)

        assert bot.choose(game.view(state, seat), legal, Random(1)) in legal

    assert vars(bot) == before


def test_more_milliseconds_allow_more_playouts() -> None:
    game, state, seat = next(positions(2, 1, seed=1))
    situation = situation_of(game.view(state, seat), Random(1))
    moves = [move for move in game.legal_moves(state, seat) if kind_of(move) != BET][:16]

    assert Search(ms=0.001).affordable(situation, moves) == len(moves)
    assert Search(ms=1e7).affordable(situation, moves) > 1000


def round_points(bots: list[AnyBot], deal: int) -> list[int]:
    game = Haggis(Options(players=len(bots)))
    rng = Random(deal)
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), rng))
    while game.to_act(state) != (CHANCE,) and game.to_act(state):
        (seat,) = game.to_act(state)
        assert seat is not None
        state = game.apply(state, seat, bots[seat].choose(game.view(state, seat), game.legal_moves(state, seat), rng))
    assert state.round is not None
    return [sum(state.round.score(seat)) for seat in range(len(bots))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("sense", "uniform"),
        ("search:nodes=200", "sense"),
        ("casual", "beginner"),
        ("regular", "casual"),
        ("strong", "regular"),
    ],
)
def test_the_better_bot_wins_on_equal_cards(better: str, worse: str) -> None:
    gained = 0
    for deal in range(60):
        for turn in (0, 1):
            names = [worse, worse]
            names[turn] = better
            points = round_points([make_bot(name, "haggis") for name in names], deal)
            gained += points[turn] - points[1 - turn]

    assert gained / 120 > 5


def open_worth(game: Haggis, state: State) -> int:
    """What an open end is worth to seat 0, with 40 for being out first, by trying every line."""
    assert state.round is not None
    if state.round.over:
        first, second = (sum(state.round.score(seat)) for seat in range(2))
        return first - second + 40 * (decode_round(state.round).outs[0] == 0)
    (seat,) = game.to_act(state)
    assert seat is not None
    moves = [move for move in game.legal_moves(state, seat) if kind_of(move) != BET]
    worths = [open_worth(game, game.apply(state, seat, move)) for move in moves]
    return max(worths) if seat == 0 else min(worths)


def test_open_ends_are_played_as_well_as_every_line_allows() -> None:
    solved = 0
    for game, state, seat in positions(2, 900, seed=6):
        assert state.round is not None
        if sum(hand.bit_count() for hand in decode_round(state.round).hands) > 6:
            continue
        moves = [move for move in game.legal_moves(state, seat) if kind_of(move) != BET]

        found = sequential_halving(state.round, 0, seat, moves, 1, 1, DEFAULT_WEIGHTS, 6)

        for move, _, points, outs in found:
            worth = points + 40 * outs if seat == 0 else 40 * (1 - outs) - points
            assert worth == open_worth(game, game.apply(state, seat, move))
            solved += 1
    assert solved >= 100
