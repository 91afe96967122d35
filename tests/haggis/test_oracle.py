"""The oracle itself on the worked examples of the rule sheets and on the clauses that bite."""

import random
from collections import Counter

import pytest

from tests.haggis.oracle import (
    Combo,
    OracleMatch,
    OracleMove,
    answers,
    beats,
    leads,
    readings,
    set_leads,
    single_suit_leads,
    spot_deck,
)

PASS: OracleMove = ("pass",)


def cards(text: str) -> frozenset[str]:
    return frozenset(text.split())


def pile(text: str) -> Counter[str]:
    return Counter(text.split())


def tops(text: str) -> dict[tuple[str, int, int], int]:
    """Map the shape of every reading of the cards to its top."""
    return {(c.kind, c.width, c.length): c.top for c in readings(cards(text))}


def combo(text: str, kind: str | None = None) -> Combo:
    """The one reading of the cards, or the one of that kind."""
    (only,) = (c for c in readings(cards(text)) if kind in {None, c.kind})
    return only


def play(text: str, kind: str | None = None) -> OracleMove:
    return ("play", combo(text, kind))


def table(*hands: str, leader: int, haggis: str = "", tournament: bool = False, target: int = 250) -> OracleMatch:
    """Start a first round in which `leader` leads; everybody also holds J, Q, K."""
    match = OracleMatch(len(hands), bonus=5, tournament=tournament, target=target)
    match.deal((leader - 1) % len(hands), [hand.split() for hand in hands], haggis.split())
    return match


def playout(match: OracleMatch, rng: random.Random) -> None:
    """Play one dealt round with random sets, single-suit runs, bets and passes."""
    while (seat := match.to_act()) is not None:
        for bettor in range(match.players):
            bet: OracleMove = ("bet", rng.choice((0, 15, 30)))
            if rng.random() < 0.1 and match.is_legal(bettor, bet):
                match.play(bettor, bet)
        hand = match.hand(seat)
        bombs = {c for text in ("J Q", "J K", "J Q K") for c in readings(cards(text))}
        moves: list[OracleMove] = [PASS, *(("give", other) for other in range(match.players))]
        moves += [("play", c) for c in in_order(set_leads(hand) | single_suit_leads(hand) | bombs)]
        match.play(seat, rng.choice([move for move in moves if match.is_legal(seat, move)]))


def in_order(combos: set[Combo]) -> list[Combo]:
    """Sort fully, so that a seeded choice does not hang on the order of a set."""
    return sorted(combos, key=lambda c: (c[:4], sorted(c.cards)))


def dealt_match(players: int, rng: random.Random) -> OracleMatch:
    match = OracleMatch(players, bonus=5, tournament=False, target=120)
    deal_again(match, rng)
    return match


def deal_again(match: OracleMatch, rng: random.Random) -> None:
    deck = sorted(spot_deck(match.players))
    rng.shuffle(deck)
    hands = [deck[14 * seat : 14 * seat + 14] for seat in range(match.players)]
    match.deal(match.required_dealer() or 0, hands, deck[14 * match.players :])


# ---- H4 and the order of combos -------------------------------------------------------------


def test_nine_ten_jack_beats_eight_nine_ten() -> None:
    assert beats(combo("9r 10r J"), combo("8g 9g 10g"))
    assert not beats(combo("8g 9g 10g"), combo("9r 10r J"))


def test_two_tens_and_two_jacks_beat_two_nines_and_two_tens() -> None:
    higher, lower = combo("10r 10g J Q", "sequence"), combo("9r 9o 10r 10o")

    assert (higher.width, higher.length, higher.top) == (2, 2, 11)
    assert beats(higher, lower)


def test_a_five_with_jack_and_queen_has_exactly_two_readings() -> None:
    assert readings(cards("5r J Q")) == {
        Combo("set", 3, 1, 5, cards("5r J Q")),
        Combo("sequence", 1, 3, 7, cards("5r J Q")),
    }


