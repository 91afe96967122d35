"""Judges Haggis by the net of `champion`: fresh worlds from a view, played out to the end of the round."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.bets import match_chances
from parlour.bots.haggis.bots import situation_of
from parlour.bots.haggis.champion import PRIOR_WORLDS
from parlour.bots.haggis.kernel.net import valued_moves
from parlour.bots.haggis.weights import shipped_net
from parlour.games.haggis.notation import BET, GIVE, PASS, bet, kind_of
from parlour.review.haggis.luck import luck_of
from parlour.review.haggis.reasons import review_reasons
from parlour.review.haggis.stakes import stake_of
from parlour.review.haggis.trials import BetTrial, Trial
from parlour.review.judging import Judgement, Luck, Option, Question
from parlour.review.verdict import Judge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.bots.haggis.bots import Situation
    from parlour.bots.haggis.kernel.net import Net
    from parlour.core.game import RoundResult, Seat
    from parlour.games.haggis import View
    from parlour.review.judging import Chance
    from parlour.review.verdict import Unit

CANDIDATES: Final = 5
"""Moves that the net values most, beside the one that was made."""
SELECTION: Final = (40, 80)
"""Worlds in which all candidates are tried, and then the better ones: they choose the rival and judge nothing."""
FINALISTS: Final = 2
OBVIOUS: Final = 25.0
"""Points; a move that the net values so much above all others, when it is made, is not counted."""
LADDERS: Final[Mapping[int, Mapping[str, float]]] = {
    2: {"beginner": 7.48, "casual": 5.63, "regular": 4.46, "strong": 3.25, "master": 0.09},
    3: {"beginner": 4.79, "casual": 2.91, "regular": 2.17, "strong": 1.66, "master": 0.11},
}
"""What levels give away per decision, by number of players."""


class HaggisJudge:
    """Compares the move that was made with its best rival in worlds that neither was chosen by."""

    judge: Final = Judge("champion", 5)
    unit: Final[Unit] = "points"
    from_the_end: Final = True
    """With few cards left a playout is short."""

    def ladder(self, seats: int) -> Mapping[str, float]:
        """By level, from 200 rounds of each with itself."""
        return LADDERS[seats]

    def questions(self, view: View, legal: Sequence[int], move: int) -> tuple[Question, ...]:
        """Whether to bet, at the last moment for it or where somebody did; then which combo, or whether to pass."""
        bets = [each for each in legal if kind_of(each) == BET]
        if kind_of(move) == BET:
            return (Question("bet", bets, int(move)),)
        asked = (Question("bet", bets, bet(0)),) if bets and move != PASS else ()
        moves = [each for each in legal if kind_of(each) != BET]
        return (*asked, Question(kind_name(view, move), moves, int(move))) if len(moves) > 1 else asked

    def judged(self, view: View, question: Question, seed: int) -> Judgement | None:
        """The cost of a move; None where the net sees nothing else to do."""
        rng = Random(seed)
        situation = situation_of(view, rng)
        net = shipped_net(view.options.players)
        rivals = self.rivals(situation, question, net)
        if not rivals:
            return None
        chosen = selected(situation, question, rivals, net, rng)
        rival = next(each.move for each in chosen if each.move != question.played)
        trial = trial_of(question)(situation, net, (question.played, rival))
        trial.settle(rng)
        return judgement(situation, question, trial, chosen)

    def rivals(self, situation: Situation, question: Question, net: Net) -> list[Option]:
        """What else could have been done, best first by the net; nothing where the choice was obvious."""
        if question.kind == "bet":
            return [Option(move, 0.0) for move in question.options if move != question.played]
        assert situation.view.seat is not None
        listed = valued_moves(net, situation.world, situation.view.seat)
        others = [Option(move, points) for move, points, _ in listed if move != question.played]
        if listed[0][0] == question.played and (not others or listed[0][1] - others[0].value >= OBVIOUS):
            return []
        return others[:CANDIDATES]

    def match_chances(self, view: View) -> Sequence[float]:
        """By the match law of the bots."""
        return match_chances(view.standing.scores, view.options.target)

    def result(self, result: RoundResult, seat: Seat) -> float:
        """A seat's points less the mean of the others'."""
        own = result.points[seat]
        return own - (sum(result.points) - own) / (len(result.points) - 1)

    def luck(self, event: Chance, seat: Seat, seed: int) -> Luck:
        """What the deal brought."""
        return Luck(luck_of(event, seat, seed), 0.0)


def trial_of(question: Question) -> type[Trial]:
    """How the moves of a question are tried."""
    return BetTrial if question.kind == "bet" else Trial


def kind_name(view: View, move: int) -> str:
    """What a move decides."""
    assert view.round is not None
    if kind_of(move) == GIVE:
        return "gift"
    return "answer" if view.round.standing else "lead"


def selected(situation: Situation, question: Question, rivals: Sequence[Option], net: Net, rng: Random) -> list[Option]:
    """The candidates by how they do in a few worlds, best first; the better rivals in some more."""
    prior = 0 if question.kind == "bet" else PRIOR_WORLDS
    found = {each.move: (prior * each.value, prior) for each in rivals} | {question.played: (0.0, 0)}
    alive = list(found)
    for worlds in SELECTION:
        trial = trial_of(question)(situation, net, alive)
        trial.extend(worlds, rng.getrandbits(63))
        for move, value in zip(alive, trial.values, strict=True):
            total, count = found[move]
            found[move] = total + value, count + worlds
        ranked = [Option(move, total / count) for move, (total, count) in found.items()]
        ranked.sort(key=lambda each: (-each.value, each.move))
        alive = [each.move for each in ranked if each.move != question.played][:FINALISTS]
        if len(alive) == 1:
            break
    return ranked


def judgement(situation: Situation, question: Question, trial: Trial, chosen: Sequence[Option]) -> Judgement:
    """What the fresh worlds say; candidates beside the two are put where the selection saw them below the rival."""
    played, rival = trial.moves
    cost, (low, high) = trial.cost, trial.interval
    values = {move: value / trial.worlds for move, value in zip(trial.moves, trial.values, strict=True)}
    firsts = {move: 100 * first / trial.worlds for move, first in zip(trial.moves, trial.firsts, strict=True)}
    rough = {each.move: each.value for each in chosen}
    options = [
        Option(move, values.get(move, min(values[rival], values[rival] + rough[move] - rough[rival])), firsts.get(move))
        for move in rough
    ]
    best = rival if cost > 0 else played
    return Judgement(
        best=best,
        cost=cost,
        low=low,
        high=high,
        chance=trial.chance,
        chance_low=trial.chance_interval[0],
        chance_high=trial.chance_interval[1],
        worlds=trial.worlds,
        options=tuple(sorted(options, key=lambda each: (-each.value, each.move != best))),
        reasons=review_reasons(situation, question, best, firsts[played], firsts[rival]),
        stake=stake_of(situation.view),
    )
