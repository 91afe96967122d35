"""A game field by field: what the kernel's vector means."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from parlour.core.game import Seat
from parlour.games.damenrennen.cards import DIAMONDS, RANKS, card_count
from parlour.games.damenrennen.kernel.slots import SLOTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen.kernel.game import Game

Phase = Literal["race", "show", "swap", "discard", "exchange", "lay", "draw", "draft", "over"]
Ending = Literal["row", "strikes", "stack", "tie"]
PHASES: Final[tuple[Phase, ...]] = (
    "race",
    "show",
    "swap",
    "discard",
    "exchange",
    "lay",
    "draw",
    "draft",
    "over",
)
ENDINGS: Final[tuple[Ending | None, ...]] = (None, "row", "strikes", "stack", "tie")
SEATS: Final = (Seat(0), Seat(1))
HOLDERS: Final = (Seat(0), Seat(1), None)
ASKED: Final = ((), (Seat(0),), (Seat(1),), (Seat(0), Seat(1)))
TRICKS: Final = 3
MARKET_SIZE: Final = 4
QUEEN: Final = 1 << RANKS.index("Q")
COMPLETE: Final = (1 << len(RANKS)) - 1
"""A row, as a mask of ranks."""
FULL_DEAL: Final = {False: 6, True: 7}
"""Cards of a full deal, by whether somebody has spades (D8.1)."""

Rows = tuple[int, int, int]
Advantages = tuple[Seat | None, Seat | None, Seat | None]
Laid = tuple[int, ...]


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """All that a game is made of; cards are piles, a row is a mask of ranks."""

    phase: Phase
    asked: tuple[Seat, ...]
    """Who has still to choose."""
    races: int
    """How many races have begun."""
    rows: tuple[Rows, Rows]
    """Clubs, spades and hearts, by seat."""
    reserves: tuple[int, int]
    strikes: tuple[int, int]
    """A bit for each suit, by seat."""
    strike_cards: tuple[int, int]
    advantages: Advantages
    """Who has clubs, spades and hearts in this race (D5.0)."""
    full: bool
    """Whether spades and hearts apply in it (D8.1)."""
    stack: int
    market: int = 0
    hands: tuple[int, int] = (0, 0)
    """After a bomb: what was not laid."""
    shown: int = 0
    taken: int = 0
    given: int = 0
    spent: tuple[int, int] = (0, 0)
    """Discards and cards given up, by seat."""
    exchanged: tuple[int, int] = (0, 0)
    """Diamonds taken in, by seat."""
    sealed: tuple[int | None, int | None] = (None, None)
    laid: tuple[Laid, Laid] = ((), ())
    bombs: tuple[int, int] = (0, 0)
    """The whole hand where it is a bomb."""
    drawn: tuple[int, int] | None = None
    """The last tie-break cards."""
    used: int = 0
    """What everybody saw: laid cards, tie-break cards."""
    race_winner: Seat | None = None
    ultimate: bool = False
    picks: int = 0
    """How many cards were drafted."""
    winner: Seat | None = None
    ending: Ending | None = None
    ending_suit: int | None = None
    """The suit of the complete row, where that ended the game."""


def encode_position(position: Position) -> list[int]:
    """The vector of a position, possible or not."""
    slots = [0] * SLOTS["size"]
    laid = tuple(cards + (0,) * (TRICKS - len(cards)) for cards in position.laid)
    fields: dict[str, tuple[int, ...]] = {
        "phase": (PHASES.index(position.phase),),
        "asked": (sum(1 << seat for seat in position.asked),),
        "races": (position.races,),
        "rows": position.rows[0] + position.rows[1],
        "reserves": position.reserves,
        "strikes": position.strikes,
        "strike_cards": position.strike_cards,
        "advantages": tuple(map(HOLDERS.index, position.advantages)),
        "full": (int(position.full),),
        "stack": (position.stack,),
        "market": (position.market,),
        "hands": position.hands,
        "shown": (position.shown,),
        "taken": (position.taken,),
        "given": (position.given,),
        "spent": position.spent,
        "exchanged": position.exchanged,
        "sealed": tuple(move or 0 for move in position.sealed),
        "laid": laid[0] + laid[1],
        "tricks": (len(position.laid[0]),),
        "bombs": position.bombs,
        "drawn": position.drawn or (0, 0),
        "used": (position.used,),
        "race_winner": (HOLDERS.index(position.race_winner),),
        "ultimate": (int(position.ultimate),),
        "picks": (position.picks,),
        "game_winner": (HOLDERS.index(position.winner),),
        "ending": (ENDINGS.index(position.ending),),
        "ending_suit": (position.ending_suit or 0,),
    }
    for name, values in fields.items():
        slots[SLOTS[name] : SLOTS[name] + len(values)] = values
    return slots


def decode_game(game: Game) -> Position:
    """The position of a game."""
    return decode_known(game.slots())


@lru_cache(maxsize=1024)
def decode_known(slots: tuple[int, ...]) -> Position:
    """The position of a game's vector; cached, for both seats' views and the judge decode the same one."""
    return decode_slots(slots)


def decode_slots(slots: Sequence[int]) -> Position:
    """The position of a vector, possible or not, whose numbers are not too large."""

    def single(name: str) -> int:
        return slots[SLOTS[name]]

    def pair(name: str) -> tuple[int, int]:
        return slots[SLOTS[name]], slots[SLOTS[name] + 1]

    def three(name: str, seat: int) -> Rows:
        start = SLOTS[name] + 3 * seat
        return slots[start], slots[start + 1], slots[start + 2]

    tricks = single("tricks")
    sealed = pair("sealed")
    holders = three("advantages", 0)
    ending = ENDINGS[single("ending")]
    return Position(
        phase=PHASES[single("phase")],
        asked=ASKED[single("asked")],
        races=single("races"),
        rows=(three("rows", 0), three("rows", 1)),
        reserves=pair("reserves"),
        strikes=pair("strikes"),
        strike_cards=pair("strike_cards"),
        advantages=(HOLDERS[holders[0]], HOLDERS[holders[1]], HOLDERS[holders[2]]),
        full=bool(single("full")),
        stack=single("stack"),
        market=single("market"),
        hands=pair("hands"),
        shown=single("shown"),
        taken=single("taken"),
        given=single("given"),
        spent=pair("spent"),
        exchanged=pair("exchanged"),
        sealed=(sealed[0] or None, sealed[1] or None),
        laid=(three("laid", 0)[:tricks], three("laid", 1)[:tricks]),
        bombs=pair("bombs"),
        drawn=pair("drawn") if single("drawn") else None,
        used=single("used"),
        race_winner=HOLDERS[single("race_winner")],
        ultimate=bool(single("ultimate")),
        picks=single("picks"),
        winner=HOLDERS[single("game_winner")],
        ending=ending,
        ending_suit=single("ending_suit") if ending == "row" else None,
    )


def advantages_of(rows: tuple[Rows, Rows]) -> Advantages:
    """Who has clubs, spades and hearts with these rows (D5.0)."""

    def holder(suit: int) -> Seat | None:
        longer = rows[0][suit].bit_count() - rows[1][suit].bit_count()
        return None if longer == 0 else SEATS[longer < 0]

    return holder(0), holder(1), holder(2)


def is_full_supply(position: Position) -> bool:
    """Whether the stack could supply a full deal when the race began, as far as the position tells (D8.1)."""
    piles = (position.stack, position.used, *position.hands, *position.spent)
    supply = sum(map(card_count, piles)) - sum(map(card_count, position.exchanged))
    if position.phase == "race":
        supply -= MARKET_SIZE
    return supply >= FULL_DEAL[position.advantages[1] is not None]


def asked_in(position: Position) -> tuple[Seat, ...]:
    """Who has still to choose in a position; nobody where chance acts and at the end."""
    _, spades, hearts = position.advantages
    match position.phase:
        case "show":
            chooser = other_seat(hearts)
        case "swap":
            chooser = hearts
        case "discard":
            chooser = spades
        case "draft":
            loser_next = position.picks == position.ultimate
            chooser = other_seat(position.race_winner) if loser_next else position.race_winner
        case "exchange":
            owners = (seat for seat in SEATS if position.reserves[seat] & DIAMONDS)
            return tuple(seat for seat in owners if position.sealed[seat] is None)
        case "lay":
            return tuple(seat for seat in SEATS if position.sealed[seat] is None)
        case _:
            return ()
    return () if chooser is None else (chooser,)


def other_seat(seat: Seat | None) -> Seat | None:
    """The opponent of a seat, if there is one."""
    return None if seat is None else SEATS[1 - seat]
