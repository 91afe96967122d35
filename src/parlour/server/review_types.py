"""Reviews as they are asked for, sent and shared."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.game import Reason
from parlour.review.verdict import Grade, RoundLuck, Unit
from parlour.scenes.scene import Combo


class ReviewQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which decision on; where there is none yet, the answer waits a little for it."""

    first: Annotated[int, Meta(ge=0, le=100_000)] = 0


class Judge(msgspec.Struct, frozen=True):
    """Who judges, and how: another version may say something else."""

    name: str
    version: int
    unit: Unit
    """What costs are measured in: points of a round, or percentage points of the chance to win a game."""
    thresholds: tuple[float, ...]
    """From which cost on a decision is an inaccuracy, a mistake, a blunder."""


class Compared(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that was compared with others, in the judge's unit."""

    move: str
    value: float
    first: float | None = None
    """The chance to go out first in percent, where the game knows that."""
    combo: Combo | None = None


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, rename={"grade": "class"}):
    """A decision of the seat, judged by what the seat could know."""

    round: int
    number: int
    """How many events of the match came before it."""
    kind: str
    """What was decided: `lead`, `answer`, `gift`, `bet`; `take`, `show`, `swap`, `discard`, `exchange`."""
    move: str
    best: str
    cost: float
    low: float
    high: float
    """The 95 % interval of the cost."""
    chance: float
    """The cost in percentage points of the chance to win the match."""
    chance_low: float | None = None
    chance_high: float | None = None
    """The 95 % interval of that."""
    grade: Grade
    worlds: int
    """In how many worlds, or markets, the moves were compared; 0 where only the net was asked."""
    stake: float = 1.0
    """How many times as much was at stake as usual, where a game has bets."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for the best move: keys with parameters, for a client to put into words."""
    candidates: tuple[Compared, ...] = ()
    """Best first."""


class KindLoss(msgspec.Struct, frozen=True):
    """What decisions of one kind gave away."""

    kind: str
    """As in a decision; `bomb`: whether to bomb, and who gets the trick."""
    decisions: int
    lost: float
    """The mean at usual stakes, in the judge's unit."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a whole match comes to."""

    decisions: int
    lost_per_decision: float | None
    """The mean at usual stakes, in the judge's unit."""
    margin: float | None
    """Half the 95 % interval of that mean."""
    level: str | None
    """The level of bots that gives away as much; null where there are too few decisions to say."""
    result: float
    luck: float
    adjusted: float
    """The result less the luck: what play brought."""
    rounds: tuple[RoundLuck, ...]
    kinds: tuple[KindLoss, ...] = ()
    """By what was decided; empty in reviews of earlier versions, as is what follows."""
    chances: tuple[tuple[float, ...], ...] = ()
    """Every seat's chance to win the match in percent, by the score: before the first round and after each."""


class ReviewPart(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A part of a review."""

    table: str
    seat: int
    judge: Judge
    events: int
    """How many events the match has."""
    winners: tuple[int, ...]
    """Who has won, also where somebody conceded."""
    first: int
    decisions: tuple[Decision, ...]
    """From the first that was asked for, 100 at most: round by round, in some games from the last decision."""
    running: bool = False
    """Whether the judge is at work: ask for what follows."""
    figures: Figures | None = None
    """Once every decision is judged."""
    outdated: bool = False
    """Whether the current judge is another one: ask for the review again."""
    mine: bool = False
    link: str = ""
    """Where everybody may read it: `/shared/<link>`. Only its owner is told."""


class Sharing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether everybody who has the link may read a review."""

    shared: bool
