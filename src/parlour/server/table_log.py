"""A table as the fold of its log: judging what people want, and showing each what it may see.

There is no clock, network or disk in here. `judge_*` says which entries a command makes, or raises
RefusalError; `fold` takes an entry that is on disk; `shown` is what a viewer is sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.bots.catalogue import LEVELS
from parlour.core.errors import NotationError
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.scenes.catalogue import make_staging
from parlour.scenes.scene import Update
from parlour.server.commitments import make_salt, promise_of
from parlour.server.errors import RefusalError
from parlour.server.events import (
    Conceded,
    Continued,
    Dealt,
    Moved,
    Promised,
    Relieved,
    Seated,
    Undone,
)
from parlour.server.protocol import Fairness, Sitter, TableState, Terms
from parlour.server.store import Digest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from random import Random

    from parlour.server.events import AnyEntry, Opening

Viewer = Seat | None
"""A seat, or None for a spectator."""
SHEET_ROWS: Final = 60
PAST: Final = 60
"""So many things that were told fit into one message."""
STAND_IN: Final = "regular"
"""Plays for people who are away."""


class Match:
    """Everything about a table that its log says."""

    def __init__(self, opening: Opening) -> None:
        """Set an empty table up."""
        self.opening = opening
        self.game = make_game(opening.game, opening.options)
        self.staging = make_staging(self.game)
        self.table: Table[Any, Any, Any] = Table(self.game)
        self.seq = 0
        self.sitters: list[Seated] = [Seated(seat) for seat in range(self.game.seats)]
        self.relief: list[str] = [""] * self.game.seats
        self.decisions: list[int] = [0] * self.game.seats
        self.undone = 0
        self.sheet: list[tuple[int, ...]] = []
        self.promises: list[Promised] = []
        self.dealt = 0
        self.opened = 0
        self.last: Moved | None = None
        """The last entry, where it is a move that its seat may still want back."""
        self.before_last: Any = None
        """The state before it."""
        self.conceded: Seat | None = None
        self.next = ""
        self.round_began = 0
        self.round_base: Any = self.table.state
        """The state before the first deal of the round, or game."""
        self.views: dict[Viewer, Any] = {}

    # What is so.

    @property
    def status(self) -> str:
        """Tell where the table stands: `open`, `playing` or `over`."""
        if self.conceded is not None or self.table.outcome() is not None:
            return "over"
        return "open" if any(self.is_free(seat) for seat in self.sitters) else "playing"

    @property
    def has_begun(self) -> bool:
        """Tell whether cards were promised, so that seats cannot be left empty any more."""
        return bool(self.promises)

    @property
    def winners(self) -> tuple[int, ...]:
        """Name who has won, once the match is over."""
        if self.conceded is not None:
            scores = self.scores
            others = [seat for seat in range(self.game.seats) if seat != self.conceded]
            best = max(scores[seat] for seat in others)
            return tuple(seat for seat in others if scores[seat] == best)
        outcome = self.table.outcome()
        return () if outcome is None else outcome.winners

    @property
    def scores(self) -> tuple[int, ...]:
        """Give the points, or games won, so far; every view has them."""
        return self.table.scores()

    @staticmethod
    def is_free(sitter: Seated) -> bool:
        """Tell whether nobody holds a seat."""
        return sitter.person is None and not sitter.bot

    def seat_of(self, person: int | None) -> Viewer:
        """Find the seat that a person holds."""
        for sitter in self.sitters:
            if person is not None and sitter.person == person:
                return Seat(sitter.seat)
        return None

    def bot_at(self, seat: Seat) -> str:
        """Name the bot that plays in a seat at this moment, if any."""
        return self.sitters[seat].bot or self.relief[seat]

    def to_act(self) -> tuple[Seat, ...]:
        """Name the seats that the match waits for."""
        if self.status != "playing":
            return ()
        return tuple(Seat(actor) for actor in self.table.to_act() if actor is not CHANCE)

    def awaits_deal(self) -> bool:
        """Tell whether chance is to act."""
        return self.status == "playing" and self.table.to_act() == (CHANCE,)

    def between_rounds(self) -> bool:
        """Tell whether a round, or game, has ended and the next is not dealt."""
        return self.awaits_deal() and self.table.round_result() is not None

    def view(self, viewer: Viewer) -> Any:
        """Give what a viewer may see; kept until the state changes."""
        if viewer not in self.views:
            self.views[viewer] = self.table.view(viewer)
        return self.views[viewer]

    def can_undo(self, seat: Viewer) -> bool:
        """Tell whether a seat may take its last move back: nobody acted since, and nothing was turned."""
        last = self.last
        if seat is None or last is None or last.seat != seat or last.by or not self.opening.undo:
            return False
        before = self.game.view(self.before_last, seat)
        return bool(self.to_act()) and not self.staging.turned(before, self.view(seat))

    def digest(self) -> Digest:
        """Sum the table up for lists."""
        return Digest(
            status=self.status,
            names=tuple(sitter.name for sitter in self.sitters),
            bots=tuple(sitter.bot for sitter in self.sitters),
            persons=tuple(sitter.person for sitter in self.sitters),
            scores=self.scores,
            winners=self.winners,
        )

    # What people want.

    def own_seat(self, person: int | None) -> Seat:
        """Give a person's seat, or refuse."""
        seat = self.seat_of(person)
        if seat is None:
            raise RefusalError("seat/none", "you do not sit at this table")
        return seat

    def judge_play(self, person: int | None, text: str, decision: int) -> list[AnyEntry]:
        """Judge a move; what else happened since the seat's last decision does not matter."""
        seat = self.own_seat(person)
        self.check_playing()
        self.check_decision(seat, decision)
        try:
            move = self.game.parse_move(text)
        except NotationError as error:
            raise RefusalError("move/notation", error.reason, error.clause or "") from error
        refusal = self.game.refusal(self.table.state, seat, move)
        if refusal is not None:
            raise RefusalError(refusal.code, refusal.reason, refusal.clause)
        return [*self.back(seat), Moved(seat, self.game.format_move(move))]

    def judge_undo(self, person: int | None, decision: int) -> list[AnyEntry]:
        """Judge the wish to take a move back."""
        seat = self.own_seat(person)
        self.check_decision(seat, decision)
        if not self.opening.undo:
            raise RefusalError("undo/forbidden", "this table plays without taking back")
        if not self.can_undo(seat):
            raise RefusalError("undo/late", "somebody has acted since, or a hidden card was turned over")
        return [Undone(seat)]

    def judge_sit(self, person: int, name: str, seat: int) -> list[AnyEntry]:
        """Judge the wish for a seat."""
        sitter = self.sitter_at(seat)
        if sitter.person == person:
            return self.back(Seat(seat))
        if self.seat_of(person) is not None:
            raise RefusalError("seat/two", "you sit at this table already")
        if not self.is_free(sitter):
            raise RefusalError("seat/taken", f"seat {seat} is taken")
        return [Seated(seat, person, name)]

    def judge_stand(self, person: int) -> list[AnyEntry]:
        """Judge the wish to leave: a seat is freed before the match, and given to a bot in it."""
        seat = self.own_seat(person)
        if self.status == "over":
            raise RefusalError("match/over", "the match is over")
        return [Seated(seat, bot=STAND_IN) if self.has_begun else Seated(seat)]

    def judge_fill(self, person: int, seat: int, level: str | None) -> list[AnyEntry]:
        """Judge the owner's wish to put a bot into a seat, or to free it."""
        sitter = self.sitter_at(seat)
        if person != self.opening.owner:
            raise RefusalError("table/owner", "only who opened the table can do that")
        if self.has_begun:
            raise RefusalError("table/begun", "the match has begun")
        if sitter.person is not None:
            raise RefusalError("seat/taken", f"seat {seat} is taken")
        if level is not None and level not in LEVELS:
            raise RefusalError("bot/unknown", f"no level is called {level!r}; there are {', '.join(LEVELS)}")
        return [Seated(seat, bot=level or "")]

    def judge_concede(self, person: int) -> list[AnyEntry]:
        """Judge the wish to give up."""
        seat = self.own_seat(person)
        self.check_playing()
        return [Conceded(seat)]

    def judge_rematch(self, person: int, table: str) -> list[AnyEntry]:
        """Judge the wish to play again."""
        self.own_seat(person)
        if self.status != "over":
            raise RefusalError("table/playing", "the match is still being played")
        return [] if self.next else [Continued(table)]

    def sitter_at(self, seat: int) -> Seated:
        """Give who sits in a seat, or refuse where there is none."""
        if seat >= self.game.seats:
            raise RefusalError("seat/unknown", f"there is no seat {seat} at this table")
        return self.sitters[seat]

    def check_playing(self) -> None:
        """Refuse what needs a match that is on."""
        if self.status == "open":
            raise RefusalError("table/open", "the match begins when every seat is taken")
        if self.status == "over":
            raise RefusalError("match/over", "the match is over")

    def check_decision(self, seat: Seat, decision: int) -> None:
        """Refuse what was decided for an earlier moment of this seat."""
        if decision != self.decisions[seat]:
            raise RefusalError("move/stale", f"this was decision {decision}, and the seat is at {self.decisions[seat]}")

    def back(self, seat: Seat) -> list[AnyEntry]:
        """Give a seat back to its person, where a bot sits in."""
        return [Relieved(seat)] if self.relief[seat] else []

    # What the house does.

    def promise(self, rng: Random) -> Promised:
        """Draw the next deal, or give the one that was promised and not dealt yet."""
        if len(self.promises) > self.dealt:
            return self.promises[-1]
        deal = self.game.format_move(self.game.deal(self.table.state, rng))
        salt = make_salt()
        return Promised(promise_of(salt, deal), salt, deal)

    @property
    def is_promised(self) -> bool:
        """Tell whether a promise waits to be dealt."""
        return len(self.promises) > self.dealt

    # What has happened.

    def fold(self, entry: AnyEntry, viewers: Collection[Viewer] = ()) -> dict[Viewer, tuple[Update, ...]]:
        """Take an entry in; tell the given viewers what it did."""
        self.seq += 1
        last, self.last = self.last, None
        match entry:
            case Seated(seat=seat):
                self.sitters[seat] = entry
                self.relief[seat] = ""
                self.last = last
            case Relieved(seat=seat, bot=bot):
                self.relief[seat] = bot
                self.last = last
            case Promised():
                self.promises.append(entry)
            case Dealt():
                move = self.game.parse_move(self.promises[self.dealt].deal)
                self.dealt += 1
                if self.table.round_result() is not None or not self.table.events:
                    self.round_began, self.round_base = len(self.table.events), self.table.state
                return self.play(CHANCE, move, viewers)
            case Moved(seat=seat, move=text):
                self.before_last = self.table.state
                self.decisions[seat] += 1
                told = self.play(Seat(seat), self.game.parse_move(text), viewers)
                self.last = entry
                return told
            case Undone(seat=seat):
                self.decisions[seat] += 1
                self.undone += 1
                self.take_back()
                return dict.fromkeys(viewers, (Update(kind="undo", seat=seat),))
            case Conceded(seat=seat):
                self.conceded = Seat(seat)
            case Continued(table=table):
                self.next = table
        return {}

    def play(self, actor: Any, move: Any, viewers: Collection[Viewer]) -> dict[Viewer, tuple[Update, ...]]:
        """Make a move through the gate."""
        before = {viewer: self.view(viewer) for viewer in viewers}
        self.table.play(actor, move)
        self.views.clear()
        if not self.to_act():
            self.settle()
        return {viewer: self.staging.told(actor, move, before[viewer], self.view(viewer)) for viewer in viewers}

    def settle(self) -> None:
        """Write the score sheet and open promises, where a round or race has come to its end."""
        public = self.view(None)
        result = self.table.round_result()
        if result is not None:
            self.sheet.append(result.points)
        if self.staging.laid_open(public):
            self.opened = self.dealt

    def take_back(self) -> None:
        """Go back to before the last move, which nobody has built upon."""
        self.table.undo()
        self.views.clear()

    # What people are shown.

    def shown(
        self, viewer: Viewer, person: int | None, told: tuple[Update, ...], present: Collection[int], **more: Any
    ) -> TableState:
        """Show the table to a viewer."""
        promise = self.promises[-1].promise if self.promises else ""
        status = self.status
        legal = self.table.legal_moves(viewer) if viewer is not None and status == "playing" else ()
        return TableState(
            seq=self.seq,
            status=status,
            mine=person == self.opening.owner,
            seats=tuple(self.sitter_shown(sitter, present) for sitter in self.sitters),
            terms=Terms(hints=self.opening.hints, undo=self.opening.undo, clock=self.opening.clock),
            decision=0 if viewer is None else self.decisions[viewer],
            can_undo=self.can_undo(viewer),
            sheet=tuple(self.sheet[-SHEET_ROWS:]),
            sheet_rows=len(self.sheet),
            winners=self.winners if status == "over" else (),
            conceded=self.conceded,
            next=self.next,
            fair=Fairness(promise, self.opened),
            scene=self.staging.scene(self.view(viewer), legal),
            told=told,
            **more,
        )

    def sitter_shown(self, sitter: Seated, present: Collection[int]) -> Sitter:
        """Show who sits in a seat."""
        return Sitter(
            name=sitter.name,
            bot=sitter.bot or self.relief[sitter.seat],
            here=sitter.person in present,
        )

    def past(self, viewer: Viewer) -> tuple[Update, ...]:
        """Tell a viewer again what happened since the round began."""
        events = self.table.events[self.round_began :]
        state = self.round_base
        for event in events[:-PAST]:
            state = self.game.apply(state, event.actor, event.move)
        told: list[Update] = []
        before = self.game.view(state, viewer)
        for event in events[-PAST:]:
            state = self.game.apply(state, event.actor, event.move)
            after = self.game.view(state, viewer)
            told += self.staging.told(event.actor, event.move, before, after)
            before = after
        return tuple(told[-PAST:])


def folded(opening: Opening, entries: Iterable[AnyEntry]) -> Match:
    """Give a table from its log."""
    match = Match(opening)
    for entry in entries:
        match.fold(entry)
    return match
