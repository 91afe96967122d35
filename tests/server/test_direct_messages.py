"""Messages that need no queue: handled in the read that brings them, sent in one write."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from parlour.core.game import Seat
from parlour.server.events import Seated
from parlour.server.limits import Bucket
from parlour.server.transport import ends_with_frame, frame_span, text_header
from tests.server.connections import LocalConnection, connections, settle
from tests.server.test_one_gate import begun

pytestmark = pytest.mark.anyio
LENGTHS = (0, 1, 125, 126, 4000, 65_535)


class FakeProtocol:
    """Takes the place of a websocket, and keeps what is written to it."""

    def __init__(self) -> None:
        self.writes: list[list[bytes]] = []
        self.room = True

    def is_open(self) -> bool:
        return True

    def has_room(self) -> bool:
        return self.room

    def write_texts(self, messages: Sequence[bytes]) -> None:
        self.writes.append(list(messages))


def attached(local: LocalConnection) -> FakeProtocol:
    """The websocket of a connection, on which nothing waits."""
    local.received()
    protocol = FakeProtocol()
    local.connection.protocol = cast("Any", protocol)
    return protocol


def ask(text: str = "") -> str:
    return msgspec.json.encode({"t": "ask", "table": "t", "text": text}).decode()


def kinds(messages: Sequence[bytes]) -> list[str]:
    return [msgspec.json.decode(message)["t"] for message in messages]


@pytest.mark.parametrize("length", [*LENGTHS, 65_536])
def test_a_message_is_framed_as_websockets_frames_it(length: int) -> None:
    text = b"x" * length

    assert text_header(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("length", LENGTHS)
def test_whole_frames_are_found_and_parts_are_not(length: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * length).serialize(mask=True)
    span = frame_span(frame, 0)

    assert span == (len(frame) - length, len(frame))
    assert ends_with_frame(frame + frame)
    assert not ends_with_frame(frame + frame[:-1])
    assert not ends_with_frame(frame[:1])


def test_what_is_not_masked_is_left_to_the_parser() -> None:
    assert frame_span(Frame(Opcode.TEXT, b"plain").serialize(mask=False), 0) is None


async def test_a_question_is_answered_at_once_and_a_move_with_the_table_in_one_write(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    async with connections(tmp_path, log.opening, events) as opened:
        ada = opened[seat].connection
        protocol = attached(opened[seat])

        assert ada.take(ask())
        assert [kinds(write) for write in protocol.writes] == [["answer"]]

        (move,) = log.legal_moves(seat)[:1]
        play = {
            "t": "play",
            "table": "t",
            "id": "c1",
            "move": log.game.format_move(move),
            "decision": log.decisions[seat],
        }
        assert ada.take(msgspec.json.encode(play).decode())
        await settle(ada.joined["t"])
        await asyncio.sleep(0)
        assert [kinds(write) for write in protocol.writes[1:]] == [["table", "done"]]


async def test_what_has_to_wait_is_not_taken_and_keeps_its_place(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        ada = opened[Seat(0)].connection
        protocol = attached(opened[Seat(0)])

        assert not ada.take('{"t":"join","table":"t"}'), "a table may have to be loaded"
        assert not ada.take('{"t":"nonsense"}'), "it is answered like every malformed message"
        ada.handling = True
        assert not ada.take(ask()), "a message before it still waits"
        ada.handling = False
        ada.shared = Bucket(0.001, 0.0)
        assert not ada.take(ask()), "there are no tokens"
        assert not protocol.writes


async def test_a_peer_that_does_not_read_is_sent_more_when_there_is_room(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        ada = opened[Seat(0)].connection
        protocol = attached(opened[Seat(0)])
        protocol.room = False

        ada.take('{"t":"ping"}')
        ada.take(ask())
        assert not protocol.writes

        protocol.room = True
        ada.flush()
        assert [kinds(write) for write in protocol.writes] == [["pong", "answer"]]
