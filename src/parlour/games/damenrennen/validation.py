"""Which vectors are games that can be played on; all others are refused with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.damenrennen.cards import (
    DECK,
    DIAMONDS,
    ONES,
    beyond,
    card_count,
    row_cards,
    suits_in,
)
from parlour.games.damenrennen.kernel.slots import SLOTS
from parlour.games.damenrennen.notation import EXCHANGE, LAY, cards_of, diamonds_of, is_well_formed, kind_of
from parlour.games.damenrennen.position import (
    COMPLETE,
    FULL_DEAL,
    MARKET_SIZE,
    QUEEN,
    SEATS,
    Position,
    advantages_of,
    asked_in,
    decode_slots,
    encode_position,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.core.game import Seat

Fault = tuple[str, str]
"""What is wrong, and the clause that says so."""

DECK_SIZE: Final = 48
HAND_SIZE: Final = 3
SPADE_HAND: Final = 4
PAIR: Final = 2
SMALLEST_STACK: Final = 6
ALL_STRIKES: Final = 7
LIMITS: Final = {
    "phase": (1, 8),
    "asked": (1, 3),
    "tricks": (1, 3),
    "picks": (1, 3),
    "full": (1, 1),
    "race_winner": (1, 2),
    "ultimate": (1, 1),
    "game_winner": (1, 2),
    "ending": (1, 4),
    "ending_suit": (1, 2),
    "advantages": (3, 2),
    "strikes": (2, ALL_STRIKES),
    "rows": (6, COMPLETE),
}
"""How many slots a name has, and the largest number that may stand there."""
PILES: Final = {
    "stack": 1,
    "market": 1,
    "used": 1,
    "shown": 1,
    "taken": 1,
    "given": 1,
    "hands": 2,
    "spent": 2,
    "reserves": 2,
    "strike_cards": 2,
    "exchanged": 2,
    "bombs": 2,
    "drawn": 2,
    "laid": 6,
}


def check_slots(slots: Sequence[int]) -> None:
    """Refuse a vector that is no game with ValueError."""
    fault = fault_of(slots)
    if fault is not None:
        raise ValueError(f"not a game of Damenrennen: {fault[0]} [{fault[1]}]")


def fault_of(slots: Sequence[int]) -> Fault | None:
    """What is wrong with a vector, if anything is."""
    if len(slots) != SLOTS["size"] or any(type(slot) is not int or slot < 0 for slot in slots):
        return f"a game is {SLOTS['size']} whole numbers from 0 up", "D1.3"
    for name, (count, largest) in LIMITS.items():
        if max(slots[SLOTS[name] : SLOTS[name] + count]) > largest:
            return f"{name} beyond {largest}", "D1.3"
    for name, count in PILES.items():
        if not all(map(is_pile, slots[SLOTS[name] : SLOTS[name] + count])):
            return f"{name} with a card that is not in the deck", "D1.1"
    position = decode_slots(slots)
    if encode_position(position) != list(slots):
        return "there are numbers that say nothing", "D1.3"
    return fault_of_cards(position) or fault_of_table(position) or PHASE_FAULTS[position.phase](position)


def is_pile(pile: int) -> bool:
    """Whether a number is a pile of cards, none of them three times."""
    return pile <= DECK | ONES and not pile & pile >> 1 & ONES


def attached(position: Position, seat: Seat) -> int:
    """The pile of a seat's three rows."""
    return sum(row_cards(row, suit) for suit, row in enumerate(position.rows[seat]))


def fault_of_cards(position: Position) -> Fault | None:
    """A card that is missing or lies in two places: piles add up, and so do their sizes."""
    piles = [position.stack, position.market, position.used, *(attached(position, seat) for seat in SEATS)]
    for pair in (position.hands, position.spent, position.reserves, position.strike_cards):
        piles += pair
    if sum(piles) != DECK or sum(map(card_count, piles)) != DECK_SIZE:
        return "the cards are not the deck, every card twice", "D1.1"
    return None


def fault_of_table(position: Position) -> Fault | None:
    """What a seat cannot own (D7), or a choice that nobody has."""
    for seat in SEATS:
        fault = fault_of_rows(position, seat) or fault_of_strikes(position, seat)
        if fault is not None:
            return fault
    if position.phase not in ("draft", "over") and position.advantages != advantages_of(position.rows):
        return "advantages are measured at the start of the race", "D5.0"
    if position.asked != asked_in(position):
        return f"other seats have to choose in the phase {position.phase}", "D2.3"
    if any(position.sealed) and position.phase not in ("exchange", "lay"):
        return "only exchanges and cards to lay are sealed", "D3.1"
    return fault_of_memory(position)


def fault_of_memory(position: Position) -> Fault | None:
    """Cards that cannot have been shown or swapped (D5.2)."""
    counts = tuple(map(card_count, (position.shown, position.taken, position.given)))
    if counts not in ((0, 0, 0), (PAIR, 0, 0), (PAIR, 1, 1)) or beyond(position.shown, position.taken):
        return "two cards are shown, one of them is swapped or none", "D5.2"
    if position.shown and position.advantages[2] is None:
        return "cards were shown, and nobody has hearts", "D5.2"
    if any(card_count(card) != 1 for card in position.drawn or ()):
        return "a tie-break is one card each", "D3.4"
    return None


