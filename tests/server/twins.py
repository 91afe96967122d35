"""Random tables, and their twins: the same log with all changed that one viewer may not know.

A twin is written as a log, deal and moves, and replayed like any other: whatever the server would
say of it, it says by the same code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import msgspec

from parlour.core.game import Seat
from parlour.games.catalogue import make_game
from parlour.games.damenrennen import notation as damen
from parlour.games.damenrennen.cards import card_count
from parlour.games.damenrennen.position import SEATS, Position, decode_game
from parlour.games.haggis.notation import Deal as HaggisDeal
from parlour.games.haggis.notation import cards_of, kind_of
from parlour.games.haggis.position import decode_round
from parlour.server.events import AnyEvent, Committed, Dealt, Moved, Opening, Seated, Undone
from parlour.server.table_log import AnyTableLog, Viewer, replay
from tests.damenrennen.law_support import names, pile_of
from tests.damenrennen.law_support import shuffle_hidden as shuffle_damenrennen

HIDDEN_KINDS = {damen.DISCARD, damen.EXCHANGE, damen.LAY}
"""Choices of Damenrennen that only their own seat sees (D9.2)."""
SPOTS = (1 << 45) - 1


class Log(NamedTuple):
    """A table's opening and its events."""

    opening: Opening
    events: list[AnyEvent]


GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "haggis-2": ("haggis", {"target": 60}),
    "haggis-3": ("haggis", {"players": 3, "target": 60}),
    "damenrennen": ("damenrennen", {}),
}


def random_log(name: str, seed: int) -> Log:
    """Play a table at random to its end: one move in ten out of turn, some of them taken back."""
    rng = Random(seed)
    kind, options = GAMES[name]
    game = make_game(kind, options)
    opening = Opening(
        game=kind, version=game.version, options=msgspec.to_builtins(game.options), owner=1, clock=None, undo=True
    )
    log = Log(opening, [Seated(seat, seat + 1, f"guest {seat}") for seat in range(game.seats)])
    match = replay(*log)
    while match.status != "over":
        for event in random_events(match, rng):
            match.fold(event)
            log.events.append(event)
    return log


def random_events(match: AnyTableLog, rng: Random) -> list[AnyEvent]:
    """What happens next: a deal, a move, or a move that is taken back."""
    if match.awaits_deal():
        return [match.draw_deal(rng), Dealt()]
    last = match.last
    if last is not None and rng.random() < 0.1 and may_be_undone(match, last):
        return [Undone(last.seat)]
    seat = rng.choice(match.to_act())
    if rng.random() < 0.1:
        seat = Seat(rng.randrange(match.game.seats))
    legal = match.legal_moves(seat)
    return [Moved(seat, match.game.format_move(rng.choice(legal)))] if len(legal) else []


def may_be_undone(match: AnyTableLog, last: Moved) -> bool:
    """Leave shown cards of Damenrennen out: who has seen them keeps knowing them, and the twin is made from states."""
    shows = last.move.startswith(("show", "swap"))
    return match.can_undo(Seat(last.seat)) and not shows


class Moment(NamedTuple):
    """A table at some time, in the middle of a round or race."""

    before: list[AnyEvent]
    """What happened before the commitment to its cards."""
    base: AnyTableLog
    """The table as it was then."""
    since: list[AnyEvent]
    match: AnyTableLog
    """The table as it is."""


def moments(log: Log) -> Iterator[Moment]:
    """Every moment of a log, from the first commitment on; tie-breaks belong to their race."""
    match = replay(log.opening, ())
    start, base = 0, match
    for number, event in enumerate(log.events):
        if isinstance(event, Committed) and not event.deal.startswith("draw"):
            start, base = number, copied(match)
        match.fold(event)
        if match.has_begun:
            yield Moment(log.events[:start], base, log.events[start : number + 1], copied(match))


def copied(match: AnyTableLog) -> AnyTableLog:
    """A table that can go another way; states and events are values."""
    again = copy(match)
    for name, value in vars(match).items():
        if isinstance(value, list | dict | set):
            setattr(again, name, copy(value))
    again.table = copy(match.table)
    again.table.events = list(match.table.events)
    return again


def twin(moment: Moment, viewer: Viewer, rng: Random) -> list[AnyEvent] | None:
    """Another course of the round that a viewer cannot tell from the true one; None where all lies open."""
    if not moment.match.dealt or moment.match.has_pending_deal or moment.match.status == "over":
        return None
    if moment.match.game.name == "haggis":
        return haggis_twin(moment, viewer, rng)
    return damenrennen_twin(moment, viewer, rng)


