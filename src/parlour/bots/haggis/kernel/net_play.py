# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Rounds that a net plays with itself or with a rival, to learn from."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.haggis.kernel.net import best_of, bet_gains, scored, secured, value_moves
    from parlour.bots.haggis.kernel.net_candidates import list_candidates
    from parlour.bots.haggis.kernel.net_study import ROW, TRIED, study, write_sample
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import below, seeded
    from parlour.games.haggis.kernel.combos import CAPACITY, PASS, SPOT_MASK
    from parlour.games.haggis.kernel.machine import (
        ACTOR,
        BETS,
        HAGGIS,
        HANDS,
        OUT_ORDER,
        OVER,
        PHASE,
        PLAYERS,
        SIZE,
        may_bet,
        step,
    )
    from parlour.games.haggis.kernel.playout import shuffle

    LONGEST = 200  # more decisions than a round has
    BIG_BET = 30
    BETTING = 980  # of 1000 seats bet where it pays: then who does not bet has shown a weak hand, as in play
    ODD_BETS = 10  # of 1000 bets are the other way round
    LEAST_CHANCE = 400  # of 1000 to go out first; with less nobody bets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.haggis.kernel.net import Net
    from parlour.games.haggis.kernel.round import Round


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def stake_value(s: cython.p_longlong, seat: cython.int, chance: cython.double) -> cython.double:
    """What the bets as they stand bring a seat on average, with its chance to go out first."""
    gains: cython.double[3]
    if not cython.compiled:
        gains = [0.0] * 3
    gains[2] = 0.0
    bet_gains(s, seat, gains)
    return chance * gains[0] + (1.0 - chance) / (s[PLAYERS] - 1) * (gains[1] + gains[2])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pays_to_bet(
    net: Net,
    s: cython.p_longlong,
    seat: cython.int,
    moves: cython.p_longlong,
    n: cython.int,
    values: cython.p_double,
    chances: cython.p_double,
) -> cython.bint:
    """Whether a big bet of a seat brings points on average; overwrites values and chances, which are without a bet.

    Who has bet plays for it, and the others against it: the net says how likely it is then.
    """
    chance: cython.double = chances[best_of(values, n)]
    plain: cython.double = stake_value(s, seat, chance)
    pays: cython.bint
    if 1000 * chance < LEAST_CHANCE:
        return False
    s[BETS + seat] = BIG_BET + 1
    value_moves(net, s, seat, moves, n, values, chances)
    pays = stake_value(s, seat, chances[best_of(values, n)]) > plain
    s[BETS + seat] = 0
    return pays


def self_play(
    net: Net,
    rival: Net | None,
    opening: Round,
    rounds: int,
    seed: int,
    explore: int,
    samples: cython.ushort[:, ::1],
    points: cython.float[::1],
    firsts: cython.schar[::1],
    searched: int,
    worlds: int,
    rows: cython.ushort[:, :, ::1],
    gains: cython.float[:, ::1],
) -> tuple[int, int, int]:
    """Deal and play rounds by a net, so many of 1000 moves at random, and write a sample for every real decision.

    With a rival the net has one seat and the rival the others, whose decisions are not written. A sample is the
    list of features that hold, the points that came later (own less the mean of the others', without bets),
    and who went out first, counted from the seat that decided. Ends early where the arrays are full.
    So many of 1000 decisions are searched in so many worlds, as far as there is room for what the moves brought there,
    and the best move is played. Returns the number of samples, of rounds and of searched decisions.
    """
    buffer: cython.longlong[CAPACITY]
    values: cython.double[CAPACITY]
    chances: cython.double[CAPACITY]
    s: cython.longlong[SIZE]
    rng: cython.ulonglong[1]
    cards: cython.longlong = opening.s[HAGGIS]
    players: cython.int = opening.s[PLAYERS]
    alone: cython.bint = rival is None
    other: Net = net if rival is None else rival
    count: cython.longlong = rounds
    wander: cython.int = explore
    often: cython.int = searched
    many: cython.int = worlds
    most: cython.Py_ssize_t = len(rows)
    g: cython.Py_ssize_t = 0
    move: cython.longlong
    room: cython.Py_ssize_t = len(samples)
    n: cython.Py_ssize_t = 0
    begin: cython.Py_ssize_t
    k: cython.Py_ssize_t
    done: cython.longlong = 0
    i: cython.int
    m: cython.int
    own: cython.int
    seat: cython.int
    best: cython.int
    bettors: cython.int
    pays: cython.bint
    if samples.shape[1] != ROW or len(points) < room or len(firsts) < room:
        raise ValueError("arrays do not fit each other")
    if rows.shape[1] != TRIED or rows.shape[2] != ROW or len(gains) < most or gains.shape[1] != TRIED or worlds < 1:
        raise ValueError("arrays of searched decisions do not fit")
    if not cython.compiled:
        buffer, values, chances = [0] * CAPACITY, [0.0] * CAPACITY, [0.0] * CAPACITY
        s, rng = [0] * SIZE, [0]
    for i in range(players):
        cards |= opening.s[HANDS + i] & SPOT_MASK
    rng[0] = seeded(seed)
    with cython.nogil:
        while done < count and n + LONGEST <= room:
            for i in range(SIZE):
                s[i] = opening.s[i]
            shuffle(s, cards, rng)
            s[ACTOR] = below(rng, players)
            own = below(rng, players)
            bettors = 0
            for i in range(players):
                if below(rng, 1000) < BETTING:
                    bettors |= 1 << i
            begin = n
            while s[PHASE] != OVER:
                seat = s[ACTOR]
                m = list_candidates(s, seat, buffer)
                best = 0
                if m > 1 or may_bet(s, seat):
                    if alone or seat == own:
                        value_moves(net, s, seat, buffer, m, values, chances)
                    else:
                        value_moves(other, s, seat, buffer, m, values, chances)
                    best = best_of(values, m)
                    if may_bet(s, seat) and buffer[best] != PASS and (bettors >> seat) & 1:
                        bettors ^= 1 << seat
                        if alone or seat == own:
                            pays = pays_to_bet(net, s, seat, buffer, m, values, chances)
                        else:
                            pays = pays_to_bet(other, s, seat, buffer, m, values, chances)
                        if pays != (below(rng, 1000) < ODD_BETS):
                            s[BETS + seat] = BIG_BET + 1
                            continue
                move = buffer[best]
                if m > 1:
                    if below(rng, 1000) < wander:
                        move = buffer[below(rng, m)]
                    elif g < most and (alone or seat == own) and below(rng, 1000) < often:
                        move = study(net, s, seat, buffer, m, values, chances, many, rng, rows[g], gains[g])
                        g += 1
                    if alone or seat == own:
                        write_sample(s, seat, move, samples[n])
                        points[n] = secured(s, seat)
                        firsts[n] = seat
                        n += 1
                step(s, seat, move)
            for k in range(begin, n):
                seat = firsts[k]
                points[k] = scored(s, seat) - points[k]
                firsts[k] = (s[OUT_ORDER] - seat + players) % players
            done += 1
    return n, done, g


SAMPLES = {"width": ROW, "longest": LONGEST}
