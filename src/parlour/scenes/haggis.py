"""Haggis as people are shown it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import GameError
from parlour.core.game import Seat
from parlour.games.haggis.cards import (
    FACES,
    RANK_NAMES,
    SUITS,
    WILDS,
    card_names,
    format_cards,
    parse_cards,
    pile_names,
    pile_points,
)
from parlour.games.haggis.kernel.combos import beats, readings
from parlour.games.haggis.notation import (
    BET,
    BOMB,
    GIVE,
    PASS,
    SEQUENCE,
    SET,
    Deal,
    cards_of,
    combo_of,
    format_move,
    kind_of,
    why_no_combo,
)
from parlour.scenes.scene import Answer, Card, Cards, Combo, Group, Reading, Told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.core.game import Actor
    from parlour.games.haggis import View
    from parlour.games.haggis.view import RoundView

EACH: Final = 6
"""How many moves of one shape are suggested."""
MOST: Final = 48
"""How many moves are suggested in all, of every shape at least one: an answer stays below 16 kB."""
KIND_NAMES: Final = {SET: "set", SEQUENCE: "sequence", BOMB: "bomb"}


class SeatScene(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What everybody sees of one seat (H9.1, H9.2)."""

    score: int
    cards: int = 0
    wilds: Cards = ()
    """Those that are still face up before her."""
    bet: int | None = None
    captured: int = 0
    """Points captured in this round."""
    passed: bool = False
    """Since the last combo."""
    out: int | None = None
    """1 for the first who went out, 2 for the second."""


class TrickPlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combo in the trick, or a pass."""

    seat: int
    combo: Combo | None = None


class Parts(msgspec.Struct, frozen=True):
    """A round's points of one seat, part by part (H7)."""

    left_over: int
    tricks: int
    last: int
    """The last hand and the haggis."""
    bets: int
    bonus: int


class RoundEnd(msgspec.Struct, frozen=True):
    """What is shown when a round has ended (H9.2)."""

    parts: tuple[Parts, ...]
    hands: tuple[Cards, ...]
    haggis: Cards
    outs: tuple[int, ...]


