"""What games of Damenrennen tell: how they end, what winning a race is worth, and what rows, strikes and bombs mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.damenrennen.match import running
from parlour.games.damenrennen.position import decode_game
from parlour.studies.figure import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.core.game import RoundResult
    from parlour.games.catalogue import AnyGame
    from parlour.studies.figure import Figure
    from parlour.studies.study import Step

HALFWAY: Final = 6
"""The race after which the middle of a game is looked at."""
MANY_RACES: Final = 14
SUIT_NAMES: Final = ("clubs", "spades", "hearts")


class DamenrennenStudy:
    """Tallies over games; a share is that of games won by the seat of which something holds."""

    def __init__(self) -> None:
        """Begin to count."""
        self.endings = Tally("ending", "games by how they end", "percent")
        self.lengths = Tally("races", "games by how many races they have", "percent")
        self.races = Tally("race-won", "games won by the winner of a race", "percent")
        self.kinds = Tally("race-kind", "games won by the winner of the first race", "percent")
        self.rows = Tally("row-cards", f"games won, by the lead in cards of rows after race {HALFWAY}", "percent")
        self.strikes = Tally("strikes", f"games won, by strikes after race {HALFWAY}", "percent")
        self.bombs = Tally("bomb", "games won by who laid a bomb", "percent")

    def observe(self, game: AnyGame, steps: list[Step], result: RoundResult) -> None:
        """Count a game."""
        won = result.firsts
        number = 0
        for step in steps:
            was, now = decode_game(running(step.before)), decode_game(step.after.game)
            if was.race_winner is None and now.race_winner is not None:
                number += 1
                self.races.add(f"{number} of the game", won[now.race_winner])
                if number == 1:
                    self.kinds.add("ultimate win" if now.ultimate else "simple win", won[now.race_winner])
            if now.races == HALFWAY + 1 and was.races == HALFWAY:
                self.count_middle(now.rows, now.strikes, won)
            for seat, (before, after) in enumerate(zip(was.bombs, now.bombs, strict=True)):
                if after and not before:
                    self.bombs.add("laid a bomb", won[seat])
        ended = game.marks(steps[-1].before, steps[-1].move, steps[-1].after)
        for name in ("row", "strikes", "stack", "tie", "drawn"):
            self.endings.add(name, name in ended)
        for count in range(1, MANY_RACES + 1):
            same = number == count or (count == MANY_RACES and number > count)
            self.lengths.add(f"{count}" if count < MANY_RACES else f"{count} or more", same)

    def count_middle(self, rows: tuple[tuple[int, ...], ...], strikes: tuple[int, ...], won: tuple[float, ...]) -> None:
        """Count how both stand in the middle of a game."""
        held = [sum(row.bit_count() for row in each) for each in rows]
        for seat, other in ((0, 1), (1, 0)):
            self.rows.add(f"{held[seat] - held[other]:+d}", won[seat])
            struck = strikes[seat].bit_count()
            self.strikes.add(f"{struck} strike" if struck == 1 else f"{struck} strikes", won[seat])

    def figures(self) -> Iterable[Figure]:
        """How games end, what races are worth, what rows, strikes and bombs mean."""
        for tally in (self.endings, self.lengths, self.races, self.kinds, self.rows, self.strikes, self.bombs):
            yield tally.figure()
