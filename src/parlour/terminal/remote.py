"""A table of a server in the terminal: typed lines and received messages, one after the other."""

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
    Claim,
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
from parlour.terminal.catalogue import words_for
from parlour.terminal.clocks import bank_line, claim_lines, duration
from parlour.terminal.connection import Connection, Disconnected, Failed
from parlour.terminal.names import Names, sentence
from parlour.terminal.seats import changes, is_free, seat_lines, seat_names, who_lines
from parlour.terminal.stdin import read_lines
from parlour.terminal.words import worth_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.scenes.scene import Answer
    from parlour.server.protocol import Command, FromServer
    from parlour.terminal.account import Account
    from parlour.terminal.words import Words

HELP: Final = """\
Type a move: {moves}.
h            suggests a move, with reasons, from the strongest bot, where the table allows it
?            lists your playable moves by group; '? CARD' those with a card
undo         takes your last move back, unless somebody has acted since or a card was turned over
table        shows the table again
score        shows the score
who          shows who has which seat
concede      concedes the match
sit          takes your seat back from the bot that plays for you
claim 1      claims the win over seat 1, if its time is up or its player is away for too long
claim 1 bot  lets a bot play for that player meanwhile
clock        shows what is left on the clocks
bot 1 casual gives free seat 1 to a casual bot, at a table that you opened, before the match begins
help         shows this
quit         leaves; your seat is kept"""
LOOKUPS: Final = ("help", "table", "score", "who", "clock")
RELOADED: Final = ("store/conflict", "server/broken")
"""The server has dropped the table from memory, and reloads it for whoever joins it again."""
END: Final = "Type rematch to play again, or press Enter to leave."


class Typed(msgspec.Struct, frozen=True):
    """A line that was typed; None at the end of input."""

    text: str | None