class May(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat may do at this moment."""

    play: bool = False
    passing: bool = False
    bets: tuple[int, ...] = ()
    gives: tuple[int, ...] = ()
    """To whom a bombed trick can be given."""


class HaggisScene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="game", tag="haggis"):
    """A match of Haggis as one seat, or a spectator, is shown it."""

    seat: int | None
    players: int
    target: int
    edition: str
    tournament: bool
    number: int
    """Which round, from 1; 0 before the first deal."""
    dealer: int | None
    phase: str
    """`waiting` (for a deal), `playing`, `giving`, `over` (the round; the match too, where nobody is to deal)."""
    to_act: tuple[int, ...]
    seats: tuple[SeatScene, ...]
    hand: Cards = ()
    trick: tuple[TrickPlay, ...] = ()
    standing: Combo | None = None
    holder: int | None = None
    trick_cards: int = 0
    trick_points: int = 0
    bombs: tuple[Cards, ...] = ()
    """The bombs in one's own hand."""
    gone: Cards = ()
    """Every card that was played in this round, low to high."""
    may: May = May()
    end: RoundEnd | None = None


class HaggisStaging:
    """Shows Haggis."""

    def scene(self, view: View, legal: Sequence[int]) -> HaggisScene:
        """Spell out a view."""
        standing = view.standing
        seen = view.round
        common: dict[str, Any] = {
            "seat": view.seat,
            "players": view.options.players,
            "target": view.options.target,
            "edition": view.options.edition,
            "tournament": view.options.tournament,
            "number": standing.number,
            "dealer": standing.dealer,
            "to_act": tuple(actor for actor in view.to_act if actor is not None),
        }
        if seen is None:
            seats = tuple(SeatScene(score=score) for score in standing.scores)
            return HaggisScene(phase="waiting", seats=seats, **common)
        return HaggisScene(
            phase=seen.phase,
            seats=tuple(seat_scene(view, seen, seat) for seat in range(view.options.players)),
            hand=card_names(seen.hand),
            trick=trick_plays(seen),
            standing=laid_out(seen.standing) if seen.standing else None,
            holder=seen.holder if seen.standing or seen.phase == "giving" else None,
            trick_cards=seen.trick.bit_count(),
            trick_points=pile_points(seen.trick),
            bombs=bombs_in(seen.hand),
            gone=gone_cards(seen),
            may=may_do(legal),
            end=round_end(seen),
            **common,
        )

    def told(self, actor: Actor, move: int | Deal, before: View, after: View) -> tuple[Told, ...]:
        """Tell what a move did; all that seats do in Haggis is public (H9.1)."""
        was, now = before.round, after.round
        assert now is not None
        if isinstance(move, Deal):
            return (Told(kind="deal", seat=move.dealer, other=now.actor, number=after.standing.number),)
        assert was is not None
        return (
            told_move(actor, move, now),
            *told_outs(was, now),
            *told_tricks(was, now),
            *told_end(now, after),
        )

    def answer(self, view: View, legal: Sequence[int], text: str) -> Answer:
        """Say what some cards are, and which playable combos contain them."""
        try:
            cards = parse_cards(text)
        except GameError as error:
            return Answer(code="play/cards", reason=error.reason, clause=error.clause or "")
        seen = view.round
        hand = 0 if seen is None else seen.hand
        if cards & ~hand:
            missing = format_cards(cards & ~hand)
            return Answer(code="play/cards", reason=f"{missing!r} not in hand", clause="H2.2")
        groups = grouped(move for move in legal if kind_of(move) in KIND_NAMES and not cards & ~move)
        if not cards:
            return Answer(groups=groups)
        found = readings(cards)
        if not found:
            reason, clause = why_no_combo(cards)
            return Answer(code="play/combo", reason=reason, clause=clause, groups=groups)
        standing = 0 if seen is None else seen.standing
        return Answer(readings=tuple(read(move, standing) for move in found), groups=groups)

    def turned(self, before: View, after: View) -> bool:
        """Tell whether the last hand and the haggis were shown (H9.2)."""
        del before
        return after.round is not None and after.round.shown is not None

    def laid_open(self, view: View) -> bool:
        """Tell whether the round is over (H9.2)."""
        return view.round is not None and view.round.shown is not None


def seat_scene(view: View, seen: RoundView, seat: int) -> SeatScene:
    """Spell out one seat."""
    passed = {who for who, move in seen.history[len(seen.history) - seen.passes :] if move == PASS}
    return SeatScene(
        score=view.standing.scores[seat],
        cards=seen.sizes[seat],
        wilds=card_names(seen.wilds[seat]),
        bet=seen.bets[seat],
        captured=pile_points(seen.captured[seat]),
        passed=bool(seen.standing) and seat in passed,
        out=seen.outs.index(Seat(seat)) + 1 if seat in seen.outs else None,
    )


def trick_plays(seen: RoundView) -> tuple[TrickPlay, ...]:
    """Give the plays and passes of the trick that lies on the table, first to last."""
    left = seen.trick.bit_count()
    plays: list[TrickPlay] = []
    for seat, move in reversed(seen.history):
        if not left:
            break
        if kind_of(move) in (BET, GIVE):
            continue
        plays.append(TrickPlay(seat, laid_out(move) if move else None))
        left -= cards_of(move).bit_count()
    return tuple(reversed(plays))


def may_do(legal: Sequence[int]) -> May:
    """Sum up the legal moves."""
    kinds: dict[int, list[int]] = {}
    for move in legal:
        kinds.setdefault(move >> 60, []).append(move)
    return May(
        play=bool(kinds.keys() & KIND_NAMES.keys()),
        passing=PASS in kinds,
        bets=tuple(map(cards_of, kinds.get(BET, ()))),
        gives=tuple(map(cards_of, kinds.get(GIVE, ()))),
    )


def gone_cards(seen: RoundView) -> Cards:
    """Name every card that was played in the round."""
    gone = seen.trick
    for pile in seen.captured:
        gone |= pile
    return pile_names(gone)


@lru_cache(maxsize=4096)
def bombs_in(hand: int) -> tuple[Cards, ...]:
    """Name the bombs that a hand holds."""
    wilds = [1 << (45 + bit) for bit in range(3)]
    odd = {suit: sum(1 << (5 * row + suit) for row in (1, 3, 5, 7)) for suit in range(5)}
    found = [mask for mask in odd.values() if mask & ~hand == 0]
    found += [mask for mask in rainbow(hand) if readings(mask)]
    found += [mask for mask in (sum(wilds), *(sum(wilds) - wild for wild in wilds)) if mask & ~hand == 0]
    return tuple(map(card_names, found))


def rainbow(hand: int) -> Iterable[int]:
    """Give one 3-5-7-9 in four suits, where the hand has one (H4.8)."""
    masks = [[1 << (5 * row + suit) for suit in range(5) if hand >> (5 * row + suit) & 1] for row in (1, 3, 5, 7)]
    whole = ((a, b, c, d) for a in masks[0] for b in masks[1] for c in masks[2] for d in masks[3])
    for four in whole:
        if len({(card.bit_length() - 1) % 5 for card in four}) == len(four):
            return [sum(four)]
    return []


def round_end(seen: RoundView) -> RoundEnd | None:
    """Spell out what is shown at the end of a round."""
    if seen.points is None:
        return None
    assert seen.shown is not None
    return RoundEnd(
        parts=tuple(Parts(*parts) for parts in seen.points),
        hands=tuple(map(card_names, seen.shown)),
        haggis=card_names(seen.haggis or 0),
        outs=seen.outs,
    )


@lru_cache(maxsize=8192)
def laid_out(move: int) -> Combo:
    """Lay a combo out, low to high, every wild at a place that it can take (H4.4)."""
    combo = combo_of(move)
    names = card_names(cards_of(move))
    spots, wilds = [name for name in names if name not in FACES], [name for name in names if name in FACES]
    if combo.kind == "bomb" or not spots:
        cards = tuple(map(Card, names))
    elif combo.kind == "set":
        cards = (*map(Card, spots), *(Card(wild, RANK_NAMES[combo.top]) for wild in wilds))
    else:
        cards = sequence_cards(combo.top, combo.length, combo.width, spots, wilds)
    return Combo(combo.kind, combo.width, combo.length, combo.top, cards)


def sequence_cards(top: int, length: int, width: int, spots: list[str], wilds: list[str]) -> tuple[Card, ...]:
    """Fill the places of a sequence: spot cards first, then wilds, each the lowest one that may stand there."""
    suits = sorted({name[-1] for name in spots}, key=SUITS.index)
    places = [(rank, suit) for rank in range(top - length + 1, top + 1) for suit in (*suits, "")[:width]]
    spare = list(wilds)
    cards: list[Card] = []
    for rank, suit in places:
        name = f"{rank}{suit}"
        if name in spots:
            cards.append(Card(name))
            continue
        own = RANK_NAMES[rank]
        wild = own if own in spare else spare[0]
        spare.remove(wild)
        cards.append(Card(wild, "" if wild == own else own + suit))
    return tuple(cards)


def read(move: int, standing: int) -> Reading:
    """Spell out one reading, and say whether it beats what stands."""
    text = format_move(move)
    if standing and not beats(move, standing):
        clause = "H5.3" if kind_of(standing) == BOMB else "H5.2"
        return Reading(text, laid_out(move), "play/low", f"{text!r} does not beat {format_move(standing)!r}", clause)
    return Reading(text, laid_out(move))


def grouped(moves: Iterable[int]) -> tuple[Group, ...]:
    """Sort combos by shape, and give the cheapest of each: without wilds before with, low before high."""
    shapes: dict[int, list[int]] = {}
    for move in moves:
        shapes.setdefault(move >> 52, []).append(move)
    groups: list[Group] = []
    most = max(1, min(EACH, MOST // max(1, len(shapes))))
    for shape in sorted(shapes):
        found = shapes[shape]
        found.sort(key=cost)
        name = KIND_NAMES[kind_of(shape << 52)]
        groups.append(Group(name, shape >> 4 & 15, shape & 15, len(found), tuple(map(suggested, found[:most]))))
    return tuple(groups)


@lru_cache(maxsize=8192)
def suggested(move: int) -> Reading:
    """Spell out a combo that can be played."""
    return Reading(format_move(move), laid_out(move))


def cost(move: int) -> tuple[int, int, int]:
    """Order moves of one shape by what they cost."""
    return (move & WILDS).bit_count(), move >> 48 & 15, move


def told_move(actor: Actor, move: int, now: RoundView) -> Told:
    """Tell a seat's decision."""
    assert actor is not None
    if kind_of(move) == BET:
        return Told(kind="bet", seat=actor, number=cards_of(move))
    if kind_of(move) == GIVE:
        return Told(kind="give", seat=actor, other=cards_of(move))
    if move == PASS:
        return Told(kind="pass", seat=actor)
    return Told(
        kind="play", seat=actor, combo=laid_out(move), cards=card_names(cards_of(move)), number=now.sizes[actor]
    )


def told_outs(was: RoundView, now: RoundView) -> tuple[Told, ...]:
    """Tell who has gone out."""
    return tuple(
        Told(kind="out", seat=seat, number=place)
        for place, seat in enumerate(now.outs, start=1)
        if place > len(was.outs)
    )


def told_tricks(was: RoundView, now: RoundView) -> tuple[Told, ...]:
    """Tell who got a trick that has just ended."""
    return tuple(
        Told(kind="trick", seat=seat, number=(new & ~old).bit_count(), points=(pile_points(new & ~old),))
        for seat, (old, new) in enumerate(zip(was.captured, now.captured, strict=True))
        if old != new
    )


def told_end(now: RoundView, after: View) -> tuple[Told, ...]:
    """Tell the end of a round, and of the match."""
    if now.points is None:
        return ()
    ended = Told(kind="round", points=tuple(map(sum, now.points)), number=after.standing.number)
    if after.to_act:
        return (ended,)
    winner = after.standing.scores.index(max(after.standing.scores))
    return (ended, Told(kind="match", seat=winner, points=after.standing.scores))
