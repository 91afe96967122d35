"""Open positions as text, for perft, tests and study.

    rows Kc 10c | Jh; reserve Ad | 9c; market 9c Jc Qs Kh; hands 9s 10h Ad | Jc Jd 9h

Fields, in any order, all of them optional; two sides of a bar are seat 0 and seat 1:

    rows       the cards attached to the queens, which are not said
    reserve    open cards that are not attached, diamonds included
    strikes    the cards laid aside as strikes
    market     its cards
    hands      both hands; without market and hands the next race is awaited
    phase      show, swap, discard, exchange, lay, draw or draft; unsaid: the first one of the race
    shown      the two cards that the opponent of hearts has shown, from the phase swap on
    swapped    the card of them that was taken, and the one that was given for it: `Ah for 9c`
    spent      what each has discarded and given up
    exchanged  the diamonds that each has taken in
    sealed     a move that is sealed, - for none: `lay 9c | -`
    tricks     the cards laid so far, seat 0 first: `9c Jd / Kh Ad`
    drawn      the last tie-break cards
    won        who won the race and how, in the phase draft: `0 simple`, `1 ultimate`

All other cards are in the stack; the advantages follow from the rows (D5.0).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from parlour.core.errors import NotationError
from parlour.games.damenrennen.cards import (
    DECK,
    DIAMONDS,
    RANKS,
    ROW_SUITS,
    beyond,
    card_count,
    copies_of,
    parse_cards,
    row_cards,
    suits_in,
)
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.notation import one_card, parse_move
from parlour.games.damenrennen.position import (
    PHASES,
    SEATS,
    Laid,
    Phase,
    Position,
    Rows,
    advantages_of,
    asked_in,
    encode_position,
)
from parlour.games.damenrennen.validation import fault_of

if TYPE_CHECKING:
    from parlour.core.game import Seat

FIELDS: Final = (
    "rows",
    "reserve",
    "strikes",
    "market",
    "hands",
    "phase",
    "shown",
    "swapped",
    "spent",
    "exchanged",
    "sealed",
    "tricks",
    "drawn",
    "won",
)
QUEEN: Final = 1 << RANKS.index("Q")
MARKET_SIZE: Final = 4
WINS: Final = {f"{seat} {margin}": (seat, margin == "ultimate") for seat in SEATS for margin in ("simple", "ultimate")}
Fields = dict[str, str]


def parse_position(text: str) -> Game:
    """Read a position, or raise NotationError."""
    fields = parse_fields(text)
    position = position_from(fields)
    fault = fault_of(encode_position(position))
    if fault is not None:
        raise NotationError(*fault)
    game = Game(encode_position(position))
    if position.phase != "race" or "hands" not in fields:
        return game
    market, hands = parse_cards(fields.get("market", "")), pair_of_piles(fields, "hands")
    try:
        return game.dealt(market, *hands)
    except ValueError as error:
        raise NotationError(f"{error}: {fields['hands']!r}", "D2.2") from error


def parse_fields(text: str) -> Fields:
    """Read `name value; name value; …`."""
    fields: Fields = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, _, value = part.partition(" ")
        if name.lower() not in FIELDS:
            raise NotationError(f"a position has no field {name!r}; it has {', '.join(FIELDS)}")
        if name.lower() in fields:
            raise NotationError(f"{name!r} stands there twice")
        fields[name.lower()] = value.strip()
    return fields


def position_from(fields: Fields) -> Position:
    """Put the fields together; without a phase the race is still to be dealt."""
    phase = parse_phase(fields.get("phase", "race"))
    in_race = phase != "race"
    rows = parse_rows(fields)
    reserves, strikes = pair_of_piles(fields, "reserve"), pair_of_piles(fields, "strikes")
    hands = pair_of_piles(fields, "hands") if in_race else (0, 0)
    market = parse_cards(fields.get("market", "")) if in_race else 0
    spent, exchanged = pair_of_piles(fields, "spent"), pair_of_piles(fields, "exchanged")
    laid, drawn = parse_tricks(fields.get("tricks", "")), parse_drawn(fields)
    used = sum(laid[0]) + sum(laid[1]) + sum(drawn or ())
    owned = [row_cards(row, suit) for seat in SEATS for suit, row in enumerate(rows[seat])]
    piles = (*owned, *reserves, *strikes, *hands, market, *spent, used)
    stack = stack_beside(piles)
    advantages = advantages_of(rows)
    supply = card_count(stack) + card_count(used) + sum(map(card_count, (*hands, *spent)))
    supply -= sum(map(card_count, exchanged))
    winner, ultimate = parse_win(fields)
    taken, given = parse_swapped(fields.get("swapped", ""))
    bare = Position(
        phase=phase,
        asked=(),
        races=int(in_race),
        rows=rows,
        reserves=reserves,
        strikes=(suits_in(strikes[0]), suits_in(strikes[1])),
        strike_cards=strikes,
        advantages=advantages,
        full=supply - (0 if in_race else MARKET_SIZE) >= (6 if advantages[1] is None else 7),
        stack=stack,
        market=market,
        hands=hands,
        shown=parse_cards(fields.get("shown", "")),
        taken=taken,
        given=given,
        spent=spent,
        exchanged=exchanged,
        sealed=parse_sealed(fields),
        laid=laid,
        drawn=drawn,
        used=used,
        race_winner=winner,
        ultimate=ultimate,
        picks=MARKET_SIZE - card_count(market) if phase == "draft" else 0,
    )
    return msgspec.structs.replace(bare, asked=asked_in(bare))


def stack_beside(piles: tuple[int, ...]) -> int:
    """Give the cards that lie in none of these piles."""
    stack = DECK
    for pile in piles:
        if beyond(stack, pile):
            raise NotationError("a card lies there three times, and there are only two", "D1.1")
        stack -= pile
    return stack


def by_seat(fields: Fields, name: str) -> tuple[str, str]:
    """Read a field that says something for both seats, or nothing at all."""
    parts = [part.strip() for part in fields.get(name, "|").split("|")]
    if len(parts) != len(SEATS):
        raise NotationError(f"{name} for 2 seats, got {len(parts)}: {fields[name]!r}", "D1.3")
    return parts[0], parts[1]


def pair_of_piles(fields: Fields, name: str) -> tuple[int, int]:
    """Read a pile for each seat."""
    first, second = by_seat(fields, name)
    return parse_cards(first), parse_cards(second)


def parse_phase(text: str) -> Phase:
    """Read the name of a phase."""
    for phase in PHASES[:-1]:
        if text.lower() == phase:
            return phase
    raise NotationError(f"no such phase: {text!r}; phases are {', '.join(PHASES[:-1])}", "D2.3")


def parse_rows(fields: Fields) -> tuple[Rows, Rows]:
    """Read the rows of both seats."""
    piles = pair_of_piles(fields, "rows")
    if (piles[0] | piles[1]) & DIAMONDS:
        raise NotationError(f"diamonds have no row, got {fields['rows']!r}", "D7.2")
    return row_masks(piles[0]), row_masks(piles[1])


def row_masks(pile: int) -> Rows:
    """Sort attached cards by suit, as masks of ranks, with the queens."""
    masks = [QUEEN] * len(ROW_SUITS)
    for suit in range(len(ROW_SUITS)):
        for rank in range(len(RANKS)):
            copies = copies_of(1 << (8 * rank + 2 * suit), pile)
            if copies and (copies > 1 or masks[suit] >> rank & 1):
                raise NotationError("a row has no card twice, and its queen is not said", "D7.3")
            masks[suit] |= copies << rank
    return masks[0], masks[1], masks[2]


def parse_swapped(text: str) -> tuple[int, int]:
    """Read the card that was taken and the one that was given for it."""
    if not text:
        return 0, 0
    taken, _, given = text.lower().partition(" for ")
    return one_card(taken, "swapped", "D5.2"), one_card(given, "swapped", "D5.2")


def parse_sealed(fields: Fields) -> tuple[int | None, int | None]:
    """Read the moves that are sealed."""

    def sealed(text: str) -> int | None:
        if text in ("", "-"):
            return None
        move = parse_move(text)
        if not isinstance(move, int):
            raise NotationError(f"only choices are sealed, got {text!r}", "D3.1")
        return move

    first, second = by_seat(fields, "sealed")
    return sealed(first), sealed(second)


def parse_tricks(text: str) -> tuple[Laid, Laid]:
    """Read the cards laid so far, trick by trick."""
    laid: list[tuple[int, int]] = []
    for trick in filter(None, map(str.strip, text.split("/"))):
        words = trick.split()
        if len(words) != len(SEATS):
            raise NotationError(f"a trick is one card of each seat, got {trick!r}", "D3.1")
        laid.append((parse_cards(words[0]), parse_cards(words[1])))
    return tuple(first for first, _ in laid), tuple(second for _, second in laid)


def parse_drawn(fields: Fields) -> tuple[int, int] | None:
    """Read the last tie-break cards."""
    if "drawn" not in fields:
        return None
    first, second = by_seat(fields, "drawn")
    return one_card(first, "drawn", "D3.4"), one_card(second, "drawn", "D3.4")


def parse_win(fields: Fields) -> tuple[Seat | None, bool]:
    """Read who won the race, and how."""
    if "won" not in fields:
        return None, False
    won = WINS.get(" ".join(fields["won"].lower().split()))
    if won is None:
        raise NotationError(f"a race is won like '0 simple', got {fields['won']!r}", "D6.1")
    return won
