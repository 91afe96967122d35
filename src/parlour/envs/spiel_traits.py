"""What a game tells OpenSpiel beside its rules. OpenSpiel itself is not needed for that."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from random import Random

    from parlour.core.game import Actor, Seat
    from parlour.envs.fields import Floats
    from parlour.envs.spiel.history_node import HistoryNode

Outcomes = list[tuple[int, float]]
"""Outcomes of chance, and how likely each is."""

State = TypeVar("State")
Move = TypeVar("Move")
Move_co = TypeVar("Move_co", covariant=True)
View_contra = TypeVar("View_contra", contravariant=True)


class Dealing(Protocol[Move]):
    """Cards being dealt in small steps, each with a handful of outcomes and their exact probabilities.

    A whole deal has too many outcomes to list. A dealing is a value: `after` returns the next one.
    """

    def outcomes(self) -> Outcomes:
        """What can come next, and how likely it is."""

    def allows(self, outcome: int) -> bool:
        """Whether an outcome is listed."""

    def after(self, outcome: int) -> Dealing[Move]:
        """The next step, after an outcome that is listed."""

    def move(self) -> Move | None:
        """Chance's whole move; None while there is a choice left."""

    def steps_left(self) -> int:
        """How many steps are to come."""

    def outcome_text(self, outcome: int) -> str:
        """What an outcome means."""

    def steps_to(self, move: Move) -> Iterator[int]:
        """The outcomes that lead from here to a move."""


class SpielTraits(Protocol[State, Move_co, View_contra]):
    """What OpenSpiel asks of a game beside its rules."""

    @property
    def chance_outcomes(self) -> int:
        """How many outcomes a step of chance can have."""

    @property
    def max_decisions(self) -> int:
        """After so many decisions the match ends without a winner."""

    @property
    def max_chances(self) -> int:
        """After so many steps of chance the match ends without a winner."""

    @property
    def max_payoff(self) -> float:
        """The most that can be won or lost."""

    def possible_moves(self) -> Sequence[Move_co] | None:
        """Every move of a seat that can occur; None where that is every move of the game."""

    def dealing(self, state: State) -> Dealing[Any]:
        """What chance does next."""

    def begins_round(self, dealing: Any) -> bool:
        """Whether a dealing begins a round, after which nothing of earlier ones stays hidden."""

    def after_deal(self, state: State, move: Any) -> State:
        """The state after chance's move."""

    def hand(self, state: State, seat: Seat) -> Any:
        """A seat's hand, as `Encoding.hand_of` has it from a view."""

    def observe(self, state: State, seat: Seat, out: Floats) -> None:
        """Write the encoding of a seat's view into zeros."""

    def event_text(self, before: State, actor: Actor, move: Any, after: State, viewer: Seat | None) -> str:
        """What a seat, or a spectator, learns of an event."""

    def describe_private(self, view: View_contra) -> str:
        """What the viewer alone sees."""

    def resample(self, nodes: Sequence[HistoryNode], seat: Seat, rng: Random) -> Iterator[tuple[Actor, Any]]:
        """The events of a round as they could have been for all that a seat knows.

        The nodes begin with the one before the deal.
        """


AnySpielTraits = SpielTraits[Any, Any, Any]


@dataclass(frozen=True, kw_only=True)
class SpielKind:
    """How OpenSpiel sets a game up."""

    traits: Callable[..., AnySpielTraits]
    """Takes the `Turns` of a game, and `parameters` by name; or raises GameError."""
    players: tuple[int, int] = (2, 2)
    """The fewest and the most."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Parameters beside the options of the game, and their defaults."""
