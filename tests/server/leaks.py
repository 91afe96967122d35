"""Looks for leaks over whole matches: `python -m tests.server.leaks [MATCHES [SHARE OF MOMENTS]]`.

Every message of the server about a table is made for the log and for its twin, and compared byte by
byte, as every seat and a spectator see it.
"""

from __future__ import annotations

import sys
from random import Random
from typing import NamedTuple

import msgspec

from parlour.core.game import Seat
from parlour.scenes.scene import Update
from parlour.server.bot_workers import Question
from parlour.server.errors import RefusalError
from parlour.server.events import AnyEvent
from parlour.server.judging import judge_play
from parlour.server.lobby.news import friend_here, lobby_table, my_table
from parlour.server.lobby.store import FriendRow
from parlour.server.presenting import LiveState, occupants, people_to_act, recalled, summary, table_state
from parlour.server.protocol import Answered, Past, Refused
from parlour.server.store import TableRow
from parlour.server.table_log import AnyTableLog, Viewer, event_of
from tests.server.twins import GAMES, Moment, copied, moments, random_log, twin

ENCODER = msgspec.json.Encoder()
STRANGER = 99
"""A person who only watches."""
WHOLE_ROUNDS = 0.1


class Tally(NamedTuple):
    """How much was compared."""

    messages: int
    twins: int
    differing: int
    """Twins that really differ from their log."""
    sealed: int
    """Twins of moments at which a choice of somebody else was sealed."""


class LeakFoundError(AssertionError):
    """A viewer can tell a log from its twin."""


def viewers_of(match: AnyTableLog) -> list[Viewer]:
    """Everybody who may look: a spectator and every seat."""
    return [None, *map(Seat, range(match.game.seats))]


def person_of(viewer: Viewer) -> int:
    """Whose view it is."""
    return STRANGER if viewer is None else viewer + 1


def message(match: AnyTableLog, viewer: Viewer, told: tuple[Update, ...]) -> bytes:
    """The table as a viewer is sent it."""
    live = LiveState(table="t", seats=occupants(match, {1, 2, 3, STRANGER}))
    return ENCODER.encode(table_state(match, viewer, person_of(viewer), told, live)) + lobby_messages(match, viewer)


def lobby_messages(match: AnyTableLog, viewer: Viewer) -> bytes:
    """The table as the lobby shows it: among all listed ones, among one's own, and as the place of a friend."""
    row = TableRow("t", msgspec.structs.replace(match.opening, listed=True), summary(match), "")
    person = person_of(viewer)
    return ENCODER.encode(
        [
            lobby_table(row, {}),
            my_table(row, person, {"t": people_to_act(match)}),
            friend_here(FriendRow(1, 1, "Ada"), [row], {1}),
        ]
    )


def messages_since(
    base: AnyTableLog, since: list[AnyEvent], viewer: Viewer, first: int
) -> tuple[list[bytes], AnyTableLog]:
    """The table messages that a viewer receives about some events, from the first wanted on, and the table then."""
    match = copied(base)
    for event in since[:first]:
        match.fold(event)
    messages = []
    for event in since[first:]:
        told = match.fold(event, [viewer])
        messages.append(message(match, viewer, told.get(viewer, ())))
    return messages, match


def answers(match: AnyTableLog, viewer: Viewer, texts: list[str]) -> list[bytes]:
    """Every answer that a viewer can get at this moment: to selections, to tries, and what happened."""
    person = person_of(viewer)
    messages = [ENCODER.encode(Past("t", recalled(match, viewer)))]
    for text in texts:
        try:
            steps = judge_play(match, person, text, 0 if viewer is None else match.decisions[viewer])
            messages.append(ENCODER.encode([event_of(step) for step in steps]))
        except RefusalError as error:
            messages.append(ENCODER.encode(Refused.of(error)))
    if viewer is None:
        return messages
    legal = match.table.legal_moves(viewer)
    for text in texts:
        answer = match.staging.answer(match.view(viewer), legal, text)
        messages.append(ENCODER.encode(Answered("t", 1, text, answer)))
    messages.append(ENCODER.encode(Question("master", match.game.name, match.view(viewer), list(legal), 1)))
    return messages


def tries(match: AnyTableLog, rng: Random) -> list[str]:
    """Texts that somebody could send: legal moves of every seat, parts of them, and nonsense."""
    texts = ["", "pass", "exchange nothing", "J Q"]
    for seat in range(match.game.seats):
        legal = match.table.legal_moves(Seat(seat))
        if len(legal):
            chosen = match.game.format_move(rng.choice(legal))
            texts += [chosen, chosen.rpartition(" ")[0]]
    return texts


def compare(moment: Moment, viewer: Viewer, rng: Random) -> Tally:
    """Compare a moment with a twin, the latest messages and now and then all of the round, or raise LeakFoundError.

    What was sent earlier was compared at its own moment, when more was hidden.
    """
    since = twin(moment, viewer, rng)
    if since is None:
        return Tally(0, 0, 0, 0)
    first = 0 if rng.random() < WHOLE_ROUNDS else len(since) - 1
    messages, match = messages_since(moment.base, moment.since, viewer, first)
    again, other = messages_since(moment.base, since, viewer, first)
    texts = tries(match, rng)
    messages += answers(match, viewer, texts)
    again += answers(other, viewer, texts)
    for one, two in zip(messages, again, strict=True):
        if one != two:
            raise LeakFoundError(f"seat {viewer}\n{one.decode()}\n{two.decode()}")
    return Tally(len(messages), 1, since != moment.since, is_sealed(match, viewer))


def is_sealed(match: AnyTableLog, viewer: Viewer) -> bool:
    """Whether somebody else has chosen in secret while the match waits for another."""
    if match.game.name != "damenrennen":
        return False
    return any(has for seat, has in enumerate(match.view(viewer).game.has_sealed) if seat != viewer)


def compare_match(name: str, seed: int, *, share: float = 1.0) -> Tally:
    """Compare a whole random match, at every moment or at a share of them, as every viewer."""
    rng = Random(seed)
    total = Tally(0, 0, 0, 0)
    for moment in moments(random_log(name, seed)):
        for viewer in viewers_of(moment.match):
            if rng.random() < share:
                total = added(total, compare(moment, viewer, rng))
    return total


def added(one: Tally, two: Tally) -> Tally:
    """Add two tallies."""
    return Tally(*map(sum, zip(one, two, strict=True)))


def main(matches: int = 200, share: float = 1.0) -> None:
    """Compare so many matches of every game, and say how much that was."""
    for name in GAMES:
        total = Tally(0, 0, 0, 0)
        for seed in range(matches):
            total = added(total, compare_match(name, seed, share=share))
        sys.stdout.write(f"{name}: {matches} matches, {total}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *map(float, sys.argv[2:3]))
