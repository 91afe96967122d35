"""Every state of a Haggis table in its hardest case for the layout: long names, long combos, full and small hands."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.haggis.positions import HaggisTable, say, table_at

NAMES: Final = ("Mora von Hohenzollern-He", "Annegret Wallenstein-Gro", "Zsófia Kisfaludi-Strobl")
OWN: Final = "2r 2o 3r 3o 4r 4o 5r 6r 7r 7o 7g 8g 10g 10b J Q K"
SECOND: Final = "2g 3g 4g 5g 6g 9g 2y 3y 4y 5y 6y 8y 9y 10y J Q K"
THIRD: Final = "5o 6o 8o 9o 10o 2b 3b 4b 5b 6b 7b 8b 9b 8r J Q K"
BEGUN: Final = f"hands {OWN} | {SECOND} | {THIRD}; fresh 0 1 2"
LATER: Final = (
    "hands 5r 6r 7r 8r 9r 7o 8o 9o 10o J Q K | 2y 2b 3y 3b 4y 4b 5y 5b 6y 6b 8y Q K"
    " | 3g 3o 4g 4o 5g 5o 6g 6o 7g 4r 9y 9b J Q K; bets 30 | 15 | -; act 1"
)
TWO: Final = "hands 2r 3r 4r 5r 6r 7r 8r 9r 2o 3o 4o 5o 6o 7o J Q K | 3y 3g 5y 6y 7y 8y 9y 10y J Q K; fresh 0 1; act 0"


class Phase(NamedTuple):
    """A position and what is played there, how many play, and what the first seat, who looks at it, chooses then."""

    position: str
    played: tuple[str, ...] = ()
    chosen: str = ""
    players: int = 3

    @property
    def table(self) -> HaggisTable:
        table = table_at(self.position, players=self.players, edition="german", target=350)
        say(table, *self.played)
        return table


PHASES: Final[dict[str, Phase]] = {
    "lead": Phase(f"{BEGUN}; act 0"),
    "reading": Phase(f"{BEGUN}; act 0", chosen="2r 2o 3r 3o 4r 4o J Q"),
    "readings": Phase(f"{BEGUN}; act 0", chosen="7r J Q"),
    "nothing": Phase(f"{BEGUN}; act 0", chosen="2r 3o 8g"),
    "wait": Phase(f"{BEGUN}; act 1", chosen="2r 2o"),
    "first": Phase(LATER, ("1: 8y", "2: 9y"), "10o"),
    "follow": Phase(LATER, ("1: 2y 2b", "2: 3g 3o", "0: pass", "1: 4y 4b", "2: 5g 5o"), "7r 7o"),
    "low": Phase(LATER, ("1: 2y 2b 3y 3b 4y 4b 5y 5b 6y 6b", "2: 3g 3o 4g 4o 5g 5o 6g 6o 7g J"), "5r 6r 7r"),
    "giving": Phase(LATER, ("1: 5y 5b", "2: 6g 6o", "0: J Q", "1: pass", "2: pass")),
    "last": Phase("hands 2r 3o | 7y 7g 7b 8b 9b | ; out 2; bets - | 30 | 15; act 1", ("1: 7y 7g 7b",)),
    "two": Phase(TWO, chosen="2r 3r 4r", players=2),
    "two-follow": Phase(TWO, ("0: 2r 2o", "1: 3y 3g"), "4r 4o", players=2),
}
