"""A game under one set of parameters, shared by all states that are played of it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from parlour.core.errors import OptionError
from parlour.envs.catalogue import env_kind
from parlour.envs.encoding import AnyEncoding, make_encoding
from parlour.envs.spiel.few_actions import FewActions
from parlour.envs.spiel.history_node import HistoryNode
from parlour.envs.turns import make_turns

if TYPE_CHECKING:
    from parlour.core.game import Seat
    from parlour.envs.fields import Floats
    from parlour.envs.spiel_traits import AnySpielTraits

Settings = tuple[tuple[str, Any], ...]


class SpielRules:
    """The rules, traits and encodings of a game."""

    def __init__(self, name: str, options: Settings, parameters: Settings) -> None:
        """Set up the game, or raise GameError."""
        kind = env_kind(name)
        if kind.spiel is None:
            raise OptionError(f"{name} has no traits for OpenSpiel")
        self.key = (name, options, parameters)
        self.turns = make_turns(name, dict(options))
        self.game = self.turns.game
        self.traits: AnySpielTraits = kind.spiel.traits(self.turns, **dict(parameters))
        whole = make_encoding(self.game)
        moves = self.traits.possible_moves()
        self.encoding: AnyEncoding = whole if moves is None else FewActions(whole, moves)
        self.has_recall = kind.recall_encoding is not None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what makes an equal one."""
        return make_rules, self.key

    @cached_property
    def recall_encoding(self) -> AnyEncoding | None:
        """The encoding of views with the moves of the round, where there is one."""
        return make_encoding(self.game, recall=True) if self.has_recall else None

    def write_view(self, state: Any, seat: Seat, out: Floats) -> None:
        """Write what a seat sees into an array of the encoding's size."""
        out[:] = 0
        self.traits.observe(state, seat, out)

    @cached_property
    def root(self) -> HistoryNode:
        """The node before the first deal."""
        return HistoryNode(self, None, 0, None, self.game.start(), None)


@lru_cache(maxsize=64)
def make_rules(name: str, options: Settings, parameters: Settings) -> SpielRules:
    """The rules of these parameters, set up once for all states."""
    return SpielRules(name, options, parameters)
