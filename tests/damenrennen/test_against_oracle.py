"""The engine and the oracle on the same matches, compared at every step."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.damenrennen import AnyMove, Damenrennen, Deal, Draw, Options, State, View
from parlour.games.damenrennen.cards import card_names
from parlour.games.damenrennen.notation import (
    DECLINE,
    EXCHANGE,
    KIND_NAMES,
    SHOW,
    SWAP,
    cards_of,
    diamonds_of,
    exchange,
    kind_of,
    swapped_card,
)
from parlour.games.damenrennen.position import Position, Rows, decode_game
from tests.damenrennen import oracle
from tests.damenrennen.oracle import RANKS, ROW_SUITS, OracleGame, OracleMatch
from tests.sampling import sample

SEATS = (Seat(0), Seat(1))
NO_EXCHANGE = exchange(0, 0)


@cache
def oracle_move(move: int) -> oracle.Move:
    """A move as the oracle writes it."""
    kind, cards = kind_of(move), card_names(cards_of(move))
    if kind == SHOW:
        return "show", cards
    if kind == SWAP:
        (taken,) = card_names(swapped_card(move))
        return "swap", taken, cards[0]
    if kind == DECLINE:
        return ("decline",)
    if kind == EXCHANGE:
        return "exchange", card_names(diamonds_of(move)), cards
    named: oracle.Move = (KIND_NAMES[kind], cards[0])  # type: ignore[assignment] # the kinds with one card
    return named


@cache
def pile(cards: int) -> Counter[str]:
    return Counter(card_names(cards))


def piles(cards: tuple[int, int]) -> list[Counter[str]]:
    return [pile(cards[0]), pile(cards[1])]


@cache
def row_ranks(masks: Rows) -> dict[str, set[str]]:
    """The ranks of three rows, as the oracle writes them."""
    return {
        suit: {rank for place, rank in enumerate(RANKS) if mask >> place & 1}
        for suit, mask in zip(ROW_SUITS, masks, strict=True)
    }


def assert_same_game(position: Position, game: OracleGame) -> None:
    used = pile(position.used) + pile(position.spent[0]) + pile(position.spent[1])
    hands = piles(position.hands)
    if any(position.bombs):
        used, hands = used + hands[0] + hands[1], [Counter(), Counter()]
    tricks = [(card_names(first)[0], card_names(second)[0]) for first, second in zip(*position.laid, strict=True)]
    assert position.phase == game.phase
    assert position.asked == game.to_act()
    assert list(map(row_ranks, position.rows)) == game.rows
    assert piles(position.reserves) == game.reserve
    assert [{suit for at, suit in enumerate(ROW_SUITS) if mask >> at & 1} for mask in position.strikes] == game.strikes
    assert piles(position.strike_cards) == game.strike_cards
    assert pile(position.stack) == game.stack
    assert pile(position.market) == game.market
    assert hands == game.hands
    assert used == game.used
    assert tricks == game.tricks
    assert [game.advantage(suit) for suit in ROW_SUITS] == list(position.advantages)
    if position.phase == "swap":
        assert card_names(position.shown) == game.shown
    sealed = {seat: oracle_move(move) for seat, move in enumerate(position.sealed) if move}
    assert sealed == game.sealed
    margin = "ultimate" if position.ultimate else "simple"
    won = None if position.race_winner is None else (position.race_winner, margin)
    assert won == game.race_result
    assert position.winner == game.winner
    assert how_won(position) == game.how_won


def how_won(position: Position) -> oracle.HowWon | None:
    match position.ending:
        case None:
            return None
        case "row":
            return "row", ROW_SUITS[position.ending_suit or 0]
        case "strikes":
            return ("strikes",)
        case reason:
            return "draw", reason


def assert_same(table: Table[State, AnyMove, View], match: OracleMatch) -> None:
    """Compare everything; a finished game stays with the engine until the next deal."""
    state = table.state
    waits_for_next_game = state.game.over and match.winner() is None
    assert_same_game(decode_game(state.game), match.games[-2 if waits_for_next_game else -1])
    assert list(state.standing.wins) == match.wins
    assert state.standing.drawn == match.games_drawn
    outcome = table.outcome()
    assert (None if outcome is None else outcome.winners[0]) == match.winner()
    assert table.to_act() == ((CHANCE,) if match.awaits() else match.to_act())
    for seat in SEATS:
        moves = table.legal_moves(seat)
        assert len(moves) == len(set(moves))
        assert {oracle_move(move) for move in moves if isinstance(move, int)} == match.legal(seat)
    if match.awaits() == "draw":
        assert pile(state.game.tie_break_pool()) == match.draw_pool()


def choose(table: Table[State, AnyMove, View], seat: Seat, rng: Random, policy: str) -> AnyMove:
    """Choose at random, but as a policy has it; two of them drain the stack."""
    moves = table.legal_moves(seat)
    if policy != "uniform" and NO_EXCHANGE in moves:
        return NO_EXCHANGE
    if policy == "endless" and decode_game(table.state.game).phase == "draft":
        marks = {m: table.game.marks(table.state, m, table.game.apply(table.state, seat, m)) for m in moves}
        moves = [move for move in moves if "game" not in marks[move] or "drawn" in marks[move]] or moves
    return rng.choice(moves)


def play_match(rng: Random, policy: str, best_of: int) -> Counter[str]:
    """Play a match on both; the marks of its moves, and how its games ended."""
    table = Table(Damenrennen(Options(best_of=best_of)))
    match = OracleMatch(best_of)
    seen: Counter[str] = Counter()
    assert_same(table, match)
    while actors := table.to_act():
        before, actor = table.state, rng.choice(actors)
        if actor is CHANCE:
            move: AnyMove = table.game.deal(table.state, rng)
            if isinstance(move, Deal):
                assert tuple(len(card_names(hand)) for hand in move.hands) == match.deal_sizes()
                seen[f"deal of {match.deal_sizes()[0]}{match.deal_sizes()[1]}"] += 1
                match.race(card_names(move.market), (card_names(move.hands[0]), card_names(move.hands[1])))
            elif isinstance(move, Draw):
                seen["reshuffle"] += match.game.stack.total() < 2
                match.draw(card_names(move.cards[0])[0], card_names(move.cards[1])[0])
        else:
            move = choose(table, actor, rng, policy)
            assert isinstance(move, int)
            match.play(actor, oracle_move(move))
        table.play(actor, move)
        seen.update(table.game.marks(before, move, table.state))
        assert_same(table, match)
    seen.update(f"by {' '.join(how)}" for how in match.how_won)
    return seen


@pytest.mark.parametrize("policy", ["uniform", "no exchange", "endless"])
def test_engine_and_oracle_agree_on_some_matches(policy: str) -> None:
    rng = Random(f"some {policy}")
    seen: Counter[str] = Counter()
    for _ in range(10 if policy == "endless" else 20):
        seen += play_match(rng, policy, best_of=1)

    assert seen["row"] + seen["strikes"] + seen["drawn"] >= 10
    assert seen["race-won"] == seen["simple"] + seen["ultimate"]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(sample(1, 8)))
@pytest.mark.parametrize("policy", ["uniform", "no exchange", "endless"])
def test_engine_and_oracle_agree_on_thousands_of_matches(policy: str, part: int) -> None:
    rng = Random(f"{part} {policy}")
    seen: Counter[str] = Counter()
    for number in range({"uniform": 400, "no exchange": 165, "endless": 65}[policy]):
        seen += play_match(rng, policy, best_of=1 if policy == "endless" else 1 + 2 * (number % 10 == 0))

    assert seen["bomb"] > 0
    assert seen["draw"] > 0
    if policy != "uniform":
        assert all(seen[f"deal of {size}{size}"] for size in (1, 2, 3))
    if policy == "endless":
        assert seen["reshuffle"] > 0
        assert seen["by draw stack"] > 0
