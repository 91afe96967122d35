"""A slow, plain second opinion on Damenrennen, written from the clauses alone.

Tests compare the engine with it. A card is a string of rank and suit (`"9c"`, `"10d"`), a pile is a
`Counter` of cards, a move is a tuple, and chance is fed in through `race` and `draw`.

Where a card is counted, so that 48 cards are always somewhere:
* a sealed card or exchange changes nothing until every asked seat has sealed; the card is in hand
  and the diamond in reserve until then;
* `used` holds everything that left a hand in this race (tricks, discards, cards given up, the hands
  after a bomb) and the tie-break cards; `tricks` only retells what happened and holds no cards;
* the reshuffle of D3.4 happens with the draw itself: `draw_pool` shows it, `stack` not before.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Literal, TypeAlias

RANKS = ("9", "J", "Q", "K", "10", "A")
ROW_SUITS = ("c", "s", "h")
SUITS = (*ROW_SUITS, "d")
SEATS = (0, 1)

Cards: TypeAlias = tuple[str, ...]
Show: TypeAlias = tuple[Literal["show"], Cards]
Swap: TypeAlias = tuple[Literal["swap"], str, str]
Decline: TypeAlias = tuple[Literal["decline"]]
Discard: TypeAlias = tuple[Literal["discard"], str]
Exchange: TypeAlias = tuple[Literal["exchange"], Cards, Cards]
Lay: TypeAlias = tuple[Literal["lay"], str]
Take: TypeAlias = tuple[Literal["take"], str]
Move: TypeAlias = Show | Swap | Decline | Discard | Exchange | Lay | Take

Phase: TypeAlias = Literal["race", "show", "swap", "discard", "exchange", "lay", "draw", "draft", "over"]
Margin: TypeAlias = Literal["simple", "ultimate"]
RaceResult: TypeAlias = tuple[int, Margin]
HowWon: TypeAlias = tuple[str, ...]


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str:
    return card[-1]


def height(rank: str) -> int:
    """Place of a rank in the order of D1.1; a higher one wins."""
    return RANKS.index(rank)


def card_order(card: str) -> tuple[int, int]:
    """Key of the one order in which moves list their cards: by rank, then by suit."""
    return height(rank_of(card)), SUITS.index(suit_of(card))


def in_order(cards: Iterable[str]) -> Cards:
    return tuple(sorted(cards, key=card_order))


def choices(pile: Counter[str], size: int) -> set[Cards]:
    """Every different way to pick so many cards of a pile, each in card order."""
    return set(combinations(in_order(pile.elements()), size))


def without(pile: Counter[str], cards: Iterable[str]) -> Counter[str]:
    """Return the pile less these cards, and refuse to take what is not there."""
    taken = Counter(cards)
    if not taken <= pile:
        message = f"not all of {in_order(taken.elements())} are in {in_order(pile.elements())}"
        raise ValueError(message)
    return pile - taken


def laid_card(move: Move) -> str:
    match move:
        case ("lay", card):
            return card
    message = f"a card was to be laid, got {move!r}"
    raise AssertionError(message)


def full_deck() -> Counter[str]:
    """All 48 cards (D1.1)."""
    return Counter({rank + suit: 2 for rank in RANKS for suit in SUITS})


# The law of one race, on ranks alone (D3, D4).


def trick_winner(rank0: str, rank1: str, clubs: int | None) -> int | None:
    """Seat that wins a trick; equal ranks fall to the holder of clubs, or to nobody (D3.2)."""
    if height(rank0) > height(rank1):
        return 0
    if height(rank1) > height(rank0):
        return 1
    return clubs


def result_of_tricks(tricks: Iterable[tuple[str, str]], clubs: int | None) -> RaceResult | None:
    """Judge a race whose tricks are all played; None when a draw must decide (D3.3, D3.4)."""
    winners = [trick_winner(rank0, rank1, clubs) for rank0, rank1 in tricks]
    won0 = winners.count(0)
    won1 = winners.count(1)
    if won0 == won1:
        return None if clubs is None else (clubs, "simple")
    winner = 0 if won0 > won1 else 1
    return winner, "ultimate" if abs(won0 - won1) >= 2 else "simple"


def is_bomb(ranks: Sequence[str]) -> bool:
    return len(ranks) == 3 and len(set(ranks)) == 1


def result_of_bombs(ranks0: Sequence[str], ranks1: Sequence[str], clubs: int | None) -> RaceResult | None:
    """Judge a race with a bomb in it; None when a draw must decide (D4)."""
    assert is_bomb(ranks0) or is_bomb(ranks1)
    if not is_bomb(ranks1):
        return 0, "ultimate"
    if not is_bomb(ranks0):
        return 1, "ultimate"
    winner = trick_winner(ranks0[0], ranks1[0], clubs)
    return None if winner is None else (winner, "ultimate")


def race_law(hand0_ranks: Sequence[str], hand1_ranks: Sequence[str], clubs: int | None) -> dict[str, Fraction]:
    """Exact chances of a race in which every order of laying is equally likely.

    All five outcomes are keys. "tie" means that a tie-break draw decides, after tricks or bombs.
    """
    if len(hand0_ranks) != len(hand1_ranks):
        message = f"hands of one size are needed, got {hand0_ranks!r} and {hand1_ranks!r}"
        raise ValueError(message)
    outcomes = ("ultimate0", "simple0", "tie", "simple1", "ultimate1")
    counts = dict.fromkeys(outcomes, 0)
    for order0 in permutations(hand0_ranks):
        for order1 in permutations(hand1_ranks):
            if is_bomb(order0) or is_bomb(order1):
                result = result_of_bombs(order0, order1, clubs)
            else:
                result = result_of_tricks(zip(order0, order1, strict=True), clubs)
            counts["tie" if result is None else f"{result[1]}{result[0]}"] += 1
    total = sum(counts.values())
    return {outcome: Fraction(count, total) for outcome, count in counts.items()}


class OracleGame:
    """One game, from the set-up (D1.2) to its end; afterwards it keeps its last position.

    Between races `hands`, `market`, `used` and `tricks` are empty and `race_result` is None.
    """

    def __init__(self, owned: tuple[Iterable[str], Iterable[str]] = ((), ())) -> None:
        """Set up a game, as if each seat had already taken these cards in earlier drafts."""
        self.rows: list[dict[str, set[str]]] = [{s: {"Q"} for s in ROW_SUITS} for _ in SEATS]
        self.reserve: list[Counter[str]] = [Counter(), Counter()]
        self.strikes: list[set[str]] = [set(), set()]
        self.strike_cards: list[Counter[str]] = [Counter(), Counter()]
        self.stack = without(full_deck(), [f"Q{suit}" for suit in ROW_SUITS for _ in SEATS])

        self.phase: Phase = "race"
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.market: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.tricks: list[tuple[str, str]] = []
        self.shown: Cards = ()
        self.race_result: RaceResult | None = None
        self.sealed: dict[int, Move] = {}
        self._asked: tuple[int, ...] = ()
        self._draft_order: list[int] = []
        self._advantages: dict[str, int | None] = {}
        self._is_full_deal = True

        self.winner: int | None = None
        self.how_won: HowWon | None = None

        for seat in SEATS:
            for card in owned[seat]:
                assert self.how_won is None, "the game was over before all owned cards were taken"
                self.stack = without(self.stack, [card])
                self._settle(seat, card)
        if self.how_won is None:
            self._await_race()

    # What the game waits for.

    def awaits(self) -> Literal["race", "draw"] | None:
        """Chance event that is due."""
        if self.phase == "race" or self.phase == "draw":  # noqa: PLR1714 - narrows the type
            return self.phase
        return None

    def to_act(self) -> tuple[int, ...]:
        """Seats that are asked and have not sealed yet."""
        return tuple(seat for seat in self._asked if seat not in self.sealed)

    def advantage(self, suit: str) -> int | None:
        """Holder of a suit's advantage as measured at the start of the race (D5.0).

        It names the holder even in a race in which the advantage does not apply (D8.1).
        """
        return self._advantages[suit]

    def deal_sizes(self) -> tuple[int, int]:
        """Cards that each seat gets in the race that is due (D2.2, D5.1, D8.1)."""
        self._expect("race")
        left = self.stack.total() - 4
        if not self._is_full_deal:
            each = min(3, left // 2)
            return each, each
        spades = self.advantage("s")
        return (4 if spades == 0 else 3), (4 if spades == 1 else 3)

    def draw_pool(self) -> Counter[str]:
        """Cards that the tie-break draw that is due comes from (D3.4); empty when none is due."""
        if self.phase != "draw":
            return Counter()
        if self.stack.total() < 2:
            return self.stack + self.used
        return Counter(self.stack)

    # Chance.

    def race(self, market: Sequence[str], hands: tuple[Sequence[str], Sequence[str]]) -> None:
        """Open the market and deal (D2.1, D2.2)."""
        sizes = (len(market), len(hands[0]), len(hands[1]))
        if sizes != (4, *self.deal_sizes()):
            message = f"the race needs {(4, *self.deal_sizes())} cards, got {sizes} [D2.2]"
            raise ValueError(message)
        self.stack = without(self.stack, [*market, *hands[0], *hands[1]])
        self.market = Counter(market)
        self.hands = [Counter(hands[0]), Counter(hands[1])]
        self._open_show()

    def draw(self, card0: str, card1: str) -> None:
        """Turn over one card each to break a tie (D3.4, D4.3)."""
        self._expect("draw")
        pool = without(self.draw_pool(), [card0, card1])
        if self.stack.total() < 2:
            self.used = Counter()
        self.stack = pool
        self.used += Counter([card0, card1])
        winner = trick_winner(rank_of(card0), rank_of(card1), None)
        if winner is None:
            self._break_tie()
        else:
            self._open_draft((winner, "simple"))

    # Choices.

    def legal(self, seat: int) -> set[Move]:  # noqa: PLR0911 - one return a phase
        """Every move of a seat; none when it is not to act."""
        if seat not in self.to_act():
            return set()
        hand = self.hands[seat]
        match self.phase:
            case "show":
                return {("show", pair) for pair in choices(hand, 2)}
            case "swap":
                swaps: set[Move] = {("swap", taken, given) for taken in self.shown for given in hand}
                return swaps | {("decline",)}
            case "discard":
                return {("discard", card) for card in hand}
            case "exchange":
                return self._exchanges(seat)
            case "lay":
                return {("lay", card) for card in hand}
            case "draft":
                return {("take", card) for card in self.market}
            case "race" | "draw" | "over":
                return set()

    def play(self, seat: int, move: Move) -> None:
        """Seal a move, and carry out what was sealed once every asked seat has done so."""
        if move not in self.legal(seat):
            message = f"seat {seat} may not play {move!r} in the phase {self.phase!r}"
            raise ValueError(message)
        self.sealed[seat] = move
        if self.to_act():
            return
        sealed = self.sealed
        self.sealed = {}
        if self.phase == "exchange":
            for exchanger, exchange in sealed.items():
                self._exchange(exchanger, exchange)
            self._ask("lay", SEATS)
        elif self.phase == "lay":
            self._turn_over(laid_card(sealed[0]), laid_card(sealed[1]))
        else:
            self._carry_out(seat, move)

    def _carry_out(self, seat: int, move: Move) -> None:
        """Carry out a move that one seat alone was asked for."""
        match move:
            case ("show", shown):
                self.shown = shown
                self._ask("swap", (1 - seat,))
            case ("swap", taken, given):
                other = 1 - seat
                self.hands[seat] = without(self.hands[seat], [given]) + Counter([taken])
                self.hands[other] = without(self.hands[other], [taken]) + Counter([given])
                self._open_discard()
            case ("decline",):
                self._open_discard()
            case ("discard", card):
                self._use_up(seat, [card])
                self._open_exchange()
            case ("take", card):
                self._take(seat, card)

    # Preparation (D2.3): each step opens the next, and skips itself when nobody has a choice.

    def _await_race(self) -> None:
        self._ask("race", ())
        for suit in ROW_SUITS:
            attached0, attached1 = (len(self.rows[seat][suit]) for seat in SEATS)
            self._advantages[suit] = None
            if attached0 != attached1:
                self._advantages[suit] = 0 if attached0 > attached1 else 1
        full_deal = 6 if self.advantage("s") is None else 7
        self._is_full_deal = self.stack.total() - 4 >= full_deal
        if self.stack.total() < 6:
            self._end(None, ("draw", "stack"))

    def _open_show(self) -> None:
        hearts = self.advantage("h")
        if hearts is None or not self._is_full_deal:
            self._open_discard()
        else:
            self._ask("show", (1 - hearts,))

    def _open_discard(self) -> None:
        self.shown = ()
        holders = tuple(seat for seat in SEATS if self.hands[seat].total() == 4)
        if holders:
            self._ask("discard", holders)
        else:
            self._open_exchange()

    def _open_exchange(self) -> None:
        owners = tuple(seat for seat in SEATS if self._diamonds(seat))
        if owners:
            self._ask("exchange", owners)
        else:
            self._ask("lay", SEATS)

    def _diamonds(self, seat: int) -> Counter[str]:
        reserve = self.reserve[seat]
        return Counter(card for card in reserve.elements() if suit_of(card) == "d")

    def _exchanges(self, seat: int) -> set[Move]:
        diamonds = self._diamonds(seat)
        hand = self.hands[seat]
        most = min(diamonds.total(), hand.total())
        return {
            ("exchange", taken_in, given_up)
            for size in range(most + 1)
            for taken_in in choices(diamonds, size)
            for given_up in choices(hand, size)
        }

    def _exchange(self, seat: int, move: Move) -> None:
        match move:
            case ("exchange", taken_in, given_up):
                self._use_up(seat, given_up)
                self.reserve[seat] = without(self.reserve[seat], taken_in)
                self.hands[seat] += Counter(taken_in)

    # The race itself (D3, D4).

    def _turn_over(self, card0: str, card1: str) -> None:
        ranks0, ranks1 = ([rank_of(card) for card in hand.elements()] for hand in self.hands)
        self.tricks.append((card0, card1))
        if len(self.tricks) == 1 and (is_bomb(ranks0) or is_bomb(ranks1)):
            for seat in SEATS:
                self._use_up(seat, list(self.hands[seat].elements()))
            self._finish(result_of_bombs(ranks0, ranks1, self.advantage("c")))
            return
        self._use_up(0, [card0])
        self._use_up(1, [card1])
        if not self.hands[0]:
            ranks = [(rank_of(first), rank_of(second)) for first, second in self.tricks]
            self._finish(result_of_tricks(ranks, self.advantage("c")))

    def _finish(self, result: RaceResult | None) -> None:
        if result is None:
            self._break_tie()
        else:
            self._open_draft(result)

    def _break_tie(self) -> None:
        self._ask("draw", ())
        is_reshuffled = self.stack.total() < 2
        ranks = {rank_of(card) for card in self.draw_pool()}
        if is_reshuffled and len(ranks) == 1:
            self._end(None, ("draw", "tie"))

    # The draft (D6) and what becomes of a card (D7).

    def _open_draft(self, result: RaceResult) -> None:
        self.race_result = result
        winner, margin = result
        loser = 1 - winner
        if margin == "simple":
            self._draft_order = [loser, winner, winner]
        else:
            self._draft_order = [winner, loser, winner]
        self._ask("draft", (self._draft_order[0],))

    def _take(self, seat: int, card: str) -> None:
        self.market = without(self.market, [card])
        self._settle(seat, card)
        if self.phase == "over":
            return
        self._draft_order = self._draft_order[1:]
        if self._draft_order:
            self._ask("draft", (self._draft_order[0],))
        else:
            self._end_race()

    def _end_race(self) -> None:
        """Everything but what was taken goes back into the stack (D2.5, D6.3)."""
        self.stack = self.stack + self.used + self.market
        self.used = Counter()
        self.market = Counter()
        self.tricks = []
        self.race_result = None
        self._await_race()

    def _settle(self, seat: int, card: str) -> None:
        """Attach a card, reserve it or lay it aside as a strike, and look for the end (D7)."""
        rank, suit = rank_of(card), suit_of(card)
        if suit == "d":
            self.reserve[seat][card] += 1
            return
        if rank in self.rows[seat][suit] or card in self.reserve[seat]:
            self.strikes[seat].add(suit)
            self.strike_cards[seat][card] += 1
            if self.strikes[seat] == set(ROW_SUITS):
                self._end(seat, ("strikes",))
            return
        self.reserve[seat][card] += 1
        self._attach_chain(seat, suit)
        if self.rows[seat][suit] == set(RANKS):
            self._end(seat, ("row", suit))

    def _attach_chain(self, seat: int, suit: str) -> None:
        """Attach reserve cards of a suit until none fits any more (D7.1, D7.2)."""
        row = self.rows[seat][suit]
        has_changed = True
        while has_changed:
            has_changed = False
            for rank in RANKS:
                is_next = any(abs(height(rank) - height(attached)) == 1 for attached in row)
                if rank + suit in self.reserve[seat] and is_next:
                    self.reserve[seat] = without(self.reserve[seat], [rank + suit])
                    row.add(rank)
                    has_changed = True

    # Plumbing.

    def _use_up(self, seat: int, cards: Iterable[str]) -> None:
        spent = Counter(cards)
        self.hands[seat] = without(self.hands[seat], spent.elements())
        self.used += spent

    def _ask(self, phase: Phase, seats: tuple[int, ...]) -> None:
        self.phase = phase
        self._asked = seats

    def _expect(self, phase: Phase) -> None:
        if self.phase != phase:
            message = f"no {phase} is due in the phase {self.phase!r}"
            raise ValueError(message)

    def _end(self, winner: int | None, how_won: HowWon) -> None:
        self._ask("over", ())
        self.winner = winner
        self.how_won = how_won


class OracleMatch:
    """Best of so many games (D10.1); `games` keeps the last position of every finished one.

    Everything about the table is that of the current game, or of the last one once the match is
    over. A finished game is followed by the set-up of the next at once.
    """

    def __init__(self, best_of: int) -> None:
        if best_of < 1 or best_of % 2 == 0:
            message = f"a match is best of an odd number of games, got {best_of} [D10.1]"
            raise ValueError(message)
        self.best_of = best_of
        self.games = [OracleGame()]

    @property
    def game(self) -> OracleGame:
        return self.games[-1]

    # The score.

    @property
    def finished(self) -> list[OracleGame]:
        return [game for game in self.games if game.how_won is not None]

    @property
    def wins(self) -> list[int]:
        """Games won by each seat."""
        winners = [game.winner for game in self.finished]
        return [winners.count(0), winners.count(1)]

    @property
    def games_drawn(self) -> int:
        return [game.winner for game in self.finished].count(None)

    @property
    def games_played(self) -> int:
        """Finished games, drawn ones included."""
        return len(self.finished)

    @property
    def how_won(self) -> list[HowWon]:
        """How each finished game ended: ("row", suit), ("strikes",), ("draw", "stack" | "tie")."""
        return [game.how_won for game in self.finished if game.how_won is not None]

    def winner(self) -> int | None:
        """Seat that has won more than half of the games the match is best of."""
        for seat in SEATS:
            if self.wins[seat] > self.best_of // 2:
                return seat
        return None

    # Playing.

    def race(self, market: Sequence[str], hands: tuple[Sequence[str], Sequence[str]]) -> None:
        self.game.race(market, hands)
        self._follow_up()

    def draw(self, card0: str, card1: str) -> None:
        self.game.draw(card0, card1)
        self._follow_up()

    def play(self, seat: int, move: Move) -> None:
        self.game.play(seat, move)
        self._follow_up()

    def _follow_up(self) -> None:
        if self.game.how_won is not None and self.winner() is None:
            self.games.append(OracleGame())

    # The table of the current game.

    def awaits(self) -> Literal["race", "draw"] | None:
        return self.game.awaits()

    def to_act(self) -> tuple[int, ...]:
        return self.game.to_act()

    def legal(self, seat: int) -> set[Move]:
        return self.game.legal(seat)

    def deal_sizes(self) -> tuple[int, int]:
        return self.game.deal_sizes()

    def draw_pool(self) -> Counter[str]:
        return self.game.draw_pool()

    def advantage(self, suit: str) -> int | None:
        return self.game.advantage(suit)

    @property
    def phase(self) -> Phase:
        return self.game.phase

    @property
    def rows(self) -> list[dict[str, set[str]]]:
        return self.game.rows

    @property
    def reserve(self) -> list[Counter[str]]:
        return self.game.reserve

    @property
    def strikes(self) -> list[set[str]]:
        return self.game.strikes

    @property
    def strike_cards(self) -> list[Counter[str]]:
        return self.game.strike_cards

    @property
    def hands(self) -> list[Counter[str]]:
        return self.game.hands

    @property
    def market(self) -> Counter[str]:
        return self.game.market

    @property
    def stack(self) -> Counter[str]:
        return self.game.stack

    @property
    def used(self) -> Counter[str]:
        return self.game.used

    @property
    def tricks(self) -> list[tuple[str, str]]:
        return self.game.tricks

    @property
    def shown(self) -> Cards:
        return self.game.shown

    @property
    def race_result(self) -> RaceResult | None:
        return self.game.race_result
