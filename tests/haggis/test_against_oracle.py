"""The kernel against the slow oracle: every list of moves, and whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from parlour.core.game import CHANCE, Seat
from parlour.games.haggis import Deal, Haggis, Options, State
from parlour.games.haggis.cards import card_names, parse_cards, pile_names
from parlour.games.haggis.kernel.combos import answers, leads, readings
from parlour.games.haggis.notation import BET, GIVE, PASS, cards_of, combo_of, kind_of
from parlour.games.haggis.position import decode_round
from tests.haggis import oracle
from tests.rules import rule
from tests.sampling import sample


def spelled(move: int) -> oracle.Combo:
    """A kernel's combo in the oracle's words."""
    combo = combo_of(move)
    return oracle.Combo(combo.kind, combo.width, combo.length, combo.top, frozenset(card_names(cards_of(move))))


def all_spelled(moves: Iterable[int]) -> set[oracle.Combo]:
    listed = [spelled(move) for move in moves]
    assert len(set(listed)) == len(listed), "a move was listed twice"
    return set(listed)


def mask_of(cards: Iterable[str]) -> int:
    return parse_cards(" ".join(cards))


def some_hand(rng: Random, players: int, spots: int) -> frozenset[str]:
    """A hand with up to three wilds, from a deck that is often narrow, so that sequences abound."""
    suits = "royg" if players == 2 else "roygb"
    suits = suits[: rng.randint(2, len(suits))]
    low = rng.choice([2, 2, 4, 6, 8])
    deck = [f"{rank}{suit}" for rank in range(low, 11) for suit in suits]
    return frozenset(rng.sample(deck, min(spots, len(deck))) + rng.sample("JQK", rng.randint(0, 3)))


def compare_positions(count: int, seed: int, *, most: int) -> int:
    """Compare leads and answers on so many positions; returns how many moves were compared."""
    rng = Random(seed)
    compared = 0
    for number in range(count):
        hand = some_hand(rng, 2 + number % 2, rng.randint(1, most))
        mask = mask_of(hand)
        if number % 3 == 0:
            expected = oracle.leads(hand)
            found = all_spelled(leads(mask))
        else:
            standing = rng.choice(leads(mask_of(some_hand(rng, 2 + number % 2, rng.randint(1, most)))) or [0])
            if standing == 0:
                continue
            expected = oracle.answers(hand, spelled(standing))
            found = all_spelled(answers(mask, standing))
        assert found == expected, (sorted(hand), found ^ expected)
        compared += len(found)
    return compared


@rule("H4.1", "H4.3", "H4.4", "H4.6", "H4.7", "H4.8", "H5.2", "H5.3")
def test_moves_equal_brute_force() -> None:
    assert compare_positions(600, seed=1, most=5) > 3000


@pytest.mark.slow
@rule("H4.1", "H4.3", "H4.4", "H4.6", "H4.7", "H4.8", "H5.2", "H5.3")
def test_moves_of_larger_hands_equal_brute_force() -> None:
    positions = sample(1200, 5100)

    assert compare_positions(positions, seed=2, most=7) > 9 * positions


def full_hands(count: int) -> list[frozenset[str]]:
    rng = Random(7)
    decks = [oracle.spot_deck(players) for players in (2, 3)]
    return [frozenset([*rng.sample(sorted(decks[n % 2]), 14), *"JQK"]) for n in range(count)]


@rule("H4.1", "H4.3")
@pytest.mark.parametrize("hand", full_hands(40), ids=lambda hand: " ".join(sorted(hand)[:4]))
def test_sets_and_single_suit_sequences_of_full_hands_equal_brute_force(hand: frozenset[str]) -> None:
    found = all_spelled(leads(mask_of(hand)))

    assert {combo for combo in found if combo.kind == "set"} == oracle.set_leads(hand)
    assert {combo for combo in found if combo.kind == "sequence" and combo.width == 1} == oracle.single_suit_leads(hand)


@pytest.mark.slow
@rule("H4.3", "H4.6")
def test_every_lead_of_full_hands_is_a_reading_and_the_reverse() -> None:
    rng = Random(8)
    for hand in full_hands(12):
        found = leads(mask_of(hand))
        for move in rng.sample(found, 40):
            assert spelled(move) in oracle.readings(frozenset(card_names(cards_of(move))))
        for _ in range(300):
            some = frozenset(rng.sample(sorted(hand), rng.randint(1, 8)))
            assert all_spelled(readings(mask_of(some))) == oracle.readings(some)


def oracle_move(move: int) -> oracle.OracleMove:
    if move == PASS:
        return ("pass",)
    if kind_of(move) == BET:
        return ("bet", cards_of(move))
    if kind_of(move) == GIVE:
        return ("give", cards_of(move))
    return ("play", spelled(move))


def play_both(options: Options, seed: int, *, list_below: int) -> int:
    """Play a match on both engines; compare everything at every step. Returns the rounds played."""
    game = Haggis(options)
    rng = Random(seed)
    slow = oracle.OracleMatch(
        options.players, bonus=options.bonus, tournament=options.tournament, target=options.target
    )
    state = game.start()
    rounds = 0
    while actors := game.to_act(state):
        if actors == (CHANCE,):
            assert slow.awaits_deal()
            deal = game.deal(state, rng)
            required = slow.required_dealer()
            assert required in (None, deal.dealer)
            slow.deal(deal.dealer, [card_names(hand) for hand in deal.hands], card_names(deal.haggis))
            state = game.apply(state, CHANCE, deal)
            rounds += 1
            continue
        assert slow.to_act() == actors[0]
        seat = actors[0]
        assert seat is not None
        if rng.random() < 0.15:
            seat = Seat(rng.randrange(options.players))
        compare_legal(game, state, slow, list_below)
        moves = game.legal_moves(state, seat)
        if not moves:
            continue
        move = rng.choice(moves)
        assert slow.is_legal(seat, oracle_move(move))
        slow.play(seat, oracle_move(move))
        state = game.apply(state, seat, move)
        compare_state(state, slow)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == (slow.winner(),)
    return rounds


def compare_legal(game: Haggis, state: State, slow: oracle.OracleMatch, list_below: int) -> None:
    """Compare lists of moves, where hands are small enough for the oracle."""
    for seat in map(Seat, range(game.seats)):
        if len(slow.hand(seat)) < list_below:
            moves = [oracle_move(move) for move in game.legal_moves(state, seat)]
            assert set(moves) == slow.legal(seat)


def compare_state(state: State, slow: oracle.OracleMatch) -> None:
    assert state.round is not None
    position = decode_round(state.round)
    assert state.standing.scores == slow.scores
    assert position.bets == tuple(slow.bet(seat) for seat in range(slow.players))
    if not state.round.over:
        for seat, hand in enumerate(position.hands):
            assert frozenset(card_names(hand)) == slow.hand(seat)
            assert Counter(pile_names(position.captured[seat])) == slow.captured(seat)
        return
    for seat in range(slow.players):
        left, tricks, rest, bets, bonus = state.round.score(seat)
        assert {"hand": left, "cards": tricks + rest, "bets": bets, "bonus": bonus} == slow.round_points[seat]
    assert position.outs[0] == slow.first_out


OPTIONS = [
    Options(target=100),
    Options(players=3, target=150),
    Options(players=3, edition="german", target=150),
    Options(players=3, edition="hungarian", tournament=True, target=150),
]


@rule("H5.5", "H5.6", "H5.7", "H5.8", "H5.9", "H6.3", "H7.1", "H7.2", "H7.3", "H7.4", "H8.1", "H8.2", "H8.3")
@pytest.mark.parametrize("options", OPTIONS, ids=["two", "three", "german", "tournament"])
def test_whole_matches_equal_the_oracle(options: Options) -> None:
    assert sum(play_both(options, seed, list_below=6) for seed in range(3)) >= 6


@pytest.mark.slow
@rule("H5.5", "H5.6", "H5.7", "H5.8", "H5.9", "H6.3", "H7.1", "H7.2", "H7.3", "H7.4", "H8.1", "H8.2", "H8.3")
@pytest.mark.parametrize("options", OPTIONS, ids=["two", "three", "german", "tournament"])
def test_many_matches_equal_the_oracle(options: Options) -> None:
    matches = sample(12, 40)

    assert sum(play_both(options, seed, list_below=8) for seed in range(100, 100 + matches)) >= 2 * matches


def test_deals_of_both_engines_are_the_same_deck() -> None:
    for players in (2, 3):
        deal = Haggis(Options(players=players)).deal(Haggis(Options(players=players)).start(), Random(1))
        assert isinstance(deal, Deal)
        dealt = [name for hand in (*deal.hands, deal.haggis) for name in card_names(hand)]
        assert sorted(dealt) == sorted(oracle.spot_deck(players))
