"""Moves, deals and positions as text; every `parse` undoes its `format`.

5r 6r J                   cards, with their reading behind `as` where they have several:
5r J Q as set             three fives
5r J Q as run             five, six, seven
5r 6r J Q as run x2       pairs: a run two suits wide
pass · bet 15 · give 2
dealer 1; hands 2r 3r … | 4g 5g …; haggis 2y 3y …
"""

from __future__ import annotations

import re
from typing import Final, Self

import msgspec

from parlour.core.errors import GameError, NotationError
from parlour.core.game import Seat
from parlour.games.haggis.cards import format_cards, parse_cards
from parlour.games.haggis.kernel.combos import readings

PASS: Final = 0
SET, SEQUENCE, BOMB, BET, GIVE = 1, 2, 3, 4, 5
COMBOS: Final = (SET, SEQUENCE, BOMB)
BETS: Final = (0, 15, 30)
HAND_SIZE: Final = 14
"""Spot cards (H2.2)."""
LARGEST_HAND: Final = HAND_SIZE + 3
"""With the wilds (H2.2)."""
HAGGIS_SIZE: Final = {2: 8, 3: 3}
"""By the number of players (H2.3)."""
CARD_MASK: Final = (1 << 48) - 1
READING: Final = re.compile(r"(?P<kind>set|run|sequence|bomb)(?:\s*x\s*(?P<width>\d+))?")
BOMB_NAMES: Final = ("3-5-7-9 in four suits", "J-Q", "J-K", "Q-K", "J-Q-K", "3-5-7-9 in one suit")


class Move(int):
    """A seat's move that reads as text: `Move("5r J Q as set")`; the rules take plain ints as well."""

    __slots__ = ()

    def __new__(cls, move: str | int) -> Self:
        """The move of a text, or NotationError; or a plain int with a readable `repr`."""
        if isinstance(move, str):
            parsed = parse_move(move)
            if isinstance(parsed, Deal):
                raise NotationError(f"a deal is no move of a seat, got {move!r}", "H2.2")
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
    """Chance's move: who deals, the spot cards of every hand, the haggis."""

    dealer: Seat
    hands: tuple[int, ...]
    haggis: int

    @classmethod
    def parse(cls, text: str) -> Deal:
        """The deal of a text, or NotationError."""
        return parse_deal(text)

    def __repr__(self) -> str:
        """What makes an equal deal."""
        return f"Deal.parse({format_deal(self)!r})"


class Combo(msgspec.Struct, frozen=True):
    """A combo spelled out; a bomb has width and length 0 and its strength as top."""

    kind: str
    width: int
    length: int
    top: int


def kind_of(move: int) -> int:
    """Which of PASS, SET, SEQUENCE, BOMB, BET and GIVE a move is."""
    return move >> 60


def cards_of(move: int) -> int:
    """The cards of a combo, as a mask."""
    return move & CARD_MASK


def bet(amount: int) -> int:
    """The move that declares a bet, 0 included; other amounts than 0, 15, 30 are refused."""
    return BET << 60 | amount


def give(seat: Seat) -> int:
    """The move that gives a bombed trick away."""
    return GIVE << 60 | seat


def combo_of(move: int) -> Combo:
    """A set, sequence or bomb spelled out."""
    kind = {SET: "set", SEQUENCE: "sequence", BOMB: "bomb"}[kind_of(move)]
    return Combo(kind, move >> 56 & 15, move >> 52 & 15, move >> 48 & 15)


def reading_of(move: int) -> str:
    """The reading of a combo, as far as it tells readings of the same cards apart."""
    width = move >> 56 & 15
    if kind_of(move) != SEQUENCE:
        return combo_of(move).kind
    return "run" if width == 1 else f"run x{width}"


def format_move(move: int | Deal) -> str:
    """A move as text; combos with their reading where their cards have several."""
    if isinstance(move, Deal):
        return format_deal(move)
    if move == PASS:
        return "pass"
    if kind_of(move) == BET:
        return f"bet {cards_of(move)}"
    if kind_of(move) == GIVE:
        return f"give {cards_of(move)}"
    cards = format_cards(cards_of(move))
    return cards if len(readings(cards_of(move))) == 1 else f"{cards} as {reading_of(move)}"


def notation_of(move: int) -> str | None:
    """The text that is read as this very move; None where no text is."""
    if move < 0 or cards_of(move).bit_count() > LARGEST_HAND:
        return None
    try:
        text = format_move(move)
        return text if parse_move(text) == move else None
    except (GameError, KeyError, ValueError):
        return None


