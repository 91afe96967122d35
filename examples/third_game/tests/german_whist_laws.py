"""What the laws need to know of German Whist, written without the game's own counting."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from german_whist.cards import NAMES
from german_whist.rules import State

if TYPE_CHECKING:
    from random import Random

    from parlour import Seat


class GermanWhistSupport:
    """Counts and shuffles cards."""

    def count_cards(self, state: State) -> Counter[str]:
        """Between deals all cards are in the deck."""
        if not any(state.hands):
            return self.full_deck(state)
        return Counter(NAMES[card] for card in (*state.hands[0], *state.hands[1], *state.stock, *state.public.gone))

    def full_deck(self, state: State) -> Counter[str]:
        del state
        return Counter(NAMES)

    def shuffle_hidden(self, state: State, seat: Seat | None, rng: Random) -> State:
        """Everything but one's own hand, cards that were taken face up, and the top of the stock (G3)."""
        known = state.public.known
        others = [other for other in range(2) if other != seat]
        hidden = [card for other in others for card in state.hands[other] if card not in known[other]]
        hidden += state.stock[1:]
        rng.shuffle(hidden)
        hands = list(state.hands)
        for other in others:
            drawn = [hidden.pop() for _ in range(len(hands[other]) - len(known[other]))]
            hands[other] = tuple(sorted((*known[other], *drawn)))
        return State(state.public, (hands[0], hands[1]), (*state.stock[:1], *hidden))
