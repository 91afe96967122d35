"""Open positions and views as text; `position_format` writes them.

    rows Kc 10c | Jh; reserve Ad | 9c; market 9c Jc Qs Kh; hands 9s 10h Ad | Jc Jd 9h

Fields, in any order, all of them optional; two sides of a bar are seat 0 and seat 1:

    rows        the cards attached to the queens, which are not said
    reserve     open cards that are not attached, diamonds included
    strikes     the cards laid aside as strikes
    market      its cards
    hands       both hands; without market and hands the next race is awaited
    phase       show, swap, discard, exchange, lay, draw, draft or over; unsaid: the first one of the race
    shown       the two cards that the opponent of hearts has shown, from the phase swap on
    swapped     the card of them that was taken, and the one that was given for it: `Ah for 9c`
    spent       what each has discarded and given up
    exchanged   the diamonds that each has taken in
    sealed      a move that is sealed, - for none: `lay 9c | -`
    tricks      the cards laid so far, seat 0 first: `9c Jd / Kh Ad`
    bombs       the whole hand of each that is a bomb
    drawn       the last tie-break cards
    used        cards that all have seen and that are not back in the stack, - for none; unsaid: tricks and drawn
    won         who won the race and how, in the phase draft: `0 simple`, `1 ultimate`
    ended       how the game ended, in the phase over: `row by 0`, `strikes by 1`, `stack`, `tie`
    advantages  who had clubs, spades and hearts when the race began, - for nobody; unsaid: by the rows (D5.0)
    deal        full or short (D8.1); unsaid: by the cards that are left
    race        which race it is
    games       games won by each
    draws       games drawn

All other cards are in the stack. A view says `seat`, its viewer, - for a spectator; what she may
not see is a number of cards, `?3`, or `?`: `sealed ? | -`, `swapped ? for ?`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, get_args

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
    COMPLETE,
    MARKET_SIZE,
    PHASES,
    QUEEN,
    SEATS,
    Advantages,
    Ending,
    Laid,
    Phase,
    Position,
    Rows,
    advantages_of,
    asked_in,
    encode_position,
    is_full_supply,
)
from parlour.games.damenrennen.state import Standing
from parlour.games.damenrennen.validation import fault_of
from parlour.games.damenrennen.view import View, game_view, some_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Seat
    from parlour.games.damenrennen.options import Options

FIELDS: Final = (
    "rows", "reserve", "strikes", "market", "hands", "phase", "shown", "swapped", "spent", "exchanged", "sealed",
    "tricks", "bombs", "drawn", "used", "won", "ended", "advantages", "deal", "race", "games", "draws",
)  # fmt: skip
WINS: Final = {f"{seat} {margin}": (seat, margin == "ultimate") for seat in SEATS for margin in ("simple", "ultimate")}
HOLDERS: Final = {"-": None} | {str(seat): seat for seat in SEATS}
DEALS: Final = {"full": True, "short": False}
NUMBER: Final = re.compile(r"[0-9]{1,9}")
HIDDEN: Final = re.compile(r"\?([0-9]{1,2})")
SEALED: Final = "decline"
"""Stands for a sealed choice that is not seen."""
Fields = dict[str, str]


def parse_position(text: str) -> tuple[Standing, Game]:
    """The position of a text, or NotationError with the clause that it breaks."""
    fields = parse_fields(text, FIELDS)
    position = position_from(fields)
    check(position)
    game = Game(encode_position(position))
    if position.phase == "race" and "hands" in fields:
        market, hands = parse_cards(fields.get("market", "")), pair_of_piles(fields, "hands")
        try:
            game = game.dealt(market, *hands)
        except ValueError as error:
            raise NotationError(f"{error}: {fields['hands']!r}", "D2.2") from error
    return parse_standing(fields), game


def parse_view(text: str, options: Options) -> View:
    """The view of a text, with the seats that are to act, but not chance; or NotationError."""
    fields = parse_fields(text, ("seat", *FIELDS))
    viewer = fields.pop("seat", "")
    if viewer not in HOLDERS:
        raise NotationError(f"say who looks, 0, 1 or -, got {viewer!r}", "D10.2")
    seat = HOLDERS[viewer]
    sizes, spent_sizes = hide_piles(fields, "hands", seat), hide_piles(fields, "spent", seat)
    sealed = hide_seals(fields, seat)
    has_shown, has_swapped = hide_swap(fields, seat)
    position = position_from(fields)
    hidden = sum(sizes) + sum(spent_sizes)
    if hidden > card_count(position.stack):
        raise NotationError(f"{hidden} cards are hidden, and {card_count(position.stack)} are unseen", "D9.2")
    seen = game_view(position, seat)
    seen = msgspec.structs.replace(
        seen,
        sizes=add(seen.sizes, sizes),
        spent_sizes=add(seen.spent_sizes, spent_sizes),
        stack_size=seen.stack_size - hidden,
        has_sealed=sealed,
        has_shown=has_shown,
        has_swapped=has_swapped,
    )
    view = View(seat, options, parse_standing(fields), position.asked, seen)
    check(some_position(view))
    return view


def check(position: Position) -> None:
    """Refuse a position that no game can be in."""
    fault = fault_of(encode_position(position))
    if fault is not None:
        raise NotationError(*fault)


def hide_piles(fields: Fields, name: str, viewer: Seat | None) -> tuple[int, int]:
    """Take hidden piles out of a field; return how many cards they have."""
    parts = list(by_seat(fields, name))
    sizes = [0, 0]
    for seat in SEATS:
        hidden = HIDDEN.fullmatch(parts[seat])
        if parts[seat] and (hidden is None) != (seat == viewer):
            raise NotationError(f"{name} are seen by their owner alone: {fields[name]!r}", "D9.2")
        if hidden is not None:
            parts[seat], sizes[seat] = "", int(hidden[1])
    fields[name] = " | ".join(parts)
    return sizes[0], sizes[1]


def hide_seals(fields: Fields, viewer: Seat | None) -> tuple[bool, bool]:
    """Put a choice in the place of one that is not seen; return who has sealed."""
    parts = list(by_seat(fields, "sealed"))
    sealed = [part not in ("", "-") for part in parts]
    for seat in SEATS:
        if sealed[seat] and (parts[seat] != "?") != (seat == viewer):
            raise NotationError(f"a sealed choice is seen by its owner alone: {fields['sealed']!r}", "D9.2")
        if parts[seat] == "?":
            parts[seat] = SEALED
    fields["sealed"] = " | ".join(parts)
    return sealed[0], sealed[1]


def hide_swap(fields: Fields, viewer: Seat | None) -> tuple[bool, bool]:
    """Take a hidden swap out of the fields; return whether cards were shown, and swapped."""
    shown, swapped = fields.get("shown", ""), fields.get("swapped", "")
    for field, hidden in ((shown, "?2"), (swapped, "? for ?")):
        if field and (field == hidden) != (viewer is None):
            raise NotationError(f"a swap is seen by the two who take part: {field!r}", "D9.3")
    if viewer is None:
        fields["shown"] = fields["swapped"] = ""
    return bool(shown), bool(swapped)


def add(seen: tuple[int, int], hidden: tuple[int, int]) -> tuple[int, int]:
    """The sizes of piles, by seat."""
    return seen[0] + hidden[0], seen[1] + hidden[1]


def parse_fields(text: str, known: Sequence[str]) -> Fields:
    """The fields of `name value; name value; …`."""
    fields: Fields = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, _, value = part.partition(" ")
        if name.lower() not in known:
            raise NotationError(f"a position has no field {name!r}; it has {', '.join(known)}")
        if name.lower() in fields:
            raise NotationError(f"{name!r} stands there twice")
        fields[name.lower()] = value.strip()
    return fields


def position_from(fields: Fields) -> Position:
    """The position that fields describe, possible or not; without a phase the race is still to be dealt."""
    phase = parse_phase(fields.get("phase", "race"))
    in_race = phase != "race"
    rows = parse_rows(fields)
    reserves, strikes = pair_of_piles(fields, "reserve"), pair_of_piles(fields, "strikes")
    hands = pair_of_piles(fields, "hands") if in_race else (0, 0)
    market = parse_cards(fields.get("market", "")) if in_race else 0
    spent = pair_of_piles(fields, "spent")
    laid, drawn = parse_tricks(fields.get("tricks", "")), parse_drawn(fields)
    used = sum(laid[0]) + sum(laid[1]) + sum(drawn or ())
    if "used" in fields:
        used = parse_cards(fields["used"].removeprefix("-"))
    owned = [row_cards(row, suit) for seat in SEATS for suit, row in enumerate(rows[seat])]
    race_winner, ultimate = parse_win(fields)
    taken, given = parse_swapped(fields.get("swapped", ""))
    winner, ending, suit = parse_ending(fields, phase, rows)
    bare = Position(
        phase=phase,
        asked=(),
        races=parse_number(fields.get("race", str(int(in_race))), "the race"),
        rows=rows,
        reserves=reserves,
        strikes=(suits_in(strikes[0]), suits_in(strikes[1])),
        strike_cards=strikes,
        advantages=parse_advantages(fields, rows),
        full=False,
        stack=stack_beside((*owned, *reserves, *strikes, *hands, market, *spent, used)),
        market=market,
        hands=hands,
        shown=parse_cards(fields.get("shown", "")),
        taken=taken,
        given=given,
        spent=spent,
        exchanged=pair_of_piles(fields, "exchanged"),
        sealed=parse_sealed(fields),
        laid=laid,
        bombs=pair_of_piles(fields, "bombs"),
        drawn=drawn,
        used=used,
        race_winner=race_winner,
        ultimate=ultimate,
        picks=MARKET_SIZE - card_count(market) if market and phase in ("draft", "over") else 0,
        winner=winner,
        ending=ending,
        ending_suit=suit,
    )
    full = parse_deal_kind(fields["deal"]) if "deal" in fields else is_full_supply(bare)
    return msgspec.structs.replace(bare, asked=asked_in(bare), full=full)


def parse_standing(fields: Fields) -> Standing:
    """The games won and drawn so far (D10.1)."""
    wins = [parse_number(part or "0", "games") for part in by_seat(fields, "games")]
    return Standing((wins[0], wins[1]), parse_number(fields.get("draws", "0"), "draws"))


def parse_number(text: str, what: str) -> int:
    """A number from 0 up."""
    if not NUMBER.fullmatch(text):
        raise NotationError(f"{what}: a number, got {text!r}", "D10.1")
    return int(text)


def parse_deal_kind(text: str) -> bool:
    """Whether a deal is a full one."""
    if text.lower() not in DEALS:
        raise NotationError(f"a deal is full or short, got {text!r}", "D8.1")
    return DEALS[text.lower()]


def parse_advantages(fields: Fields, rows: tuple[Rows, Rows]) -> Advantages:
    """Who had clubs, spades and hearts when the race began."""
    if "advantages" not in fields:
        return advantages_of(rows)
    words = fields["advantages"].split()
    if len(words) != len(ROW_SUITS) or not set(words) <= HOLDERS.keys():
        raise NotationError(f"advantages are three of 0, 1 and -, got {fields['advantages']!r}", "D5.0")
    return HOLDERS[words[0]], HOLDERS[words[1]], HOLDERS[words[2]]


def parse_ending(
    fields: Fields, phase: Phase, rows: tuple[Rows, Rows]
) -> tuple[Seat | None, Ending | None, int | None]:
    """Who won the game, how it ended, and the suit of the complete row."""
    if ("ended" in fields) != (phase == "over"):
        raise NotationError("a game that is over says how it ended, and no other does", "D7.4")
    if phase != "over":
        return None, None, None
    how, _, by = fields["ended"].lower().partition(" by ")
    won = how in ("row", "strikes")
    for ending in get_args(Ending):
        if how == ending and (by in ("0", "1") if won else not by):
            winner = SEATS[int(by)] if won else None
            complete = winner is not None and COMPLETE in rows[winner]
            if complete != (how == "row"):
                raise NotationError(f"a complete row wins, and nothing else is one: {fields['ended']!r}", "D7.4")
            return winner, ending, rows[winner].index(COMPLETE) if winner is not None and complete else None
    raise NotationError(f"a game ends like 'row by 0', 'strikes by 1', 'stack', 'tie', got {fields['ended']!r}", "D7.4")


def stack_beside(piles: tuple[int, ...]) -> int:
    """The cards that lie in none of these piles."""
    stack = DECK
    for pile in piles:
        if beyond(stack, pile):
            raise NotationError("a card lies there three times, and there are only two", "D1.1")
        stack -= pile
    return stack


def by_seat(fields: Fields, name: str) -> tuple[str, str]:
    """A field that says something for both seats, or nothing at all."""
    parts = [part.strip() for part in fields.get(name, "|").split("|")]
    if len(parts) != len(SEATS):
        raise NotationError(f"{name} for 2 seats, got {len(parts)}: {fields[name]!r}", "D1.3")
    return parts[0], parts[1]


def pair_of_piles(fields: Fields, name: str) -> tuple[int, int]:
    """A pile for each seat."""
    first, second = by_seat(fields, name)
    return parse_cards(first), parse_cards(second)


def parse_phase(text: str) -> Phase:
    """The name of a phase."""
    for phase in PHASES:
        if text.lower() == phase:
            return phase
    raise NotationError(f"no such phase: {text!r}; phases are {', '.join(PHASES)}", "D2.3")


def parse_rows(fields: Fields) -> tuple[Rows, Rows]:
    """The rows of both seats."""
    piles = pair_of_piles(fields, "rows")
    if (piles[0] | piles[1]) & DIAMONDS:
        raise NotationError(f"diamonds have no row, got {fields['rows']!r}", "D7.2")
    return row_masks(piles[0]), row_masks(piles[1])


def row_masks(pile: int) -> Rows:
    """Attached cards by suit, as masks of ranks, with the queens."""
    masks = [QUEEN] * len(ROW_SUITS)
    for suit in range(len(ROW_SUITS)):
        for rank in range(len(RANKS)):
            copies = copies_of(1 << (8 * rank + 2 * suit), pile)
            if copies and (copies > 1 or masks[suit] >> rank & 1):
                raise NotationError("a row has no card twice, and its queen is not said", "D7.3")
            masks[suit] |= copies << rank
    return masks[0], masks[1], masks[2]


def parse_swapped(text: str) -> tuple[int, int]:
    """The card that was taken and the one that was given for it."""
    if not text:
        return 0, 0
    taken, _, given = text.lower().partition(" for ")
    return one_card(taken, "swapped", "D5.2"), one_card(given, "swapped", "D5.2")


def parse_sealed(fields: Fields) -> tuple[int | None, int | None]:
    """The moves that are sealed."""

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
    """The cards laid so far, trick by trick."""
    laid: list[tuple[int, int]] = []
    for trick in filter(None, map(str.strip, text.split("/"))):
        words = trick.split()
        if len(words) != len(SEATS):
            raise NotationError(f"a trick is one card of each seat, got {trick!r}", "D3.1")
        laid.append((parse_cards(words[0]), parse_cards(words[1])))
    return tuple(first for first, _ in laid), tuple(second for _, second in laid)


def parse_drawn(fields: Fields) -> tuple[int, int] | None:
    """The last tie-break cards."""
    if "drawn" not in fields:
        return None
    first, second = by_seat(fields, "drawn")
    return one_card(first, "drawn", "D3.4"), one_card(second, "drawn", "D3.4")


def parse_win(fields: Fields) -> tuple[Seat | None, bool]:
    """Who won the race, and how."""
    if "won" not in fields:
        return None, False
    won = WINS.get(" ".join(fields["won"].lower().split()))
    if won is None:
        raise NotationError(f"a race is won like '0 simple', got {fields['won']!r}", "D6.1")
    return won
