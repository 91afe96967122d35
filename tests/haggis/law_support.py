"""What the laws need to know of Haggis, written without the kernel's own counting."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from parlour.bots.haggis.kernel.hand_partition import plan
from parlour.bots.haggis.kernel.rollouts import sequential_halving
from parlour.bots.haggis.kernel.sense import DEFAULT_WEIGHTS, sensible
from parlour.games.haggis.cards import FACES, card_names, pile_names
from parlour.games.haggis.position import decode_round, encode_round

if TYPE_CHECKING:
    from random import Random

    from parlour.core.game import Seat
    from parlour.games.haggis import State

SPOT_NAMES = [f"{rank}{suit}" for rank in range(2, 11) for suit in "roygb"]


def deck_of(players: int) -> Counter[str]:
    """The deck, by the rules (H1.1, H2.1)."""
    suits = "roygb" if players == 3 else "royg"
    spots = Counter(f"{rank}{suit}" for rank in range(2, 11) for suit in suits)
    return spots + Counter(dict.fromkeys(FACES, players))


def count_cards(state: State) -> Counter[str]:
    """Every card wherever it lies; before the first deal the whole deck."""
    if state.round is None:
        return deck_of(len(state.standing.scores))
    position = decode_round(state.round)
    found: Counter[str] = Counter()
    for mask in (*position.hands, position.haggis):
        found.update(card_names(mask))
    for pile in (position.trick, *position.captured):
        found.update(pile_names(pile))
    return found


def full_deck(state: State) -> Counter[str]:
    """Every card that there should be."""
    return deck_of(len(state.standing.scores))


def shuffle_hidden(state: State, seat: Seat | None, rng: Random) -> State:
    """Let all spot cards that a seat may not see change places (H9.3)."""
    if state.round is None or state.round.over:
        return state
    position = decode_round(state.round)
    hidden: list[int] = []
    for other, mask in [*enumerate(position.hands), (-1, position.haggis)]:
        if other != seat:
            hidden += [bit for bit in range(45) if mask >> bit & 1]
    rng.shuffle(hidden)
    hands = []
    for other, mask in enumerate(position.hands):
        if other == seat:
            hands.append(mask)
            continue
        spots = bin(mask & ((1 << 45) - 1)).count("1")
        taken, hidden = hidden[:spots], hidden[spots:]
        hands.append(mask >> 45 << 45 | sum(1 << bit for bit in taken))
    shuffled = msgspec.structs.replace(position, hands=tuple(hands), haggis=sum(1 << bit for bit in hidden))
    return msgspec.structs.replace(state, round=encode_round(shuffled))


def kernel_answers(state: State, seed: int) -> str:
    """What the kernel's own playouts and shuffles make of a state, for comparing twins."""
    if state.round is None or state.round.over:
        return ""
    position = decode_round(state.round)
    hidden = position.hands[0] & ((1 << 45) - 1) | position.haggis
    played = state.round.played_out(seed)
    points = [played.score(seat) for seat in range(len(position.hands))]
    moves = lead_moves(state)[:5] if seed % 8 == 0 else lead_moves(state)[:1]
    tried = sequential_halving(state.round, hidden, state.round.actor, moves, len(moves), seed, DEFAULT_WEIGHTS, 5)
    judged = sensible(state.round)
    return repr((played.slots(), points, state.round.shuffled(hidden, seed).slots(), tried, judged, plan(hidden)))


def lead_moves(state: State) -> list[int]:
    """Combos of the seat whose turn it is."""
    assert state.round is not None
    return [move for move in state.round.legal(state.round.actor) if move >> 60 in (1, 2, 3)]
