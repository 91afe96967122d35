"""Open positions as text, for perft, tests and study.

    hands 2b 3r 5r J | 8g 8b Q; trick 6g 6y by 1; act 0

Fields, in any order; only `hands` is needed:

    hands     every hand in full, seat 0 first, wilds included; nothing between bars: gone out
    haggis    its cards
    act       whose turn it is; 0 if unsaid
    trick     the combos of the trick in order, each with who played it, between slashes
    passes    how many have passed since
    captured  what each seat has captured so far; faces are not said here
    bets      what each seat declared, - for nothing
    fresh     the seats that have not played a card yet and may still bet; nobody if unsaid
    out       the seats that have gone out, in order
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.errors import NotationError
from parlour.core.game import Seat
from parlour.games.haggis.cards import SPOTS, parse_cards
from parlour.games.haggis.notation import cards_of, parse_combo, parse_fields, parse_number
from parlour.games.haggis.position import Position

if TYPE_CHECKING:
    from parlour.games.haggis.options import Options

FIELDS: Final = {"hands", "haggis", "act", "trick", "passes", "captured", "bets", "fresh", "out"}


def parse_position(text: str, options: Options) -> Position:
    """Read a position, or raise NotationError."""
    fields = parse_fields(text)
    for name in fields.keys() - FIELDS:
        raise NotationError(f"a position has no field {name!r}; it has {', '.join(sorted(FIELDS))}")
    players = options.players
    hands = tuple(parse_cards(hand) for hand in by_seat(fields, "hands", players))
    standing, holder, runner_up, trick = parse_trick(fields.get("trick", ""), players)
    captured = tuple(parse_cards(cards) for cards in by_seat(fields, "captured", players))
    haggis = parse_cards(fields.get("haggis", ""))
    check_deck((*(hand & SPOTS[3] for hand in hands), trick & SPOTS[3], *captured, haggis), players)
    fresh = parse_seats(fields.get("fresh", ""), players)
    outs = parse_seats(fields.get("out", ""), players)
    actor = parse_seat(fields.get("act", "0"), players, "whose turn it is")
    if not hands[actor] or sum(hand > 0 for hand in hands) + len(outs) != players:
        raise NotationError("everybody else than those who are out holds cards", "H6.1")
    return Position(
        tournament=options.tournament,
        bonus=options.bonus,
        hands=hands,
        haggis=haggis,
        actor=actor,
        standing=standing,
        holder=holder,
        runner_up=runner_up,
        passes=parse_number(fields.get("passes", "0"), "passes", "H5.5"),
        trick=trick,
        captured=captured,
        bets=tuple(
            None if bet in ("", "-") else parse_number(bet, "a bet", "H3.1") for bet in by_seat(fields, "bets", players)
        ),
        played=tuple(seat not in fresh for seat in range(players)),
        outs=outs,
    )


def by_seat(fields: dict[str, str], name: str, players: int) -> list[str]:
    """Read a field that says something for every seat, or nothing at all."""
    if name not in fields:
        return [""] * players
    parts = [part.strip() for part in fields[name].split("|")]
    if len(parts) != players:
        raise NotationError(f"{name} for {players} players, got {len(parts)}: {fields[name]!r}", "H2.1")
    return parts


def parse_seats(text: str, players: int) -> tuple[Seat, ...]:
    """Read seats."""
    seats = tuple(Seat(parse_number(word, "a seat", "H2.1")) for word in text.split())
    for seat in seats:
        if seat >= players:
            raise NotationError(f"seat {seat} is not at a table of {players}", "H2.1")
    return seats


def parse_seat(text: str, players: int, what: str) -> Seat:
    """Read one seat."""
    seats = parse_seats(text, players)
    if len(seats) != 1:
        raise NotationError(f"say {what}, one seat, got {text!r}", "H2.1")
    return seats[0]


def parse_trick(text: str, players: int) -> tuple[int, Seat, Seat | None, int]:
    """Read a trick: the standing combo, who played it, who played the one below, the pile."""
    standing, pile = 0, 0
    seats: list[Seat] = []
    for part in text.split("/") if text else []:
        combo, _, by = part.partition(" by ")
        standing = parse_combo(combo)
        cards = cards_of(standing)
        seats.append(parse_seat(by, players, "who played"))
        pile |= cards & SPOTS[3] | cards >> 45 << (45 + 3 * seats[-1])
    holder = seats[-1] if seats else Seat(0)
    return standing, holder, seats[-2] if len(seats) > 1 else None, pile


def check_deck(places: tuple[int, ...], players: int) -> None:
    """Refuse a card in two places, or of a suit that is not in play."""
    together = 0
    for cards in places:
        if together & cards or cards & ~SPOTS[players]:
            raise NotationError("a card lies in two places, or is not in this deck", "H1.1")
        together |= cards
