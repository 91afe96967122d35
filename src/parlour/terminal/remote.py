"""A table of a server in a line terminal: what is typed and what is heard, one after the other."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from itertools import count as numbers
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.protocol import (
    Advised,
    Answered,
    Ask,
    Concede,
    FillSeat,
    Hint,
    Play,
    Ready,
    Refused,
    Rematch,
    Sit,
    TableState,
    Undo,
)
from parlour.terminal.connection import Broken, Line, Lost
from parlour.terminal.names import Names, sentence
from parlour.terminal.seats import changes, is_free, names_of, who_lines
from parlour.terminal.stdin import read_lines
from parlour.terminal.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.scenes.scene import Answer
    from parlour.server.protocol import FromServer
    from parlour.terminal.account import Account
    from parlour.terminal.words import Words

HELP: Final = """\
Type a move: {moves}.
h            gives a hint, with reasons, from the strongest bot, where the table allows it
?            lists your playable moves, grouped; '? 10r' those with a card
undo         takes your last move back, as long as nobody has acted and nothing was turned over
table        shows the table again
score        shows the points
who          shows who sits where
concede      gives the match up
bot 1 casual lets a bot sit in a free seat, at a table that you opened, before the match begins
help         shows this
quit         leaves; your seat is kept"""
LOOKUPS: Final = ("help", "table", "score", "who")
READ_ANEW: Final = ("store/conflict", "server/broken")
"""The server has dropped a table, and reads it from disk for whoever joins it again."""
END: Final = "Type rematch to play again; Enter leaves."


class Typed(msgspec.Struct, frozen=True):
    """A line that was typed; None where there will be no more."""

    text: str | None


class RemoteSession:
    """Talks a person through a match on a server, until she leaves or the match is over."""

    def __init__(self, account: Account, table: str, *, watching: bool, say: Callable[[str], None]) -> None:
        """Take who plays, and where; who only watches takes no free seat."""
        self.inbox: asyncio.Queue[FromServer | Lost | Broken | Typed] = asyncio.Queue()
        self.line = Line(account, table, self.inbox.put_nowait)
        self.watching = watching
        self.say = say
        self.typed: deque[str] = deque()
        self.closed = False
        self.left = False
        self.state: TableState | None = None
        self.names = Names(None)
        self.asked: dict[int, str] = {}
        """What was typed, by the number of the question about it."""
        self.number = numbers(1)
        self.prompted: tuple[str, int] | None = None
        """What the person was last asked for."""
        self.fresh = False
        """Whether there is a table that the person has not seen yet."""
        self.lost = False
        self.returning = False
        """Whether the person wants to go on at the table of the rematch."""

    @property
    def is_over(self) -> bool:
        """Tell whether the match has come to its end."""
        return self.state is not None and self.state.status == "over"

    async def run(self, lines: Callable[[Callable[[str | None], None]], None]) -> None:
        """Talk until the person leaves; `lines` hands over what is typed."""
        lines(lambda text: self.inbox.put_nowait(Typed(text)))
        line = asyncio.create_task(self.line.run())
        try:
            while not self.left:
                await self.take(await self.inbox.get())
                if self.state is not None and self.line.is_quiet:
                    await self.ask_for(self.state)
                while self.typed and self.can_obey(self.typed[0]) and not self.left:
                    await self.obey(self.typed.popleft())
                self.left |= self.closed and not self.typed and self.line.is_quiet
        finally:
            line.cancel()

    def can_obey(self, text: str) -> bool:
        """Tell whether a line can be followed now: one thing after the other, but looking things up at once."""
        return self.state is not None and (self.line.is_quiet or text.lower() in LOOKUPS)

    # What is heard.

    async def take(self, event: FromServer | Lost | Broken | Typed) -> None:
        """Take one thing that happened."""
        match event:
            case Typed(text=str(text)):
                self.left |= text.strip().lower() == "quit"
                self.typed.append(text.strip())
            case Typed():
                self.closed = True
            case Lost(reason=reason):
                if not self.lost:
                    self.say(f"({reason}; trying again)")
                self.lost = True
            case Broken(error=error):
                raise error
            case _:
                self.line.note(event)
                await self.hear(event)

    async def hear(self, message: FromServer) -> None:
        """Take a message."""
        match message:
            case TableState():
                await self.show(message)
            case Answered(n=n, answer=answer) if n in self.asked:
                await self.weigh(self.asked.pop(n), answer)
            case Advised():
                self.advise(message)
            case Refused():
                await self.be_refused(message)

    async def be_refused(self, refused: Refused) -> None:
        """Say why something was not done; a table that the server has dropped is looked at anew."""
        self.asked.clear()
        self.returning = False
        self.say(f"Refused: {refused.reason or refused.code}{f' [{refused.clause}]' if refused.clause else ''}")
        if refused.code in READ_ANEW:
            await self.line.move_to(self.line.table)

    async def show(self, state: TableState) -> None:
        """Tell what is new at the table, and ask for what is wanted."""
        if state.table != self.line.table:
            return
        before, self.state = self.state, state
        if before is not None and before.table != state.table:
            before, self.returning = None, False
        if self.returning and state.next:
            await self.line.move_to(state.next)
        self.names = Names(state.scene.seat, tuple(names_of(state.seats)))
        missed = self.lost and before is not None and before.seq != state.seq
        if self.lost:
            self.say("(the line is back)")
            self.lost = False
        if before is None:
            self.say_lines(who_lines(state, self.line.account.site))
        else:
            self.say_lines(list(changes(before, state)))
        for told in state.told:
            if told.kind == "undo" and told.seat is not None:
                self.say(sentence(f"{self.names.does(told.seat, 'takes')} the move back"))
            else:
                self.say_lines(self.words.event(told, state.scene, self.names))
        dealt = any(told.kind == "deal" for told in state.told)
        self.fresh |= before is None or missed or dealt

    async def ask_for(self, state: TableState) -> None:
        """Say what the person is asked for, once for every question."""
        fresh, self.fresh = self.fresh, False
        wanted = self.wanted(state)
        if wanted == self.prompted and not fresh:
            return
        self.prompted = wanted
        match wanted:
            case ("sit", seat):
                await self.line.say(Sit(state.table, new_id(), seat))
            case ("move", _):
                self.say_lines(self.words.table(state.scene, self.names))
                left = state.deadlines[state.scene.seat or 0] if state.deadlines else None
                self.say("Your move (? lists them, h hints, help helps)" + (f", {left:.0f} s:" if left else ":"))
            case ("ready", _):
                self.say("Press Enter for what comes next.")
            case ("over", _):
                self.say_end(state)
            case _ if fresh and state.scene.to_act:
                self.say_lines(self.words.table(state.scene, self.names))

    def wanted(self, state: TableState) -> tuple[str, int] | None:
        """Tell what the person is to do: a word, and which time."""
        seat = state.scene.seat
        if state.status == "over":
            return "over", 0
        if seat is None:
            free = [place for place, sitter in enumerate(state.seats) if is_free(sitter)]
            return ("sit", free[0]) if free and not self.watching else None
        if state.waits:
            return None if state.seats[seat].ready else ("ready", state.sheet_rows)
        if state.status == "playing" and seat in state.scene.to_act:
            return "move", state.decision
        return None

    async def weigh(self, text: str, answer: Answer) -> None:
        """Play what was typed if it can be only one thing, or say what the server answered."""
        if text.startswith("?"):
            self.list_moves(text.removeprefix("?").strip(), answer)
            return
        playable = [reading for reading in answer.readings if not reading.code]
        if len(playable) == 1:
            await self.play(playable[0].move)
            return
        if playable:
            self.say(f"Refused: say which: {', '.join(reading.move for reading in playable)}")
            return
        why = answer.readings[0] if answer.readings else answer
        self.say(f"Refused: {why.reason}{f' [{why.clause}]' if why.clause else ''}")

    def list_moves(self, wanted: str, answer: Answer) -> None:
        """List what can be played."""
        assert self.state is not None
        if answer.code:
            self.say(f"Refused: {answer.reason}")
        shown = 0
        for group in answer.groups:
            shown += group.count
            more = f" … and {group.count - len(group.moves)} more" if group.count > len(group.moves) else ""
            moves = ", ".join(reading.move for reading in group.moves)
            self.say(f"{self.words.group_name(group)} ({group.count}): {moves}{more}")
        plain = [] if wanted else self.words.plain_moves(self.state.scene)
        if plain:
            self.say(f"besides: {', '.join(plain)}")
        total = shown + len(plain)
        self.say(f"{total} legal moves." if total != 1 else "1 legal move.")

    def advise(self, advice: Advised) -> None:
        """Say what the strongest bot would do, and why."""
        self.say(f"Hint: {advice.move}: {advice.reason}.")
        for candidate in advice.candidates:
            points = "" if candidate.points is None else f", {candidate.points:+.1f} points"
            wins = "" if candidate.wins is None else f", chance {candidate.wins:.0%}"
            self.say(f"- {candidate.move}{points}{wins}")

    # What is typed.

    async def obey(self, text: str) -> None:
        """Do what was typed."""
        state = self.state
        assert state is not None
        match text.lower().split():
            case [word] if word in LOOKUPS:
                self.say_lines(self.lookup(state, word))
            case ["bot", seat, level] if seat.isdecimal():
                await self.line.say(FillSeat(state.table, new_id(), int(seat), level))
            case ["?", *words]:
                await self.ask(text, " ".join(words))
            case ["h"]:
                await self.line.say(Hint(state.table, next(self.number)))
            case ["undo"]:
                await self.line.say(Undo(state.table, new_id(), state.decision))
            case ["concede"]:
                await self.line.say(Concede(state.table, new_id()))
            case ["rematch"]:
                await self.again(state)
            case []:
                await self.enter(state)
            case _:
                selection = self.words.selection(text)
                await (self.play(text) if selection is None else self.ask(text, selection))

    def lookup(self, state: TableState, word: str) -> list[str]:
        """Give what a person can look up without asking the server."""
        match word:
            case "help":
                return HELP.format(moves=self.words.move_help).splitlines()
            case "table":
                return self.words.table(state.scene, self.names)
            case "score":
                return [self.words.score(state.scene, self.names)]
            case _:
                return who_lines(state, self.line.account.site)

    async def enter(self, state: TableState) -> None:
        """Go on: with the next round, or home."""
        if state.status == "over":
            self.left = True
        elif state.waits:
            await self.line.say(Ready(state.table, new_id(), state.sheet_rows))

    async def again(self, state: TableState) -> None:
        """Play again, at the table of the rematch."""
        self.returning = True
        if state.next:
            await self.line.move_to(state.next)
        else:
            await self.line.say(Rematch(state.table, new_id()))

    async def ask(self, typed: str, selection: str) -> None:
        """Ask what a selection is; the answer finds what was typed."""
        assert self.state is not None
        number = next(self.number)
        self.asked[number] = typed
        await self.line.say(Ask(self.state.table, selection, number))

    async def play(self, move: str) -> None:
        """Make a move."""
        assert self.state is not None
        await self.line.say(Play(self.state.table, new_id(), move, self.state.decision))

    # What is said.

    @property
    def words(self) -> Words:
        """The words of the game that is played."""
        assert self.state is not None
        return WORDS[self.state.scene.__struct_config__.tag]  # type: ignore[index] # tags are names of games

    def say_lines(self, lines: list[str]) -> None:
        """Say several lines."""
        for line in lines:
            self.say(line)

    def say_end(self, state: TableState) -> None:
        """Say who won."""
        self.say("")
        if state.conceded is not None:
            self.say(sentence(f"{self.names.does(state.conceded, 'gives')} the match up"))
        for winner in state.winners:
            self.say(sentence(f"{self.names.does(winner, 'wins')} the match"))
        if state.scene.seat is None:
            self.left = True
        else:
            self.say(END)


def new_id() -> str:
    """Name a command as no other is named."""
    return secrets.token_hex(8)


def play_remote(account: Account, table: str, *, watching: bool, say: Callable[[str], None]) -> None:
    """Play at a table of a server, and say how to come back where the match is not over."""
    where = table

    async def play() -> None:
        nonlocal where
        session = RemoteSession(account, table, watching=watching, say=say)
        try:
            await session.run(read_lines)
        finally:
            where = "" if session.is_over else session.line.table

    try:
        asyncio.run(play())
    finally:
        if where:
            say(f"Come back with: parlour play --server {account.site} --table {where}")
