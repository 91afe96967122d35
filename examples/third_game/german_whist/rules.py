"""German Whist for two, behind parlour's protocol.

G1  52 cards; aces are high. Thirteen each, the rest is the stock; its top card lies face up, and its suit is trump.
G2  The dealer's opponent leads. Follow suit if you can. The higher card of the suit led wins, a trump beats it.
G3  As long as there is a stock, the winner takes its top card, which both have seen, and the loser the next one,
    which only she sees; the new top card is turned up. The winner leads.
G4  Each of the last thirteen tricks is a point. A match is some rounds; most points win, equal ones share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

from german_whist.cards import DECK, NAMES, SUIT_WORDS, Cards, format_cards, parse_card, parse_cards, suit_of
from parlour import CHANCE, NotationError, Outcome, Refusal, RoundResult, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.core.game import Actor

SEATS: Final = (Seat(0), Seat(1))


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=99, description="how many rounds a match has")] = 1


class Deal(msgspec.Struct, frozen=True):
    """Chance's move: both hands, and the stock from its top."""

    hands: tuple[Cards, Cards]
    stock: Cards


Move = int | Deal


class Public(msgspec.Struct, frozen=True):
    """What everybody knows; `known` are cards in hand that were taken face up."""

    number: int = 0
    scores: tuple[int, int] = (0, 0)
    trump: int = 0
    led: int | None = None
    actor: Seat = SEATS[0]
    gone: Cards = ()
    known: tuple[Cards, Cards] = ((), ())
    points: tuple[int, int] = (0, 0)


class State(msgspec.Struct, frozen=True):
    """A match at one moment."""

    public: Public
    hands: tuple[Cards, Cards] = ((), ())
    stock: Cards = ()


class View(msgspec.Struct, frozen=True):
    """A match as one seat, or a spectator, sees it."""

    seat: Seat | None
    options: Options
    public: Public
    hand: Cards
    sizes: tuple[int, int]
    top: int | None
    stock_size: int
    to_act: tuple[int | None, ...]


