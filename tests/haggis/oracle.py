"""A slow and obvious Haggis, written from the clauses alone, to compare the real engine with.

Cards are strings (`"5r"`, `"10b"`, `"J"`), hands are frozensets, moves are tuples. Every answer is
found by search over what a clause allows, never by a formula derived from it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, permutations, product
from typing import Literal, NamedTuple, TypeAlias, assert_never

SUITS = ("r", "o", "y", "g", "b")
# H4.6: suits that no card has. Three wilds cannot open more than three of them.
ABSTRACT_SUITS = ("wild1", "wild2", "wild3")
FACES = {"J": 11, "Q": 12, "K": 13}
LOWEST_RANK, HIGHEST_SPOT, HIGHEST_RANK = 2, 10, 13
BETS = (0, 15, 30)

# H4.8, lowest to highest, but for the two bombs of spot cards: places 1 and 6.
FACE_BOMBS = {
    frozenset({"J", "Q"}): 2,
    frozenset({"J", "K"}): 3,
    frozenset({"Q", "K"}): 4,
    frozenset({"J", "Q", "K"}): 5,
}


class Combo(NamedTuple):
    """Cards with one reading; a set has length 1, a bomb has width and length 0 and top 1 to 6."""

    kind: str
    width: int
    length: int
    top: int
    cards: frozenset[str]


OracleMove: TypeAlias = (
    tuple[Literal["pass"]] | tuple[Literal["bet"], int] | tuple[Literal["give"], int] | tuple[Literal["play"], Combo]
)


# ---- cards ----------------------------------------------------------------------------------


def is_face(card: str) -> bool:
    return card in FACES


def rank_of(card: str) -> int:
    return FACES[card] if is_face(card) else int(card[:-1])


def suit_of(spot: str) -> str:
    return spot[-1]


def points_of(card: str) -> int:
    """What a captured card scores (H1.3)."""
    if is_face(card):
        return {"J": 2, "Q": 3, "K": 5}[card]
    return 1 if rank_of(card) in {3, 5, 7, 9} else 0


def spot_deck(players: int) -> set[str]:
    """The spot cards in play (H1.1, H1.4, H2.1)."""
    suits = SUITS[:4] if players == 2 else SUITS
    return {f"{rank}{suit}" for rank in range(LOWEST_RANK, HIGHEST_SPOT + 1) for suit in suits}


def subsets(cards: Iterable[str]) -> Iterator[frozenset[str]]:
    """Every subset that is not empty."""
    pool = sorted(cards)
    sizes = range(1, len(pool) + 1)
    return chain.from_iterable(map(frozenset, combinations(pool, size)) for size in sizes)


# ---- what cards can be ----------------------------------------------------------------------


def readings(cards: frozenset[str]) -> set[Combo]:
    """Every combo that exactly these cards can be (H4)."""
    found = chain(_set_readings(cards), _sequence_readings(cards), _bomb_readings(cards))
    return _highest_of_each_shape(found)


def _highest_of_each_shape(combos: Iterable[Combo]) -> set[Combo]:
    """Keep only the highest top for one kind, width and length (H4.7)."""
    highest: dict[tuple[str, int, int], Combo] = {}
    for combo in combos:
        shape = (combo.kind, combo.width, combo.length)
        if shape not in highest or highest[shape].top < combo.top:
            highest[shape] = combo
    return set(highest.values())


def _lacks_a_spot(cards: frozenset[str]) -> bool:
    """Whether two or more cards are face cards alone (H4.5)."""
    return len(cards) >= 2 and all(is_face(card) for card in cards)


def _can_stand_for(face: str, rank: int) -> bool:
    """Whether a face card is wild for a lower rank or stands for its own (H4.4)."""
    wild_for_lower = rank < FACES[face]
    its_own = rank == FACES[face]
    return wild_for_lower or its_own


def _set_readings(cards: frozenset[str]) -> Iterator[Combo]:
    """Try every rank for a set (H4.1, H4.2)."""
    if not 1 <= len(cards) <= 8 or _lacks_a_spot(cards):
        return
    for rank in range(LOWEST_RANK, HIGHEST_RANK + 1):
        if all(_can_stand_for(card, rank) if is_face(card) else rank_of(card) == rank for card in cards):
            yield Combo("set", len(cards), 1, rank, cards)


def _sequence_readings(cards: frozenset[str]) -> Iterator[Combo]:
    """Try every width, length and lowest rank for a sequence (H4.3)."""
    if not cards or _lacks_a_spot(cards):
        return
    for width, length in product(range(1, len(cards) + 1), repeat=2):
        if width * length != len(cards) or length < (3 if width == 1 else 2):
            continue
        for lowest in range(LOWEST_RANK, HIGHEST_RANK - length + 2):
            ranks = range(lowest, lowest + length)
            if _fills_some_columns(cards, width, ranks):
                yield Combo("sequence", width, length, ranks[-1], cards)


def _fills_some_columns(cards: frozenset[str], width: int, ranks: range) -> bool:
    """Try every choice of `width` suits, among them those of the spot cards (H4.3, H4.6)."""
    spots = [card for card in cards if not is_face(card)]
    faces = [card for card in cards if is_face(card)]
    if any(rank_of(spot) not in ranks for spot in spots):
        return False
    needed = {suit_of(spot) for spot in spots}
    if len(needed) > width:
        return False
    free = [suit for suit in SUITS + ABSTRACT_SUITS if suit not in needed]
    for added in combinations(free, width - len(needed)):
        places = set(product(ranks, needed.union(added)))
        empty = places - {(rank_of(spot), suit_of(spot)) for spot in spots}
        if _faces_fill(faces, empty):
            return True
    return False


def _faces_fill(faces: Sequence[str], empty: set[tuple[int, str]]) -> bool:
    """Try every way to put the face cards on the empty (rank, suit) places, one each (H4.4)."""
    if len(faces) != len(empty):
        return False
    return any(
        all(_can_stand_for(face, rank) for face, (rank, _) in zip(faces, order, strict=True))
        for order in permutations(empty)
    )


def _bomb_readings(cards: frozenset[str]) -> Iterator[Combo]:
    """The bomb that the cards are, if any (H4.8)."""
    if cards in FACE_BOMBS:
        yield Combo("bomb", 0, 0, FACE_BOMBS[cards], cards)
    if any(is_face(card) for card in cards) or sorted(map(rank_of, cards)) != [3, 5, 7, 9]:
        return
    suits = {suit_of(spot) for spot in cards}
    if len(suits) == 4:
        yield Combo("bomb", 0, 0, 1, cards)
    if len(suits) == 1:
        yield Combo("bomb", 0, 0, 6, cards)


# ---- what a hand can play -------------------------------------------------------------------


def beats(challenger: Combo, standing: Combo) -> bool:
    """Whether one combo may be played on another (H5.2, H5.3)."""
    if challenger.kind == "bomb":
        return standing.kind != "bomb" or challenger.top > standing.top
    return (
        challenger.kind == standing.kind
        and challenger.width == standing.width
        and challenger.length == standing.length
        and challenger.top > standing.top
    )


def leads(hand: frozenset[str]) -> set[Combo]:
    """Every reading of every subset; the time doubles with each card."""
    return {combo for cards in subsets(hand) for combo in readings(cards)}


def answers(hand: frozenset[str], standing: Combo) -> set[Combo]:
    """Every combo of the hand that beats the standing one; as slow as `leads`."""
    return {combo for combo in leads(hand) if beats(combo, standing)}


def set_leads(hand: frozenset[str]) -> set[Combo]:
    """All sets of the hand, also of a full one: no set has spot cards of two ranks (H4.1)."""
    groups = [{card for card in hand if is_face(card) or rank_of(card) == r} for r in range(2, 11)]
    return {combo for group in groups for cards in subsets(group) for combo in readings(cards) if combo.kind == "set"}


def single_suit_leads(hand: frozenset[str]) -> set[Combo]:
    """All sequences of width 1, also of a full hand: their spot cards share a suit (H4.3)."""
    groups = [{card for card in hand if is_face(card) or suit_of(card) == s} for s in SUITS]
    return {
        combo
        for group in groups
        for cards in subsets(group)
        for combo in readings(cards)
        if combo.kind == "sequence" and combo.width == 1
    }


# ---- the match ------------------------------------------------------------------------------


class OracleMatch:
    """A whole match; the seats are 0, 1 (, 2) clockwise, so a seat's left is the next number.

    Between rounds the hands are empty and there is no leader, while the captured cards, the points
    and the first out of the finished round stay until the next deal.
    """

    def __init__(self, players: int, *, bonus: int, tournament: bool, target: int) -> None:
        if players not in {2, 3}:
            raise ValueError(f"two or three can play, got {players}")
        self.players = players
        self.bonus = bonus
        self.tournament = tournament
        self.target = target
        self.scores: tuple[int, ...] = (0,) * players
        self.round_points: tuple[dict[str, int], ...] = ()
        self.leader: int | None = None
        self._seats = list(range(players))
        self._hands: list[set[str]] = [set() for _ in self._seats]
        self._haggis: set[str] = set()
        self._captured: list[Counter[str]] = [Counter() for _ in self._seats]
        self._bets: dict[int, int] = {}
        self._has_played: set[int] = set()
        self._out: list[int] = []
        self._hand_points = [0 for _ in self._seats]
        self._trick: list[tuple[int, Combo]] = []
        self._passed: set[int] = set()
        self._turn: int | None = None
        self._giver: int | None = None

    # -- the state of things

    @property
    def first_out(self) -> int | None:
        """Who went out first in this round, or between rounds in the last one."""
        return self._out[0] if self._out else None

    def hand(self, seat: int) -> frozenset[str]:
        return frozenset(self._hands[seat])

    def captured(self, seat: int) -> Counter[str]:
        """What a seat has captured in this round so far, at its end with H6.3."""
        return Counter(self._captured[seat])

    def bet(self, seat: int) -> int | None:
        """The declared bet, None for no declaration."""
        return self._bets.get(seat)

    def standing(self) -> Combo | None:
        """The combo to be beaten, None on the lead."""
        return self._trick[-1][1] if self._trick else None

    def to_act(self) -> int | None:
        """The seat that must play, pass or give; None between rounds and after the match."""
        return self._turn

    def winner(self) -> int | None:
        """Who alone has the most points once the target is reached (H8.1)."""
        most = max(self.scores)
        if most < self.target or self.scores.count(most) > 1:
            return None
        return self.scores.index(most)

    def awaits_deal(self) -> bool:
        return self._turn is None and self.winner() is None

    def required_dealer(self) -> int | None:
        """Who must deal now (H8.2).

        None where anybody may, in the first round (H2.4), and where no deal is awaited.
        """
        if not self.awaits_deal() or not self.round_points:
            return None
        most = max(self.scores)
        if self.scores.count(most) > 1:
            return self.first_out
        return self.scores.index(most)

    # -- the deal

    def deal(self, dealer: int, hands: Sequence[Iterable[str]], haggis: Iterable[str]) -> None:
        """Start a round with these spot cards, however few, and J, Q, K for everybody (H2.2)."""
        spots = [list(hand) for hand in hands]
        rest = list(haggis)
        self._check_deal(dealer, spots, rest)
        self._hands = [set(hand) | set(FACES) for hand in spots]
        self._haggis = set(rest)
        self._captured = [Counter() for _ in self._seats]
        self._bets = {}
        self._has_played = set()
        self._out = []
        self._hand_points = [0 for _ in self._seats]
        self._start_trick(self._first_lead(dealer))

    def _check_deal(self, dealer: int, spots: list[list[str]], rest: list[str]) -> None:
        if not self.awaits_deal():
            raise ValueError("no deal is awaited")
        if dealer not in self._seats or self.required_dealer() not in {None, dealer}:
            raise ValueError(f"{self.required_dealer()} must deal, got {dealer} [H8.2]")
        if len(spots) != self.players:
            raise ValueError(f"{self.players} hands are needed, got {len(spots)}")
        dealt = Counter(chain(rest, *spots))
        if not set(dealt) <= spot_deck(self.players) or any(n > 1 for n in dealt.values()):
            raise ValueError(f"these are not different spot cards in play: {sorted(dealt)} [H2.1]")

    def _first_lead(self, dealer: int) -> int:
        """Who has the fewest points, on a tie the dealer's left (H2.4, H8.3)."""
        fewest = min(self.scores)
        if self.scores.count(fewest) > 1:
            return (dealer + 1) % self.players
        return self.scores.index(fewest)

    # -- what is legal

    def legal(self, seat: int) -> set[OracleMove]:
        """Every move of a seat, out of turn too (H3.1); exponential in the hand."""
        moves: set[OracleMove] = set()
        moves.update(("bet", amount) for amount in BETS if self._may_bet(seat, amount))
        moves.update(("give", other) for other in self._seats if self._may_give(seat, other))
        if self._may_pass(seat):
            moves.add(("pass",))
        if self._turn == seat and self._giver is None:
            standing = self.standing()
            hand = self.hand(seat)
            combos = leads(hand) if standing is None else answers(hand, standing)
            moves.update(("play", combo) for combo in combos)
        return moves

    def is_legal(self, seat: int, move: OracleMove) -> bool:
        """Judge one move without listing the others, so also with a full hand."""
        match move:
            case ("pass",):
                return self._may_pass(seat)
            case ("bet", int() as amount):
                return self._may_bet(seat, amount)
            case ("give", int() as other):
                return self._may_give(seat, other)
            case ("play", Combo() as combo):
                return self._may_play(seat, combo)
            case _:
                assert_never(move)

    def _may_bet(self, seat: int, amount: int) -> bool:
        """Allow one bet, before a first card of her own and while nobody is out (H3)."""
        return (
            self._turn is not None
            and seat in self._seats
            and amount in BETS
            and seat not in self._bets
            and seat not in self._has_played
            and not self._out
        )

    def _may_give(self, seat: int, other: int) -> bool:
        """Let the bomber choose any opponent, gone out or not (H5.7)."""
        return self._giver is not None and self._giver == seat != other and other in self._seats

    def _may_pass(self, seat: int) -> bool:
        """Allow a pass in turn, but never on the lead (H5.1)."""
        return self._turn == seat and self._giver is None and bool(self._trick)

    def _may_play(self, seat: int, combo: Combo) -> bool:
        if self._turn != seat or self._giver is not None:
            return False
        if not combo.cards <= self._hands[seat] or combo not in readings(combo.cards):
            return False
        standing = self.standing()
        return standing is None or beats(combo, standing)

    # -- what moves do

    def play(self, seat: int, move: OracleMove) -> None:
        """Make one move; an illegal one raises ValueError and changes nothing."""
        if not self.is_legal(seat, move):
            raise ValueError(f"seat {seat} may not {move}")
        match move:
            case ("pass",):
                self._pass(seat)
            case ("bet", int() as amount):
                self._bets[seat] = amount
            case ("give", int() as other):
                self._award_trick(other)
            case ("play", Combo() as combo):
                self._play_combo(seat, combo)
            case _:
                assert_never(move)

    def _play_combo(self, seat: int, combo: Combo) -> None:
        self._hands[seat] -= combo.cards
        self._has_played.add(seat)
        self._trick.append((seat, combo))
        self._passed = set()
        if not self._hands[seat]:
            self._go_out(seat)
        if len(self._holders()) == 1:  # H6.2: nobody answers
            self._end_trick()
        else:
            self._turn = self._next_holder(seat)

    def _go_out(self, seat: int) -> None:
        """Note the 5 for every card in the fullest opposing hand at this moment (H7.1)."""
        self._out.append(seat)
        fullest = max(len(self._hands[other]) for other in self._seats if other != seat)
        self._hand_points[seat] = 5 * fullest

    def _pass(self, seat: int) -> None:
        """End the trick once all other holders passed since its last combo (H5.5)."""
        self._passed.add(seat)
        last_player, _ = self._trick[-1]
        if all(other in self._passed for other in self._holders() if other != last_player):
            self._end_trick()
        else:
            self._turn = self._next_holder(seat)

    def _holders(self) -> list[int]:
        return [seat for seat in self._seats if self._hands[seat]]

    def _next_holder(self, seat: int) -> int:
        """The next seat to the left that holds cards."""
        others = [(seat + step) % self.players for step in range(1, self.players)]
        return next(other for other in others if self._hands[other])

    # -- the end of a trick

    def _end_trick(self) -> None:
        winner, combo = self._trick[-1]
        if combo.kind != "bomb":
            self._award_trick(winner)  # H5.6
        elif self.players == 2:
            self._award_trick(1 - winner)  # H5.7
        elif self.tournament:
            self._award_trick(self._tournament_recipient())
        else:
            self._giver = winner
            self._turn = winner

    def _tournament_recipient(self) -> int:
        """Who played the combo below the bomb, else who sits on the bomber's right (H5.8)."""
        if len(self._trick) >= 2:
            return self._trick[-2][0]
        bomber, _ = self._trick[-1]
        return (bomber - 1) % self.players

    def _award_trick(self, recipient: int) -> None:
        for _, combo in self._trick:
            self._captured[recipient].update(combo.cards)
        winner, _ = self._trick[-1]
        if len(self._holders()) == 1:
            self._end_round()
        elif self._hands[winner]:
            self._start_trick(winner)  # H5.9
        else:
            self._start_trick(self._next_holder(winner))

    def _start_trick(self, leader: int | None) -> None:
        self.leader = leader
        self._turn = leader
        self._giver = None
        self._trick = []
        self._passed = set()

    # -- the end of a round

    def _end_round(self) -> None:
        first = self._out[0]
        (last,) = self._holders()
        self._captured[first].update(self._hands[last])  # H6.3
        self._captured[first].update(self._haggis)
        self._hands[last] = set()
        self._haggis = set()
        self._start_trick(None)
        self.round_points = tuple(
            {
                "hand": self._hand_points[seat],
                "cards": sum(points_of(card) for card in self._captured[seat].elements()),
                "bets": self._bet_points(seat),
                "bonus": self.bonus if self.players == 3 and seat == first else 0,  # H7.4
            }
            for seat in self._seats
        )
        self.scores = tuple(
            score + sum(points.values()) for score, points in zip(self.scores, self.round_points, strict=True)
        )

    def _bet_points(self, seat: int) -> int:
        """What a seat gets from all bets: the first out and who has no bet get any (H7.3)."""
        total = 0
        for bettor, amount in self._bets.items():
            won = bettor == self.first_out
            if won and seat == bettor:
                total += amount
            has_no_bet = self._bets.get(seat, 0) == 0
            if not won and seat != bettor and (seat == self.first_out or has_no_bet):
                total += amount
        return total
