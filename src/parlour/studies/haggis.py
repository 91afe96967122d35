"""What rounds of Haggis tell: what a hand is worth, when to bet, which leads win, how much bombs matter."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.games.haggis.kernel.round import SLOTS
from parlour.games.haggis.notation import BET, BOMB, BOMB_NAMES, COMBOS, SEQUENCE, combo_of, kind_of
from parlour.games.haggis.position import decode_round
from parlour.studies.figure import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.core.game import RoundResult
    from parlour.games.catalogue import AnyGame
    from parlour.studies.figure import Figure
    from parlour.studies.study import Step

SUITS: Final = 5
RANKS: Final = 9
HIGH: Final = (7, 8)
"""The places of 9 and 10 among the ranks."""
COUNTED: Final = {1: "single", 2: "pair", 3: "three", 4: "four"}
BOMB_COUNTS: Final = ("0 bombs", "1 bomb", "2 bombs", "3 or more")
FIVE: Final = 5
MANY: Final = 6


class Lead(NamedTuple):
    """A combo that opened a trick."""

    shape: str
    beaten: bool


class HaggisStudy:
    """Tallies over rounds at even score; a result is a seat's points less the mean of the others'."""

    def __init__(self) -> None:
        """Begin to count."""
        self.high = Tally("hand-high", "points of a round, by 9s and 10s in the hand", "points")
        self.loose = Tally("hand-loose", "points of a round, by ranks of which the hand has one card", "points")
        self.seat = Tally("hand-turn", "points of a round, by who leads first", "points")
        self.first = Tally("bet-first", "out first, by 9s and 10s in the hand", "percent")
        self.bets = Tally("bet-won", "bets that are won", "percent")
        self.leads = Tally("lead-won", "leads that nobody beats", "percent")
        self.bombs = Tally("bomb-first", "out first after a bomb of one's own", "percent")
        self.rounds = Tally("bomb-rounds", "rounds by how many bombs are played in them", "percent")

    def observe(self, game: AnyGame, steps: list[Step], result: RoundResult) -> None:
        """Count a round."""
        del game
        players = len(result.points)
        gained = [own - (sum(result.points) - own) / (players - 1) for own in result.points]
        deal, *played = steps
        self.count_hands(deal, gained, result)
        for lead in leads_of(played):
            self.leads.add(lead.shape, not lead.beaten)
        bombers = [step for step in played if kind_of(step.move) == BOMB]
        for step in bombers:
            self.bombs.add(BOMB_NAMES[combo_of(step.move).top - 1], result.firsts[step.actor or 0])
        for number, label in enumerate(BOMB_COUNTS):
            self.rounds.add(label, min(len(bombers), len(BOMB_COUNTS) - 1) == number)
        for step in played:
            if kind_of(step.move) == BET:
                amount = decode_round(step.after.round).bets[step.actor or 0]
                self.bets.add(f"{amount} points", result.firsts[step.actor or 0])

    def count_hands(self, deal: Step, gained: list[float], result: RoundResult) -> None:
        """Count what the hands were worth."""
        leader = deal.after.round.actor
        for seat, hand in enumerate(deal.move.hands):
            counts = [(hand >> rank * SUITS & (1 << SUITS) - 1).bit_count() for rank in range(RANKS)]
            high = counted(sum(counts[rank] for rank in HIGH))
            self.high.add(high, gained[seat])
            self.first.add(high, result.firsts[seat])
            self.loose.add(counted(counts.count(1)), gained[seat])
            self.seat.add("leads first" if seat == leader else "later", gained[seat])

    def figures(self) -> Iterable[Figure]:
        """What a hand is worth, when to bet, which leads win, how much bombs matter."""
        for tally in (self.high, self.loose, self.seat, self.first, self.bets):
            yield tally.figure()
        yield self.leads.figure(by_mean=True)
        yield self.rounds.figure()
        yield self.bombs.figure(by_mean=True)


def counted(number: int) -> str:
    """A number of cards or ranks, many of them as one label."""
    return f"{number}" if number < MANY else f"{MANY} or more"


def leads_of(played: list[Step]) -> Iterable[Lead]:
    """Every lead of a round, and whether a combo was played on it."""
    combos = [step for step in played if kind_of(step.move) in COMBOS]
    opens = [step.before.round.slots()[SLOTS["standing"]] == 0 for step in combos]
    for (step, leads), (_, next_leads) in pairwise([*zip(combos, opens, strict=True), (None, True)]):
        if leads and step is not None:
            yield Lead(shape_of(step.move), beaten=not next_leads)


def shape_of(move: int) -> str:
    """A combo without its ranks."""
    combo = combo_of(move)
    if kind_of(move) == BOMB:
        return "bomb"
    if kind_of(move) == SEQUENCE:
        width = {1: "run", 2: "run of pairs"}.get(combo.width, "run of threes and more")
        return f"{width}, {combo.length if combo.length < FIVE else '5 or more'} long"
    return COUNTED.get(combo.width, "five or more alike")
