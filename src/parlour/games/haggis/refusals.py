"""Why a move may not be made: a code with parameters, a sentence, and the clause (H2-H5)."""

from __future__ import annotations

from typing import Final

from parlour.core.game import CHANCE, Actor, Refusal, Seat
from parlour.games.haggis.cards import SPOTS, card_names, format_cards
from parlour.games.haggis.kernel.combos import beats, readings
from parlour.games.haggis.notation import (
    BET,
    BETS,
    BOMB,
    COMBOS,
    GIVE,
    HAND_SIZE,
    PASS,
    Deal,
    cards_of,
    format_move,
    kind_of,
    why_no_combo,
)
from parlour.games.haggis.position import Position, decode_round
from parlour.games.haggis.state import State, next_dealer

REFUSALS: Final[dict[str, tuple[str, ...]]] = {
    "match/over": (),
    "seat/unknown": ("seat",),
    "deal/seat": ("seat",),
    "deal/early": (),
    "deal/malformed": (),
    "deal/hands": ("players", "count"),
    "deal/cards": ("cards",),
    "deal/size": ("seat", "due", "count"),
    "deal/twice": ("cards",),
    "deal/missing": ("cards",),
    "deal/unknown": ("dealer",),
    "deal/dealer": ("dealer", "due"),
    "move/malformed": ("move",),
    "move/early": ("awaited",),
    "move/turn": ("seat", "turn"),
    "bet/amount": ("amount",),
    "bet/twice": ("seat", "amount"),
    "bet/late": ("seat",),
    "bet/out": ("seat",),
    "pass/lead": (),
    "give/nothing": (),
    "give/awaited": (),
    "give/seat": ("seat",),
    "play/empty": (),
    "play/cards": ("cards",),
    "play/combo": ("cards",),
    "play/reading": ("cards", "readings"),
    "play/low": ("move", "standing"),
}
"""The codes of all refusals, each with the names of its parameters."""


def refuse_over() -> Refusal:
    """Why nobody moves after the end (H8.1)."""
    return Refusal("match/over", "the match is over", "H8.1")


def refuse_deal(state: State, actor: Actor, deal: Deal) -> Refusal | None:
    """Why a deal is none: all the cards, each once, fourteen to a hand, by the right dealer (H2)."""
    if actor is not CHANCE:
        return Refusal("deal/seat", f"seat {actor} cannot deal: chance does", "H2.2", {"seat": actor})
    if state.round is not None and not state.round.over:
        return Refusal("deal/early", "the round is still being played", "H6.2")
    if type(deal.dealer) is not int or not all(type(part) is int and part >= 0 for part in (*deal.hands, deal.haggis)):
        return Refusal("deal/malformed", "a deal is a seat, and masks of cards for every hand and the haggis", "H2.1")
    return refuse_dealt_cards(deal, len(state.standing.scores)) or refuse_dealer(state, deal)


def refuse_dealt_cards(deal: Deal, players: int) -> Refusal | None:
    """Why cards are no deal, card by card (H2.1-H2.3)."""
    if len(deal.hands) != players:
        return Refusal(
            "deal/hands",
            f"a deal for {players} has {players} hands, got {len(deal.hands)}",
            "H2.1",
            {"players": players, "count": len(deal.hands)},
        )
    dealt = 0
    for cards in (*deal.hands, deal.haggis):
        strange, twice = cards & ~SPOTS[players], cards & dealt
        if strange:
            named = card_names(strange)
            return Refusal("deal/cards", f"{' '.join(named)!r} is not in this deck", "H2.1", {"cards": named})
        if twice:
            named = card_names(twice)
            return Refusal("deal/twice", f"{' '.join(named)!r} is dealt twice", "H2.3", {"cards": named})
        dealt |= cards
    for seat, hand in enumerate(deal.hands):
        count = hand.bit_count()
        if count != HAND_SIZE:
            return Refusal(
                "deal/size",
                f"seat {seat} was dealt {count} cards, not {HAND_SIZE}",
                "H2.2",
                {"seat": seat, "due": HAND_SIZE, "count": count},
            )
    if dealt != SPOTS[players]:
        named = card_names(SPOTS[players] & ~dealt)
        return Refusal("deal/missing", f"{' '.join(named)!r} is not dealt", "H2.3", {"cards": named})
    return None