class GermanWhist:
    """The rules under one set of options."""

    name: Final = "german_whist"
    version: Final = 1
    seats: Final = 2

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()

    def start(self) -> State:
        return State(Public())

    def deal(self, state: State, rng: Random) -> Deal:
        deck = rng.sample(DECK, len(DECK))
        return Deal((tuple(sorted(deck[:13])), tuple(sorted(deck[13:26]))), tuple(deck[26:]))

    def to_act(self, state: State) -> tuple[Actor, ...]:
        if any(state.hands):
            return (state.public.actor,)
        return () if self.outcome(state) else (CHANCE,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        hand, led = state.hands[seat], state.public.led
        if (seat,) != self.to_act(state):
            return []
        return [card for card in hand if led is not None and suit_of(card) == suit_of(led)] or list(hand)

    def refusal(self, state: State, actor: Actor, move: Any) -> Refusal | None:
        if isinstance(move, Deal):
            return self.refuse_deal(state, actor, move)
        if (actor,) != self.to_act(state) or actor is CHANCE:
            return Refusal("turn/other", "it is not this seat's turn", "G2")
        if type(move) is not int or move not in DECK:
            return Refusal("card/unknown", f"{move!r} is no card", "G1")
        if move not in state.hands[actor]:
            return Refusal("card/hand", f"{NAMES[move]} is not in this hand", "G1", {"card": NAMES[move]})
        if move in self.legal_moves(state, actor):
            return None
        return Refusal("card/suit", f"{NAMES[move]} does not follow suit", "G2", {"card": NAMES[move]})

    def refuse_deal(self, state: State, actor: Actor, move: Deal) -> Refusal | None:
        if actor is not CHANCE or self.to_act(state) != (CHANCE,):
            return Refusal("deal/turn", "no deal is due", "G1")
        sorted_hands = all(hand == tuple(sorted(hand)) and len(hand) == 13 for hand in move.hands)
        whole = sorted((*move.hands[0], *move.hands[1], *move.stock)) == list(DECK)
        why = "a deal is thirteen sorted cards each and the rest of the deck"
        return None if sorted_hands and whole else Refusal("deal/cards", why, "G1")

    def apply(self, state: State, actor: Actor, move: Move) -> State:
        public = state.public
        if isinstance(move, Deal):
            opener = SEATS[public.number % 2]
            trump = suit_of(move.stock[0])
            return State(Public(public.number + 1, public.scores, trump, actor=opener), move.hands, move.stock)
        assert actor is not None
        hands = with_seat(state.hands, actor, tuple(card for card in state.hands[actor] if card != move))
        known = with_seat(public.known, actor, tuple(card for card in public.known[actor] if card != move))
        public = msgspec.structs.replace(public, gone=(*public.gone, move), known=known)
        if public.led is None:
            public = msgspec.structs.replace(public, led=move, actor=SEATS[1 - actor])
            return State(public, hands, state.stock)
        winner = actor if beats(move, public.led, public.trump) else SEATS[1 - actor]
        public = msgspec.structs.replace(public, led=None, actor=winner)
        if state.stock:
            top, below, *rest = state.stock
            for seat, card in ((winner, top), (SEATS[1 - winner], below)):
                hands = with_seat(hands, seat, tuple(sorted((*hands[seat], card))))
            known = with_seat(public.known, winner, tuple(sorted((*public.known[winner], top))))
            return State(msgspec.structs.replace(public, known=known), hands, tuple(rest))
        points = with_seat(public.points, winner, public.points[winner] + 1)
        scores = with_seat(public.scores, winner, public.scores[winner] + 1)
        return State(msgspec.structs.replace(public, points=points, scores=scores), hands)

    def round_result(self, state: State) -> RoundResult | None:
        if any(state.hands) or not state.public.number:
            return None
        first, second = state.public.points
        return RoundResult((first, second), (float(first > second), float(second > first)))

    def scores(self, state: State) -> tuple[int, ...]:
        return state.public.scores

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands) or state.public.number < self.options.rounds:
            return None
        scores = state.public.scores
        return Outcome(scores, tuple(seat for seat in SEATS if scores[seat] == max(scores)))

    def view(self, state: State, seat: Seat | None) -> View:
        hand = () if seat is None else state.hands[seat]
        sizes, top = (len(state.hands[0]), len(state.hands[1])), state.stock[0] if state.stock else None
        return View(seat, self.options, state.public, hand, sizes, top, len(state.stock), self.to_act(state))

    def determinize(self, view: View, rng: Random) -> State:
        public = view.public
        seen = {*public.gone, *public.known[0], *public.known[1], *view.hand, view.top}
        unseen = [card for card in DECK if card not in seen] if any(view.sizes) else []
        rng.shuffle(unseen)
        hands = []
        for seat, size in enumerate(view.sizes):
            missing = 0 if seat == view.seat else size - len(public.known[seat])
            drawn = [unseen.pop() for _ in range(missing)]
            hands.append(view.hand if seat == view.seat else tuple(sorted((*public.known[seat], *drawn))))
        return State(public, (hands[0], hands[1]), () if view.top is None else (view.top, *unseen))

    def is_secret(self, move: Move) -> bool:
        return isinstance(move, Deal)

    def describe(self, view: View) -> str:
        public = view.public
        lines = [f"round {public.number}; points {public.scores[0]} : {public.scores[1]}"]
        lines += [f"trump {SUIT_WORDS[public.trump]}; stock {view.stock_size}"] if public.number else []
        lines += [] if view.top is None else [f"top card {NAMES[view.top]}"]
        lines += [] if public.led is None else [f"led {NAMES[public.led]} by seat {1 - public.actor}"]
        lines += [] if view.seat is None else [f"your hand {format_cards(view.hand)}"]
        lines += [f"seat {seat} took {format_cards(public.known[seat]) or 'nothing'}" for seat in SEATS]
        return "\n".join(lines)

    def marks(self, before: State, move: Move, after: State) -> tuple[str, ...]:
        return ("deal",) if isinstance(move, Deal) else ("card",)

    def format_move(self, move: Move) -> str:
        if isinstance(move, int):
            return NAMES[move]
        return f"hands {' | '.join(map(format_cards, move.hands))}; stock {format_cards(move.stock)}"

    def parse_move(self, text: str) -> Move:
        if not text.startswith("hands "):
            return parse_card(text)
        hands, _, stock = text.removeprefix("hands ").partition("; stock ")
        first, _, second = hands.partition("|")
        return Deal((parse_cards(first), parse_cards(second)), parse_cards(stock))

    def format_position(self, state: State) -> str:
        return msgspec.json.encode(state).decode()

    def parse_position(self, text: str) -> State:
        try:
            return msgspec.json.decode(text, type=State)
        except msgspec.MsgspecError as error:
            raise NotationError(f"no position of German Whist: {error}") from error


def beats(card: int, led: int, trump: int) -> bool:
    """Whether the second card of a trick takes it (G2)."""
    return card > led if suit_of(card) == suit_of(led) else suit_of(card) == trump


def with_seat(pair: tuple[Any, Any], seat: Seat, value: Any) -> tuple[Any, Any]:
    """A pair with one seat's part replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