def fault_of_rows(position: Position, seat: Seat) -> Fault | None:
    """A row that no draft could make (D7.1, D7.2)."""
    for suit, row in enumerate(position.rows[seat]):
        if not row & QUEEN or row & row + (row & -row):
            return "a row grows from its queen, without gaps", "D7.1"
        if row_cards((row << 1 | row >> 1) & ~row, suit) & position.reserves[seat]:
            return "a reserve card fits its row and is not attached", "D7.2"
        if row == COMPLETE and position.phase != "over":
            return "a complete row has won already", "D7.4"
    return None


def fault_of_strikes(position: Position, seat: Seat) -> Fault | None:
    """A second copy that is no strike, or a strike that is no second copy (D7.3)."""
    first = attached(position, seat) + (position.reserves[seat] & ~DIAMONDS)
    strikes = position.strike_cards[seat]
    if first & ~ONES or beyond(first, strikes):
        return "a second copy is a strike, and nothing else is", "D7.3"
    if position.strikes[seat] != suits_in(strikes):
        return "strikes are the suits of the cards laid aside", "D7.3"
    if position.strikes[seat] == ALL_STRIKES and position.phase != "over":
        return "strikes in all three suits have won already", "D7.4"
    return None


def fault_of_deal(position: Position) -> Fault | None:
    """What should not be there before a deal (D2.5, D8)."""
    left = (position.market, position.used, position.shown, *position.hands, *position.spent)
    if any(left) or any(position.laid) or any(position.exchanged) or any(position.bombs):
        return "between races all but rows, reserves and strikes is in the stack", "D2.5"
    stack = card_count(position.stack)
    full = MARKET_SIZE + FULL_DEAL[position.advantages[1] is not None]
    if stack < SMALLEST_STACK:
        return f"with fewer than {SMALLEST_STACK} cards in the stack the game is drawn, got {stack}", "D8.2"
    if position.full != (stack >= full):
        return "a deal is a full one exactly when the stack can supply it", "D8.1"
    return None


def fault_of_swap(position: Position) -> Fault | None:
    """What is wrong with showing or swapping cards (D5.2)."""
    if not position.asked:
        return "nobody has hearts", "D5.2"
    if not is_full_deal(position):
        return "hearts are used on full hands", "D8.1"
    if position.phase == "show":
        return ("two cards are to be shown, and are", "D5.2") if position.shown else None
    shower = SEATS[1 - position.asked[0]]
    if card_count(position.shown) != PAIR or beyond(position.hands[shower], position.shown):
        return "two cards of the hand are shown", "D5.2"
    return None


def fault_of_discard(position: Position) -> Fault | None:
    """What is wrong with a discard (D5.1)."""
    if not position.asked:
        return "nobody has spades", "D5.1"
    if not is_full_deal(position):
        return "the holder of spades discards one of four cards, the other has three", "D5.1"
    return None


def is_full_deal(position: Position) -> bool:
    """Whether all cards of a full deal are in hand: four for spades, else three (D2.2, D5.1)."""
    sizes = [SPADE_HAND if position.advantages[1] == seat else HAND_SIZE for seat in SEATS]
    return position.full and list(map(card_count, position.hands)) == sizes


def fault_of_seals(position: Position) -> Fault | None:
    """What is wrong with choices that are sealed (D2.6, D3.1)."""
    if not position.asked:
        return "somebody has still to choose", "D3.1"
    sizes = {card_count(hand) for hand in position.hands}
    if len(sizes) != 1 or not 1 <= min(sizes) <= HAND_SIZE - len(position.laid[0]):
        return "hands are equal and last for three tricks at most", "D3.3"
    for seat in SEATS:
        if not may_seal(position, seat):
            return f"seat {seat} has sealed what she may not", "D3.1" if position.phase == "lay" else "D2.6"
    return None


def may_seal(position: Position, seat: Seat) -> bool:
    """Whether a seat has sealed nothing, or a choice that can be carried out."""
    move = position.sealed[seat]
    if move is None:
        return True
    if not is_well_formed(move) or beyond(position.hands[seat], cards_of(move)):
        return False
    size = card_count(cards_of(move))
    if position.phase == "lay":
        return kind_of(move) == LAY and size == 1
    diamonds = diamonds_of(move)
    return kind_of(move) == EXCHANGE and size == card_count(diamonds) and not beyond(position.reserves[seat], diamonds)


def fault_of_draw(position: Position) -> Fault | None:
    """What is wrong with a tie (D3.4)."""
    if card_count(position.stack) + card_count(position.used) < PAIR:
        return "a tie is broken with two cards", "D3.4"
    return None


def fault_of_draft(position: Position) -> Fault | None:
    """What is wrong with a draft (D6)."""
    if not position.asked:
        return "nobody has won the race", "D6.1"
    if card_count(position.market) + position.picks != MARKET_SIZE or card_count(position.market) < PAIR:
        return "three of four cards are drafted", "D6.3"
    return None


def fault_of_end(position: Position) -> Fault | None:
    """What is wrong with the end of a game."""
    return ("a game ends in some way", "D7.4") if position.ending is None else None


PHASE_FAULTS: Final[dict[str, Callable[[Position], Fault | None]]] = {
    "race": fault_of_deal,
    "show": fault_of_swap,
    "swap": fault_of_swap,
    "discard": fault_of_discard,
    "exchange": fault_of_seals,
    "lay": fault_of_seals,
    "draw": fault_of_draw,
    "draft": fault_of_draft,
    "over": fault_of_end,
}