class RemoteSession:
    """Plays at a table of a server, until the person leaves or the match is over."""

    def __init__(self, account: Account, table: str, *, watching: bool, say: Callable[[str], None]) -> None:
        """Set up a session; whoever is `watching` takes no free seat."""
        self.inbox: asyncio.Queue[FromServer | Disconnected | Failed | Typed] = asyncio.Queue()
        self.connection = Connection(account, table, self.inbox.put_nowait)
        self.watching = watching
        self.say = say
        self.typed: deque[str] = deque()
        self.closed = False
        self.left = False
        self.state: TableState | None = None
        self.names = Names(None)
        self.asked: dict[int, str] = {}
        """What was typed, by the number of the `ask` about it."""
        self.number = numbers(1)
        self.prompted: tuple[str, int] | None = None
        """What the person was last asked to do, and which time."""
        self.fresh = False
        """Whether the person has not seen the table yet as it is."""
        self.lost = False
        self.returning = False
        """Whether the person wants to play at the table of the rematch."""

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.state is not None and self.state.status == "over"

    async def run(self, lines: Callable[[Callable[[str | None], None]], None]) -> None:
        """Play until the person leaves; `lines` delivers what is typed."""
        lines(lambda text: self.inbox.put_nowait(Typed(text)))
        connection = asyncio.create_task(self.connection.run())
        try:
            while not self.left:
                await self.handle(await self.inbox.get())
                if self.state is not None and self.connection.is_idle:
                    await self.prompt(self.state)
                while self.typed and self.can_execute(self.typed[0]) and not self.left:
                    await self.execute(self.typed.popleft())
                self.left |= self.closed and not self.typed and self.connection.is_idle
        finally:
            connection.cancel()

    def can_execute(self, text: str) -> bool:
        """Whether a typed line can be executed now: at once where it only looks something up, else one by one."""
        return self.state is not None and (self.connection.is_idle or text.lower() in LOOKUPS)

    # What is received.

    async def handle(self, event: FromServer | Disconnected | Failed | Typed) -> None:
        match event:
            case Typed(text=str(text)):
                self.left |= text.strip().lower() == "quit"
                self.typed.append(text.strip())
            case Typed():
                self.closed = True
            case Disconnected(reason=reason):
                if not self.lost:
                    self.say(f"({reason}; trying again)")
                self.lost = True
            case Failed(error=error):
                raise error
            case _:
                self.connection.acknowledge(event)
                await self.dispatch(event)

    async def dispatch(self, message: FromServer) -> None:
        """Handle a message of the server."""
        match message:
            case TableState():
                await self.show(message)
            case Answered(n=n, answer=answer) if n in self.asked:
                await self.on_answer(self.asked.pop(n), answer)
            case Advised():
                self.say_advice(message)
            case Refused():
                await self.on_refusal(message)

    async def on_refusal(self, refused: Refused) -> None:
        """Print why something was refused; a table that the server has dropped is joined again."""
        self.asked.clear()
        self.returning = False
        self.say(f"Refused: {refused.reason or refused.code}{f' [{refused.clause}]' if refused.clause else ''}")
        if refused.code in RELOADED:
            await self.connection.switch_to(self.connection.table)

    async def show(self, state: TableState) -> None:
        """Print what has changed at the table."""
        if state.table != self.connection.table:
            return
        before, self.state = self.state, state
        if before is not None and before.table != state.table:
            before, self.returning = None, False
        if self.returning and state.next:
            await self.connection.switch_to(state.next)
        self.names = Names(state.scene.seat, tuple(seat_names(state.seats)))
        missed = self.lost and before is not None and before.seq != state.seq
        if self.lost:
            self.say("(connected again)")
            self.lost = False
        if before is None:
            self.say_lines(who_lines(state, self.connection.account.site))
        else:
            self.say_lines(list(changes(before, state)))
        for update in state.told:
            told = seat_lines(update, self.names)
            self.say_lines(self.words.update(update, state.scene, self.names) if told is None else told)
        self.say_lines(list(claim_lines(before, state, self.names)))
        dealt = any(update.kind == "deal" for update in state.told)
        self.fresh |= before is None or missed or dealt

    async def prompt(self, state: TableState) -> None:
        """Ask the person to do something, once for every time it is wanted."""
        fresh, self.fresh = self.fresh, False
        wanted = self.wanted(state)
        if wanted == self.prompted and not fresh:
            return
        self.prompted = wanted
        match wanted:
            case ("sit", seat):
                await self.connection.send(Sit(state.table, new_id(), seat))
            case ("move", _):
                self.say_lines(self.words.table(state.scene, self.names))
                left = state.deadlines[state.scene.seat or 0] if state.deadlines else None
                self.say(
                    "Your move (? lists moves, h gives a hint, help explains)"
                    + (f", {duration(left)} left:" if left else ":")
                )
            case ("ready", _):
                self.say("Press Enter to continue.")
            case ("over", _):
                self.say_end(state)
            case _ if fresh and state.scene.to_act:
                self.say_lines(self.words.table(state.scene, self.names))

    def wanted(self, state: TableState) -> tuple[str, int] | None:
        """What the person is to do, and which time; None: wait."""
        seat = state.scene.seat
        if state.status == "over":
            return "over", 0
        if seat is None:
            free = [number for number, place in enumerate(state.seats) if is_free(place)]
            return ("sit", free[0]) if free and not self.watching else None
        if state.waits:
            return None if state.seats[seat].ready else ("ready", state.sheet_rows)
        if state.status == "playing" and seat in state.scene.to_act:
            return "move", state.decision
        return None

    async def on_answer(self, text: str, answer: Answer) -> None:
        """Play what was typed if it can be only one move, or say what the server answered."""
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
        """List playable moves."""
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

    def say_advice(self, advice: Advised) -> None:
        """Print what the strongest bot would do, and why."""
        reason = f": {advice.reason}" if advice.reason else ""
        self.say(f"Hint: {self.words.describe_move(advice.move)}{reason}.")
        for candidate in advice.candidates:
            self.say(f"- {candidate.move}{worth_words(candidate)}")

    # What is typed.

    async def execute(self, text: str) -> None:
        """Execute a typed line."""
        state = self.state
        assert state is not None
        command = typed_command(text, state)
        if command is not None:
            await self.connection.send(command)
            return
        match text.lower().split():
            case [word] if word in LOOKUPS:
                self.say_lines(self.lookup(state, word))
            case ["?", *words]:
                await self.ask(text, " ".join(words))
            case ["h"]:
                await self.connection.send(Hint(state.table, next(self.number)))
            case ["rematch"]:
                await self.rematch(state)
            case []:
                await self.go_on(state)
            case _:
                selection = self.words.selection(text)
                await (self.play(text) if selection is None else self.ask(text, selection))

    def lookup(self, state: TableState, word: str) -> list[str]:
        """What a person can look up without asking the server."""
        match word:
            case "help":
                return HELP.format(moves=self.words.move_help).splitlines()
            case "table":
                return self.words.table(state.scene, self.names)
            case "score":
                return [self.words.score(state.scene, self.names)]
            case "clock":
                return [sentence(bank_line(state, self.names) or "no clock runs")]
            case _:
                return who_lines(state, self.connection.account.site)

    async def go_on(self, state: TableState) -> None:
        """Continue with the next round, or leave after the match."""
        if state.status == "over":
            self.left = True
        elif state.waits:
            await self.connection.send(Ready(state.table, new_id(), state.sheet_rows))

    async def rematch(self, state: TableState) -> None:
        """Play again, at another table."""
        self.returning = True
        if state.next:
            await self.connection.switch_to(state.next)
        else:
            await self.connection.send(Rematch(state.table, new_id()))

    async def ask(self, typed: str, selection: str) -> None:
        """Ask what a selection is, and remember what was typed."""
        assert self.state is not None
        number = next(self.number)
        self.asked[number] = typed
        await self.connection.send(Ask(self.state.table, selection, number))

    async def play(self, move: str) -> None:
        assert self.state is not None
        await self.connection.send(Play(self.state.table, new_id(), move, self.state.decision))

    # What is shown.

    @property
    def words(self) -> Words:
        """The words of the game that is played."""
        assert self.state is not None
        return words_for(self.state.scene)

    def say_lines(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)

    def say_end(self, state: TableState) -> None:
        self.say("")
        if state.conceded is not None:
            self.say(sentence(f"{self.names.does(state.conceded, 'concedes')} the match"))
        for seat in state.abandoned:
            self.say(sentence(f"{self.names.does(seat, 'has')} abandoned the match"))
        for winner in state.winners:
            self.say(sentence(f"{self.names.does(winner, 'wins')} the match"))
        if state.scene.seat is None:
            self.left = True
        else:
            self.say(END)


