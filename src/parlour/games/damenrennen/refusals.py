"""Why a move may not be made: a code with parameters, a sentence, and the clause (D1-D10).

The kernel's list of legal moves judges a seat's move; what is not on it is explained here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.game import CHANCE, Actor, Parameters, Refusal, Seat
from parlour.games.damenrennen.cards import DECK, DIAMONDS, ONES, beyond, card_count, card_names
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
    is_number,
    is_well_formed,
    kind_of,
    swapped_card,
)
from parlour.games.damenrennen.position import MARKET_SIZE, SEATS, Phase, Position, decode_game

if TYPE_CHECKING:
    from parlour.games.damenrennen.kernel.game import Game

WANTED: Final[dict[Phase, tuple[tuple[int, ...], str]]] = {
    "show": ((SHOW,), "D5.2"),
    "swap": ((SWAP, DECLINE), "D5.2"),
    "discard": ((DISCARD,), "D5.1"),
    "exchange": ((EXCHANGE,), "D2.6"),
    "lay": ((LAY,), "D3.1"),
    "draft": ((TAKE,), "D6.1"),
}
"""What is chosen in a phase, with its clause."""

EARLY: Final[dict[Phase, tuple[str, str, str]]] = {
    "race": ("deal", "the cards are not dealt yet", "D2.2"),
    "over": ("deal", "the cards are not dealt yet", "D2.2"),
    "draw": ("draw", "the tie-break cards are not turned over yet", "D3.4"),
}
"""What a phase of chance awaits: its name, a sentence, the clause."""

REFUSALS: Final[dict[str, tuple[str, ...]]] = {
    "match/over": (),
    "seat/unknown": ("seat",),
    "deal/seat": ("seat",),
    "deal/early": (),
    "deal/malformed": (),
    "deal/hands": ("players", "count"),
    "deal/market": ("due", "count"),
    "deal/size": ("seat", "due", "count"),
    "deal/cards": ("cards",),
    "draw/seat": ("seat",),
    "draw/early": (),
    "draw/malformed": (),
    "draw/size": (),
    "draw/cards": ("cards",),
    "move/malformed": ("move",),
    "move/early": ("awaited",),
    "move/phase": ("wanted", "move"),
    "move/sealed": ("seat",),
    "show/seat": ("seat",),
    "swap/advantage": ("seat",),
    "discard/advantage": ("seat",),
    "exchange/diamonds": ("seat",),
    "take/turn": ("seat", "turn"),
    "exchange/reserve": ("cards",),
    "exchange/unequal": ("diamonds", "count"),
    "swap/shown": ("cards",),
    "swap/count": ("count",),
    "show/count": ("due", "count"),
    "discard/count": ("due", "count"),
    "lay/count": ("due", "count"),
    "take/count": ("due", "count"),
    "take/market": ("cards",),
    "cards/hand": ("cards",),
}
"""The codes of all refusals, each with the names of its parameters."""


def refuse_over() -> Refusal:
    """Why nobody moves after the end (D10.1)."""
    return Refusal("match/over", "the match is over", "D10.1")


def refuse_deal(game: Game, actor: Actor, deal: Deal) -> Refusal | None:
    """Why a deal is none: four cards in the market, as many in hand as are due, all from the stack (D2)."""
    if actor is not CHANCE:
        return Refusal("deal/seat", f"seat {actor} cannot deal: chance does", "D2.1", {"seat": actor})
    position = decode_game(game)
    if position.phase != "race":
        return Refusal("deal/early", "the race is still on", "D2.5")
    if not all(map(is_pile, (deal.market, *deal.hands))):
        return Refusal("deal/malformed", "a deal is piles of cards, a market and two hands", "D1.1")
    count = card_count(deal.market)
    if count != MARKET_SIZE:
        return Refusal(
            "deal/market", f"a market of {MARKET_SIZE} cards, got {count}", "D2.1", {"due": MARKET_SIZE, "count": count}
        )
    return refuse_hands(game, position, deal) or refuse_drawn(
        position.stack, (deal.market, *deal.hands), "deal/cards", "D2.5"
    )


def refuse_hands(game: Game, position: Position, deal: Deal) -> Refusal | None:
    """Why hands are not those that are due (D2.2, D5.1, D8.1)."""
    players = len(SEATS)
    if len(deal.hands) != players:
        return Refusal(
            "deal/hands",
            f"a deal has {players} hands, got {len(deal.hands)}",
            "D2.2",
            {"players": players, "count": len(deal.hands)},
        )
    for seat, hand, due in zip(SEATS, deal.hands, game.deal_sizes(), strict=True):
        count = card_count(hand)
        if count != due:
            clause = "D2.2" if position.full else "D8.1"
            return Refusal(
                "deal/size",
                f"seat {seat} was dealt {count} cards, not {due}",
                clause,
                {"seat": seat, "due": due, "count": count},
            )
    return None


def refuse_draw(game: Game, actor: Actor, draw: Draw) -> Refusal | None:
    """Why tie-break cards are none: one each, from the stack or from what is shuffled together (D3.4)."""
    if actor is not CHANCE:
        return Refusal("draw/seat", f"seat {actor} cannot draw: chance does", "D3.4", {"seat": actor})
    if decode_game(game).phase != "draw":
        return Refusal("draw/early", "there is no tie to break", "D3.4")
    if len(draw.cards) != len(SEATS) or not all(map(is_pile, draw.cards)):
        return Refusal("draw/malformed", "a tie-break is one card for each of two seats", "D3.4")
    if any(card_count(card) != 1 for card in draw.cards):
        return Refusal("draw/size", "a tie-break is one card each", "D3.4")
    return refuse_drawn(game.tie_break_pool(), draw.cards, "draw/cards", "D3.4")


def is_pile(pile: object) -> bool:
    """Whether an object is a pile of cards."""
    return type(pile) is int and 0 <= pile <= DECK | ONES and not pile & pile >> 1 & ONES


def refuse_drawn(pool: int, piles: tuple[int, ...], code: str, clause: str) -> Refusal | None:
    """Why piles cannot be drawn from a pool, one after the other."""
    for pile in piles:
        missing = card_names(beyond(pool, pile))
        if missing:
            return Refusal(code, f"{' '.join(missing)!r} cannot be drawn: not there", clause, {"cards": missing})
        pool -= pile
    return None


def refuse_move(game: Game, actor: Actor, move: int) -> Refusal | None:
    """Why a seat may not make a move."""
    if actor is CHANCE or actor not in SEATS:
        who = "chance" if actor is CHANCE else actor
        return Refusal("seat/unknown", f"seat {who} is not at this table", "D10.2", {"seat": who})
    if is_number(move) and 0 < move < 1 << 63 and game.allows(actor, int(move)):
        return None
    if not is_well_formed(move):
        return Refusal("move/malformed", f"no such move: {move!r}", "D2.3", {"move": repr(move)})
    return why_not(decode_game(game), actor, move)


def why_not(position: Position, seat: Seat, move: int) -> Refusal:
    """Why a move is not a legal one."""
    kind = kind_of(move)
    if position.phase in EARLY:
        awaited, sentence, clause = EARLY[position.phase]
        return Refusal("move/early", sentence, clause, {"awaited": awaited})
    wanted, clause = WANTED[position.phase]
    if kind not in wanted:
        names, name = tuple(KIND_NAMES[kind] for kind in wanted), KIND_NAMES[kind]
        return Refusal(
            "move/phase", f"now it is {' or '.join(names)}, not {name}", clause, {"wanted": names, "move": name}
        )
    if position.sealed[seat] is not None:
        return Refusal("move/sealed", f"seat {seat} has sealed her choice already", clause, {"seat": seat})
    if seat not in position.asked:
        return why_not_asked(position, seat, kind)
    if kind == EXCHANGE:
        return why_no_exchange(position, seat, move)
    if kind == SWAP:
        return why_no_swap(position, seat, move)
    return why_no_cards(position, seat, move)


def why_not_asked(position: Position, seat: Seat, kind: int) -> Refusal:
    """Why a seat has nothing to choose here."""
    who: Parameters = {"seat": seat}
    if kind == SHOW:
        return Refusal("show/seat", "the holder of hearts is shown cards and shows none", "D5.2", who)
    if kind in (SWAP, DECLINE):
        return Refusal("swap/advantage", f"seat {seat} does not have hearts", "D5.2", who)
    if kind == DISCARD:
        return Refusal("discard/advantage", f"seat {seat} does not have spades", "D5.1", who)
    if kind == EXCHANGE:
        return Refusal("exchange/diamonds", f"seat {seat} has no diamonds in reserve", "D2.6", who)
    turn = position.asked[0]
    clause = "D6.2" if position.ultimate else "D6.1"
    return Refusal("take/turn", f"it is the turn of seat {turn}", clause, {"seat": seat, "turn": turn})


def why_no_exchange(position: Position, seat: Seat, move: int) -> Refusal:
    """Why diamonds cannot be exchanged so (D2.6)."""
    diamonds, given = diamonds_of(move), cards_of(move)
    missing = card_names(beyond(position.reserves[seat] & DIAMONDS, diamonds))
    if missing:
        return Refusal("exchange/reserve", f"{' '.join(missing)!r} not in reserve", "D2.6", {"cards": missing})
    taken, count = card_count(diamonds), card_count(given)
    if taken != count:
        return Refusal(
            "exchange/unequal",
            f"diamonds are exchanged one for one, got {taken} for {count}",
            "D2.6",
            {"diamonds": taken, "count": count},
        )
    return not_held(position.hands[seat], given, "D2.6")


def why_no_swap(position: Position, seat: Seat, move: int) -> Refusal:
    """Why cards cannot be swapped so (D5.2)."""
    taken, given = swapped_card(move), cards_of(move)
    if beyond(position.shown, taken):
        named = card_names(taken)
        return Refusal("swap/shown", f"{' '.join(named)!r} was not shown", "D5.2", {"cards": named})
    count = card_count(given)
    if count != 1:
        return Refusal("swap/count", f"one card is given for one, got {count}", "D5.2", {"count": count})
    return not_held(position.hands[seat], given, "D5.2")


def why_no_cards(position: Position, seat: Seat, move: int) -> Refusal:
    """Why these cards cannot be shown, discarded, laid or taken."""
    kind, cards = kind_of(move), cards_of(move)
    clause = WANTED[position.phase][1]
    due, count = 2 if kind == SHOW else 1, card_count(cards)
    if count != due:
        verb = KIND_NAMES[kind]
        return Refusal(f"{verb}/count", f"{verb} {due}, got {count} cards", clause, {"due": due, "count": count})
    if kind == TAKE:
        named = card_names(cards)
        return Refusal("take/market", f"{' '.join(named)!r} is not in the market", "D6.1", {"cards": named})
    return not_held(position.hands[seat], cards, clause)


def not_held(hand: int, cards: int, clause: str) -> Refusal:
    """Which cards are not in hand."""
    missing = card_names(beyond(hand, cards))
    return Refusal("cards/hand", f"{' '.join(missing)!r} not in hand", clause, {"cards": missing})
