"""The oracle itself, on the sheet's own example and on the clauses that are easy to get wrong."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tests.damenrennen.oracle import RANKS, ROW_SUITS, SEATS, Move, OracleGame, OracleMatch, full_deck, race_law
from tests.sampling import sample

NO_EXCHANGE: Move = ("exchange", (), ())
ALL_DIAMONDS = "9d Jd Qd Kd 10d Ad"
# One each for both seats: rows stay bare, nobody is ahead, nothing is a strike.
OUTER_CARDS = "9c 10c Ac 9s 10s As 9h 10h Ah"
JACKS = "Jc Js Jh"


def game_where(owned0: str, owned1: str) -> OracleGame:
    return OracleGame((owned0.split(), owned1.split()))


def open_race(game: OracleGame | OracleMatch, market: str, hand0: str, hand1: str) -> None:
    game.race(market.split(), (hand0.split(), hand1.split()))


def lay(game: OracleGame | OracleMatch, *pairs: str) -> None:
    for pair in pairs:
        card0, card1 = pair.split()
        game.play(0, ("lay", card0))
        game.play(1, ("lay", card1))


def take(game: OracleGame | OracleMatch, cards: str) -> list[int]:
    """Draft these cards in turn and return who took them."""
    takers = []
    for card in cards.split():
        (seat,) = game.to_act()
        game.play(seat, ("take", card))
        takers.append(seat)
    return takers


def exchange_nothing(game: OracleGame | OracleMatch) -> None:
    for seat in game.to_act():
        game.play(seat, NO_EXCHANGE)


def all_cards(game: OracleGame | OracleMatch) -> Counter[str]:
    """Return every card on the table, wherever it lies."""
    piles = [game.stack, game.market, game.used, *game.hands, *game.reserve, *game.strike_cards]
    attached = [rank + suit for seat in SEATS for suit in ROW_SUITS for rank in game.rows[seat][suit]]
    return Counter([*attached, *(card for pile in piles for card in pile.elements())])


def step_at_random(game: OracleGame | OracleMatch, rng: Random, *, exchanges: bool) -> None:
    """Take one step; players who never exchange drain the stack, so that deals get short."""
    if game.awaits() == "race":
        size0, size1 = game.deal_sizes()
        dealt = rng.sample(sorted(game.stack.elements()), 4 + size0 + size1)
        game.race(dealt[:4], (dealt[4 : 4 + size0], dealt[4 + size0 :]))
    elif game.awaits() == "draw":
        card0, card1 = rng.sample(sorted(game.draw_pool().elements()), 2)
        game.draw(card0, card1)
    else:
        seat = rng.choice(game.to_act())
        moves = sorted(game.legal(seat), key=repr)
        game.play(seat, rng.choice(moves) if exchanges or NO_EXCHANGE not in moves else NO_EXCHANGE)


def test_the_sheets_example_round_ends_in_a_simple_win_and_a_strike_in_hearts() -> None:
    game = game_where("Kc Kh Ad", "Ks Ah")
    assert [game.advantage(suit) for suit in ROW_SUITS] == [0, 1, 0]
    assert game.deal_sizes() == (3, 4)

    open_race(game, "Ah 9c 9s Jh", "9d Jd Ks", "Ac 10h Jc Kd")
    game.play(1, ("show", ("Jc", "Kd")))
    game.play(0, ("swap", "Kd", "9d"))
    game.play(1, ("discard", "9d"))
    assert game.to_act() == (0,)
    game.play(0, ("exchange", ("Ad",), ("Jd",)))
    lay(game, "Ad Ac", "Kd 10h", "Ks Jc")
    assert game.race_result == (0, "simple")
    takers = take(game, "Ah Jh 9c")

    assert takers == [1, 0, 0]
    assert game.strikes == [set(), {"h"}]
    assert game.rows[0]["h"] == {"J", "Q", "K"}
    assert game.reserve == [Counter(["9c"]), Counter(["Ah"])]
    assert game.stack.total() == 37 - 3 + 1
    assert game.awaits() == "race"


def test_a_game_starts_with_three_queens_each_and_a_stack_of_42() -> None:
    """D1.2."""
    game = OracleGame()

    assert game.rows == [{"c": {"Q"}, "s": {"Q"}, "h": {"Q"}}] * 2
    assert game.stack.total() == 42
    assert game.stack["Qd"] == 2
    assert game.deal_sizes() == (3, 3)


def test_a_ten_waits_in_the_reserve_for_the_king_and_then_attaches_in_a_chain() -> None:
    """D7.1, D7.2."""
    assert game_where("10c Ac 9c", "").rows[0]["c"] == {"Q"}

    game = game_where("10c Ac 9c Kc", "9h Jh")

    assert game.rows[0]["c"] == {"Q", "K", "10", "A"}
    assert game.reserve == [Counter(["9c"]), Counter()]
    assert game.rows[1]["h"] == {"9", "J", "Q"}


def test_the_second_copy_is_a_strike_and_the_first_may_still_attach() -> None:
    """D7.3."""
    game = game_where("10c 10c Kc Ad Ad", "")

    assert game.rows[0]["c"] == {"Q", "K", "10"}
    assert game.strikes[0] == {"c"}
    assert game.strike_cards[0] == Counter(["10c"])
    assert game.reserve[0] == Counter(["Ad", "Ad"])


def test_only_attached_cards_give_an_advantage_and_only_from_the_next_race_on() -> None:
    """D5.0: neither reserve nor strikes count, nor what is attached in the draft."""
    game = game_where("9c 9c Ac", "")
    assert game.advantage("c") is None
    open_race(game, "Jc Kc Jh Kh", "Ad Ad Kd", "9d 9d Qd")
    lay(game, "Ad 9d", "Ad 9d", "Kd Qd")

    take(game, "Jc")
    assert game.rows[0]["c"] == {"9", "J", "Q"}
    assert game.advantage("c") is None
    take(game, "Jh Kh")

    assert (game.advantage("c"), game.advantage("h")) == (0, None)


def test_strikes_win_only_in_three_different_suits() -> None:
    """D7.3, D7.4."""
    undecided = game_where("9c 9c Kc Kc 9s 9s", "")
    decided = game_where("9c 9c 9s 9s 9h 9h", "")

    assert undecided.how_won is None
    assert (decided.winner, decided.how_won) == (0, ("strikes",))


def test_the_winner_by_two_tricks_drafts_first_and_last() -> None:
    """D6.2, D3.2: one trick is equal and counts for nobody."""
    game = OracleGame()
    open_race(game, "Jc Kc Js Ks", "9c 10c Ac", "9s Kh Jh")

    lay(game, "9c 9s", "10c Kh", "Ac Jh")

    assert game.race_result == (0, "ultimate")
    assert take(game, "Jc Kc Js") == [0, 1, 0]
    assert game.stack.total() == 39
    assert game.stack["Ks"] == 2


def test_whoever_takes_the_deciding_card_first_has_won() -> None:
    """D6.1, D6.4: both could complete a row, and the loser of a simple win takes first."""
    game = game_where("Jc Kc 10c Ac", "Jh Kh 10h Ah")
    open_race(game, "9c 9h Kd Qd", "Jd 9d 9s", "Js Kd 10d")
    game.play(0, ("show", ("9s", "9d")))
    game.play(1, ("decline",))
    lay(game, "9d 10d", "Jd Js")
    lay(game, "9s Kd")
    assert game.race_result == (1, "simple")

    take(game, "9c")

    assert (game.winner, game.how_won) == (0, ("row", "c"))
    assert game.to_act() == ()
    assert game.awaits() is None


def test_hearts_are_used_on_four_cards_before_the_spade_discard() -> None:
    """D2.3, D5.1, D5.2."""
    game = game_where("Kh", "Ks")
    open_race(game, "9c 9c Jc Jc", "Ad Kd 9d", "Jd Jd 10d Qd")
    pairs = {("Jd", "Jd"), ("Jd", "Qd"), ("Jd", "10d"), ("Qd", "10d")}

    assert game.to_act() == (1,)
    assert game.legal(1) == {("show", pair) for pair in pairs}
    game.play(1, ("show", ("Jd", "Jd")))
    assert game.legal(0) == {
        ("decline",),
        ("swap", "Jd", "Ad"),
        ("swap", "Jd", "Kd"),
        ("swap", "Jd", "9d"),
    }
    game.play(0, ("swap", "Jd", "9d"))
    assert game.hands == [Counter(["Ad", "Kd", "Jd"]), Counter(["Jd", "10d", "Qd", "9d"])]
    assert game.legal(1) == {("discard", card) for card in ("Jd", "10d", "Qd", "9d")}
    game.play(1, ("discard", "9d"))
    assert game.used == Counter(["9d"])
    assert game.to_act() == (0, 1)


def test_exchanges_are_sealed_by_both_before_either_is_carried_out() -> None:
    """D2.6: a dealt diamond may be given up, and at most the whole hand."""
    game = game_where("Ad", "9d 9d Jd Kd")
    open_race(game, "9c 9c Jc Jc", "Ad Ks 9s", "10d 9h 9h")
    cards0 = ("Ad", "Ks", "9s")

    assert game.legal(0) == {NO_EXCHANGE} | {("exchange", ("Ad",), (card,)) for card in cards0}
    # 1 + 3 diamonds for 2 cards + (9 9, 9 J, 9 K, J K) for 2 pairs + (9 9 J, 9 9 K, 9 J K) for all
    assert len(game.legal(1)) == 1 + 3 * 2 + 4 * 2 + 3
    game.play(0, ("exchange", ("Ad",), ("Ad",)))
    assert game.to_act() == (1,)
    assert game.reserve[0] == Counter(["Ad"])
    game.play(1, ("exchange", ("9d", "9d", "Kd"), ("9h", "9h", "10d")))

    assert game.hands == [Counter(cards0), Counter(["9d", "9d", "Kd"])]
    assert game.reserve == [Counter(), Counter(["Jd"])]
    assert game.used == Counter(["Ad", "9h", "9h", "10d"])


def test_a_bomb_ends_the_race_with_the_first_card_laid() -> None:
    """D4.1, D4.2."""
    game = OracleGame()
    open_race(game, "9c 9c Jc Jc", "9s 9s 9h", "Js Js Jh")

    assert game.to_act() == (0, 1)
    lay(game, "9s Js")

    assert game.race_result == (1, "ultimate")
    assert game.hands == [Counter(), Counter()]
    assert game.used.total() == 6
    assert game.to_act() == (1,)


def test_equal_bombs_are_a_simple_win_by_draw_and_an_ultimate_one_by_clubs() -> None:
    """D4.3."""
    drawn = OracleGame()
    decided = game_where("", "Jc")
    for game in (drawn, decided):
        open_race(game, "10c 10c Jc Js", "9s 9s 9h", "9d 9d 9h")
        lay(game, "9s 9d")
    assert drawn.awaits() == "draw"
    drawn.draw("Ac", "As")
    assert drawn.awaits() == "draw"
    drawn.draw("Ac", "Ks")

    assert drawn.race_result == (0, "simple")
    assert drawn.used.total() == 6 + 4
    assert decided.race_result == (1, "ultimate")


def test_a_full_deal_needs_seven_cards_with_spades_and_the_rest_is_dealt_equally() -> None:
    """D8.1, D8.2: the stack goes from twelve cards to five, with spades and hearts in play."""
    sizes = []
    owned = ["", ""]
    for seat, card in ((0, "Js"), (1, "Jh"), (0, "Jc"), (0, "Jc"), (0, "Js"), (1, "Jh"), (1, "Kc")):
        owned[seat] += f" {card}"
        game = game_where(*(f"{OUTER_CARDS} {ALL_DIAMONDS}{more}" for more in owned))
        if game.how_won is None:
            sizes.append((game.stack.total(), *game.deal_sizes()))

    assert sizes == [(11, 4, 3), (10, 3, 3), (9, 2, 2), (8, 2, 2), (7, 1, 1), (6, 1, 1)]
    assert game.stack.total() == 5
    assert (game.winner, game.how_won) == (None, ("draw", "stack"))
    assert (game.awaits(), game.to_act()) == (None, ())


def test_a_short_deal_of_three_knows_bombs_and_clubs_but_neither_hearts_nor_spades() -> None:
    """D8.1."""
    kept = OUTER_CARDS.replace("9c ", "")
    game = game_where(f"{kept} {ALL_DIAMONDS} Js Jc", f"{OUTER_CARDS} {ALL_DIAMONDS} Jh")
    assert game.stack == Counter({"9c": 1, "Jc": 1, "Js": 1, "Jh": 1, "Kc": 2, "Ks": 2, "Kh": 2})
    assert [game.advantage(suit) for suit in ROW_SUITS] == [0, 0, 1]

    open_race(game, "9c Jc Js Jh", "Kc Ks Kh", "Kc Ks Kh")
    assert game.to_act() == (0, 1)
    exchange_nothing(game)
    lay(game, "Kc Kh")

    assert game.race_result == (0, "ultimate")


def test_clubs_win_a_two_card_race_with_equal_tricks_simply() -> None:
    """D5.3."""
    kings_and_a_ten = OUTER_CARDS.replace("10h ", "")
    game = game_where(f"{OUTER_CARDS} {ALL_DIAMONDS} Jc Js Jh", f"{kings_and_a_ten} {ALL_DIAMONDS} Js")
    assert game.advantage("c") == 0
    open_race(game, "Ks Ks Kh Kh", "Kc Jc", "Jh 10h")
    exchange_nothing(game)

    lay(game, "Kc 10h", "Jc Jh")

    assert game.race_result == (0, "simple")


def test_a_tie_break_reshuffles_only_when_the_stack_is_too_small() -> None:
    """D3.4: two kings in the stack cannot decide, but the used cards may afterwards."""
    game = game_where(f"{OUTER_CARDS} {ALL_DIAMONDS}", f"{OUTER_CARDS} {ALL_DIAMONDS}")
    open_race(game, "Jh Jh Ks Ks", "Jc Js Kc", "Jc Js Kc")
    exchange_nothing(game)
    lay(game, "Jc Jc", "Js Js", "Kc Kc")

    assert game.awaits() == "draw"
    assert game.draw_pool() == Counter(["Kh", "Kh"])
    game.draw("Kh", "Kh")
    assert game.awaits() == "draw"
    assert game.draw_pool() == Counter({"Jc": 2, "Js": 2, "Kc": 2, "Kh": 2})
    game.draw("Kh", "Js")
    assert game.race_result == (0, "simple")
    assert game.used == Counter(["Kh", "Js"])
    assert game.stack.total() == 6


def test_a_tie_that_cannot_be_broken_is_a_drawn_game_and_is_replayed() -> None:
    """D3.4, D10.1: six kings are left, four of them in the market."""
    owned = f"{OUTER_CARDS} {ALL_DIAMONDS} {JACKS}"
    match = OracleMatch(best_of=1)
    match.games = [game_where(owned, owned)]
    open_race(match, "Kc Ks Kh Kh", "Kc", "Ks")
    exchange_nothing(match)

    lay(match, "Kc Ks")

    assert match.how_won == [("draw", "tie")]
    assert (match.games_played, match.games_drawn, match.wins) == (1, 1, [0, 0])
    assert match.winner() is None
    assert match.awaits() == "race"
    assert match.stack.total() == 42


def test_a_match_of_three_is_over_after_two_wins_and_keeps_the_last_position() -> None:
    """D10.1."""
    match = OracleMatch(best_of=3)
    for game_number in (1, 2):
        match.games[-1] = game_where("Jc Kc 10c Ac", "")
        open_race(match, "9c 9c Kd Qd", "Ad Ad Kd", "9d 9d Qd")
        lay(match, "Ad 9d", "Ad 9d", "Kd Qd")
        take(match, "9c")
        assert match.wins == [game_number, 0]

    assert match.winner() == 0
    assert match.rows[0]["c"] == set(RANKS)
    assert (match.awaits(), match.to_act()) == (None, ())


def test_what_is_not_allowed_is_refused_and_changes_nothing() -> None:
    game = OracleGame()
    with pytest.raises(ValueError, match="race needs"):
        open_race(game, "9c 9c Jc Jc", "9s 9s 9h Jh", "Js Js Jh")
    with pytest.raises(ValueError, match="not all of"):
        open_race(game, "9c 9c 9c Jc", "9s 9s 9h", "Js Js Jh")
    assert game.stack.total() == 42
    open_race(game, "9c 9c Jc Jc", "9s 9s 9h", "Js Js Jh")

    with pytest.raises(ValueError, match="may not play"):
        game.play(0, ("lay", "Js"))

    assert game.to_act() == (0, 1)


@pytest.mark.parametrize(
    ("hand0", "hand1", "clubs", "law"),
    [
        ("A A A", "A A 10", None, {"ultimate0": 1}),
        ("9 9 9", "J J J", 0, {"ultimate1": 1}),
        ("9 9 9", "9 9 9", None, {"tie": 1}),
        ("9 9 9", "9 9 9", 1, {"ultimate1": 1}),
        ("9 9", "9 9", None, {"tie": 1}),
        ("J K", "J K", None, {"tie": 1}),
        ("J K", "J K", 1, {"ultimate1": Fraction(1, 2), "simple1": Fraction(1, 2)}),
        ("A", "10", None, {"simple0": 1}),
        ("J K A", "9 Q 10", None, {"ultimate0": Fraction(1, 6), "simple0": Fraction(4, 6)}),
    ],
)
def test_the_law_of_a_race_counts_every_matching(
    hand0: str, hand1: str, clubs: int | None, law: dict[str, Fraction]
) -> None:
    """D3, D4, D5.3; in the last case simple1 has what is left."""
    found = race_law(hand0.split(), hand1.split(), clubs)
    left_over = 1 - sum(law.values())

    assert {key: found[key] for key in law} == law
    assert found["simple1"] == law.get("simple1", left_over)
    assert sum(found.values()) == 1


@pytest.mark.parametrize("exchanges", [True, False])
def test_random_games_end_and_keep_their_48_cards_at_every_step(*, exchanges: bool) -> None:
    rng = Random(20170401)
    deck = full_deck()
    for _ in range(sample(40, 150)):
        game = OracleGame()
        steps = 0
        while game.how_won is None:
            step_at_random(game, rng, exchanges=exchanges)
            steps += 1
            assert all_cards(game) == deck
            assert (game.awaits() is None) == bool(game.to_act() or game.how_won)
            assert steps < 2000
