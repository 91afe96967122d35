"""The moves of a preparation that was solved: how likely each is made, and what it is worth (D2.3)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.bots.damenrennen.kernel.prepared_play import final_outlook, node_outlook, seats, show_play, swap_play
from parlour.bots.damenrennen.kernel.rank_hands import number_hand, ranks_in
from parlour.games.damenrennen.notation import (
    DISCARD,
    EXCHANGE,
    SHOW,
    SWAP,
    cards_of,
    diamonds_of,
    kind_of,
    swapped_card,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.games.damenrennen.view import GameView, View

SWAPS: Final = 13
RANKS: Final = 6
MOST_RACED: Final = 3
"""Cards."""
TREMBLE: Final = 1e-4
"""Added to how likely the opponent is taken to act in any way: so a surprise, too, has a value."""

Plays = list[float]
Worths = list[float]


class Option(NamedTuple):
    """Something to race with: cards that go (a discard and cards given up), diamonds that come."""

    gone: list[int]
    """Ranks, rising."""
    diamonds: int
    raced: int
    """The number of the hand."""
    play: float
    worth: float


def prepared_moves(prep: Preparation, view: View, legal: Sequence[int]) -> tuple[Plays, Worths]:
    """For each legal move how likely it is made, and the chance to win the game with it."""
    assert view.seat is not None, "a spectator has nothing to choose"
    seen = view.game
    player = seats(prep).index(view.seat)
    kind = kind_of(legal[0])
    if kind == SHOW:
        outlooks = [shown(prep, number_hand(ranks_of(seen.hand)), ranks_of(cards_of(move))) for move in legal]
    elif kind == DISCARD:
        options = options_of(prep, player, seen)
        outlooks = [discarded(options, rank_of(cards_of(move))) for move in legal]
    elif kind == EXCHANGE:
        options = likely_kept(options_of(prep, player, seen), ranks_of(seen.spent))
        outlooks = [exchanged(options, seen.hand, move) for move in legal]
    else:
        hand = number_hand(ranks_of(seen.hand))
        outlooks = [swapped(prep, hand, swap_node(seen, move)) for move in legal]
    same = Counter(map(by_ranks, legal))
    plays = [play / same[by_ranks(move)] for move, (play, _) in zip(legal, outlooks, strict=True)]
    worths = [worth for _, worth in outlooks]
    if not sum(plays):
        plays = [float(worth == max(worths)) for worth in worths]
    return [play / sum(plays) for play in plays], worths


def by_ranks(move: int) -> tuple[int, ...]:
    """What a move comes to in a race, which knows no suits; a swap by the card taken, too."""
    extra = rank_of(swapped_card(move)) if kind_of(move) == SWAP else diamonds_of(move)
    return extra, *ranks_of(cards_of(move))


def shown(prep: Preparation, hand: int, ranks: Sequence[int]) -> tuple[float, float]:
    """How likely two cards are shown, and what that is worth."""
    pair = number_hand(ranks)
    nodes = [node_outlook(prep, 0, SWAPS * pair + swap, hand, TREMBLE) for swap in range(SWAPS)]
    return show_play(prep, hand, pair), 1.0 + sum(value for value, _ in nodes) / sum(mass for _, mass in nodes)


def swapped(prep: Preparation, hand: int, node: int) -> tuple[float, float]:
    """How likely a swap is made, and what it is worth."""
    value, mass = node_outlook(prep, 1, node, hand, TREMBLE)
    return swap_play(prep, hand, node), value / mass


def swap_node(seen: GameView, move: int) -> int:
    """The node that a swap, or declining, leads to."""
    taken, given = (swapped_card(move), cards_of(move)) if kind_of(move) == SWAP else (0, 0)
    return node_of(seen, taken, given)


def node_of(seen: GameView, taken: int, given: int) -> int:
    """The node after a swap; 0 for both cards where there was none."""
    if seen.swap is None:
        return 0
    ranks = ranks_of(seen.swap.shown)
    node = SWAPS * number_hand(ranks)
    if not taken:
        return node
    return node + 1 + rank_of(given) + (0 if rank_of(taken) == ranks[0] else RANKS)


def options_of(prep: Preparation, player: int, seen: GameView) -> list[Option]:
    """What one can race with, of all the cards that one had after the swap."""
    held = seen.hand + seen.spent
    dealt, node = held, 0
    if seen.swap is not None:
        node = node_of(seen, seen.swap.taken, seen.swap.given)
        change = seen.swap.taken - seen.swap.given
        dealt = held - change if player else held + change
    ranks = ranks_of(held)
    found = []
    for diamonds, raced, play, worth in final_outlook(prep, player, node, number_hand(ranks_of(dealt)), TREMBLE):
        gone = sorted(ranks + ranks_of(diamonds))
        for rank in ranks_in(raced, len(ranks) - (len(ranks) > MOST_RACED)):
            gone.remove(rank)
        found.append(Option(gone, diamonds, raced, play, worth))
    return found


def discarded(options: Sequence[Option], rank: int) -> tuple[float, float]:
    """How likely a rank is discarded, and what it is worth; of several cards that go, the lowest is discarded."""
    play = sum(option.play for option in options if option.gone[0] == rank)
    return play, max(option.worth for option in options if rank in option.gone)


def likely_kept(options: Sequence[Option], spent: Sequence[int]) -> list[Option]:
    """The options that are left after a discard, or all; they are played where the lowest card was discarded."""
    if not spent:
        return list(options)
    left = [option for option in options if spent[0] in option.gone]
    return [option._replace(play=option.play * (option.gone[0] == spent[0])) for option in left]


def exchanged(options: Sequence[Option], hand: int, move: int) -> tuple[float, float]:
    """How likely an exchange is made, and what it is worth; nothing where it was not looked at."""
    diamonds = diamonds_of(move)
    raced = number_hand(ranks_of(hand - cards_of(move) + diamonds))
    for option in options:
        if (option.diamonds, option.raced) == (diamonds, raced):
            return option.play, option.worth
    return 0.0, 0.0


def ranks_of(pile: int) -> list[int]:
    """The ranks of a pile, rising."""
    return [card // 8 for card in range(0, 48, 2) for _ in range(pile >> card & 3)]


def rank_of(card: int) -> int:
    """The rank of one card."""
    return (card.bit_length() - 1) // 8
