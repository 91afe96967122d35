# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Adam, which trains a value net on states between races; everything in one order, so that it repeats itself."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.libc.math import log, sqrt
else:
    from math import log, sqrt

    from parlour.bots.damenrennen.kernel.features import MOST
    from parlour.bots.damenrennen.kernel.value_net import HIDDEN, hidden_layer, list_known, worth
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.slots import SIZE

    MOST_WEIGHTS = 23399  # FEATURES + FEATURES * HIDDEN + HIDDEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.damenrennen.kernel.value_net import Mind


@cython.cclass
class Adam:
    """The moments of every weight, in the order of `Mind.weights`."""

    gradient: cython.double[MOST_WEIGHTS]
    first: cython.double[MOST_WEIGHTS]
    second: cython.double[MOST_WEIGHTS]
    steps: cython.longlong

    def __init__(self, moments: Sequence[float] | None = None) -> None:
        """Begin, or take up moments as `moments` gives them."""
        i: cython.int
        if moments is not None and len(moments) != 1 + 2 * MOST_WEIGHTS:
            raise ValueError(f"Adam has {1 + 2 * MOST_WEIGHTS} moments, got {len(moments)}")
        if not cython.compiled:
            self.gradient, self.first, self.second = ([0.0] * MOST_WEIGHTS for _ in range(3))
        self.steps = 0 if moments is None else int(moments[0])
        for i in range(MOST_WEIGHTS):
            self.gradient[i] = 0.0
            self.first[i] = 0.0 if moments is None else moments[1 + i]
            self.second[i] = 0.0 if moments is None else moments[1 + MOST_WEIGHTS + i]

    def moments(self) -> list[float]:
        """The number of steps, the means of the gradients, then those of their squares."""
        i: cython.int
        found = [float(self.steps)]
        found += [self.first[i] for i in range(MOST_WEIGHTS)]
        return found + [self.second[i] for i in range(MOST_WEIGHTS)]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_gradient(adam: Adam, mind: Mind, s: cython.p_longlong, error: cython.double) -> cython.void:
    """Add the gradient of the log loss of one state, whose chance was too high by `error`."""
    listed: cython.int[MOST]
    units: cython.float[HIDDEN]
    seat: cython.int
    i: cython.int
    k: cython.int
    n: cython.int
    at: cython.int
    top: cython.int = mind.features + mind.features * mind.hidden
    if not cython.compiled:
        listed, units = [0] * MOST, [0.0] * HIDDEN
    for seat in range(2):
        n = list_known(s, seat, mind, listed)
        hidden_layer(listed, n, mind, units)
        for k in range(mind.hidden):
            if units[k] > 0.0:
                adam.gradient[top + k] += error * units[k]
                units[k] = error * mind.second[k]
            else:
                units[k] = 0.0
        for i in range(n):
            adam.gradient[listed[i]] += error
            at = mind.features + listed[i] * mind.hidden
            for k in range(mind.hidden):
                adam.gradient[at + k] += units[k]
        error = -error


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def step_all(adam: Adam, mind: Mind, count: cython.int, rate: cython.double) -> cython.void:
    """Move every weight by the mean of so many gradients."""
    i: cython.int
    size: cython.int = mind.features * mind.hidden
    top: cython.int = mind.features + size
    adam.steps += 1
    pace: cython.double = rate * sqrt(1.0 - 0.999**adam.steps) / (1.0 - 0.9**adam.steps)
    scale: cython.double = 1.0 / count
    for i in range(top + mind.hidden):
        adam.gradient[i] *= scale
        adam.first[i] += 0.1 * (adam.gradient[i] - adam.first[i])
        adam.second[i] += 0.001 * (adam.gradient[i] * adam.gradient[i] - adam.second[i])
        adam.gradient[i] = pace * adam.first[i] / (sqrt(adam.second[i]) + 1e-8)
    for i in range(mind.features):
        mind.linear[i] -= adam.gradient[i]
    for i in range(size):
        mind.first[i] -= adam.gradient[mind.features + i]
    for i in range(mind.hidden):
        mind.second[i] -= adam.gradient[top + i]
    for i in range(top + mind.hidden):
        adam.gradient[i] = 0.0


def learn_states(
    adam: Adam,
    mind: Mind,
    states: cython.longlong[::1],
    targets: cython.double[::1],
    order: cython.longlong[::1],
    batch: int,
    rate: float,
) -> tuple[float, float]:
    """Learn states in an order, so many at a time, without the lock; the mean log loss and the mean squared error."""
    s: cython.longlong[SIZE]
    n: cython.Py_ssize_t = len(order)
    i: cython.Py_ssize_t
    k: cython.int
    most: cython.int = batch
    waiting: cython.int = 0
    pace: cython.double = rate
    found: cython.double
    target: cython.double
    loss: cython.double = 0.0
    square: cython.double = 0.0
    if not cython.compiled:
        s = [0] * SIZE
    if any(not 0 <= place < len(targets) for place in order) or len(states) < SIZE * len(targets):
        raise ValueError("arrays do not fit each other")
    with cython.nogil:
        for i in range(n):
            for k in range(SIZE):
                s[k] = states[SIZE * order[i] + k]
            target = targets[order[i]]
            found = min(1.0 - 1e-9, max(1e-9, worth(s, mind)))
            loss -= target * log(found) + (1.0 - target) * log(1.0 - found)
            square += (target - found) * (target - found)
            add_gradient(adam, mind, s, found - target)
            waiting += 1
            if waiting == most or i + 1 == n:
                step_all(adam, mind, waiting, pace)
                waiting = 0
    return loss / max(1, n), square / max(1, n)