def test_face_cards_carry_a_sequence_above_ten_as_far_as_they_reach() -> None:
    assert tops("10r J Q K") == {("set", 4, 1): 10, ("sequence", 1, 4): 13, ("sequence", 2, 2): 11}
    assert tops("9r 10r J K") == {("sequence", 1, 4): 12, ("sequence", 2, 2): 10}
    assert tops("10r Q K") == {("set", 3, 1): 10, ("sequence", 1, 3): 12}
    assert tops("10r 10o 10y J Q K") == {("set", 6, 1): 10, ("sequence", 3, 2): 11}


def test_wilds_may_form_a_suit_that_no_spot_card_has() -> None:
    assert tops("5r 6r 5o 6o J Q") == {("sequence", 2, 3): 7, ("sequence", 3, 2): 6}
    six_wide = cards("5r 5o 5y 5g 5b 6r 6o 6y 6g 6b J Q")
    assert {c[:4] for c in readings(six_wide)} == {("sequence", 6, 2, 6)}


@pytest.mark.parametrize("text", ["5r 6r", "5r 6o 7r", "5r 5o 6r 6y", "5r 6r 8r", "5r 7o J", "9r 2r K"])
def test_cards_that_fit_no_clause_have_no_reading(text: str) -> None:
    assert readings(cards(text)) == set()


def test_face_cards_alone_are_single_cards_or_bombs() -> None:
    assert tops("K") == {("set", 1, 1): 13}
    assert tops("J Q K") == {("bomb", 0, 0): 5}


def test_the_bombs_rank_as_the_sheets_list_them() -> None:
    order = ["3r 5o 7y 9g", "J Q", "J K", "Q K", "J Q K", "3b 5b 7b 9b"]
    bombs = [combo(text, "bomb") for text in order]

    assert [bomb.top for bomb in bombs] == [1, 2, 3, 4, 5, 6]
    for place, bomb in enumerate(bombs):
        assert [beats(bomb, other) for other in bombs] == [place > lower for lower in range(6)]
        assert beats(bomb, combo("10r 10o 10y 10g"))
        assert not beats(combo("10r 10o 10y 10g"), bomb)


@pytest.mark.parametrize("text", ["3r 5r 7o 9o", "3r 5o 7y 9y", "3r 5r 7r J"])
def test_two_or_three_suits_or_a_wild_make_no_bomb(text: str) -> None:
    assert not any(c.kind == "bomb" for c in readings(cards(text)))


def test_six_in_a_row_do_not_beat_three_pairs_in_a_row() -> None:
    assert not beats(combo("5r 6r 7r 8r 9r 10r"), combo("2r 2o 3r 3o 4r 4o"))


def test_a_set_is_beaten_only_by_a_set_of_its_size() -> None:
    assert beats(combo("4r 4o"), combo("3y 3g"))
    assert not beats(combo("4r 4o 4y"), combo("3y 3g"))


def test_a_lower_reading_than_the_highest_cannot_be_played() -> None:
    match = table("5r", "6r", leader=0)
    highest = combo("5r J Q", "sequence")

    assert match.is_legal(0, ("play", highest))
    assert not match.is_legal(0, ("play", highest._replace(top=6)))


def test_the_shortcuts_for_full_hands_agree_with_the_search_of_all_subsets() -> None:
    hand = cards("2r 3r 4r 3o 3y 9g 10g J Q K")
    everything = leads(hand)

    assert set_leads(hand) == {c for c in everything if c.kind == "set"}
    assert single_suit_leads(hand) == {c for c in everything if c[:2] == ("sequence", 1)}


def test_a_run_is_answered_by_higher_runs_of_its_length_and_by_bombs() -> None:
    found = answers(cards("2r 3r 4r 3o 9g 10g J Q K"), combo("9r 10r J"))

    runs = [combo(text, "sequence") for text in ("10g J Q", "10g J K", "10g Q K")]
    bombs = [combo(text) for text in ("J Q", "J K", "Q K", "J Q K")]
    assert found == {*runs, *bombs}


# ---- H3 and H7: bets and points -------------------------------------------------------------


def test_the_betting_example_when_a_bettor_goes_out_first() -> None:
    match = table("5r", "6r", "7r", leader=0)
    match.play(1, ("bet", 15))
    match.play(0, ("bet", 15))
    match.play(2, ("bet", 0))

    match.play(0, play("5r J Q K", "set"))
    match.play(1, play("6r J Q K", "set"))

    assert [points["bets"] for points in match.round_points] == [30, 0, 15]


