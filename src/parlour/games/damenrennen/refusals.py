"""Why a move may not be made: the clause and a sentence for each (D1-D10).

The kernel's list of legal moves judges a seat's move; what is not on it is explained here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.game import CHANCE, Actor, Refusal, Seat
from parlour.games.damenrennen.cards import DECK, DIAMONDS, ONES, beyond, card_count, format_cards
from parlour.games.damenrennen.notation import (
    DECLINE,
    DISCARD,
    EXCHANGE,
    KIND_NAMES,
    LAY,
    SHOW,
    SWAP,
    TAKE,
    Deal,
    Draw,
    cards_of,
    diamonds_of,
    is_well_formed,
    kind_of,
    swapped_card,
)
from parlour.games.damenrennen.position import SEATS, Phase, Position, decode_game

if TYPE_CHECKING:
    from parlour.games.damenrennen.kernel.game import Game

MARKET_SIZE: Final = 4
WANTED: Final[dict[Phase, tuple[tuple[int, ...], str]]] = {
    "show": ((SHOW,), "D5.2"),
    "swap": ((SWAP, DECLINE), "D5.2"),
    "discard": ((DISCARD,), "D5.1"),
    "exchange": ((EXCHANGE,), "D2.6"),
    "lay": ((LAY,), "D3.1"),
    "draft": ((TAKE,), "D6.1"),
}
"""What is chosen in a phase, with its clause."""


def refuse_deal(game: Game, actor: Actor, deal: Deal) -> Refusal | None:
    """Judge a deal: four cards in the market, as many in hand as are due, all from the stack (D2)."""
    if actor is not CHANCE:
        return Refusal("deal/seat", f"seat {actor} cannot deal: chance does", "D2.1")
    position = decode_game(game)
    if position.phase != "race":
        return Refusal("deal/early", "the race is still on", "D2.5")
    if not all(map(is_pile, (deal.market, *deal.hands))):
        return Refusal("deal/malformed", "a deal is piles of cards, a market and two hands", "D1.1")
    if card_count(deal.market) != MARKET_SIZE:
        return Refusal("deal/market", f"a market of 4 cards, got {card_count(deal.market)}", "D2.1")
    sizes, due = tuple(map(card_count, deal.hands)), game.deal_sizes()
    if sizes != due:
        clause = "D2.2" if position.full else "D8.1"
        return Refusal("deal/size", f"hands of {due} cards are due, got {sizes}", clause)
    return refuse_drawn(position.stack, (deal.market, *deal.hands), "deal/cards", "D2.5")


def refuse_draw(game: Game, actor: Actor, draw: Draw) -> Refusal | None:
    """Judge tie-break cards: one each, from the stack or from what is shuffled together (D3.4)."""
    if actor is not CHANCE:
        return Refusal("draw/seat", f"seat {actor} cannot draw: chance does", "D3.4")
    if decode_game(game).phase != "draw":
        return Refusal("draw/early", "there is no tie to break", "D3.4")
    if len(draw.cards) != len(SEATS) or not all(map(is_pile, draw.cards)):
        return Refusal("draw/malformed", "a tie-break is one card for each of two seats", "D3.4")
    if any(card_count(card) != 1 for card in draw.cards):
        return Refusal("draw/size", "a tie-break is one card each", "D3.4")
    return refuse_drawn(game.tie_break_pool(), draw.cards, "draw/cards", "D3.4")


def is_pile(pile: object) -> bool:
    """Tell whether an object is a pile of cards."""
    return type(pile) is int and 0 <= pile <= DECK | ONES and not pile & pile >> 1 & ONES


def refuse_drawn(pool: int, piles: tuple[int, ...], code: str, clause: str) -> Refusal | None:
    """Judge whether piles can be drawn from a pool, one after the other."""
    for pile in piles:
        missing = beyond(pool, pile)
        if missing:
            return Refusal(code, f"{format_cards(missing)!r} cannot be drawn: not there", clause)
        pool -= pile
    return None


def refuse_move(game: Game, actor: Actor, move: int) -> Refusal | None:
    """Judge a seat's move."""
    if actor is CHANCE or actor not in SEATS:
        return Refusal("seat/unknown", f"seat {actor} is not at this table", "D10.2")
    if type(move) is int and 0 < move < 1 << 63 and game.allows(actor, move):
        return None
    if not is_well_formed(move):
        return Refusal("move/malformed", f"no such move: {move!r}", "D2.3")
    return why_not(decode_game(game), actor, move)


