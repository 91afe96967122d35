"""Moves and deals as text; every `parse` undoes its `format`.

    show 9c Ah · swap Ah for 9c · decline · discard 9c
    exchange Ad Kd for 9c Jc · exchange nothing
    lay Kh · take Qd
    market 9c Jc Qs Kh; hands 9s 10h Ad | Jc Jd 9h
    draw Kc | 9s

A swap names the card that is taken, then the one that is given for it; an exchange the diamonds,
then the hand cards. Cards may be written in any order and case, with symbols (`K♥`) and German
ranks (`Bc`, `Dd`).
"""

from __future__ import annotations

from typing import Final, Self, TypeGuard

import msgspec

from parlour.core.errors import NotationError
from parlour.games.damenrennen.cards import (
    DIAMONDS,
    NAMES,
    ONES,
    RANKS,
    card_count,
    format_cards,
    parse_cards,
)

SHOW, SWAP, DECLINE, DISCARD, EXCHANGE, LAY, TAKE = range(1, 8)
KIND_NAMES: Final = {
    SHOW: "show",
    SWAP: "swap",
    DECLINE: "decline",
    DISCARD: "discard",
    EXCHANGE: "exchange",
    LAY: "lay",
    TAKE: "take",
}
CLAUSES: Final = {
    SHOW: "D5.2",
    SWAP: "D5.2",
    DECLINE: "D5.2",
    DISCARD: "D5.1",
    EXCHANGE: "D2.6",
    LAY: "D3.1",
    TAKE: "D6.1",
}
KINDS: Final = {name: kind for kind, name in KIND_NAMES.items()}
CARD_MASK: Final = (1 << 48) - 1
EXTRA_MASK: Final = (1 << 12) - 1
KIND_SHIFT: Final = 60
EXTRA_SHIFT: Final = 48


class Move(int):
    """A seat's move that reads as text: `Move("swap Ah for 9c")`; the rules take plain ints as well."""

    __slots__ = ()

    def __new__(cls, move: str | int) -> Self:
        """The move of a text, or NotationError; or a plain int with a readable `repr`."""
        if isinstance(move, str):
            parsed = parse_move(move)
            if not isinstance(parsed, int):
                raise NotationError(f"chance's move is no move of a seat, got {move!r}", "D2.1")
            return super().__new__(cls, parsed)
        return super().__new__(cls, move)

    def __repr__(self) -> str:
        """What makes an equal move."""
        text = notation_of(self)
        return f"Move({self:#x})" if text is None else f"Move({text!r})"

    def __str__(self) -> str:
        """The move in notation."""
        return notation_of(self) or f"{self:#x}"


class Deal(msgspec.Struct, frozen=True):
    """Chance's move at the start of a race: the market and both hands, as piles (D2.1, D2.2)."""

    market: int
    hands: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Deal:
        """The deal of a text, or NotationError."""
        return parse_deal(text.strip().lower().removeprefix("market"))

    def __repr__(self) -> str:
        """What makes an equal deal."""
        return f"Deal.parse({format_move(self)!r})"


class Draw(msgspec.Struct, frozen=True):
    """Chance's move in a tie: one card for each seat (D3.4)."""

    cards: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Draw:
        """The tie-break cards of a text, or NotationError."""
        return parse_draw(text.strip().lower().removeprefix("draw"))

    def __repr__(self) -> str:
        """What makes an equal draw."""
        return f"Draw.parse({format_move(self)!r})"


def kind_of(move: int) -> int:
    """Which of SHOW, SWAP, DECLINE, DISCARD, EXCHANGE, LAY and TAKE a move is."""
    return move >> KIND_SHIFT


def cards_of(move: int) -> int:
    """The cards that a move shows, gives, lays or takes from the market."""
    return move & CARD_MASK


def swapped_card(move: int) -> int:
    """The card that a swap takes."""
    return 1 << (2 * (move >> EXTRA_SHIFT & EXTRA_MASK))


def diamonds_of(move: int) -> int:
    """The diamonds that an exchange takes in."""
    packed = move >> EXTRA_SHIFT & EXTRA_MASK
    return sum((packed >> (2 * rank) & 3) << (8 * rank + 6) for rank in range(len(RANKS)))


def plain(kind: int, cards: int) -> int:
    """A move that names cards of one place."""
    return kind << KIND_SHIFT | cards


def swap(taken: int, given: int) -> int:
    """The move that takes a shown card for one of one's own."""
    number = (taken.bit_length() - 1) // 2
    return SWAP << KIND_SHIFT | number << EXTRA_SHIFT | given


