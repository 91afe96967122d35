"""A bot that solves what can be solved: tricks, preparation and drafts over the exact law of the race."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from parlour.bots.bot import Advice, Candidate, shortfall
from parlour.bots.budget import Budget
from parlour.bots.damenrennen.kernel.draft_solver import worths_by_verdict
from parlour.bots.damenrennen.kernel.hearts import show_worths, swap_worths
from parlour.bots.damenrennen.kernel.judging import discard_worths, exchange_worths, hand_worth
from parlour.bots.damenrennen.kernel.rank_hands import hand_weights, ranks_in
from parlour.bots.damenrennen.lookahead import look_ahead
from parlour.bots.damenrennen.searched_reasons import searched_reasons
from parlour.bots.damenrennen.weights import fitted_mind
from parlour.core.errors import OptionError
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.notation import (
    DECLINE,
    DISCARD,
    EXCHANGE,
    LAY,
    SHOW,
    SWAP,
    TAKE,
    cards_of,
    kind_of,
    swapped_card,
)
from parlour.games.damenrennen.position import encode_position
from parlour.games.damenrennen.view import some_position, unseen_cards

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.view import View

CANDIDATES: Final = 8
"""How many candidates an advice lists."""
NOISE: Final = 0.01
"""Moves whose chances differ by less are called equal: the fitted judgement is no finer than that."""
NODES: Final = 0
"""Races tried in a draft, a tenth of a millisecond each; more of them have not been shown to help."""


class Search:
    """Looks ahead over all drafts, all hands of the opponent and all matchings of a race.

    Its budget goes into drafts: races that are tried from where they lead, or milliseconds.
    """

    def __init__(self, nodes: int = NODES, ms: float | None = None, mind: Mind | None = None) -> None:
        """A budget for a draft: races tried, or milliseconds."""
        if nodes < 0 or (ms is not None and ms <= 0):
            raise OptionError(f"a budget is nodes=0 or more, or ms=1 or more; got {nodes} and {ms}")
        self.budget = Budget(nodes, ms)
        self.mind = mind or fitted_mind()

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> int:
        """The move that wins most often; any card to lay."""
        if kind_of(legal[0]) == LAY:
            return legal[rng.randrange(len(legal))]
        return self.decision(view, legal, rng)[0]

    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice[int]:
        """The same choice, with how often each move wins."""
        _, game = world_of(view)
        if kind_of(legal[0]) == LAY:
            move = legal[rng.randrange(len(legal))]
            candidate = Candidate(move, wins=lay_worth(view, self.mind))
            return Advice(move, (candidate,), searched_reasons(view, game, move, legal))
        best, worths = self.decision(view, legal, rng)
        most = worths[legal.index(best)]
        others = sorted(
            (pair for pair in zip(legal, worths, strict=True) if pair[0] != best), key=lambda pair: -pair[1]
        )
        shown = [Candidate(move, wins=worth, behind=shortfall(most, worth, NOISE)) for move, worth in others]
        candidates = (Candidate(best, wins=most), *shown[: CANDIDATES - 1])
        return Advice(best, candidates, searched_reasons(view, game, best, legal))

    def decision(self, view: View, legal: Sequence[int], rng: Random) -> tuple[int, list[float]]:
        """The move to make, and the chance to win the game with each; not for cards to lay."""
        worths = self.worths(view, legal, rng)
        return legal[worths.index(max(worths))], worths

    def worths(self, view: View, legal: Sequence[int], rng: Random) -> list[float]:
        """The chance to win the game with each move; not for cards to lay."""
        seat, game = world_of(view)
        cards = [cards_of(move) for move in legal]
        kind = kind_of(legal[0])
        if kind == TAKE:
            found = self.draft_worths(game, cards, rng.getrandbits(48))
            return [1.0 - worth for worth in found] if seat else found
        if kind == SHOW:
            return show_worths(game, seat, self.mind, cards)
        if kind == DISCARD:
            return discard_worths(game, seat, self.mind, cards)
        if kind == EXCHANGE:
            return exchange_worths(game, seat, self.mind, legal)
        assert kind in {SWAP, DECLINE}
        pairs = [(swapped_card(move), cards_of(move)) if kind_of(move) == SWAP else (0, 0) for move in legal]
        return swap_worths(game, seat, self.mind, pairs)

    def draft_worths(self, game: Game, cards: Sequence[int], seed: int) -> list[float]:
        """The chance of seat 0 to win for each card that the drafter may take."""
        return look_ahead(game, cards, self.mind, seed, self.budget)


def world_of(view: View) -> tuple[int, Game]:
    """The viewer's seat and one game that the view allows, always the same for a view."""
    assert view.seat is not None, "a spectator has nothing to choose"
    return int(view.seat), Game(encode_position(some_position(view)))


def lay_worth(view: View, mind: Mind) -> float:
    """The chance to win the game while tricks are laid: the mean over possible matchings and hands."""
    seat, game = world_of(view)
    seen = view.game
    if not seen.laid[0]:
        return hand_worth(game, seat, mind)
    pay = worths_by_verdict(game, mind)
    mine = [card // 8 for card in range(0, 48, 2) for _ in range(seen.hand >> card & 3)]
    clubs = None if seen.advantages[0] is None else 1 if seen.advantages[0] == seat else -1
    laid = [ranks_of_laid(seen.laid[at]) for at in (seat, 1 - seat)]
    total = mass = 0.0
    for number, weight in enumerate(hand_weights(unseen_cards(view), len(mine))):
        for order in permutations(ranks_in(number, len(mine))):
            margin = margin_of([*laid[0], *mine], [*laid[1], *order], clubs)
            total += weight * pay[2 - margin if seat == 0 else 2 + margin]
            mass += weight
    return 1.0 - total / mass if seat else total / mass


def ranks_of_laid(laid: Sequence[int]) -> list[int]:
    """The ranks of cards that were laid, in order."""
    return [(card.bit_length() - 1) // 8 for card in laid]


def margin_of(mine: Sequence[int], yours: Sequence[int], clubs: int | None) -> int:
    """The verdict on tricks, as in `race_law`: 2 or 1 for a win of mine, 0 for a tie (D3.2, D3.3, D5.3)."""
    margin = sum((a > b) - (a < b) or clubs or 0 for a, b in zip(mine, yours, strict=True)) or clubs or 0
    return max(-2, min(2, margin))
