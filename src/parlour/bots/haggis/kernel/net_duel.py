# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Two nets that play the same deals in every seating: which one is stronger, without the interpreter's lock."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.haggis.kernel.net import best_of, scored, value_moves
    from parlour.bots.haggis.kernel.net_candidates import list_candidates
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import below, seeded
    from parlour.games.haggis.kernel.combos import CAPACITY, SPOT_MASK
    from parlour.games.haggis.kernel.machine import ACTOR, HAGGIS, HANDS, OUT_ORDER, OVER, PHASE, PLAYERS, SIZE, step
    from parlour.games.haggis.kernel.playout import shuffle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.haggis.kernel.net import Net
    from parlour.games.haggis.kernel.round import Round


def net_duel(
    net: Net,
    rival: Net,
    opening: Round,
    seed: int,
    points: cython.float[::1],
    firsts: cython.float[::1],
) -> None:
    """Deal as many rounds as there is room for, and play each with the net in every seat, the rival in the others.

    Nobody bets. Writes for every deal the net's points less the mean of the others', and how often it went out first,
    both as the mean over the seats.
    """
    buffer: cython.longlong[CAPACITY]
    values: cython.double[CAPACITY]
    chances: cython.double[CAPACITY]
    dealt: cython.longlong[SIZE]
    s: cython.longlong[SIZE]
    rng: cython.ulonglong[1]
    cards: cython.longlong = opening.s[HAGGIS]
    players: cython.int = opening.s[PLAYERS]
    deals: cython.Py_ssize_t = len(points)
    deal: cython.Py_ssize_t
    i: cython.int
    n: cython.int
    own: cython.int
    seat: cython.int
    total: cython.double
    outs: cython.int
    if len(firsts) != deals:
        raise ValueError("arrays do not fit each other")
    if not cython.compiled:
        buffer, values, chances = [0] * CAPACITY, [0.0] * CAPACITY, [0.0] * CAPACITY
        dealt, s, rng = [0] * SIZE, [0] * SIZE, [0]
    for i in range(players):
        cards |= opening.s[HANDS + i] & SPOT_MASK
    rng[0] = seeded(seed)
    with cython.nogil:
        for deal in range(deals):
            for i in range(SIZE):
                dealt[i] = opening.s[i]
            shuffle(dealt, cards, rng)
            dealt[ACTOR] = below(rng, players)
            total = 0.0
            outs = 0
            for own in range(players):
                for i in range(SIZE):
                    s[i] = dealt[i]
                while s[PHASE] != OVER:
                    seat = s[ACTOR]
                    n = list_candidates(s, seat, buffer)
                    if n == 1:
                        step(s, seat, buffer[0])
                        continue
                    if seat == own:
                        value_moves(net, s, seat, buffer, n, values, chances)
                    else:
                        value_moves(rival, s, seat, buffer, n, values, chances)
                    step(s, seat, buffer[best_of(values, n)])
                total += scored(s, own)
                outs += s[OUT_ORDER] == own
            points[deal] = total / players
            firsts[deal] = (1.0 * outs) / players
