# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The value network of a game between two races, and the law of every race as a table.

The network is antisymmetric by construction: the features of both seats go through the same
weights, and the value is the difference.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

from parlour.games.damenrennen.kernel.tricks import race_law

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.parlour.core.float32 import sum_float_rows
else:
    from math import exp

    from parlour.bots.damenrennen.kernel.features import (
        ANSWERING,
        BASIC_FEATURES,
        FEATURES,
        MOST,
        list_features,
        list_outlook,
    )
    from parlour.core import cython_shim as cython
    from parlour.core.float32 import sum_float_rows
    from parlour.core.kernel.rng import below, seeded
    from parlour.games.damenrennen.kernel.slots import GAME_WINNER, NOBODY, OVER, PHASE

    HIDDEN = 64  # at most
    FEW_HIDDEN = 32
    HANDS_OF = 56  # hands of three cards, by rank
    ENCODING = 2  # of features; weights for another one are refused
    LAWS = 141120  # sizes 1-3, clubs with nobody, oneself, the other; two hands; five verdicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen.kernel.game import Game


def rank_pile(ranks: Sequence[int]) -> int:
    """A pile with these ranks."""
    pile = 0
    for at, rank in enumerate(ranks):
        pile += 1 << (8 * rank + 2 * at)
    return pile


