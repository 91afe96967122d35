"""Games as OpenSpiel knows them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pyspiel

from parlour.core.errors import GameError
from parlour.envs.catalogue import ENVS, env_kind
from parlour.envs.spiel.observer import Observer
from parlour.envs.spiel.rules import SpielRules, make_rules
from parlour.envs.spiel.state import State
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from parlour.envs.spiel_traits import SpielKind

Parameters = dict[str, Any]
PLAYERS: Final = "players"
"""The parameter that OpenSpiel expects of every game."""


@lru_cache(maxsize=64)
def game_type(name: str) -> pyspiel.GameType:
    """What kind of game it is, and its parameters."""
    kind, spiel = env_kind(name), spiel_kind(name)
    fewest, most = spiel.players
    return pyspiel.GameType(
        short_name=f"parlour_{name}",
        long_name=KINDS[name].title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=fewest,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=kind.recall_encoding is not None,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={PLAYERS: fewest, **option_defaults(name), **spiel.parameters},
    )


def spiel_kind(name: str) -> SpielKind:
    """How OpenSpiel sets a game up that it knows."""
    spiel = env_kind(name).spiel
    assert spiel is not None, f"{name} is not registered in OpenSpiel"
    return spiel


def option_defaults(name: str) -> Parameters:
    """The options of a game and their defaults; that of its length is the environments' own."""
    kind, length = KINDS[name], env_kind(name).length
    defaults = {option.name: option.default for option in msgspec.structs.fields(kind.options)}
    return defaults | ({} if kind.length is None or length is None else {kind.length: length})


class Game(pyspiel.Game):
    """A game under one set of parameters."""

    def __init__(self, name: str, params: Parameters | None = None) -> None:
        """Set up the rules and tell OpenSpiel how large the game is; or raise SpielError."""
        given = {**game_type(name).parameter_specification, **(params or {})}
        self.rules = load_rules(name, given)
        traits = self.rules.traits
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.encoding.actions,
            max_chance_outcomes=traits.chance_outcomes,
            num_players=self.rules.game.seats,
            min_utility=-traits.max_payoff,
            max_utility=traits.max_payoff,
            utility_sum=0.0,
            max_game_length=traits.max_decisions,
        )
        super().__init__(game_type(name), info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what makes an equal one."""
        return load_game, (self.get_type().short_name, self.get_parameters())

    def new_initial_state(self) -> State:
        """The state before the first deal."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can act."""
        return self.rules.traits.max_chances

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> Observer:
        return Observer(self.rules, iig_obs_type, params)


def load_game(short_name: str, params: Parameters) -> Game:
    """A game that OpenSpiel knows, and that importing this package has registered."""
    game: Game = pyspiel.load_game(short_name, params)
    return game


def game_class(name: str) -> type[Game]:
    """The class that OpenSpiel makes games of one name from.

    A class, not a partial: C++ drops its reference after the interpreter has ended, and freeing an
    object then is a fatal error. A class is kept alive by itself.
    """

    class NamedGame(Game):
        def __init__(self, params: Parameters | None = None) -> None:
            super().__init__(name, params)

    return NamedGame


def load_rules(name: str, given: Parameters) -> SpielRules:
    """The rules of a game under OpenSpiel's parameters, or SpielError that names what is wrong."""
    spiel, options = spiel_kind(name), dict(given)
    if PLAYERS not in option_defaults(name) and options.pop(PLAYERS) != spiel.players[0]:
        raise pyspiel.SpielError(f"{name} is for {spiel.players[0]} players, got {given[PLAYERS]}")
    parameters = {key: options.pop(key) for key in spiel.parameters}
    try:
        return make_rules(name, tuple(sorted(options.items())), tuple(sorted(parameters.items())))
    except GameError as error:
        raise pyspiel.SpielError(str(error)) from error


def register_all() -> None:
    """Register every game that has traits."""
    for name, kind in ENVS.items():
        if kind.spiel is not None:
            pyspiel.register_game(game_type(name), game_class(name))