def parse_move(text: str) -> int | Deal:
    """The move or deal of a text, or NotationError with the clause that it breaks."""
    words = text.split()
    match [word.lower() for word in words]:
        case []:
            raise NotationError("an empty play is no move", "H5.1")
        case ["pass"]:
            return PASS
        case ["bet", amount]:
            return bet(parse_number(amount, "a bet", "H3.1"))
        case ["give", seat]:
            return give(Seat(parse_number(seat, "a seat", "H5.7")))
        case ["dealer", *_]:
            return parse_deal(text)
        case _:
            return parse_combo(text)


def parse_number(text: str, what: str, clause: str) -> int:
    """A number from 0 up."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise NotationError(f"{what} is a number, got {text!r}", clause)
    return int(text)


def parse_combo(text: str) -> int:
    """The combo of cards and perhaps their reading."""
    names, _, reading = text.lower().partition(" as ")
    cards = parse_cards(names)
    if cards.bit_count() > LARGEST_HAND:
        raise NotationError(f"a hand has {LARGEST_HAND} cards, got {cards.bit_count()}", "H2.2")
    candidates = readings(cards)
    if not candidates:
        raise NotationError(*why_no_combo(cards))
    if reading:
        named = READING.fullmatch(reading.strip())
        if named is None:
            raise NotationError(f"a reading is set, run, run x2 … or bomb, got {reading!r}", "H4.7")
        wanted = "run" if named["kind"] == "sequence" else named["kind"]
        if wanted == "run" and named["width"] and named["width"] != "1":
            wanted += f" x{int(named['width'])}"
        candidates = [move for move in candidates if reading_of(move) == wanted]
        if not candidates:
            raise NotationError(f"{format_cards(cards)!r} cannot be read as {reading.strip()!r}", "H4.7")
    if len(candidates) > 1:
        choices = ", ".join(repr(format_move(move)) for move in candidates)
        raise NotationError(f"{format_cards(cards)!r} has several readings: say {choices}", "H4.7")
    return candidates[0]


def why_no_combo(cards: int) -> tuple[str, str]:
    """Why cards are no combo, and the clause."""
    names = format_cards(cards)
    spots, wilds = cards & ~(7 << 45), cards >> 45
    rows = [row for row in range(9) if spots >> (5 * row) & 31]
    suits = {bit % 5 for bit in range(45) if spots >> bit & 1}
    count = cards.bit_count()
    if not spots:
        return f"face cards alone are a bomb or nothing, got {names!r}", "H4.5"
    if not wilds and rows == [1, 3, 5, 7] and count == 4:  # noqa: PLR2004 - 3, 5, 7, 9
        return f"3-5-7-9 is a bomb in four suits or in one, got {names!r}", "H4.8"
    if len(suits) == 1 and count == 2:  # noqa: PLR2004 - a run of two
        return f"a run needs three cards or more, got {names!r}", "H4.3"
    if rows[-1] - rows[0] + 1 > count:
        return f"too few cards, wilds included, to close the gaps in {names!r}", "H4.3"
    return f"no set, and no sequence with every place filled in the same suits: {names!r}", "H4.3"


def format_deal(deal: Deal) -> str:
    """A deal in full, as text."""
    hands = " | ".join(format_cards(hand) for hand in deal.hands)
    return f"dealer {deal.dealer}; hands {hands}; haggis {format_cards(deal.haggis)}"


def parse_deal(text: str) -> Deal:
    """The deal of a text; whether it is one of this game is judged later."""
    fields = parse_fields(text)
    for name in fields.keys() ^ {"dealer", "hands", "haggis"}:
        raise NotationError(f"a deal says dealer, hands and haggis; {name!r} is missing or too much", "H2.2")
    dealer = Seat(parse_number(fields["dealer"], "the dealer", "H2.4"))
    hands = tuple(parse_cards(hand) for hand in fields["hands"].split("|"))
    return Deal(dealer, hands, parse_cards(fields["haggis"]))


def parse_fields(text: str) -> dict[str, str]:
    """The fields of `name value; name value; …`."""
    fields: dict[str, str] = {}
    for part in text.split(";"):
        name, _, value = part.strip().partition(" ")
        if name.lower() in fields:
            raise NotationError(f"{name!r} stands there twice")
        fields[name.lower()] = value.strip()
    return fields
