"""The state of a match."""

from __future__ import annotations

import msgspec

from parlour.core.game import Seat
from parlour.core.options import format_options
from parlour.games.haggis.kernel.round import Round
from parlour.games.haggis.options import Options
from parlour.games.haggis.position import EarlierRound, Play, decode_round
from parlour.games.haggis.position_notation import format_position


class Standing(msgspec.Struct, frozen=True):
    """What a match carries from round to round."""

    scores: tuple[int, ...]
    dealer: Seat | None
    number: int
    """Which round it is, from 1; 0 before the first deal."""
    earlier: tuple[EarlierRound, ...] = ()
    """The rounds before this one, the first one first; none where a position does not tell."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment; a finished round stays until the next deal, with its points counted."""

    standing: Standing
    round: Round | None
    history: tuple[Play, ...]
    """Every decision of the round so far, all of them public (H9.1)."""

    def __repr__(self) -> str:
        """What makes an equal state."""
        return f"Haggis({format_options(options_of(self))}).parse_position({format_position(self)!r})"


def options_of(state: State) -> Options:
    """Options under which a match comes to this state: those that a round keeps."""
    players = len(state.standing.scores)
    if state.round is None:
        return Options(players=players)
    position = decode_round(state.round)
    return Options(players=players, edition="german" if position.bonus else "english", tournament=position.tournament)


def next_dealer(state: State) -> Seat | None:
    """The dealer of the next round: who leads in points, else who went out first (H8.2).

    None before the first round: chance chooses (H2.4). Between rounds only.
    """
    if state.round is None:
        return None
    ahead = sole_leader(state.standing.scores)
    return decode_round(state.round).outs[0] if ahead is None else ahead


def rounds_before_next(state: State) -> tuple[EarlierRound, ...]:
    """What the next round's standing remembers; between rounds only."""
    if state.round is None:
        return state.standing.earlier
    position = decode_round(state.round)
    return (*state.standing.earlier, EarlierRound(position.bets, position.outs[0]))


def sole_leader(scores: tuple[int, ...]) -> Seat | None:
    """Who alone has the most points; None where several have."""
    best = max(scores)
    return Seat(scores.index(best)) if scores.count(best) == 1 else None


def first_lead(scores: tuple[int, ...], dealer: Seat) -> Seat:
    """Who leads first: who has the fewest points, else who sits left of the dealer (H8.3)."""
    least = min(scores)
    alone = scores.count(least) == 1
    return Seat(scores.index(least)) if alone else Seat((dealer + 1) % len(scores))
