"""A match in a line terminal: one person, bots in the other seats, every event logged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.core.errors import GameError
from parlour.core.game import CHANCE
from parlour.scenes.catalogue import make_staging
from parlour.terminal.names import Names, sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from parlour.bots.bot import AnyBot
    from parlour.core.game import Actor, Seat
    from parlour.core.table import Table
    from parlour.terminal.words import Words

MANY: Final = 12
HELP: Final = """\
Type a move: {moves}.
h            gives a hint, with reasons, from the strongest bot
?            lists your legal moves, grouped; '? pairs' lists one group whole, '? 10r' those with a card
table        shows the table again
score        shows the points
help         shows this
quit         leaves; the match is saved and can be gone on with"""


class Session:
    """Plays a table to its end, or until the person leaves (EOFError or KeyboardInterrupt)."""

    def __init__(
        self,
        table: Table[Any, Any, Any],
        words: Words,
        seat: Seat,
        *,
        bot: AnyBot,
        adviser: AnyBot,
        rng: Random,
        say: Callable[[str], None],
    ) -> None:
        """Seat the person, and the bot everywhere else."""
        self.table = table
        self.words = words
        self.staging = make_staging(table.game)
        self.seat = seat
        self.names = Names(seat)
        self.bot = bot
        self.adviser = adviser
        self.rng = rng
        self.say = say

    def run(self, ask: Callable[[str], str]) -> None:
        """Play until the match is over."""
        while actors := self.table.to_act():
            if actors == (CHANCE,):
                self.act(CHANCE, self.table.game.deal(self.table.state, self.rng))
                continue
            others = [actor for actor in actors if actor != self.seat]
            if others:
                actor = others[0]
                assert actor is not None
                view = self.table.view(actor)
                self.act(actor, self.bot.choose(view, self.table.legal_moves(actor), self.rng))
                continue
            self.choose(ask)
        self.say_outcome()

    def choose(self, ask: Callable[[str], str]) -> None:
        """Ask for one move until a legal one is given."""
        self.say_lines(self.words.table(self.scene(), self.names))
        while True:
            text = ask("Your move (? lists them, h hints, help helps): ").strip()
            match text.lower().split():
                case ["?", *wanted]:
                    self.list_moves(" ".join(wanted))
                case ["h"]:
                    self.hint()
                case ["help"]:
                    self.say(HELP.format(moves=self.words.move_help))
                case ["table"]:
                    self.say_lines(self.words.table(self.scene(), self.names))
                case ["score"]:
                    self.say(self.words.score(self.scene(), self.names))
                case ["quit"]:
                    raise EOFError
                case _ if self.try_move(text):
                    return

    def try_move(self, text: str) -> bool:
        """Make the move that a text says, or say why not."""
        try:
            self.act(self.seat, self.understood(text))
        except GameError as error:
            self.say(f"Refused: {error}")
            return False
        return True

    def understood(self, text: str) -> Any:
        """Read a move; where a text could mean several, take the one that is legal."""
        groups = self.words.groups(self.table.legal_moves(self.seat))
        legal = [move for group in groups.values() for move in group]
        fitting = [move for move in legal if unread(move) == unread(text)]
        alone = len(fitting) == 1 and " as " not in text
        return self.table.game.parse_move(fitting[0] if alone else text)

    def act(self, actor: Actor, move: Any) -> None:
        """Make a move through the gate and tell it."""
        before = self.table.view(self.seat)
        self.table.play(actor, move)
        scene = self.scene()
        for told in self.staging.told(actor, move, before, self.table.view(self.seat)):
            self.say_lines(self.words.event(told, scene, self.names))

    def scene(self) -> Any:
        """Give the table as the person is shown it."""
        return self.staging.scene(self.table.view(self.seat), self.table.legal_moves(self.seat))

    def list_moves(self, wanted: str) -> None:
        """List legal moves by group: all of a group that was asked for, else the first of each."""
        shown = 0
        for name, moves in self.words.groups(self.table.legal_moves(self.seat)).items():
            chosen = moves if wanted in ("", name) else [move for move in moves if wanted in move.lower().split()]
            if not chosen:
                continue
            shown += len(chosen)
            most = len(chosen) if wanted else MANY
            more = f" … and {len(chosen) - most} more ('? {name}')" if len(chosen) > most else ""
            self.say(f"{name} ({len(chosen)}): {', '.join(chosen[:most])}{more}")
        self.say(f"{shown} legal moves." if shown != 1 else "1 legal move.")

    def hint(self) -> None:
        """Say what the adviser would do, and why."""
        advice = self.adviser.advise(self.table.view(self.seat), self.table.legal_moves(self.seat), self.rng)
        write = self.table.game.format_move
        why = ", ".join(reason.key for reason in advice.reasons)
        self.say(f"Hint: {write(advice.move)}: {why}.")
        for candidate in advice.candidates:
            points = "" if candidate.points is None else f", {candidate.points:+.1f} points"
            wins = "" if candidate.wins is None else f", chance {candidate.wins:.0%}"
            self.say(f"- {write(candidate.move)}{points}{wins}")

    def say_lines(self, lines: list[str]) -> None:
        """Say several lines."""
        for line in lines:
            self.say(line)

    def say_outcome(self) -> None:
        """Say who won."""
        outcome = self.table.outcome()
        assert outcome is not None
        for winner in outcome.winners:
            self.say("")
            self.say(sentence(f"{self.names.does(winner, 'wins')} the match"))


def unread(text: str) -> list[str]:
    """Give the words of a move without its reading, in an order of their own."""
    return sorted(text.lower().partition(" as ")[0].split())
