"""A match in the terminal: one person against bots, every event logged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.core.errors import GameError
from parlour.core.game import CHANCE
from parlour.scenes.catalogue import make_staging
from parlour.terminal.names import Names, sentence
from parlour.terminal.words import worth_words

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from parlour.bots.bot import AnyBot
    from parlour.core.game import Actor, Seat
    from parlour.core.table import Table
    from parlour.terminal.words import Words

MOST: Final = 12
"""How many moves of a group are listed where the person did not ask for that group."""
HELP: Final = """\
Type a move: {moves}.
h            suggests a move, with reasons, from the strongest bot
?            lists your legal moves by group; '? CARD' those with a card, '? GROUP' the whole group
table        shows the table again
score        shows the score
help         shows this
quit         leaves; the match is saved and can be resumed"""
PROMPT: Final = "Your move (? lists moves, h gives a hint, help explains): "


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
                self.play(CHANCE, self.table.game.deal(self.table.state, self.rng))
                continue
            others = [actor for actor in actors if actor != self.seat]
            if others:
                actor = others[0]
                assert actor is not None
                view = self.table.view(actor)
                self.play(actor, self.bot.choose(view, self.table.legal_moves(actor), self.rng))
                continue
            self.prompt(ask)
        self.say_outcome()

    def prompt(self, ask: Callable[[str], str]) -> None:
        """Follow what is typed until it was a legal move."""
        self.say_lines(self.words.table(self.scene(), self.names))
        while True:
            text = ask(PROMPT).strip()
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
        """Make a typed move, or say why not."""
        try:
            self.play(self.seat, self.words.read_move(self.table.game, self.table.legal_moves(self.seat), text))
        except GameError as error:
            self.say(f"Refused: {error}")
            return False
        return True

    def play(self, actor: Actor, move: Any) -> None:
        """Make a move through the gate and say what it did."""
        before = self.table.view(self.seat)
        self.table.play(actor, move)
        scene = self.scene()
        for update in self.staging.told(actor, move, before, self.table.view(self.seat)):
            self.say_lines(self.words.update(update, scene, self.names))

    def scene(self) -> Any:
        """The table as the person is shown it."""
        return self.staging.scene(self.table.view(self.seat), self.table.legal_moves(self.seat))

    def list_moves(self, wanted: str) -> None:
        """List legal moves by group: all of a group that was asked for, else the first of each."""
        shown = 0
        groups = self.words.groups(self.table.game, self.table.legal_moves(self.seat))
        for name, moves in groups.items():
            chosen = moves if wanted in ("", name) else [move for move in moves if wanted in move.lower().split()]
            if not chosen:
                continue
            shown += len(chosen)
            most = len(chosen) if wanted else MOST
            more = f" … and {len(chosen) - most} more ('? {name}')" if len(chosen) > most else ""
            self.say(f"{name} ({len(chosen)}): {', '.join(chosen[:most])}{more}")
        self.say(f"{shown} legal moves." if shown != 1 else "1 legal move.")

    def hint(self) -> None:
        """Print what the adviser would do, and why."""
        advice = self.adviser.advise(self.table.view(self.seat), self.table.legal_moves(self.seat), self.rng)
        write = self.table.game.format_move
        reasons = ", ".join(map(self.staging.reason_text, advice.reasons))
        self.say(f"Hint: {self.words.describe_move(write(advice.move))}{f': {reasons}' if reasons else ''}.")
        for candidate in advice.candidates:
            self.say(f"- {write(candidate.move)}{worth_words(candidate)}")

    def say_lines(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)

    def say_outcome(self) -> None:
        outcome = self.table.outcome()
        assert outcome is not None
        for winner in outcome.winners:
            self.say("")
            self.say(sentence(f"{self.names.does(winner, 'wins')} the match"))
