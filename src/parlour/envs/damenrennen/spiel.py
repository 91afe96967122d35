"""Damenrennen for OpenSpiel: its chance, its observations, its information states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.game import CHANCE
from parlour.envs.damenrennen.dealing import MARKET_SIZE, Drawing
from parlour.envs.damenrennen.kernel.observe import write_observation
from parlour.envs.spiel_traits import SpielKind
from parlour.games.damenrennen.cards import NAMES, card_names, format_cards
from parlour.games.damenrennen.kernel.slots import SLOTS
from parlour.games.damenrennen.match import DRAW, running
from parlour.games.damenrennen.notation import (
    DISCARD,
    EXCHANGE,
    LAY,
    TAKE,
    Deal,
    Draw,
    diamonds_of,
    exchange,
    format_move,
    kind_of,
    plain,
)
from parlour.games.damenrennen.position import PHASES, SEATS, Position, decode_game, other_seat
from parlour.games.damenrennen.text import describe_private

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from parlour.core.game import Actor, Seat
    from parlour.envs.fields import Floats
    from parlour.envs.spiel.history_node import Event, HistoryNode
    from parlour.envs.turns import Turns
    from parlour.games.damenrennen import Damenrennen, State, View

AWAITING: Final = PHASES.index("race")
HANDS: Final = SLOTS["hands"]
STACK: Final = SLOTS["stack"]
LONGEST: Final = 2000
"""Decisions, and steps of chance, for each game of a match; one game in thousands takes 500."""


class DamenrennenTraits:
    """Damenrennen: a match, or one game."""

    chance_outcomes: Final = len(NAMES)
    max_payoff: Final = 1.0

    def __init__(self, turns: Turns[Damenrennen]) -> None:
        """Set the traits of a game's options."""
        self.game = turns.game
        self.max_decisions = self.max_chances = LONGEST * self.game.options.best_of

    def possible_moves(self) -> None:
        """Every move of the game can occur."""

    def dealing(self, state: State) -> Drawing:
        """The deal of a race, or a tie-break (D2, D3.4)."""
        game = running(state)
        if game.phase == DRAW:
            return Drawing(game.tie_break_pool(), (1, 1))
        return Drawing(game.slots()[STACK], (MARKET_SIZE, *game.deal_sizes()))

    def begins_round(self, dealing: Drawing) -> bool:
        """Whether a race begins; otherwise a tie is broken."""
        return len(dealing.sizes) > len(SEATS)

    def after_deal(self, state: State, move: Deal | Draw) -> State:
        """The state after chance's move."""
        return self.game.apply(state, CHANCE, move)

    def hand(self, state: State, seat: Seat) -> int:
        return state.game.slots()[HANDS + seat]

    def observe(self, state: State, seat: Seat, out: Floats) -> None:
        """Write what a seat sees into zeros, from the kernel."""
        write_observation(state.game, seat, state.standing.wins, self.game.options.needed, out)

    def event_text(
        self, before: State, actor: Actor, move: int | Deal | Draw, after: State, viewer: Seat | None
    ) -> str:
        """What a seat, or a spectator, learns of an event (D9)."""
        if isinstance(move, Deal):
            hand = "" if viewer is None else f" {format_cards(move.hands[viewer])}"
            return f"race: market {format_cards(move.market)}; hand{hand}"
        if isinstance(move, Draw):
            return format_move(move)
        kind = kind_of(move)
        open_to_all = kind == TAKE or viewer == actor
        if open_to_all or (viewer is not None and kind not in (DISCARD, EXCHANGE, LAY)):
            text = f"{actor} {format_move(move)}"
        else:
            text = f"{actor} seals" if kind in (EXCHANGE, LAY) else f"{actor} chooses"
        return text + reveal(kind, decode_game(before.game), decode_game(after.game))

    def describe_private(self, view: View) -> str:
        return describe_private(view)

    def resample(self, nodes: Sequence[HistoryNode], seat: Seat, rng: Random) -> Iterator[Event]:
        """A race as it could have been for all that a seat knows (D9.2).

        What the other did unseen is drawn from what she could have done. A race that is over is
        drawn as it was known just before its end: then its hidden cards went back into the stack.
        """
        last = nodes[-1]
        events = [node.event for node in nodes[1:] if node.event is not None]
        if not events:
            return
        if last.state.game.over or last.state.game.phase == AWAITING:
            assert last.before is not None
            last = last.before
        view = self.game.view(last.state, seat)
        world = decode_game(self.game.determinize(view, rng).game)
        yield from resampled_events(events, world, seat, rng)


def resampled_events(events: Sequence[Event], world: Position, seat: Seat, rng: Random) -> Iterator[Event]:
    """The events of a race, with the other's unseen part as it is in this world."""
    other = other_seat(seat)
    assert other is not None
    spent = world.spent[other]
    pending = world.sealed[other]
    for number, (actor, move) in enumerate(events):
        if isinstance(move, Deal):
            hands = list(move.hands)
            hands[other] = dealt_hand(world, other)
            yield actor, Deal(move.market, tuple(hands))
        elif isinstance(move, Draw) or actor != other:
            yield actor, move
        elif pending is not None and is_last(events, number, other):
            yield actor, pending
        elif kind_of(move) == DISCARD:
            card = rng.choice(card_names(spent))
            discarded = 1 << (2 * NAMES.index(card))
            spent -= discarded
            yield actor, plain(DISCARD, discarded)
        elif kind_of(move) == EXCHANGE:
            yield actor, exchange(diamonds_of(move), spent)
        else:
            yield actor, move


def is_last(events: Sequence[Event], number: int, seat: Seat) -> bool:
    """Whether an event is the last one of a seat."""
    return all(actor != seat for actor, _ in events[number + 1 :])


def dealt_hand(world: Position, seat: Seat) -> int:
    """The hand that a seat was dealt: before the exchange, and before the heart swap."""
    hand = world.hands[seat] + world.spent[seat] + sum(world.laid[seat]) - world.exchanged[seat]
    if not world.taken:
        return hand
    moved = world.taken - world.given
    return hand - moved if world.advantages[2] == seat else hand + moved


def reveal(kind: int, was: Position, now: Position) -> str:
    """What was turned over when the last of the sealed choices was made."""
    text = ""
    if kind == EXCHANGE and now.phase != "exchange":
        text = f" exchanged {' | '.join(map(format_cards, now.exchanged))}"
    if kind == LAY and len(now.laid[0]) > len(was.laid[0]):
        text = f" laid {' | '.join(format_cards(laid[-1]) for laid in now.laid)}"
        if any(now.bombs):
            text += f" bombs {' | '.join(map(format_cards, now.bombs))}"
    return text


SPIEL: Final = SpielKind(traits=DamenrennenTraits)
