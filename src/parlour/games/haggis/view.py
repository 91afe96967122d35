"""What one seat, or a spectator, may see (H9), and the worlds that this allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.core.game import Actor, Seat
from parlour.core.options import format_options
from parlour.games.haggis.cards import SPOTS, WILDS
from parlour.games.haggis.figure import draw
from parlour.games.haggis.options import Options
from parlour.games.haggis.position import Phase, Play, Position, decode_round, encode_round
from parlour.games.haggis.position_notation import format_view
from parlour.games.haggis.state import Standing, State

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.core.figure import Bar, Drawing, Theme


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one seat sees it; trick and captured cards are piles, where wilds have owners."""

    hand: int
    """One's own cards, wilds included; 0 for a spectator."""
    sizes: tuple[int, ...]
    wilds: tuple[int, ...]
    """The face-up wilds, by seat, as masks of cards."""
    phase: Phase
    actor: Seat
    standing: int
    holder: Seat
    runner_up: Seat | None
    passes: int
    trick: int
    captured: tuple[int, ...]
    bets: tuple[int | None, ...]
    played: tuple[bool, ...]
    left_over: tuple[int, ...]
    outs: tuple[Seat, ...]
    history: tuple[Play, ...]
    shown: tuple[int, ...] | None
    """Every hand, shown when the round has ended (H9.2)."""
    haggis: int | None
    """Shown when the round has ended (H9.2)."""
    points: tuple[tuple[int, int, int, int, int], ...] | None
    """A finished round's points by seat, part by part, as `Round.score` gives them (H7)."""


class View(msgspec.Struct, frozen=True):
    """A match as one seat sees it."""

    seat: Seat | None
    options: Options
    standing: Standing
    to_act: tuple[Actor, ...]
    round: RoundView | None

    def __repr__(self) -> str:
        """What makes an equal view."""
        return f"Haggis({format_options(self.options)}).parse_view({format_view(self)!r})"

    def figure(self, *, theme: Theme = "light", bars: Sequence[Bar] = ()) -> Drawing:
        """The view as a picture, with moves that were considered where they are given."""
        return draw(self, theme=theme, bars=bars)

    def _repr_svg_(self) -> str:
        return draw(self).svg


def view_of(state: State, seat: Seat | None, options: Options, to_act: tuple[Actor, ...]) -> View:
    """What a seat may see of a state: what is not taken over here stays hidden (H9)."""
    if state.round is None:
        return View(seat, options, state.standing, to_act, None)
    position = decode_round(state.round)
    over = state.round.over
    seen = RoundView(
        hand=0 if seat is None else position.hands[seat],
        sizes=tuple(hand.bit_count() for hand in position.hands),
        wilds=tuple(hand & WILDS for hand in position.hands),
        phase=position.phase,
        actor=position.actor,
        standing=position.standing,
        holder=position.holder,
        runner_up=position.runner_up,
        passes=position.passes,
        trick=position.trick,
        captured=position.captured,
        bets=position.bets,
        played=position.played,
        left_over=position.left_over,
        outs=position.outs,
        history=state.history,
        shown=position.hands if over else None,
        haggis=position.haggis if over else None,
        points=tuple(map(state.round.score, range(options.players))) if over else None,
    )
    return View(seat, options, state.standing, to_act, seen)


def draw_world(view: View, rng: Random) -> State:
    """A random state whose view is this one, every such state as likely as the next."""
    seen = view.round
    if seen is None:
        return State(view.standing, None, ())
    hidden = hidden_cards(view, seen)
    hands, haggis = some_deal(view, seen, hidden)
    position = Position(
        tournament=view.options.tournament,
        bonus=view.options.bonus,
        hands=hands,
        haggis=haggis,
        actor=seen.actor,
        phase=seen.phase,
        standing=seen.standing,
        holder=seen.holder,
        runner_up=seen.runner_up,
        passes=seen.passes,
        trick=seen.trick,
        captured=seen.captured,
        bets=seen.bets,
        played=seen.played,
        left_over=seen.left_over,
        outs=seen.outs,
    )
    world = encode_round(position).shuffled(hidden, rng.getrandbits(64))
    return State(view.standing, world, seen.history)


def hidden_cards(view: View, seen: RoundView) -> int:
    """The spot cards that may lie in another hand or in the haggis (H9.3)."""
    if seen.shown is not None:
        return 0
    hidden = SPOTS[view.options.players] & ~seen.hand & ~seen.trick
    for pile in seen.captured:
        hidden &= ~pile
    return hidden


def some_deal(view: View, seen: RoundView, hidden: int) -> tuple[tuple[int, ...], int]:
    """Hands and haggis of the right sizes, the hidden cards in them in order."""
    if seen.shown is not None:
        return seen.shown, seen.haggis or 0
    rest = [1 << bit for bit in range(45) if hidden >> bit & 1]
    hands = []
    for seat, (size, wilds) in enumerate(zip(seen.sizes, seen.wilds, strict=True)):
        if seat == view.seat:
            hands.append(seen.hand)
            continue
        count = size - wilds.bit_count()
        hands.append(wilds | sum(rest[:count]))
        rest = rest[count:]
    return tuple(hands), sum(rest)