@cython.cclass
class Mind:
    """The weights of a net and the laws of races.

    A small net knows the basic features alone, a large one those of the outlook, too.
    """

    linear: cython.double[FEATURES]
    first: cython.float[FEATURES * HIDDEN]
    second: cython.double[HIDDEN]
    features: cython.int
    hidden: cython.int
    side: cython.int  # the seat that answers a fixed opponent, or NOBODY
    laws: cython.schar[LAWS]
    seen: cython.longlong

    def __init__(self, weights: Sequence[float] | None = None, seed: int = 0, *, large: bool = False) -> None:
        """Take weights as `weights` gives them, or begin with small random ones."""
        rng: cython.ulonglong[1]
        i: cython.int
        if not cython.compiled:
            self.linear, self.first, self.second = [0.0] * FEATURES, [0.0] * (FEATURES * HIDDEN), [0.0] * HIDDEN
            self.laws, rng = [0] * LAWS, [0]
        self.features = FEATURES if large else BASIC_FEATURES
        self.hidden = HIDDEN if large else FEW_HIDDEN
        self.side = NOBODY
        self.seen = 0
        self.learn_laws()
        rng[0] = seeded(seed)
        for i in range(self.features):
            self.linear[i] = 0.0
        for i in range(self.features * self.hidden):
            self.first[i] = (below(rng, 2001) - 1000) / 8000.0
        for i in range(self.hidden):
            self.second[i] = (below(rng, 2001) - 1000) / 4000.0
        if weights is not None:
            self.take(weights)

    @property
    def shape(self) -> tuple[int, int]:
        """How many features and hidden units there are."""
        return self.features, self.hidden

    @property
    def size(self) -> int:
        """How many weights there are."""
        return self.features + self.features * self.hidden + self.hidden

    def take(self, weights: Sequence[float]) -> None:
        """Load weights, in the order of `weights`."""
        i: cython.int
        if len(weights) != self.size:
            raise ValueError(f"a mind has {self.size} weights, got {len(weights)}")
        for i in range(self.features):
            self.linear[i] = weights[i]
        for i in range(self.features * self.hidden):
            self.first[i] = weights[self.features + i]
        for i in range(self.hidden):
            self.second[i] = weights[self.features + self.features * self.hidden + i]

    def weights(self) -> list[float]:
        """All weights: the linear ones, those into the hidden units, those out of them."""
        i: cython.int
        found = [self.linear[i] for i in range(self.features)]
        found += [self.first[i] for i in range(self.features * self.hidden)]
        return found + [self.second[i] for i in range(self.hidden)]

    def learn_laws(self) -> None:
        """Compute the law of every race, by ranks: suits do not matter (D3.1)."""
        at: cython.int
        i: cython.int
        for size in (1, 2, 3):
            hands = sorted(combinations_with_replacement(range(6), size), key=lambda hand: hand[::-1])
            piles = [rank_pile(hand) for hand in hands]
            for holder, clubs in enumerate((None, 0, 1)):
                for mine, pile in enumerate(piles):
                    for yours, other in enumerate(piles):
                        law = race_law(pile, other, clubs)
                        at = 5 * (HANDS_OF * (HANDS_OF * (3 * (size - 1) + holder) + mine) + yours)
                        for i in range(5):
                            self.laws[at + i] = law[i] * 6 // (1, 2, 6)[size - 1]

    def answer_as(self, seat: int) -> None:
        """From now on be the net of a seat that answers a fixed opponent: no longer antisymmetric."""
        if self.features == BASIC_FEATURES:
            raise ValueError("a small net answers nobody")
        self.side = seat

    def win_chance(self, game: Game) -> float:
        """The chance of seat 0 to win a game between races, or one that has ended; a draw is half."""
        return worth(game.s, self)

    def train_step(self, game: Game, target: float, rate: float) -> None:
        """One SGD step towards a target for a game between races."""
        sgd_step(game.s, self, target, rate)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_known(s: cython.p_longlong, seat: cython.int, mind: Mind, out: cython.p_int) -> cython.int:
    """List the facts that hold and that a net knows of, and count them."""
    n: cython.int = list_features(s, seat, out)
    if mind.features == BASIC_FEATURES:
        return n
    if seat == mind.side:
        out[n] = ANSWERING
        n += 1
    return list_outlook(s, seat, out, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hidden_layer(listed: cython.p_int, n: cython.int, mind: Mind, units: cython.p_float) -> cython.double:
    """The hidden units before their activation, written to `units`; returns the linear part."""
    i: cython.int
    alone: cython.double = 0.0
    for i in range(n):
        alone += mind.linear[listed[i]]
    sum_float_rows(mind.first, listed, n, mind.hidden, units)
    return alone


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def worth(s: cython.p_longlong, mind: Mind) -> cython.double:
    """The chance of seat 0 to win a game between races, or one that has ended."""
    listed: cython.int[MOST]
    units: cython.float[HIDDEN]
    seat: cython.int
    k: cython.int
    n: cython.int
    sign: cython.double = 1.0
    total: cython.double = 0.0
    if s[PHASE] == OVER:
        return 0.5 if s[GAME_WINNER] == NOBODY else 1.0 - s[GAME_WINNER]
    if not cython.compiled:
        listed, units = [0] * MOST, [0.0] * HIDDEN
    for seat in range(2):
        n = list_known(s, seat, mind, listed)
        total += sign * hidden_layer(listed, n, mind, units)
        for k in range(mind.hidden):
            if units[k] > 0.0:
                total += sign * mind.second[k] * units[k]
        sign = -1.0
    return 1.0 / (1.0 + exp(-total))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sgd_step(s: cython.p_longlong, mind: Mind, target: cython.double, rate: cython.double) -> cython.void:
    """One SGD step on the log loss."""
    listed: cython.int[MOST]
    units: cython.float[HIDDEN]
    pull: cython.double[HIDDEN]
    change: cython.double[HIDDEN]
    seat: cython.int
    i: cython.int
    k: cython.int
    n: cython.int
    at: cython.int
    step: cython.double = rate * (target - worth(s, mind))
    if not cython.compiled:
        listed, units = [0] * MOST, [0.0] * HIDDEN
        pull, change = [0.0] * HIDDEN, [0.0] * HIDDEN
    for k in range(mind.hidden):
        pull[k] = mind.second[k]
        change[k] = 0.0
    # The second seat's units move only after the first one's: a second-order difference.
    for seat in range(2):
        n = list_known(s, seat, mind, listed)
        hidden_layer(listed, n, mind, units)
        for k in range(mind.hidden):
            if units[k] > 0.0:
                change[k] += step * units[k]
                units[k] = step * pull[k]
            else:
                units[k] = 0.0
        for i in range(n):
            mind.linear[listed[i]] += step
            at = listed[i] * mind.hidden
            for k in range(mind.hidden):
                mind.first[at + k] += units[k]
        step = -step
    for k in range(mind.hidden):
        mind.second[k] += change[k]
    mind.seen += 1


NET = {
    "features": FEATURES,
    "hidden": HIDDEN,
    "answering": ANSWERING,
    "encoding": ENCODING,
    "weights": FEATURES + FEATURES * HIDDEN + HIDDEN,
}