def haggis_twin(moment: Moment, viewer: Viewer, rng: Random) -> list[AnyEvent] | None:
    """Redeal the spot cards that nobody has shown; plays stay what they are (H9.3)."""
    committed, *rest = moment.since
    match = moment.match
    state = match.table.state
    if state.round is None or state.round.over:
        return None
    position = decode_round(state.round)
    assert isinstance(committed, Committed), committed
    deal = match.game.parse_move(committed.deal)
    taken_back = [0] * match.game.seats
    for before, after in pairwise(rest):
        if isinstance(after, Undone) and isinstance(before, Moved):
            move = match.game.parse_move(before.move)
            taken_back[before.seat] |= cards_of(move) if kind_of(move) in (1, 2, 3) else 0
    places = [0 if seat == viewer else hand & SPOTS & ~taken_back[seat] for seat, hand in enumerate(position.hands)]
    places.append(position.haggis)
    bits = [bit for mask in places for bit in range(45) if mask >> bit & 1]
    rng.shuffle(bits)
    dealt = []
    for whole, mask in zip([*deal.hands, deal.haggis], places, strict=True):
        mine = [bits.pop() for _ in range(mask.bit_count())]
        dealt.append(whole & ~mask | sum(1 << bit for bit in mine))
    redealt = HaggisDeal(deal.dealer, tuple(dealt[:-1]), dealt[-1])
    kept = msgspec.structs.replace(committed, deal=match.game.format_move(redealt))
    return [kept, *rest]


def damenrennen_twin(moment: Moment, viewer: Viewer, rng: Random) -> list[AnyEvent] | None:
    """Redeal a race and rewrite its hidden choices, so that it leads to a shuffled position (D9)."""
    committed, *rest = moment.since
    match = moment.match
    state = match.table.state
    if state.game.over or decode_game(state.game).phase == "race":
        return None
    position = decode_game(shuffle_damenrennen(state, viewer, rng).game)
    assert isinstance(committed, Committed), committed
    deal = match.game.parse_move(committed.deal)
    hands = tuple(deal.hands[seat] if seat == viewer else dealt_hand(position, seat) for seat in SEATS)
    if any(card_count(hand) != card_count(dealt) for hand, dealt in zip(hands, deal.hands, strict=True)):
        return None  # a tie-break has shuffled all used cards into the stack (D3.4): none of them is anywhere now
    kept = msgspec.structs.replace(committed, deal=match.game.format_move(damen.Deal(deal.market, hands)))
    made: list[AnyEvent] = [kept]
    other = copied(moment.base)
    if other.game.refusal(other.table.state, None, damen.Deal(deal.market, hands)) is not None:
        return None  # as many as were dealt, and yet others, for the same reason
    other.fold(kept)
    choices = {seat: hidden_choices(position, seat) for seat in SEATS if seat != viewer}
    for event, following in zip(rest, [*rest[1:], None], strict=True):
        changed = event
        if isinstance(event, Moved) and event.seat != viewer:
            move = damen.parse_move(event.move)
            assert isinstance(move, int), event
            if isinstance(following, Undone) and damen.kind_of(move) in HIDDEN_KINDS:
                move = another(other, Seat(event.seat), move, rng)
            else:
                move = rewritten(move, choices[Seat(event.seat)], position, viewer)
            changed = Moved(event.seat, damen.format_move(move))
        other.fold(changed)
        made.append(changed)
    return made


def another(match: AnyTableLog, seat: Seat, taken_back: int, rng: Random) -> int:
    """Any move of the same kind: it is taken back, and only its seat has seen it, but for exchanged diamonds.

    Those are shown at once where nobody else has to decide (D2.6).
    """
    kind, diamonds = damen.kind_of(taken_back), damen.diamonds_of(taken_back)
    alike = [
        move
        for move in match.legal_moves(seat)
        if damen.kind_of(move) == kind and (kind != damen.EXCHANGE or damen.diamonds_of(move) == diamonds)
    ]
    return int(rng.choice(alike))


def rewritten(move: int, choices: dict[int, list[int]], position: Position, viewer: Viewer) -> int:
    """The move that takes another's place, where the viewer may not see its cards."""
    kind = damen.kind_of(move)
    if kind in HIDDEN_KINDS:
        return choices[kind].pop(0)
    if kind == damen.SHOW and viewer is None:
        return damen.plain(damen.SHOW, position.shown)
    if kind == damen.SWAP and viewer is None:
        return damen.swap(position.taken, position.given)
    return move


def dealt_hand(position: Position, seat: Seat) -> int:
    """Work out what a seat was dealt from where its cards lie now."""
    held = Counter([*names(position.hands[seat]), *names(position.spent[seat])])
    held.update(name for card in position.laid[seat] for name in names(card))
    held.subtract(names(position.exchanged[seat]))
    if position.taken:
        got, gave = (position.taken, position.given)
        if position.advantages[2] != seat:
            got, gave = gave, got
        held.subtract(names(got))
        held.update(names(gave))
    return pile_of(list(held.elements()))


def hidden_choices(position: Position, seat: Seat) -> dict[int, list[int]]:
    """The hidden choices of a race, in order, that lead to a position."""
    spent = names(position.spent[seat])
    sealed = position.sealed[seat]
    choices: dict[int, list[int]] = {
        damen.DISCARD: [],
        damen.EXCHANGE: [],
        damen.LAY: [damen.plain(damen.LAY, card) for card in position.laid[seat]],
    }
    if position.full and position.advantages[1] == seat and spent:
        choices[damen.DISCARD].append(damen.plain(damen.DISCARD, pile_of([spent.pop()])))
    if sealed is None or damen.kind_of(sealed) != damen.EXCHANGE:
        choices[damen.EXCHANGE].append(damen.exchange(position.exchanged[seat], pile_of(spent)))
    if sealed is not None:
        choices[damen.kind_of(sealed)].append(sealed)
    return choices
