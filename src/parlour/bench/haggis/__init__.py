"""What is measured of Haggis alone."""

from __future__ import annotations

from array import array
from time import process_time
from typing import TYPE_CHECKING, Final

import parlour
from parlour.bench.cases import Cases, opening_of
from parlour.bots.haggis.kernel.net_search import try_each
from parlour.bots.haggis.kernel.sense import DEFAULT_WEIGHTS, duel
from parlour.bots.haggis.weights import shipped_net
from parlour.games.haggis.cards import SPOTS
from parlour.games.haggis.kernel.round import SLOTS, random_rounds
from parlour.games.haggis.options import HIGHEST_TARGET

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.bench.cases import Figures, Options
    from parlour.games.haggis import State


def random_play(options: Options, window: float) -> Figures:
    """Whole rounds at random inside the kernel, deals included: full move lists, every rule on."""
    opening = opening_of("haggis", options).round
    rounds = decisions = moves = 0
    batch = 500 if parlour.compiled else 2
    begin = process_time()
    while (spent := process_time() - begin) < window or not rounds:
        played, listed, _ = random_rounds(opening, batch, rounds)
        rounds, decisions, moves = rounds + batch, decisions + played, moves + listed
    return {
        "rounds_per_cpu_s": rounds / spent,
        "decisions_per_cpu_s": decisions / spent,
        "legal_per_decision": moves / decisions,
    }


def sense_playouts(window: float) -> Figures:
    """Whole two-player rounds by `sense` inside the kernel."""
    opening = opening_of("haggis", {}).round
    rounds = decisions = 0
    begin = process_time()
    while (spent := process_time() - begin) < window or not rounds:
        decisions += duel(opening, DEFAULT_WEIGHTS, DEFAULT_WEIGHTS, 20, rounds)[2]
        rounds += 40
    return {"rounds_per_cpu_s": round(rounds / spent, 1), "decisions_per_cpu_s": round(decisions / spent, 1)}


def net_playouts(window: float) -> Figures:
    """Whole two-player rounds by the net inside the kernel, after a fixed first move."""
    opening, net = opening_of("haggis", {}).round, shipped_net(2)
    hidden = SPOTS[2] & ~opening.slots()[SLOTS["hands"] + opening.actor]
    move = opening.legal(opening.actor)[-1]
    rounds, batch = 0, 50 if parlour.compiled else 1
    out = array("i", bytes(4 * batch * 3))
    begin = process_time()
    while (spent := process_time() - begin) < window or not rounds:
        try_each(net, opening, hidden, opening.actor, [move], batch, rounds, 6, out)
        rounds += batch
    return {"rounds_per_cpu_s": round(rounds / spent, 1)}


def copier(state: State) -> Callable[[], object]:
    """What copies the round, the part of a state that the kernel holds."""
    assert state.round is not None
    copy: Callable[[], object] = state.round.copy
    return copy


CASES: Final = Cases(
    variants={"haggis2": {}, "haggis3": {"players": 3}},
    random_play=random_play,
    copier=copier,
    long_match={"target": HIGHEST_TARGET},
    playouts={"haggis_sense": sense_playouts, "haggis_net": net_playouts},
)
