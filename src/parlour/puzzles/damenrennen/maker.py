"""Finds puzzles of Damenrennen: which card to take, and what to show, swap or exchange."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from parlour.bots.damenrennen.champion import Champion
from parlour.bots.damenrennen.search import Search, world_of
from parlour.bots.damenrennen.searched_reasons import searched_reasons
from parlour.bots.damenrennen.sense import Sense
from parlour.core.game import Seat
from parlour.games.damenrennen.notation import EXCHANGE, KIND_NAMES, LAY, TAKE, cards_of, kind_of
from parlour.games.damenrennen.position import PHASES
from parlour.games.damenrennen.view import draw_world
from parlour.puzzles.making import Found
from parlour.review.judging import seed_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.games.damenrennen import View
    from parlour.games.damenrennen.state import State

QUOTAS: Final = {"draft": 200, "swap": 100}
AHEAD: Final = {"draft": 0.10, "swap": 0.04}
"""By how much the chance to win must be higher than with any other move."""
RACES: Final = 1000
"""Races that the second judge tries after all drafts together."""
DRAFT: Final = PHASES.index("draft")
FEWEST_CARDS: Final = 3
NEAR_STRIKES: Final = 2


class DamenrennenPuzzles:
    """Puzzles from games between good players."""

    quotas: Final = QUOTAS
    player: Final = "regular"
    tables: Final[Sequence[Mapping[str, Any]]] = ({},)

    def __init__(self) -> None:
        """The search that judges and plays on, and the champion that must agree."""
        self.search = Search()
        self.champion = Champion()

    def world(self, view: View) -> State:
        """Hidden cards lie somewhere, always the same for a view."""
        return draw_world(view, Random(seed_of(view)))

    def find(self, view: View, legal: Sequence[int], wanted: frozenset[str], seed: int) -> Found | None:
        """Whether a position is a puzzle."""
        kind = "draft" if kind_of(legal[0]) == TAKE else "swap"
        fewest = FEWEST_CARDS if kind == "draft" else 2
        if kind not in wanted or kind_of(legal[0]) in {LAY, EXCHANGE} or len(legal) < fewest:
            return None
        rng = Random(seed_of(seed, view))
        worths = self.search.worths(view, legal, rng)
        ranked = sorted(zip(worths, legal, strict=True), reverse=True)
        (most, best), (second, _), *_ = ranked
        ahead = most - second
        if ahead >= AHEAD[kind]:
            checked = self.checked_lead if kind == "draft" else self.solved_lead
            ahead = min(ahead, checked(view, legal, best, rng))
        if ahead < AHEAD[kind] or Sense().choose(view, legal, rng) == best == legal[0]:
            return None
        _, game = world_of(view)
        reasons = searched_reasons(view, game, best, legal)
        return Found(kind, (best,), (best,), 100 * ahead, reasons)

    def checked_lead(self, view: View, legal: Sequence[int], best: int, rng: Random) -> float:
        """By how much a card is ahead where every draft is followed by races that are tried."""
        seat, game = world_of(view)
        cards = [cards_of(move) for move in legal]
        found = Search(RACES, mind=self.search.mind).draft_worths(game, cards, rng.getrandbits(48))
        worths = {move: 1.0 - worth if seat else worth for move, worth in zip(legal, found, strict=True)}
        return worths[best] - max(worth for move, worth in worths.items() if move != best)

    def solved_lead(self, view: View, legal: Sequence[int], best: int, rng: Random) -> float:
        """By how much a move is ahead against an opponent who prepares in equilibrium, not as the search expects."""
        worths = dict(zip(legal, self.champion.worths(view, legal, rng), strict=True))
        return worths[best] - max(worth for move, worth in worths.items() if move != best)

    def themes(self, view: View, legal: Sequence[int]) -> tuple[str, ...]:
        """The stage of the race, and who is close to three strikes."""
        stage = KIND_NAMES[min(map(kind_of, legal))]
        near = any(strikes.bit_count() == NEAR_STRIKES for strikes in view.game.strikes)
        return (stage, "two_strikes") if near else (stage,)

    def choice(self, kind: str, move: int) -> int:
        """The move itself."""
        del kind
        return int(move)

    def refutation(self, view: View, kind: str, move: int) -> tuple[tuple[Seat, Any], ...]:
        """How the draft goes on after a wrong card where both take what is best for them."""
        del kind
        assert view.seat is not None
        state = self.world(view)
        line: list[tuple[Seat, Any]] = [(view.seat, move)]
        game = state.game.after(view.seat, move)
        while game.phase == DRAFT:
            seat = Seat(0 if game.asked & 1 else 1)
            legal = game.legal(seat)
            found = self.search.draft_worths(game, [cards_of(each) for each in legal], 0)
            chosen = (min if seat else max)(zip(found, legal, strict=True))[1]
            line.append((seat, chosen))
            game = game.after(seat, chosen)
        return tuple(line)
