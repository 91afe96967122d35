"""Short words for tests of Damenrennen."""

from __future__ import annotations

from parlour.core.game import Seat
from parlour.core.table import Table
from parlour.games.damenrennen import REFUSALS, AnyMove, Damenrennen, Options, State, View
from parlour.games.damenrennen.cards import card_names
from parlour.games.damenrennen.position import Position, decode_game
from parlour.games.damenrennen.view import GameView
from tests.tables import legal, refusal_of, say

DamenTable = Table[State, AnyMove, View]

# Owned by both seats these leave twelve cards in the stack: the jacks and kings of the three rows.
OUTER_CARDS = "9c 10c Ac 9s 10s As 9h 10h Ah"
ALL_DIAMONDS = "9d Jd Qd Kd 10d Ad"
DRAINED = f"reserve {OUTER_CARDS} {ALL_DIAMONDS} | {OUTER_CARDS} {ALL_DIAMONDS}"


def drained(owned0: str, owned1: str) -> str:
    """A position with those cards in the reserves, and jacks in the rows with the nines beside them.

    A jack that is said twice is a strike. The rest of the jacks and kings are the stack.
    """
    rows, reserves, strikes = [], [], []
    for owned in (owned0.split(), owned1.split()):
        jacks = [card for card in dict.fromkeys(owned) if card.startswith("J")]
        rows.append(" ".join(f"{jack} 9{jack[1]}" for jack in jacks))
        rest = [card for card in OUTER_CARDS.split() if f"J{card[-1]}" not in jacks or card[0] != "9"]
        reserves.append(" ".join([*rest, *ALL_DIAMONDS.split()]))
        strikes.append(" ".join(card for card in dict.fromkeys(owned) if owned.count(card) == 2))
    return f"rows {' | '.join(rows)}; reserve {' | '.join(reserves)}; strikes {' | '.join(strikes)}"


def last_race() -> str:
    """A position with eight cards left, so that no draft can be followed by another race."""
    return drained("Jc Js Jh", "Jc Js").replace("9d ", "", 1) + "; market 9d Ks Kh Kh; hands Jh Kc | Kc Ks"


def table_at(text: str, *, best_of: int = 1) -> DamenTable:
    """A table with an open position on it."""
    return Table(Damenrennen(Options(best_of=best_of)), position=text)


def lay(table: DamenTable, *tricks: str) -> None:
    """Lay tricks like `9c Jd`, seat 0 first."""
    for trick in tricks:
        first, second = trick.split()
        say(table, f"0: lay {first}", f"1: lay {second}")


def take(table: DamenTable, cards: str) -> list[int]:
    """Draft these cards in turn; who took them."""
    takers = []
    for card in cards.split():
        (seat,) = table.to_act()
        say(table, f"{seat}: take {card}")
        assert seat is not None
        takers.append(int(seat))
    return takers


def exchange_nothing(table: DamenTable) -> None:
    """Let everybody who is asked keep her diamonds."""
    for seat in table.to_act():
        say(table, f"{seat}: exchange nothing")


def position(table: DamenTable) -> Position:
    """The game, spelled out."""
    return decode_game(table.state.game)


def names(pile: int) -> list[str]:
    """Cards in order."""
    return list(card_names(pile))


def row_names(table: DamenTable, seat: int) -> list[str]:
    """The cards of a seat's rows, suit by suit: `JQK` or so."""
    ranks = "9JQKTA"
    return ["".join(rank for at, rank in enumerate(ranks) if row >> at & 1) for row in position(table).rows[seat]]


def refused(table: DamenTable, line: str) -> tuple[str, str]:
    """Code and clause of a refusal; the table must be as it was."""
    return refusal_of(table, line, REFUSALS)


def seen(table: DamenTable, seat: int | None) -> GameView:
    """What a seat, or a spectator, sees of the game."""
    return table.view(None if seat is None else Seat(seat)).game


__all__ = [
    "ALL_DIAMONDS",
    "DRAINED",
    "DamenTable",
    "drained",
    "exchange_nothing",
    "last_race",
    "lay",
    "legal",
    "names",
    "position",
    "refused",
    "row_names",
    "say",
    "seen",
    "table_at",
    "take",
]