def typed_command(text: str, state: TableState) -> Command | None:
    """The command that a line stands for; None where it stands for something else, such as a move."""
    match text.lower().split():
        case ["bot", seat, level] if seat.isdecimal():
            return FillSeat(state.table, new_id(), int(seat), level)
        case ["claim", seat, *bot] if seat.isdecimal() and bot in ([], ["bot"]):
            return Claim(state.table, new_id(), int(seat), win=not bot)
        case ["sit"] if state.scene.seat is not None:
            return Sit(state.table, new_id(), state.scene.seat)
        case ["undo"]:
            return Undo(state.table, new_id(), state.decision)
        case ["concede"]:
            return Concede(state.table, new_id())
        case _:
            return None


def new_id() -> str:
    """A new id for a command."""
    return secrets.token_hex(8)


def play_remote(account: Account, table: str, *, watching: bool, say: Callable[[str], None]) -> None:
    """Play at a table of a server; at the end, unless the match is over, say how to come back."""
    where = table

    async def play() -> None:
        nonlocal where
        session = RemoteSession(account, table, watching=watching, say=say)
        try:
            await session.run(read_lines)
        finally:
            where = "" if session.is_over else session.connection.table

    try:
        asyncio.run(play())
    finally:
        if where:
            say(f"Come back with: parlour play --server {account.site} --table {where}")
