"""What the laws need to know of Damenrennen, written without the kernel's own counting."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from parlour.games.damenrennen.cards import COPIES, NAMES, card_names, copies_of, parse_cards, row_cards
from parlour.games.damenrennen.kernel.game import Game, settled
from parlour.games.damenrennen.kernel.tricks import race_law
from parlour.games.damenrennen.notation import LAY, exchange, plain
from parlour.games.damenrennen.position import SEATS, Position, decode_game, encode_position
from tests.damenrennen import oracle

if TYPE_CHECKING:
    from random import Random

    from parlour.core.game import Seat
    from parlour.games.damenrennen import State

Place = tuple[str, int]
"""A hidden place: `hand` or `spent` of a seat, or the stack."""
STACK: Place = ("stack", 0)


def names(pile: int) -> list[str]:
    return list(card_names(pile))


def pile_of(cards: list[str]) -> int:
    return parse_cards(" ".join(cards))


def count_cards(state: State) -> Counter[str]:
    """Every card of the game wherever it lies."""
    position = decode_game(state.game)
    found = Counter([*names(position.stack), *names(position.market), *names(position.used)])
    for seat in SEATS:
        for suit, row in enumerate(position.rows[seat]):
            found.update(card_names(row_cards(row, suit)))
        for pair in (position.hands, position.spent, position.reserves, position.strike_cards):
            found.update(card_names(pair[seat]))
    return found


def full_deck(state: State) -> Counter[str]:
    """Every card that there should be (D1.1)."""
    del state
    return oracle.full_deck()


def seen_in_swap(position: Position, other: Seat, seat: Seat | None) -> Counter[str]:
    """What a seat saw the other hold after the heart swap; spectators saw nothing (D9.3)."""
    if seat is None or not position.shown:
        return Counter()
    if position.advantages[2] == other:
        return Counter(names(position.taken))
    kept = Counter(names(position.shown)) - Counter(names(position.taken))
    return kept + Counter(names(position.given))


def is_possible(places: dict[Place, list[str]], position: Position, seat: Seat | None) -> bool:
    """Whether hidden cards can lie so, by all that a seat has seen (D2.6, D4.1, D9)."""
    for other in SEATS:
        if other == seat:
            continue
        hand = Counter(places.get(("hand", other), names(position.hands[other])))
        held = hand + Counter(places["spent", other])
        laid = Counter(name for card in position.laid[other] for name in names(card))
        exchanged = Counter(names(position.exchanged[other]))
        seen = exchanged + seen_in_swap(position, other, seat)
        ranks = {name[:-1] for name in hand + laid}
        silent_bomb = laid and not position.bombs[other] and (hand + laid).total() == 3 and len(ranks) == 1
        if not exchanged <= hand + laid or not seen <= held + laid or silent_bomb:
            return False
    return True


def hidden_places(position: Position, seat: Seat | None) -> dict[Place, list[str]]:
    """The cards that a seat may not see, by place."""
    places = {STACK: names(position.stack)}
    for other in SEATS:
        if other != seat:
            places["spent", other] = names(position.spent[other])
            if not position.bombs[other]:
                places["hand", other] = names(position.hands[other])
    return places


def shuffle_hidden(state: State, seat: Seat | None, rng: Random) -> State:
    """Let everything that a seat may not know change places, each card in turn with any other."""
    position = decode_game(state.game)
    places = hidden_places(position, seat)
    slots = [(place, index) for place, cards in places.items() for index in range(len(cards))]
    for one, i in [slot for slot in slots if slot[0] != STACK]:
        two, k = rng.choice(slots)
        places[one][i], places[two][k] = places[two][k], places[one][i]
        if not is_possible(places, position, seat):
            places[one][i], places[two][k] = places[two][k], places[one][i]
    hands, spent = list(position.hands), list(position.spent)
    for other in SEATS:
        hands[other] = pile_of(places.get(("hand", other), names(hands[other])))
        spent[other] = pile_of(places.get(("spent", other), names(spent[other])))
    shuffled = msgspec.structs.replace(position, stack=pile_of(places[STACK]), hands=tuple(hands), spent=tuple(spent))
    if seat is None and position.shown:
        shuffled = swapped_anew(shuffled, rng)
    shuffled = msgspec.structs.replace(
        shuffled, sealed=tuple(sealed_anew(shuffled, other, seat, rng) for other in SEATS)
    )
    return msgspec.structs.replace(state, game=Game(encode_position(shuffled)))


def swapped_anew(position: Position, rng: Random) -> Position:
    """Let other cards have been shown and swapped, of those that the two were dealt."""
    dealt: list[list[str]] = []
    for seat in SEATS:
        laid = [name for card in position.laid[seat] for name in names(card)]
        held = Counter(names(position.hands[seat]) + names(position.spent[seat]) + laid)
        dealt.append(list((held - Counter(names(position.exchanged[seat]))).elements()))
    holder = position.advantages[2]
    assert holder is not None
    first, second = rng.sample(dealt[1 - holder], 2)
    if not position.taken:
        return msgspec.structs.replace(position, shown=pile_of([first, second]))
    taken = rng.choice(dealt[holder])
    return msgspec.structs.replace(
        position, shown=pile_of([first, taken]), taken=pile_of([taken]), given=pile_of([second])
    )


def sealed_anew(position: Position, other: Seat, seat: Seat | None, rng: Random) -> int | None:
    """Let another choice be sealed, if one is that the seat may not know."""
    if position.sealed[other] is None or other == seat:
        return position.sealed[other]
    hand = names(position.hands[other])
    if position.phase == "lay":
        return plain(LAY, pile_of([rng.choice(hand)]))
    diamonds = [name for name in names(position.reserves[other]) if name.endswith("d")]
    count = rng.randint(0, min(len(hand), len(diamonds)))
    return exchange(pile_of(rng.sample(diamonds, count)), pile_of(rng.sample(hand, count)))


def kernel_answers(state: State, seed: int) -> str:
    """What the kernel's own playouts, worlds and chances make of a state, for comparing twins."""
    position = decode_game(state.game)
    worlds = [state.game.world(viewer, seed).slots() for viewer in (0, 1, None)]
    sizes = {len(names(hand)) for hand in position.hands}
    law = race_law(*position.hands, position.advantages[0]) if sizes in ({1}, {2}, {3}) else None
    cards = [1 << (2 * number) for number in range(len(NAMES))]
    landings = [
        settled(position.rows[seat], position.reserves[seat], position.strikes[seat], card)
        for seat in SEATS
        for card in cards
        if copies_of(card, position.reserves[seat]) < COPIES
    ]
    return repr((state.game.played_out(seed).slots(), worlds, law, landings))