def test_the_betting_example_when_the_one_without_a_bet_goes_out_first() -> None:
    match = table("6r", "7r", "5r", leader=2)
    match.play(0, ("bet", 15))
    match.play(1, ("bet", 15))

    match.play(2, play("5r J Q K", "set"))
    match.play(0, play("6r J Q K", "set"))

    assert [points["bets"] for points in match.round_points] == [0, 0, 30]


def test_who_goes_out_scores_the_fullest_hand_and_the_first_takes_what_is_left() -> None:
    match = table("5r", "6r", "7r 9r", leader=0, haggis="3o 8b")

    match.play(0, play("5r J Q K", "set"))
    match.play(1, play("6r J Q K", "set"))

    assert match.captured(0) == pile("7r 9r J Q K 3o 8b")
    assert match.captured(1) == pile("5r J Q K 6r J Q K")
    assert match.round_points == (
        {"hand": 25, "cards": 13, "bets": 0, "bonus": 5},
        {"hand": 25, "cards": 21, "bets": 0, "bonus": 0},
        {"hand": 0, "cards": 0, "bets": 0, "bonus": 0},
    )
    assert match.scores == (43, 46, 0)


def test_a_bet_is_declared_once_before_the_first_own_card_and_while_nobody_is_out() -> None:
    match = table("5r", "6r 9r", "7r", leader=1)
    match.play(2, ("bet", 0))

    assert not match.is_legal(2, ("bet", 15))
    assert not match.is_legal(0, ("bet", 10))
    match.play(1, play("6r"))
    assert not match.is_legal(1, ("bet", 15))
    match.play(2, PASS)
    assert match.is_legal(0, ("bet", 15))
    match.play(0, PASS)
    assert match.is_legal(0, ("bet", 15))
    match.play(1, play("9r J Q K", "set"))
    assert not match.is_legal(0, ("bet", 15))


# ---- H5 and H6: tricks ----------------------------------------------------------------------


def test_a_pass_does_not_bind_and_only_passes_in_a_row_end_the_trick() -> None:
    match = table("2r 6r", "3r 9r", "4r 8r", leader=0)
    match.play(0, play("2r"))
    match.play(1, PASS)
    match.play(2, play("4r"))
    match.play(0, PASS)
    match.play(1, play("9r"))
    match.play(2, PASS)

    assert match.is_legal(0, play("K"))
    match.play(0, PASS)
    assert match.to_act() == match.leader == 1
    assert match.captured(1) == pile("2r 4r 9r")
    assert not match.is_legal(1, PASS)


def test_the_last_combo_of_who_went_out_needs_two_passes_and_then_her_left_leads() -> None:
    match = table("6r", "7r 9r", "5r", leader=2)
    match.play(2, play("5r J Q K", "set"))
    match.play(0, PASS)

    assert match.to_act() == 1
    match.play(1, PASS)
    assert match.to_act() == match.leader == 0
    assert match.captured(2) == pile("5r J Q K")


def test_a_bombed_trick_waits_for_the_choice_while_a_bet_can_be_declared() -> None:
    match = table("2r 6r", "3r 9r", "4r 8r", leader=0)
    match.play(0, play("2r"))
    match.play(1, play("J Q"))
    match.play(2, PASS)
    match.play(0, PASS)

    assert match.legal(1) == {("give", 0), ("give", 2)}
    assert match.legal(2) == {("bet", 0), ("bet", 15), ("bet", 30)}
    match.play(1, ("give", 2))
    assert match.captured(2) == pile("2r J Q")
    assert match.to_act() == match.leader == 1


def test_two_players_send_a_bombed_trick_to_each_other() -> None:
    match = table("2r", "3r", leader=0)
    match.play(0, play("2r"))
    match.play(1, play("J K"))
    match.play(0, play("J Q K"))

    assert match.captured(1) == pile("2r J K J Q K")
    assert match.captured(0) == pile("3r Q")
    assert match.round_points[0]["bonus"] == 0


