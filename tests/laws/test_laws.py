"""The laws, on every game; and that each of them can be broken."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from parlour import laws
from parlour.core.errors import LogError
from parlour.core.game import Actor, Outcome, Refusal, RoundResult, Seat
from parlour.games.haggis import Haggis
from parlour.laws import LAWS, Law, check_laws
from tests.haggis import law_support
from tests.laws.cases import CASES, Case


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_law(law: Law, case: Case) -> None:
    law(case.game, case.support)


class Broken(Haggis):
    """A game that breaks one law at a time."""

    def __init__(self, law: str) -> None:
        super().__init__(target=60)
        self.law = law

    def apply(self, state: Any, actor: Any, move: Any) -> Any:
        after = super().apply(state, actor, move)
        stuck = self.law == "purity" and len(state.history) == 5 and not self.round_result(after)
        return state if stuck and self.once() else after

    def once(self) -> bool:
        self.stuck = not getattr(self, "stuck", False)
        return self.stuck

    def legal_moves(self, state: Any, seat: Seat) -> Any:
        moves = super().legal_moves(state, seat)
        if self.law == "progress" and seat == 1:
            return moves[:0]
        return moves[1:] if self.law == "agreement" and len(moves) > 1 else moves

    def refusal(self, state: Any, actor: Any, move: Any) -> Refusal | None:
        if (self.law, move) == ("junk_is_refused", 1.5) or (self.law, actor) == ("strangers_are_refused", 99):
            return None
        return super().refusal(state, actor, move)

    def view(self, state: Any, seat: Seat | None) -> Any:
        return super().view(state, Seat(0) if self.law == "blindness" else seat)

    def determinize(self, view: Any, rng: Any) -> Any:
        return self.start() if self.law == "worlds" else super().determinize(view, rng)

    def parse_move(self, text: str) -> Any:
        return 0 if (self.law, text) == ("replay", "bet 0") else super().parse_move(text)

    def format_position(self, state: Any) -> str:
        return super().format_position(self.start() if self.law == "notation" else state)

    def round_result(self, state: Any) -> RoundResult | None:
        result = super().round_result(state)
        return RoundResult(result.points, (1.0, 1.0)) if result is not None and self.law == "rounds" else result

    def outcome(self, state: Any) -> Outcome | None:
        outcome = super().outcome(state)
        return Outcome((0, 1), (Seat(0),)) if outcome is not None and self.law == "end" else outcome

    def marks(self, before: Any, move: Any, after: Any) -> tuple[str, ...]:
        return ("",) if self.law == "marks" else super().marks(before, move, after)


class WrongWorlds(Haggis):
    """A game whose worlds differ from the true state in something that is public."""

    def __init__(self, fact: str) -> None:
        super().__init__(target=60)
        self.fact = fact
        self.drawn: list[Any] = []

    def determinize(self, view: Any, rng: Any) -> Any:
        self.drawn = [super().determinize(view, rng)]
        return self.drawn[0]

    def is_wrong(self, fact: str, state: Any) -> bool:
        return self.fact == fact and any(state is drawn for drawn in self.drawn)

    def to_act(self, state: Any) -> tuple[Actor, ...]:
        return () if self.is_wrong("to_act", state) else super().to_act(state)

    def scores(self, state: Any) -> tuple[int, ...]:
        return (9, 9) if self.is_wrong("scores", state) else super().scores(state)

    def round_result(self, state: Any) -> RoundResult | None:
        wrong = self.is_wrong("round_result", state)
        return RoundResult((9, 9), (0.5, 0.5)) if wrong else super().round_result(state)

    def outcome(self, state: Any) -> Outcome | None:
        return Outcome((9, 9), ()) if self.is_wrong("outcome", state) else super().outcome(state)


class KeptResult(Haggis):
    """A game that keeps the result of a round after the next deal."""

    def __init__(self) -> None:
        super().__init__(target=60)
        self.last: RoundResult | None = None

    def round_result(self, state: Any) -> RoundResult | None:
        self.last = super().round_result(state) or self.last
        return self.last


class LosesCards:
    """A support that misses a card."""

    full_deck = staticmethod(law_support.full_deck)
    shuffle_hidden = staticmethod(law_support.shuffle_hidden)

    def count_cards(self, state: Any) -> Counter[str]:
        return law_support.count_cards(state) - Counter(["2r"])


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_game_that_breaks_a_law_is_found(law: Law) -> None:
    support: laws.Support = LosesCards() if law is laws.conservation else law_support

    with pytest.raises((AssertionError, LogError)):
        law(Broken(law.__name__), support)


@pytest.mark.parametrize("fact", ["to_act", "scores", "round_result", "outcome"])
def test_a_world_that_is_wrong_about_what_is_public_is_found(fact: str) -> None:
    with pytest.raises(AssertionError):
        laws.worlds(WrongWorlds(fact), law_support)


def test_a_result_that_outlasts_its_round_is_found() -> None:
    with pytest.raises(AssertionError):
        laws.rounds(KeptResult(), law_support)


def test_all_laws_are_checked_at_once() -> None:
    with pytest.raises(AssertionError):
        check_laws(Broken("marks"), law_support)
