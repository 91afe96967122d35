"""What is measured of Damenrennen alone."""

from __future__ import annotations

from collections import Counter
from time import process_time
from typing import TYPE_CHECKING, Final

import parlour
from parlour.bench.cases import Cases
from parlour.games.damenrennen.kernel.game import random_games
from parlour.games.damenrennen.options import MOST_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.bench.cases import Figures, Options
    from parlour.games.damenrennen import State


def random_play(options: Options, window: float) -> Figures:
    """Whole games at random inside the kernel, deals and tie-breaks included."""
    del options
    counts: Counter[str] = Counter()
    batch = 50 if parlour.compiled else 1
    begin = process_time()
    while (spent := process_time() - begin) < window or not counts:
        counts.update(random_games(batch, counts["games"]))
    return {
        "games_per_cpu_s": counts["games"] / spent,
        "decisions_per_cpu_s": counts["decisions"] / spent,
        "legal_per_decision": counts["moves"] / counts["decisions"],
    }


def copier(state: State) -> Callable[[], object]:
    """What copies the game, the part of a state that the kernel holds."""
    copy: Callable[[], object] = state.game.copy
    return copy


CASES: Final = Cases(
    variants={"damenrennen": {}}, random_play=random_play, copier=copier, long_match={"best_of": MOST_GAMES}
)