def refuse_dealer(state: State, deal: Deal) -> Refusal | None:
    """Why this seat does not deal (H2.4, H8.2)."""
    due = next_dealer(state)
    if deal.dealer not in range(len(state.standing.scores)):
        return Refusal("deal/unknown", f"seat {deal.dealer} is not at this table", "H2.4", {"dealer": deal.dealer})
    if due is not None and deal.dealer != due:
        return Refusal(
            "deal/dealer",
            f"seat {due} deals this round, not seat {deal.dealer}",
            "H8.2",
            {"dealer": deal.dealer, "due": due},
        )
    return None


def refuse_move(state: State, actor: Actor, move: int) -> Refusal | None:
    """Why a seat may not make a move."""
    if not isinstance(move, int) or isinstance(move, bool) or move < 0 or move >> 63:
        return malformed(move)
    if state.round is None or state.round.over:
        return Refusal("move/early", "the cards are not dealt yet", "H2.2", {"awaited": "deal"})
    position = decode_round(state.round)
    if actor is CHANCE or not 0 <= actor < len(position.hands):
        who = "chance" if actor is CHANCE else actor
        return Refusal("seat/unknown", f"seat {who} is not at this table", "H2.1", {"seat": who})
    kind = kind_of(move)
    if kind == BET:
        return refuse_bet(position, actor, move & ~(BET << 60))
    if actor != position.actor:
        return Refusal(
            "move/turn",
            f"it is the turn of seat {position.actor}, not of seat {actor}",
            "H5.1",
            {"seat": actor, "turn": position.actor},
        )
    if position.phase == "giving":
        return refuse_gift(position, move)
    if move == PASS:
        return None if position.standing else Refusal("pass/lead", "the leader must play a combination", "H5.1")
    if kind == GIVE:
        return Refusal("give/nothing", "there is no bombed trick to give", "H5.7")
    return refuse_combo(position, int(move)) if kind in COMBOS else malformed(move)


def malformed(move: object) -> Refusal:
    """Why something is no move at all."""
    return Refusal("move/malformed", f"no such move: {move!r}", "H5.1", {"move": repr(move)})


def refuse_bet(position: Position, seat: Seat, amount: int) -> Refusal | None:
    """Why a seat cannot declare a bet (H3)."""
    if amount not in BETS:
        return Refusal("bet/amount", f"a bet is 0, 15 or 30, got {amount}", "H3.1", {"amount": amount})
    declared = position.bets[seat]
    if declared is not None:
        return Refusal(
            "bet/twice", f"seat {seat} has declared {declared} already", "H3.2", {"seat": seat, "amount": declared}
        )
    if position.played[seat]:
        return Refusal("bet/late", f"seat {seat} has played a card already", "H3.1", {"seat": seat})
    if position.outs:
        out = position.outs[0]
        return Refusal("bet/out", f"seat {out} has gone out already", "H3.3", {"seat": out})
    return None


def refuse_gift(position: Position, move: int) -> Refusal | None:
    """Why a bombed trick cannot be given so (H5.7)."""
    if kind_of(move) != GIVE:
        return Refusal("give/awaited", "say first who gets the bombed trick", "H5.7")
    to = move & ~(GIVE << 60)
    if to == position.actor or to >= len(position.hands):
        return Refusal("give/seat", f"a bombed trick goes to an opponent, not to seat {to}", "H5.7", {"seat": to})
    return None


def refuse_combo(position: Position, move: int) -> Refusal | None:
    """Why cards cannot be played on the trick (H4, H5.2, H5.3)."""
    cards = cards_of(move)
    if not cards:
        return Refusal("play/empty", "an empty play is no move", "H5.1")
    missing = card_names(cards & ~position.hands[position.actor])
    if missing:
        return Refusal("play/cards", f"{' '.join(missing)!r} not in hand", "H2.2", {"cards": missing})
    named = card_names(cards)
    candidates = readings(cards)
    if not candidates:
        return Refusal("play/combo", *why_no_combo(cards), {"cards": named})
    if move not in candidates:
        choices = tuple(map(format_move, candidates))
        return Refusal(
            "play/reading",
            f"{format_cards(cards)!r} cannot be read so: say {', '.join(map(repr, choices))}",
            "H4.7",
            {"cards": named, "readings": choices},
        )
    if position.standing and not beats(move, position.standing):
        clause = "H5.3" if kind_of(position.standing) == BOMB else "H5.2"
        played, standing = format_move(move), format_move(position.standing)
        return Refusal(
            "play/low", f"{played!r} does not beat {standing!r}", clause, {"move": played, "standing": standing}
        )
    return None