def exchange(diamonds: int, given: int) -> int:
    """The move that takes diamonds in for hand cards."""
    packed = sum((diamonds >> (8 * rank + 6) & 3) << (2 * rank) for rank in range(len(RANKS)))
    return EXCHANGE << KIND_SHIFT | packed << EXTRA_SHIFT | given


def format_move(move: int | Deal | Draw) -> str:
    """A move as text."""
    if isinstance(move, Deal):
        hands = " | ".join(map(format_cards, move.hands))
        return f"market {format_cards(move.market)}; hands {hands}"
    if isinstance(move, Draw):
        return f"draw {' | '.join(map(format_cards, move.cards))}"
    kind, cards = kind_of(move), format_cards(cards_of(move))
    if kind == SWAP:
        return f"swap {format_cards(swapped_card(move))} for {cards}"
    if kind == EXCHANGE:
        diamonds = format_cards(diamonds_of(move))
        return f"exchange {diamonds} for {cards}" if diamonds or cards else "exchange nothing"
    return f"{KIND_NAMES[kind]} {cards}".rstrip()


def notation_of(move: int) -> str | None:
    """The text that is read as this very move; None where no text is."""
    if not is_well_formed(move):
        return None
    text = format_move(move)
    try:
        return text if parse_move(text) == move else None
    except NotationError:
        return None


def parse_move(text: str) -> int | Deal | Draw:
    """The move, deal or draw of a text, or NotationError with the clause that it breaks."""
    verb, _, rest = text.strip().lower().partition(" ")
    rest = rest.strip()
    if verb == "market":
        return parse_deal(rest)
    if verb == "draw":
        return parse_draw(rest)
    return parse_choice(verb, rest)


def parse_choice(verb: str, rest: str) -> int:
    """A seat's move."""
    match verb:
        case "show":
            return plain(SHOW, parse_cards(rest))
        case "swap":
            return parse_swap(rest)
        case "exchange":
            return parse_exchange(rest)
        case "decline" if not rest:
            return plain(DECLINE, 0)
        case "discard" | "lay" | "take":
            return plain(KINDS[verb], one_card(rest, verb, CLAUSES[KINDS[verb]]))
        case _:
            text = f"{verb} {rest}".rstrip()
            raise NotationError(f"no such move: {text!r}; moves are {', '.join(KINDS)}")


def one_card(text: str, verb: str, clause: str) -> int:
    """Exactly one card."""
    card = parse_cards(text)
    if card_count(card) != 1:
        raise NotationError(f"{verb} names one card, got {text!r}", clause)
    return card


def parse_swap(text: str) -> int:
    """A swap: what is taken and what is given."""
    taken, word, given = text.partition(" for ")
    if not word:
        raise NotationError(f"a swap is one card for another, got {text!r}", "D5.2")
    return swap(one_card(taken, "swap", "D5.2"), one_card(given, "swap", "D5.2"))


def parse_exchange(text: str) -> int:
    """An exchange: diamonds and hand cards, or nothing."""
    if text == "nothing":
        return exchange(0, 0)
    diamonds, word, given = text.partition(" for ")
    if not word:
        raise NotationError(f"an exchange is diamonds for hand cards, got {text!r}", "D2.6")
    taken = parse_cards(diamonds)
    if taken & ~DIAMONDS:
        strange = format_cards(taken & ~DIAMONDS)
        raise NotationError(f"only diamonds can be exchanged, got {strange!r}", "D2.6")
    return exchange(taken, parse_cards(given))


def parse_deal(text: str) -> Deal:
    """A market and hands; whether they can be dealt is judged later."""
    market, _, rest = text.partition(";")
    name, _, hands = rest.strip().partition(" ")
    if name != "hands":
        raise NotationError(f"a deal is 'market …; hands … | …', got {text!r}", "D2.2")
    return Deal(parse_cards(market), tuple(map(parse_cards, hands.split("|"))))


def parse_draw(text: str) -> Draw:
    """Tie-break cards; whether they can be drawn is judged later."""
    return Draw(tuple(one_card(card, "draw", "D3.4") for card in text.split("|")))


def is_number(move: object) -> TypeGuard[int]:
    """Whether an object is a whole number; True and False are none."""
    return isinstance(move, int) and not isinstance(move, bool)


def is_well_formed(move: object) -> bool:
    """Whether an object could be a move in some game: a kind that there is, with its parts."""
    if not is_number(move) or not 0 < move < 1 << 63 or move & move >> 1 & ONES:
        return False
    kind, extra = kind_of(move), move >> EXTRA_SHIFT & EXTRA_MASK
    if kind == SWAP:
        return extra < len(NAMES)
    if kind == EXCHANGE:
        return not extra & extra >> 1 & ONES
    return bool(kind) and not extra and (kind != DECLINE or not cards_of(move))
