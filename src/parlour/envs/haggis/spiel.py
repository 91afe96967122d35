"""Haggis for OpenSpiel: its chance, its observations, its information states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from parlour.core.errors import NotationError, OptionError
from parlour.core.game import CHANCE, Seat
from parlour.envs.haggis.dealing import Placing
from parlour.envs.haggis.encoding import HaggisEncoding
from parlour.envs.haggis.kernel.observe import write_observation
from parlour.envs.spiel_traits import SpielKind
from parlour.games.haggis.cards import SPOTS, WILDS, format_cards
from parlour.games.haggis.notation import BOMB, HAND_SIZE, PASS, SEQUENCE, SET, Deal, bet, cards_of, give, kind_of
from parlour.games.haggis.position import Position, decode_round, encode_round
from parlour.games.haggis.state import Standing, State, next_dealer
from parlour.games.haggis.text import describe_private, write_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from parlour.core.game import Actor
    from parlour.envs.fields import Floats
    from parlour.envs.spiel.history_node import Event, HistoryNode
    from parlour.envs.turns import Turns
    from parlour.games.haggis import Haggis, View

HAND: Final = HAND_SIZE + 3
CARD_POINTS: Final = {2: 36, 3: 50}
BETS: Final = (0, 15, 30)
MIN_PLAYERS: Final = 2
SPARE_ROUNDS: Final = 20
"""Rounds beyond those of the slowest match, for rounds that end in a tie at the top."""


class HaggisTraits:
    """Haggis, or what follows from a position with its hidden cards redealt."""

    def __init__(self, turns: Turns[Haggis], position: str = "") -> None:
        """Set the traits; a position says what is public and which cards are hidden."""
        self.game = turns.game
        self.encoding = HaggisEncoding(self.game)
        self.opening = parse_opening(self.game, position) if position else None
        players = self.game.seats
        if self.opening is not None and not turns.one_round:
            raise OptionError(f"a position is played for one round, with a target of 0: {position!r}", "H8.1")
        self.chance_outcomes = players + 1
        rounds = 1
        if not turns.one_round:
            # Every round shares out all points of the cards, and 5 at least for going out (H7).
            each = CARD_POINTS[players] + 5
            rounds = -(-players * self.game.options.target // each) + SPARE_ROUNDS
        # All cards one by one, all others passing after each, a bet of every seat; a bombed trick, which is
        # given away, has saved more plays than the one gift.
        self.max_decisions = rounds * (HAND * players * players + players)
        self.max_chances = rounds * (len(self.game.deck) + 1)
        self.max_payoff = 1.0
        if turns.one_round:
            self.max_payoff = float(5 * HAND + CARD_POINTS[players] + max(BETS) * players + self.game.options.bonus)

    def possible_moves(self) -> list[int] | None:
        """From a position: all combos of its cards, as if one hand held them, and the moves without cards."""
        if self.opening is None:
            return None
        seats = range(self.game.seats)
        held = self.opening.haggis
        for hand in self.opening.hands:
            held |= hand
        all_in_one = Position(
            tournament=False, bonus=0, hands=(held, *(WILDS for _ in seats[1:])), haggis=0, actor=Seat(0),
            captured=(0,) * len(seats), bets=(None,) * len(seats), played=(True,) * len(seats),
        )  # fmt: skip
        gifts = [give(Seat(seat)) for seat in seats] if len(seats) > MIN_PLAYERS else []
        return [PASS, *map(bet, BETS), *gifts, *encode_round(all_in_one).legal(0)]

    def dealing(self, state: State) -> Placing:
        """The deal that a state awaits (H2), or that of the position."""
        if self.opening is not None:
            return Placing(*hidden_parts(self.opening))
        cards = tuple(card.bit_length() - 1 for card in self.game.deck)
        seats = self.game.seats
        room = (HAND_SIZE,) * seats + (len(cards) - HAND_SIZE * seats,)
        return Placing(next_dealer(state), cards, room, (0,) * (seats + 1))

    def begins_round(self, dealing: Placing) -> bool:
        """Every deal does."""
        del dealing
        return True

    def after_deal(self, state: State, move: Deal) -> State:
        """The state after a deal."""
        if self.opening is None:
            return self.game.apply(state, CHANCE, move)
        hands = tuple(held & WILDS | spots for held, spots in zip(self.opening.hands, move.hands, strict=True))
        position = msgspec.structs.replace(self.opening, hands=hands, haggis=move.haggis)
        return State(Standing((0,) * self.game.seats, move.dealer, 1), encode_round(position), ())

    def hand(self, state: State, seat: Seat) -> int:
        """Nothing: an action is the same move whatever the hand."""
        del state, seat
        return 0

    def observe(self, state: State, seat: Seat, out: Floats) -> None:
        """Write what a seat sees into zeros, from the kernel where there is a round."""
        if state.round is None:
            self.encoding.encode_view(self.game.view(state, seat), out)
        else:
            write_observation(state.round, seat, state.standing.scores, self.game.options.target, out)

    def event_text(self, before: State, actor: Actor, move: int | Deal, after: State, viewer: Seat | None) -> str:
        """What a seat, or a spectator, learns of an event (H9)."""
        del before
        if isinstance(move, Deal):
            hand = "" if viewer is None else f" {format_cards(move.hands[viewer])}"
            return f"{move.dealer} deals{hand}"
        text = f"{actor} {write_move(move)}"
        if after.round is None or not after.round.over:
            return text
        shown = decode_round(after.round)
        return f"{text} shown {' | '.join(map(format_cards, shown.hands))} haggis {format_cards(shown.haggis)}"

    def describe_private(self, view: View) -> str:
        return describe_private(view)

    def resample(self, nodes: Sequence[HistoryNode], seat: Seat, rng: Random) -> Iterator[Event]:
        """A round as it could have been for all that a seat knows (H9.3); the end shows all (H9.2)."""
        events = [node.event for node in nodes[1:] if node.event is not None]
        if not events:
            return
        now: State = nodes[-1].state
        assert now.round is not None
        assert now.standing.dealer is not None
        if now.round.over:
            yield from events
            return
        world = self.game.determinize(self.game.view(now, seat), rng).round
        assert world is not None
        hidden = decode_round(world)
        hands = [hand & SPOTS[3] for hand in hidden.hands]
        for actor, move in now.history:
            if kind_of(move) in (SET, SEQUENCE, BOMB):
                hands[actor] |= cards_of(move) & SPOTS[3]
        yield CHANCE, Deal(now.standing.dealer, tuple(hands), hidden.haggis)
        yield from events[1:]


def parse_opening(game: Haggis, text: str) -> Position:
    """The position that a text describes, every spot card in it; or NotationError."""
    opened = game.parse_position(text).round
    assert opened is not None
    position = decode_round(opened)
    places = position.trick | position.haggis
    for pile in (*position.hands, *position.captured):
        places |= pile
    missing = SPOTS[game.seats] & ~places
    if missing:
        raise NotationError(
            f"every card must lie somewhere in a position that is redealt, missing: {format_cards(missing)!r}", "H1.1"
        )
    return position


def hidden_parts(position: Position) -> tuple[Seat, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The dealer, the hidden cards, the room for them in every place, and places without cards yet."""
    piles = [hand & SPOTS[3] for hand in position.hands] + [position.haggis]
    cards = tuple(bit for bit in range(45) if sum(piles) >> bit & 1)
    return position.actor, cards, tuple(pile.bit_count() for pile in piles), (0,) * len(piles)


SPIEL: Final = SpielKind(traits=HaggisTraits, players=(2, 3), parameters={"position": ""})
