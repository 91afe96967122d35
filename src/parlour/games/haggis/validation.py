"""Which positions a round can be in; all others are refused with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.game import Seat
from parlour.games.haggis.cards import FACES, SPOTS, WILDS, format_cards, pile_of
from parlour.games.haggis.notation import (
    BET,
    BETS,
    BOMB,
    COMBOS,
    HAGGIS_SIZE,
    HAND_SIZE,
    LARGEST_HAND,
    cards_of,
    kind_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis.position import Play, Position

Fault = tuple[str, str]
"""What is wrong, and the clause that says so."""

TWO: Final = 2


def fault_of(position: Position, history: Sequence[Play]) -> Fault | None:
    """What is wrong with a position, if anything is."""
    return (
        fault_of_cards(position)
        or fault_of_wilds(position)
        or fault_of_outs(position)
        or fault_of_bets(position)
        or fault_of_phase(position)
        or fault_of_history(position, history)
    )


def fault_of_cards(position: Position) -> Fault | None:
    """A spot card that lies in two places or is not in play, a hand or haggis that is too large (H1, H2)."""
    players = len(position.hands)
    together = 0
    for cards in (*position.hands, position.haggis, position.trick, *position.captured):
        spots = cards & SPOTS[3]
        if spots & ~SPOTS[players]:
            return f"{format_cards(spots & ~SPOTS[players])!r} is not in this deck", "H2.1"
        if together & spots:
            return f"{format_cards(together & spots)!r} lies in two places", "H1.1"
        together |= spots
    for seat, hand in enumerate(position.hands):
        if (hand & SPOTS[3]).bit_count() > HAND_SIZE:
            return f"seat {seat} holds more than {HAND_SIZE} spot cards", "H2.2"
    if position.haggis.bit_count() > HAGGIS_SIZE[players]:
        return f"the haggis has {HAGGIS_SIZE[players]} cards, got {position.haggis.bit_count()}", "H2.3"
    return None


def fault_of_wilds(position: Position) -> Fault | None:
    """A wild that is held and was played, or was played twice or by a stranger (H2.2)."""
    together = 0
    held = [pile_of(hand & ~SPOTS[3], seat) for seat, hand in enumerate(position.hands)]
    for pile in (*held, position.trick & ~SPOTS[3], *(captured & ~SPOTS[3] for captured in position.captured)):
        if together & pile:
            seat, wild = divmod((together & pile).bit_length() - 46, 3)
            return f"seat {seat} has one {FACES[wild]}, held or played", "H2.2"
        together |= pile
    if together >> (45 + 3 * len(position.hands)):
        return f"a wild of a seat that is not at a table of {len(position.hands)}", "H2.1"
    return None


def has_played(position: Position, seat: int) -> bool:
    """Whether the table shows that a seat has played a card."""
    piles = position.trick
    for captured in position.captured:
        piles |= captured
    at_trick = position.standing != 0 and seat in (position.holder, position.runner_up)
    return at_trick or seat in position.outs or bool(piles & pile_of(WILDS, seat))


def fault_of_outs(position: Position) -> Fault | None:
    """A seat that is out and holds cards, or the other way round (H6.1, H7.1)."""
    empty = {seat for seat, hand in enumerate(position.hands) if not hand}
    if empty != set(position.outs):
        return "the seats that are out are those that hold no cards", "H6.1"
    for seat, count in enumerate(position.left_over):
        if count and (seat not in position.outs or count > LARGEST_HAND):
            return f"seat {seat} did not go out before a hand of {count} cards", "H7.1"
    return None


def fault_of_bets(position: Position) -> Fault | None:
    """A bet that there is not, or a seat that has played and could still bet (H3.1)."""
    for seat, bet in enumerate(position.bets):
        if bet is not None and bet not in BETS:
            return f"a bet is 0, 15 or 30, got {bet}", "H3.1"
        if not position.played[seat] and has_played(position, seat):
            return f"seat {seat} is not fresh: she has played a card", "H3.1"
    return None


def answering(position: Position) -> tuple[Seat, ...]:
    """Those who have to beat the trick or pass, from the holder's left (H5.5)."""
    players = len(position.hands)
    seats = (Seat((position.holder + step) % players) for step in range(1, players))
    return tuple(seat for seat in seats if position.hands[seat])


def fault_of_phase(position: Position) -> Fault | None:
    """What cannot be while cards are played, a bombed trick is given, or the round is over."""
    holding = len(position.hands) - len(position.outs)
    if position.phase == "over":
        return fault_of_end(position, holding)
    if position.phase == "giving":
        return fault_of_gift(position, holding)
    return fault_of_turn(position, holding) or fault_of_trick(position)


def fault_of_turn(position: Position, holding: int) -> Fault | None:
    """A round that has ended, or the turn of somebody who is out (H6)."""
    if holding < TWO:
        return "the round ends when only one player holds cards", "H6.2"
    if not position.hands[position.actor]:
        return f"seat {position.actor} is out and cannot act", "H6.1"
    return None


def fault_of_trick(position: Position) -> Fault | None:
    """Passes that have ended the trick, or the turn of somebody who does not follow (H5.1, H5.5)."""
    if not position.standing:
        return ("nobody passes on the lead", "H5.1") if position.passes else None
    if position.runner_up == position.holder:
        return f"seat {position.holder} has played twice in a row", "H5.1"
    waiting = answering(position)
    if position.passes >= len(waiting):
        return f"the trick has ended after {len(waiting)} passes, got {position.passes}", "H5.5"
    if position.actor != waiting[position.passes]:
        return f"it is the turn of seat {waiting[position.passes]}, not of seat {position.actor}", "H5.1"
    return None


def fault_of_gift(position: Position, holding: int) -> Fault | None:
    """What is wrong with a bombed trick that waits to be given away (H5.7)."""
    if len(position.hands) == TWO or position.tournament or kind_of(position.standing) != BOMB:
        return "a bombed trick is given away with three players, without the tournament rule", "H5.7"
    if position.actor != position.holder:
        return f"seat {position.holder} has bombed and gives the trick away", "H5.7"
    if position.passes != len(answering(position)) and (position.passes or holding > 1):
        return f"a trick ends after {len(answering(position))} passes, got {position.passes}", "H5.5"
    return None


def fault_of_end(position: Position, holding: int) -> Fault | None:
    """What is wrong with the end of a round (H6.2)."""
    if holding != 1 or position.standing or position.passes:
        return "a round is over when one player holds cards and the last trick is captured", "H6.2"
    if position.actor != position.outs[-1] or position.holder != position.outs[-1]:
        return f"seat {position.outs[-1]} ended the round", "H6.2"
    return None


def fault_of_history(position: Position, history: Sequence[Play]) -> Fault | None:
    """A decision of the past that the table does not show (H9.1)."""
    piles = position.trick
    for captured in position.captured:
        piles |= captured
    for seat, move in history:
        if kind_of(move) in COMBOS and pile_of(cards_of(move), seat) & ~piles:
            return f"{format_cards(cards_of(move))!r} was played and lies neither in the trick nor captured", "H9.1"
        if kind_of(move) == BET and position.bets[seat] != cards_of(move):
            return f"seat {seat} has declared {cards_of(move)}", "H3.2"
    return None
