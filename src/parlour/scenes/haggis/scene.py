"""A match of Haggis as one seat, or a spectator, is shown it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.game import Seat
from parlour.games.haggis.cards import card_names, pile_names, pile_points
from parlour.games.haggis.kernel.combos import answers
from parlour.games.haggis.notation import BET, BOMB, GIVE, PASS, SEQUENCE, SET, cards_of, kind_of
from parlour.games.haggis.state import first_lead, sole_leader
from parlour.scenes.haggis.combos import laid_out
from parlour.scenes.scene import Cards, Combo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis import View
    from parlour.games.haggis.view import RoundView

NO_BOMB: Final = BOMB << 60
"""Weaker than every bomb: what beats it is a bomb."""
COMBOS: Final = frozenset({SET, SEQUENCE, BOMB})
RAINBOW: Final = 1
"""The strength of 3-5-7-9 in four suits (H4.8)."""


class SeatScene(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What everybody sees of one seat (H9.1, H9.2)."""

    score: int
    cards: int = 0
    wilds: Cards = ()
    """Those that still lie face up before it."""
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
    left_cards: int
    """The cards in the largest hand when this seat went out (H7.1)."""
    left_with: tuple[int, ...]
    """Whose hand that was; two where both were equally large."""
    bets_from: tuple[int, ...]
    """By seat: what its bet brings this one (H7.3)."""


class NextRound(msgspec.Struct, frozen=True):
    """Who begins the next round."""

    dealer: int
    leader: int
    ahead: bool
    """Whether the dealer alone has the most points; if not, she was first out (H8.2)."""


class RoundEnd(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is shown when a round has ended (H9.2)."""

    parts: tuple[Parts, ...]
    hands: tuple[Cards, ...]
    haggis: Cards
    outs: tuple[int, ...]
    next: NextRound | None = None
    """None after the last round of a match."""


class Permissions(msgspec.Struct, frozen=True, omit_defaults=True):
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
    may: Permissions = Permissions()
    end: RoundEnd | None = None


def scene_of(view: View, legal: Sequence[int]) -> HaggisScene:
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
        seats=seat_scenes(view, seen),
        hand=card_names(seen.hand),
        trick=trick_plays(seen),
        standing=laid_out(seen.standing) if seen.standing else None,
        holder=seen.holder if seen.standing or seen.phase == "giving" else None,
        trick_cards=seen.trick.bit_count(),
        trick_points=pile_points(seen.trick),
        bombs=bombs_in(seen.hand),
        gone=gone_cards(seen),
        may=permissions(legal),
        end=round_end(view, seen),
        **common,
    )


def seat_scenes(view: View, seen: RoundView) -> tuple[SeatScene, ...]:
    """What everybody sees of each seat."""
    passed = passed_seats(seen) if seen.standing else ()
    return tuple(
        SeatScene(
            score=score,
            cards=seen.sizes[seat],
            wilds=card_names(seen.wilds[seat]),
            bet=seen.bets[seat],
            captured=pile_points(seen.captured[seat]),
            passed=seat in passed,
            out=seen.outs.index(Seat(seat)) + 1 if seat in seen.outs else None,
        )
        for seat, score in enumerate(view.standing.scores)
    )


def passed_seats(seen: RoundView) -> set[Seat]:
    """Who has passed since the last combo; bets may stand between passes, at any time (H3.1)."""
    passed: set[Seat] = set()
    for seat, move in reversed(seen.history):
        if move == PASS:
            passed.add(seat)
        elif kind_of(move) != BET:
            break
    return passed


def trick_plays(seen: RoundView) -> tuple[TrickPlay, ...]:
    """The plays and passes of the trick that lies on the table, first to last."""
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


def permissions(legal: Sequence[int]) -> Permissions:
    """The legal moves, summed up."""
    kinds = {move >> 60 for move in legal}
    return Permissions(
        play=not COMBOS.isdisjoint(kinds),
        passing=PASS in kinds,
        bets=tuple(cards_of(move) for move in legal if move >> 60 == BET) if BET in kinds else (),
        gives=tuple(cards_of(move) for move in legal if move >> 60 == GIVE) if GIVE in kinds else (),
    )


def gone_cards(seen: RoundView) -> Cards:
    """Every card that was played in the round."""
    gone = seen.trick
    for pile in seen.captured:
        gone |= pile
    return pile_names(gone)


@lru_cache(maxsize=4096)
def bombs_in(hand: int) -> tuple[Cards, ...]:
    """The bombs of a hand, strongest first; of all 3-5-7-9 in four suits, one."""
    bombs = sorted(answers(hand, NO_BOMB), key=strength, reverse=True)
    rainbows = sum(strength(bomb) == RAINBOW for bomb in bombs)
    return tuple(card_names(cards_of(bomb)) for bomb in bombs[: len(bombs) - max(0, rainbows - 1)])


def strength(bomb: int) -> int:
    """The place of a bomb in the order of bombs, from 1 (H4.8)."""
    return bomb >> 48 & 15


def round_end(view: View, seen: RoundView) -> RoundEnd | None:
    """What is shown at the end of a round."""
    if seen.points is None:
        return None
    assert seen.shown is not None
    left_with = largest_hands(seen)
    return RoundEnd(
        parts=tuple(
            Parts(*points, seen.left_over[seat], left_with.get(Seat(seat), ()), bets_from(seen, seat))
            for seat, points in enumerate(seen.points)
        ),
        hands=tuple(map(card_names, seen.shown)),
        haggis=card_names(seen.haggis or 0),
        outs=seen.outs,
        next=next_round(view.standing.scores, seen.outs[0]) if view.to_act else None,
    )


def largest_hands(seen: RoundView) -> dict[Seat, tuple[int, ...]]:
    """By seat that went out: whose hands were the largest of its opponents' at that moment (H7.1)."""
    sizes = list(seen.sizes)
    found: dict[Seat, tuple[int, ...]] = {}
    for seat, move in reversed(seen.history):
        if kind_of(move) not in COMBOS:
            continue
        if not sizes[seat]:
            found[seat] = tuple(other for other, size in enumerate(sizes) if size == max(sizes))
        sizes[seat] += cards_of(move).bit_count()
    return found


def bets_from(seen: RoundView, seat: int) -> tuple[int, ...]:
    """What every seat's bet brings one seat: its own if it was first out, and lost ones of the others (H7.3)."""
    first = seen.outs[0]

    def is_brought(owner: int) -> bool:
        if owner in (first, seat):
            return owner == first == seat
        return seat == first or not seen.bets[seat]

    return tuple((bet or 0) * is_brought(owner) for owner, bet in enumerate(seen.bets))


def next_round(scores: tuple[int, ...], first_out: Seat) -> NextRound:
    """Who deals the next round, and who leads (H8.2, H8.3)."""
    ahead = sole_leader(scores)
    dealer = first_out if ahead is None else ahead
    return NextRound(dealer, first_lead(scores, dealer), ahead is not None)
