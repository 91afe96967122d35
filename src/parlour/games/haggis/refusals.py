"""Why a move may not be made: the clause and a sentence for each (H2-H5)."""

from __future__ import annotations

from typing import Final

from parlour.core.game import CHANCE, Actor, Refusal, Seat
from parlour.games.haggis.cards import SPOTS, format_cards
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
    format_move,
    kind_of,
    why_no_combo,
)
from parlour.games.haggis.position import Position, decode_round
from parlour.games.haggis.state import State, next_dealer

HAND_SIZE: Final = 14
BETS: Final = (0, 15, 30)


def refuse_deal(state: State, actor: Actor, deal: Deal) -> Refusal | None:
    """Judge a deal: all the cards, each once, fourteen to a hand, by the right dealer (H2)."""
    players = len(state.standing.scores)
    if actor is not CHANCE:
        return Refusal("deal/seat", f"seat {actor} cannot deal: chance does", "H2.2")
    if state.round is not None and not state.round.over:
        return Refusal("deal/early", "the round is still being played", "H6.2")
    if len(deal.hands) != players:
        return Refusal("deal/hands", f"a deal for {players} has {players} hands, got {len(deal.hands)}", "H2.1")
    for seat, hand in enumerate(deal.hands):
        if hand & ~SPOTS[players]:
            strange = format_cards(hand & ~SPOTS[players])
            return Refusal("deal/cards", f"seat {seat} was dealt {strange!r}, not in this deck", "H2.1")
        if hand.bit_count() != HAND_SIZE:
            return Refusal("deal/size", f"seat {seat} was dealt {hand.bit_count()} cards, not 14", "H2.2")
    together = sum((*deal.hands, deal.haggis))
    if together != SPOTS[players]:
        return Refusal("deal/cards", "hands and haggis are not the deck, every card once", "H2.3")
    dealer = next_dealer(state)
    if dealer is None and deal.dealer >= players:
        return Refusal("deal/dealer", f"seat {deal.dealer} is not at a table of {players}", "H2.4")
    if dealer is not None and deal.dealer != dealer:
        return Refusal("deal/dealer", f"seat {dealer} deals this round, not seat {deal.dealer}", "H8.2")
    return None


def refuse_move(state: State, actor: Actor, move: int) -> Refusal | None:
    """Judge a seat's move."""
    if type(move) is not int or move < 0 or move >> 63:
        return Refusal("move/malformed", f"a move is a whole number of 63 bits, got {move!r}", "H5.1")
    if state.round is None or state.round.over:
        return Refusal("move/early", "the cards are not dealt yet", "H2.2")
    position = decode_round(state.round)
    if actor is CHANCE or not 0 <= actor < len(position.hands):
        return Refusal("seat/unknown", f"seat {actor} is not at this table", "H2.1")
    kind = kind_of(move)
    if kind == BET:
        return refuse_bet(position, actor, cards_of(move), move)
    if actor != position.actor:
        return Refusal("move/turn", f"it is the turn of seat {position.actor}, not of seat {actor}", "H5.1")
    if position.phase == "giving":
        return refuse_gift(position, move)
    if move == PASS:
        return None if position.standing else Refusal("pass/lead", "the leader must play a combination", "H5.1")
    if kind == GIVE:
        return Refusal("give/nothing", "there is no bombed trick to give", "H5.7")
    if kind not in (SET, SEQUENCE, BOMB):
        return Refusal("move/malformed", f"no such move: {move:#x}", "H5.1")
    return refuse_combo(position, move)


def refuse_bet(position: Position, seat: Seat, amount: int, move: int) -> Refusal | None:
    """Judge a declaration (H3)."""
    if amount not in BETS or move != BET << 60 | amount:
        return Refusal("bet/amount", f"a bet is 0, 15 or 30, got {amount}", "H3.1")
    declared = position.bets[seat]
    if declared is not None:
        return Refusal("bet/twice", f"seat {seat} has declared {declared} already", "H3.2")
    if position.played[seat]:
        return Refusal("bet/late", f"seat {seat} has played a card already", "H3.1")
    if position.outs:
        return Refusal("bet/out", f"seat {position.outs[0]} has gone out already", "H3.3")
    return None


def refuse_gift(position: Position, move: int) -> Refusal | None:
    """Judge who gets a bombed trick (H5.7)."""
    if kind_of(move) != GIVE:
        return Refusal("give/awaited", "say first who gets the bombed trick", "H5.7")
    to = move & ~(GIVE << 60)
    if to == position.actor or to >= len(position.hands):
        return Refusal("give/seat", f"a bombed trick goes to an opponent, not to seat {to}", "H5.7")
    return None


def refuse_combo(position: Position, move: int) -> Refusal | None:
    """Judge cards on the trick (H4, H5.2, H5.3)."""
    cards = cards_of(move)
    if not cards:
        return Refusal("play/empty", "an empty play is no move", "H5.1")
    missing = cards & ~position.hands[position.actor]
    if missing:
        return Refusal("play/cards", f"{format_cards(missing)!r} not in hand", "H2.2")
    candidates = readings(cards)
    if not candidates:
        return Refusal("play/combo", *why_no_combo(cards))
    if move not in candidates:
        choices = ", ".join(repr(format_move(candidate)) for candidate in candidates)
        return Refusal("play/reading", f"{format_cards(cards)!r} cannot be read so: say {choices}", "H4.7")
    if position.standing and not beats(move, position.standing):
        clause = "H5.3" if kind_of(position.standing) == BOMB else "H5.2"
        return Refusal("play/low", f"{format_move(move)!r} does not beat {format_move(position.standing)!r}", clause)
    return None