def test_the_choice_after_a_last_bomb_comes_before_the_scoring() -> None:
    match = table("5r", "6r", "7r", leader=0)
    match.play(0, play("5r J Q K", "set"))
    match.play(1, PASS)
    match.play(2, PASS)
    match.play(1, play("6r"))
    match.play(2, PASS)
    match.play(1, play("J Q K"))

    assert sum(match.scores) == 0
    assert match.legal(1) == {("give", 0), ("give", 2)}
    assert match.legal(2) == set()
    match.play(1, ("give", 2))
    assert [points["cards"] for points in match.round_points] == [22, 0, 10]


def test_tournament_bombs_pay_the_next_highest_combo_or_the_right() -> None:
    match = table("2r 3r", "4r", "6r", leader=0, tournament=True)
    match.play(0, play("2r"))
    match.play(1, play("4r"))
    match.play(2, play("J Q"))
    match.play(0, PASS)
    match.play(1, PASS)
    assert match.captured(1) == pile("2r 4r J Q")

    match.play(2, play("6r K", "set"))
    match.play(0, PASS)
    match.play(1, PASS)
    match.play(0, play("J Q"))
    match.play(1, PASS)

    assert match.captured(2) == pile("6r K J Q")


# ---- H8 and whole matches -------------------------------------------------------------------


def test_the_leader_deals_next_and_the_fewest_points_lead() -> None:
    match = table("5r", "7r 9r", "6r", leader=0, haggis="3o 8b")
    assert (match.awaits_deal(), match.required_dealer()) == (False, None)
    match.play(0, play("5r J Q K", "set"))
    match.play(1, PASS)
    match.play(2, play("6r J Q K", "set"))

    assert match.scores == (43, 0, 46)
    assert (match.awaits_deal(), match.to_act(), match.required_dealer()) == (True, None, 2)
    match.deal(2, [["2r"], ["3r"], ["4r"]], [])
    assert match.to_act() == match.leader == 1
    assert match.required_dealer() is None


def test_on_a_tie_nobody_has_won_and_the_first_out_deals() -> None:
    match = table("6r", "7r 9r", "5r", leader=2, haggis="3o 3g 3b 5o", target=40)
    match.play(2, play("5r J Q K", "set"))
    match.play(0, play("6r J Q K", "set"))

    assert match.scores == (46, 0, 46)
    assert match.winner() is None
    assert match.required_dealer() == 2


def test_who_alone_has_the_most_points_at_the_target_wins_without_having_gone_out_first() -> None:
    match = table("5r", "6r", "7r 9r", leader=0, haggis="3o 8b", target=46)
    match.play(0, play("5r J Q K", "set"))
    match.play(1, play("6r J Q K", "set"))

    assert (match.first_out, match.winner(), match.awaits_deal()) == (0, 1, False)


@pytest.mark.parametrize("players", [2, 3])
def test_the_points_of_all_cards_are_shared_out_in_every_round(players: int) -> None:
    rng = random.Random(players)
    match = dealt_match(players, rng)
    while True:
        playout(match, rng)
        captured: Counter[str] = Counter()
        for seat in range(players):
            captured += match.captured(seat)
        assert captured == Counter(spot_deck(players)) + Counter(list("JQK") * players)
        assert sum(p["cards"] for p in match.round_points) == {2: 36, 3: 50}[players]
        if not match.awaits_deal():
            break
        deal_again(match, rng)

    assert match.scores[match.winner() or 0] == max(match.scores) >= 120


def test_listed_moves_and_judged_moves_agree() -> None:
    rng = random.Random(5)
    match = OracleMatch(3, bonus=0, tournament=False, target=250)
    deck = rng.sample(sorted(spot_deck(3)), 12)
    match.deal(0, [deck[:4], deck[4:8], deck[8:]], [])
    combos = set().union(*(leads(match.hand(seat)) for seat in range(3)))
    candidates: list[OracleMove] = [PASS, *(("bet", n) for n in (0, 5, 15, 30))]
    candidates += [("give", seat) for seat in range(4)]
    candidates += [("play", c) for c in in_order(combos)]
    while (seat := match.to_act()) is not None:
        for other in range(3):
            judged = [move for move in candidates if match.is_legal(other, move)]
            assert match.legal(other) == set(judged)
        match.play(seat, rng.choice([move for move in candidates if match.is_legal(seat, move)]))