def why_not(position: Position, seat: Seat, move: int) -> Refusal:
    """Say why a move is not a legal one."""
    kind = kind_of(move)
    if position.phase == "race" or position.phase == "over":  # noqa: PLR1714 - narrows the type
        return Refusal("move/early", "the cards are not dealt yet", "D2.2")
    if position.phase == "draw":
        return Refusal("move/early", "the tie-break cards are not turned over yet", "D3.4")
    wanted, clause = WANTED[position.phase]
    if kind not in wanted:
        names = " or ".join(KIND_NAMES[kind] for kind in wanted)
        return Refusal("move/phase", f"now it is {names}, not {KIND_NAMES[kind]}", clause)
    if position.sealed[seat] is not None:
        return Refusal("move/sealed", f"seat {seat} has sealed her choice already", clause)
    if seat not in position.asked:
        return why_not_asked(position, seat, kind)
    if kind == EXCHANGE:
        return why_no_exchange(position, seat, move)
    if kind == SWAP:
        return why_no_swap(position, seat, move)
    return why_no_cards(position, seat, move)


def why_not_asked(position: Position, seat: Seat, kind: int) -> Refusal:
    """Say why a seat has nothing to choose here."""
    match kind:
        case 1:
            return Refusal("show/seat", "the holder of hearts is shown cards and shows none", "D5.2")
        case 2 | 3:
            return Refusal("swap/advantage", f"seat {seat} does not have hearts", "D5.2")
        case 4:
            return Refusal("discard/advantage", f"seat {seat} does not have spades", "D5.1")
        case 5:
            return Refusal("exchange/diamonds", f"seat {seat} has no diamonds in reserve", "D2.6")
        case _:
            clause = "D6.2" if position.ultimate else "D6.1"
            return Refusal("take/turn", f"it is the turn of seat {position.asked[0]}", clause)


def why_no_exchange(position: Position, seat: Seat, move: int) -> Refusal:
    """Say why diamonds cannot be exchanged so (D2.6)."""
    diamonds, given = diamonds_of(move), cards_of(move)
    missing = beyond(position.reserves[seat] & DIAMONDS, diamonds)
    if missing:
        return Refusal("exchange/reserve", f"{format_cards(missing)!r} not in reserve", "D2.6")
    if card_count(diamonds) != card_count(given):
        counts = f"{card_count(diamonds)} for {card_count(given)}"
        return Refusal("exchange/unequal", f"diamonds are exchanged one for one, got {counts}", "D2.6")
    return not_held(position.hands[seat], given, "D2.6")


def why_no_swap(position: Position, seat: Seat, move: int) -> Refusal:
    """Say why cards cannot be swapped so (D5.2)."""
    taken, given = swapped_card(move), cards_of(move)
    if beyond(position.shown, taken):
        return Refusal("swap/shown", f"{format_cards(taken)!r} was not shown", "D5.2")
    if card_count(given) != 1:
        return Refusal("swap/count", f"one card is given for one, got {card_count(given)}", "D5.2")
    return not_held(position.hands[seat], given, "D5.2")


def why_no_cards(position: Position, seat: Seat, move: int) -> Refusal:
    """Say why these cards cannot be shown, discarded, laid or taken."""
    kind, cards = kind_of(move), cards_of(move)
    clause = WANTED[position.phase][1]
    count = 2 if kind == SHOW else 1
    if card_count(cards) != count:
        verb = KIND_NAMES[kind]
        return Refusal(f"{verb}/count", f"{verb} {count}, got {card_count(cards)} cards", clause)
    if kind == TAKE:
        return Refusal("take/market", f"{format_cards(cards)!r} is not in the market", "D6.1")
    return not_held(position.hands[seat], cards, clause)


def not_held(hand: int, cards: int, clause: str) -> Refusal:
    """Say which cards are not in hand."""
    return Refusal("cards/hand", f"{format_cards(beyond(hand, cards))!r} not in hand", clause)
