"""Nobody is sent what she may not know: every message is the same when all of that is shuffled."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.core.game import Actor, Refusal, Seat
from parlour.games.damenrennen.cards import card_names
from parlour.games.damenrennen.notation import LAY, cards_of, kind_of
from parlour.games.haggis.cards import card_names as haggis_names
from parlour.games.haggis.match import Haggis
from parlour.games.haggis.notation import Deal
from parlour.games.haggis.position import decode_round
from parlour.scenes.catalogue import STAGINGS
from parlour.scenes.damenrennen import DamenrennenStaging
from parlour.scenes.haggis import HaggisStaging
from parlour.scenes.scene import Update
from parlour.server.bot_workers import Question, advise_move
from parlour.server.errors import RefusalError
from parlour.server.events import AnyEvent, Dealt, Moved, Undone
from parlour.server.judging import judge_play
from parlour.server.table_log import AnyTableLog, Viewer, replay
from tests.server.connections import connections
from tests.server.leaks import LeakFoundError, Tally, added, compare_match, person_of, tries, viewers_of
from tests.server.twins import GAMES, Moment, moments, random_log, twin

MATCHES = range(3)
"""As many as a test run has time for; `python -m tests.server.leaks 200` compares 200 of each at every moment."""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_message_of_a_match_is_the_same_when_all_hidden_is_shuffled(name: str) -> None:
    total = Tally(0, 0, 0, 0)
    for seed in MATCHES:
        total = added(total, compare_match(name, seed, share=0.1))

    assert total.messages > 1000
    assert total.differing > 0.8 * total.twins > 50
    assert total.sealed > 10 or name != "damenrennen"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_everything_that_a_connection_hears_is_the_same_when_all_hidden_is_shuffled(name: str, tmp_path: Path) -> None:
    rng = Random(5)
    log = random_log(name, 1)
    compared = 0
    for number, moment in enumerate(rng.sample(list(moments(log)), 8)):
        for viewer in viewers_of(moment.match):
            since = twin(moment, viewer, rng)
            if since is None or since == moment.since:
                continue
            texts = tries(moment.match, rng)
            folder = tmp_path / f"{number} {viewer}"
            sent = asyncio.run(messages_to(folder / "one", moment, moment.since, viewer, texts))
            again = asyncio.run(messages_to(folder / "two", moment, since, viewer, texts))

            assert again == sent
            compared += len(sent)
    assert compared > 200


async def messages_to(
    folder: Path, moment: Moment, since: list[AnyEvent], viewer: Viewer, texts: list[str]
) -> list[bytes]:
    """Play what happened since the last deal over real connections, ask, try, recall; all that a viewer is sent."""
    dealt = max(number for number, event in enumerate(since) if isinstance(event, Dealt)) + 1
    async with connections(folder, moment.match.opening, [*moment.before, *since[:dealt]]) as opened:
        decisions = [*replay(moment.match.opening, [*moment.before, *since[:dealt]]).decisions]
        for number, event in enumerate(since[dealt:]):
            assert isinstance(event, Moved | Undone)
            command = {"t": "undo"} if isinstance(event, Undone) else {"t": "play", "move": event.move}
            decision = decisions[event.seat]
            decisions[event.seat] += 1
            await opened[Seat(event.seat)].say(**command, table="t", id=f"c{number}", decision=decision)
        mine = opened[viewer]
        for text in texts:
            await mine.say(t="ask", table="t", text=text)
        decision = 0 if viewer is None else decisions[viewer]
        for number, text in enumerate(refused_of(moment.match, viewer, texts)):
            await mine.say(t="play", table="t", id=f"t{number}", move=text, decision=decision)
        await mine.say(t="recall", table="t")
        sent = mine.received()
    assert not any(b'"refused"' in message and b'"id":"c' in message for message in sent)
    return sent


def refused_of(match: AnyTableLog, viewer: Viewer, texts: list[str]) -> list[str]:
    """The tries that change nothing."""
    refused = []
    for text in texts:
        try:
            judge_play(match, person_of(viewer), text, 0 if viewer is None else match.decisions[viewer])
        except RefusalError:
            refused.append(text)
    return refused


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_knows_only_what_its_seat_knows(name: str) -> None:
    rng = Random(7)
    compared = 0
    for moment in rng.sample(list(moments(random_log(name, 2))), 20):
        for seat in moment.match.to_act():
            since = twin(moment, seat, rng)
            if since is None or since == moment.since:
                continue
            other = replay(moment.match.opening, [*moment.before, *since])
            questions = [
                Question("regular", match.game.name, match.view(seat), match.legal_moves(seat), 3)
                for match in (moment.match, other)
            ]

            assert advise_move(questions[0]) == advise_move(questions[1])
            compared += 1
    assert compared > 5


class TellsLays(DamenrennenStaging):
    """Tells everybody which card was laid face down."""

    def told(self, actor: Actor, move: Any, before: Any, after: Any) -> tuple[Update, ...]:
        first, *rest = super().told(actor, move, before, after)
        if isinstance(move, int) and kind_of(move) == LAY:
            first = msgspec.structs.replace(first, cards=card_names(cards_of(move)))
        return (first, *rest)


class TellsTheHaggis(HaggisStaging):
    """Tells everybody one card of the haggis, as long as a deal is remembered."""

    def told(self, actor: Actor, move: Any, before: Any, after: Any) -> tuple[Update, ...]:
        first, *rest = super().told(actor, move, before, after)
        if isinstance(move, Deal):
            first = msgspec.structs.replace(first, cards=haggis_names(move.haggis)[:1])
        return (first, *rest)


@pytest.mark.parametrize(
    ("name", "game", "leaky"),
    [("damenrennen", "damenrennen", TellsLays), ("haggis-2", "haggis", TellsTheHaggis)],
)
def test_one_card_too_many_is_found(name: str, game: str, leaky: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STAGINGS._loaded, game, leaky)

    with pytest.raises(LeakFoundError):
        compare_match(name, 0)


def test_a_try_that_is_judged_by_another_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Haggis.refusal

    def peeking(game: Haggis, state: Any, actor: Actor, move: Any) -> Refusal | None:
        refusal = judge(game, state, actor, move)
        if refusal is None or state.round is None or state.round.over:
            return refusal
        haggis = decode_round(state.round).haggis
        return msgspec.structs.replace(refusal, reason=f"{refusal.reason}, {haggis.bit_length()}")

    monkeypatch.setattr(Haggis, "refusal", peeking)

    with pytest.raises(LeakFoundError):
        compare_match("haggis-2", 0)
