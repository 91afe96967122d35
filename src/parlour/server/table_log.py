"""A table as the fold of its event log.

There is no clock, network or disk in here. `propose` judges a move once; `fold` takes an event that
is on disk: live together with the move that was judged for it, on replay by judging it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic

import msgspec

from parlour.core.errors import IllegalMove, NotationError
from parlour.core.game import CHANCE, Move, Seat, State, View
from parlour.core.table import Judged, Table
from parlour.scenes.catalogue import make_staging
from parlour.scenes.scene import Update
from parlour.server.commitments import commitment_to, make_salt
from parlour.server.errors import RefusalError
from parlour.server.events import (
    AnyEvent,
    Claimed,
    Closed,
    Committed,
    Conceded,
    Continued,
    Dealt,
    Flagged,
    Moved,
    Neighbours,
    Seated,
    Substituted,
    Undone,
)
from parlour.server.rules_version import rules_of
from parlour.server.seat_log import SeatLog
from parlour.server.seating import STAND_IN
from parlour.server.time_control import TimeSheet

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from random import Random

    from parlour.core.game import Actor, Game
    from parlour.server.events import Opening
    from parlour.server.seat_log import SeatEvent

Viewer = Seat | None
"""A seat, or None for a spectator."""
Updates = dict[Viewer, tuple[Update, ...]]
"""What each viewer is told of an event."""
DecisionPoint = tuple[int, int]
"""What a seat decides now: the number of its decision, and how many moves of the match were taken back before."""
MOST_ASIDES: Final = 30
"""So many changes of seats are remembered of one round."""


class Proposal(msgspec.Struct, Generic[State, Move], frozen=True):
    """A move or deal that the rules allow, with the event to write for it and the state after it."""

    event: Moved | Dealt
    judged: Judged[State, Move]


class TableLog(SeatLog, Generic[State, Move, View]):
    """Everything about a table that its events say."""

    def __init__(self, opening: Opening) -> None:
        """Set up a table without events."""
        self.opening = opening
        self.game: Game[State, Move, View] = rules_of(opening)
        super().__init__(self.game.seats)
        self.staging = make_staging(self.game)
        self.table: Table[State, Move, View] = Table(self.game)
        self.seq = 0
        self.times = TimeSheet(opening, self.game.seats)
        self.deciders: list[str] = []
        """By event of the match, the bot that decided it for a person; empty for all others."""
        self.asides: list[tuple[int, Update]] = []
        """What became of seats in this round, or game: how many events of the match were before, and the update."""
        self.decisions: list[int] = [0] * self.game.seats
        self.taken_back: list[int] = [0] * self.game.seats
        """By seat, how many of its moves were taken back."""
        self.changes = 0
        """How often a seat changed hands or a move was taken back: what can happen without end."""
        self.sheet: list[tuple[int, ...]] = []
        self.commitments: list[Committed] = []
        self.committed_at: list[int] = []
        """By commitment, the number of its event."""
        self.dealt_at: list[int] = []
        """By deal, the number of its event."""
        self.opened = 0
        """How many commitments may be opened: their deals are played out."""
        self.last: Moved | None = None
        """The last event, if it is a move that its seat may still take back."""
        self.neighbours: set[tuple[int, int]] = set()
        self.last_timed = False
        """Whether the last move was made by a person in her turn, while her clock ran."""
        self.closed = False
        """Whether the time of a tournament's round is up."""
        self.next = ""
        self.round_start = 0
        """Where the events of this round, or game, begin in those of the table."""
        self.round_state = self._state_before = self.table.state
        """The state before the first deal of the round, or game."""
        self.recalled: dict[Viewer, tuple[Update, ...]] = {}
        """What viewers asked to be told again of this round, up to the last event."""
        self._drawn: tuple[Committed, Move] | None = None
        self._views: dict[Viewer, View] = {}
        self._views_before: dict[Viewer, View] = {}
        self._legal: dict[Seat, Sequence[Move]] = {}
        self._status = ""
        self._to_act: tuple[Seat, ...] | None = None
        self._awaits_deal = False

    # What the events say.

    @property
    def status(self) -> str:
        """`open` (seats are free), `playing` or `over`."""
        if not self._status:
            over = self.is_cut_short or self.table.outcome() is not None
            free = any(seated.is_free for seated in self.seated)
            self._status = "over" if over else "open" if free else "playing"
        return self._status

    @property
    def is_cut_short(self) -> bool:
        """Whether the match ended before the rules end it: others gave it up, or the tournament's terms say so."""
        opening = self.opening
        played_out = bool(opening.deals) and len(self.sheet) >= opening.deals
        given_up = self.conceded is not None or len(self.stayers()) == 1
        return given_up or played_out or (self.closed and opening.stands)

    @property
    def has_begun(self) -> bool:
        """Whether there is a commitment to cards, so that seats can no longer be left empty."""
        return bool(self.commitments)

    @property
    def dealt(self) -> int:
        """How many commitments are dealt."""
        return len(self.dealt_at)

    @property
    def has_pending_deal(self) -> bool:
        """Whether the last commitment is not dealt yet."""
        return len(self.commitments) > self.dealt

    @property
    def scores(self) -> tuple[int, ...]:
        """Points, or games won, so far."""
        return self.table.scores()

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; empty until the match is over."""
        if self.status != "over":
            return ()
        outcome, stayers = self.table.outcome(), self.stayers()
        if outcome is not None and self.conceded is None and set(outcome.winners) <= stayers:
            return outcome.winners
        scores = self.scores
        best = max(scores[seat] for seat in stayers)
        return tuple(seat for seat in sorted(stayers) if scores[seat] == best)

    def bot_at(self, seat: Seat) -> str:
        """The bot that plays in a seat now; empty for a person."""
        return super().bot_at(seat) or (STAND_IN if self.closed else "")

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        if self._to_act is None:
            actors = self.table.to_act() if self.status == "playing" else ()
            self._awaits_deal = actors == (CHANCE,)
            self._to_act = tuple([Seat(actor) for actor in actors if actor is not CHANCE])
        return self._to_act

    def awaits_deal(self) -> bool:
        """Whether chance is to act."""
        return not self.to_act() and self._awaits_deal

    def between_rounds(self) -> bool:
        """Whether a round, or game, has ended and the next is not dealt."""
        return self.awaits_deal() and self.table.round_result() is not None

    def decision_point(self, seat: Seat) -> DecisionPoint:
        """What a seat decides now; another one makes the answer of a bot stale."""
        return self.decisions[seat], sum(self.taken_back)

    def standing_decisions(self, seat: Seat) -> int:
        """How many decisions of a seat stand; a move that was taken back leaves the number as it was before."""
        return self.decisions[seat] - 2 * self.taken_back[seat]

    # What viewers see, made at most once for each state.

    def view(self, viewer: Viewer) -> View:
        """What a viewer may see."""
        if viewer not in self._views:
            self._views[viewer] = self.table.view(viewer)
        return self._views[viewer]

    def view_before(self, viewer: Viewer) -> View:
        """What a viewer could see before the last move or deal."""
        if viewer not in self._views_before:
            self._views_before[viewer] = self.game.view(self._state_before, viewer)
        return self._views_before[viewer]

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """A seat's legal moves, those out of turn too; none unless the match is being played."""
        if self.status != "playing":
            return ()
        if seat not in self._legal:
            self._legal[seat] = self.table.legal_moves(seat)
        return self._legal[seat]

    def can_undo(self, seat: Viewer) -> bool:
        """Whether a seat may take its last move back: nobody acted since, and nothing hidden was turned over."""
        last = self.last
        if seat is None or last is None or last.seat != seat or last.by or not self.opening.undo:
            return False
        return bool(self.to_act()) and not self.staging.turned(self.view_before(seat), self.view(seat))

    # Proposals.

    def parse_move(self, text: str) -> Move:
        """Read a move in the game's notation, or raise RefusalError."""
        try:
            return self.game.parse_move(text)
        except NotationError as error:
            raise RefusalError("move/notation", error.reason, error.clause or "") from error

    def propose(self, seat: Seat, move: Move, by: str = "", *, took: int = 0, lag: int = 0) -> Proposal[State, Move]:
        """Judge a move of a person, or of the bot `by`; RefusalError where the rules refuse it."""
        try:
            judged = self.table.propose(seat, move)
        except IllegalMove as error:
            refusal = error.refusal
            raise RefusalError(refusal.code, refusal.reason, refusal.clause, refusal.parameters) from error
        return Proposal(Moved(seat, self.game.format_move(move), by, took, lag), judged)

    def draw_deal(self, rng: Random) -> Committed:
        """Draw the next deal, and commit to it."""
        move = self.game.deal(self.table.state, rng)
        deal, salt = self.game.format_move(move), make_salt()
        committed = Committed(commitment_to(deal, salt), salt, deal)
        self._drawn = committed, move
        return committed

    def propose_deal(self) -> Proposal[State, Move]:
        """The deal of the last commitment; it is parsed only where another process drew it."""
        committed = self.commitments[self.dealt]
        if self._drawn is not None and self._drawn[0] is committed:
            move = self._drawn[1]
        else:
            move = self.game.parse_move(committed.deal)
        return Proposal(Dealt(), self.table.propose(CHANCE, move))

    # The fold.

    def fold(self, step: AnyEvent | Proposal[State, Move], viewers: Collection[Viewer] = ()) -> Updates:
        """Take in an event, and say what it did to the given viewers.

        A proposal counts as judged; a bare event of a move or deal is parsed and judged again.
        """
        event, judged = (step.event, step.judged) if isinstance(step, Proposal) else (step, None)
        self.seq += 1
        acting = self.to_act()
        self._status, self._to_act = "", None
        self.recalled.clear()
        last, self.last = self.last, None
        match event:
            case Seated() | Substituted() | Flagged() | Claimed():
                self.last = last
                return self._seat(event, viewers)
            case Committed():
                self.commitments.append(event)
                self.committed_at.append(self.seq)
            case Dealt():
                return self._deal(judged or self.propose_deal().judged, viewers)
            case Moved(seat=seat, move=text, by=by):
                judged = judged or self.table.propose(Seat(seat), self.game.parse_move(text))
                self.last_timed = self.opening.is_timed and not by and seat in acting
                updates = self._move(judged, Seat(seat), by, viewers)
                self.decisions[seat] += 1
                if self.last_timed:
                    self.times.spend(seat, event.took, event.lag)
                self.last = event
                return updates
            case Undone(seat=seat):
                self.changes += 1
                self._undo(Seat(seat))
                return dict.fromkeys(viewers, (Update(kind="undo", seat=seat),))
            case Neighbours(seats=seats):
                self.last = last
                self.neighbours.add(seats)
            case _:
                self._end(event)
        return {}

    def _end(self, event: Conceded | Closed | Continued) -> None:
        """Note what ends a match, and what comes after it."""
        match event:
            case Conceded(seat=seat):
                self.conceded = Seat(seat)
            case Closed():
                self.closed = True
            case Continued(table=table):
                self.next = table

    def rename(self, person: int, name: str) -> None:
        """Call a person by another name until the match is over; no event, for a name belongs to the person."""
        seat = self.seat_of(person)
        if seat is not None and self.status != "over":
            self.seated[seat] = msgspec.structs.replace(self.seated[seat], name=name)

    def _seat(self, event: SeatEvent, viewers: Collection[Viewer]) -> Updates:
        kind = self.fold_seat(event)
        if isinstance(event, Seated):
            self.changes += 1
        if isinstance(event, Flagged):
            self.times.flag(event.seat)
        claimant = event.by if isinstance(event, Claimed) else None
        update = Update(kind=kind, seat=event.seat, other=claimant)
        return self._aside(update, viewers) if kind and self.has_begun else {}

    def _aside(self, update: Update, viewers: Collection[Viewer]) -> Updates:
        """Note what became of a seat, and tell everybody."""
        self.asides = [*self.asides[1 - MOST_ASIDES :], (len(self.table.events), update)]
        return dict.fromkeys(viewers, (update,))

    def _move(self, judged: Judged[State, Move], seat: Seat, bot: str, viewers: Collection[Viewer]) -> Updates:
        """Take in a move of a person, or of a bot in its own seat or for a person."""
        decider = "" if self.seated[seat].bot else bot
        asides = self._aside(Update(kind="late", seat=seat), viewers) if decider and not self.substitutes[seat] else {}
        updates = self._accept(judged, viewers, decider)
        return {viewer: asides.get(viewer, ()) + updates[viewer] for viewer in viewers}

    def _deal(self, judged: Judged[State, Move], viewers: Collection[Viewer]) -> Updates:
        if self.table.round_result() is not None or not self.table.events:
            self.round_start, self.round_state = len(self.table.events), self.table.state
            self.asides = []
        self.dealt_at.append(self.seq)
        self._drawn = None
        return self._accept(judged, viewers)

    def _accept(self, judged: Judged[State, Move], viewers: Collection[Viewer], decider: str = "") -> Updates:
        self.table.accept(judged)
        self.deciders.append(decider)
        self._state_before, self._views_before = judged.before, self._views
        self._views, self._legal = {}, {}
        if not self.to_act():
            self._settle()
        actor, move = judged.event.actor, judged.event.move
        return {
            viewer: credited(
                self.staging.told(actor, move, self.view_before(viewer), self.view(viewer)), actor, decider
            )
            for viewer in viewers
        }

    def _settle(self) -> None:
        """Fill in the score sheet and open commitments, if a round or race has ended."""
        result = self.table.round_result()
        if result is not None:
            self.sheet.append(result.points)
            self._status, self._to_act = "", None  # a tournament's match may be over after so many deals
        if self.staging.laid_open(self.view(None)):
            self.opened = self.dealt

    def _undo(self, seat: Seat) -> None:
        self.table.undo()
        self.deciders.pop()
        self.decisions[seat] += 1
        self.taken_back[seat] += 1
        if self.last_timed:
            self.times.undo(seat)
        self._views, self._views_before = self._views_before, {}
        self._legal = {}


AnyProposal = Proposal[Any, Any]
AnyTableLog = TableLog[Any, Any, Any]
Step = AnyEvent | AnyProposal
"""What can be committed: an event, or a proposal with its event."""


def credited(updates: tuple[Update, ...], actor: Actor, decider: str) -> tuple[Update, ...]:
    """What a move did, with the bot that decided it for a person."""
    if not decider:
        return updates
    made = next((index for index, update in enumerate(updates) if update.seat == actor), None)
    return tuple(
        msgspec.structs.replace(update, by=decider) if index == made else update for index, update in enumerate(updates)
    )


def event_of(step: Step) -> AnyEvent:
    """The event to write for a step."""
    return step.event if isinstance(step, Proposal) else step


def replay(opening: Opening, events: Iterable[AnyEvent]) -> AnyTableLog:
    """A table from its events."""
    log: AnyTableLog = TableLog(opening)
    for event in events:
        log.fold(event)
    return log
