"""The games as OpenSpiel knows them."""

from __future__ import annotations

from typing import Any, Final

import pyspiel

from parlour.core.errors import GameError
from parlour.envs.spiel.history_node import Form, make_form
from parlour.envs.spiel.observer import Observer
from parlour.envs.spiel.state import State

Parameters = dict[str, Any]


def game_type(name: str, players: tuple[int, int], parameters: Parameters, *, recall: bool) -> pyspiel.GameType:
    """Say what kind of game it is; recall: whether there is a tensor of all that a player has seen."""
    return pyspiel.GameType(
        short_name=f"parlour_{name}",
        long_name=name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


HAGGIS: Final = game_type(
    "haggis",
    (2, 3),
    {"players": 2, "edition": "english", "tournament": False, "target": 0, "position": ""},
    recall=True,
)
DAMENRENNEN: Final = game_type("damenrennen", (2, 2), {"players": 2, "best_of": 1}, recall=False)


class Game(pyspiel.Game):
    """A game under one set of parameters."""

    def __init__(self, kind: pyspiel.GameType, form: Form, params: Parameters) -> None:
        """Tell OpenSpiel how large the game is."""
        lore = form.lore
        info = pyspiel.GameInfo(
            num_distinct_actions=form.encoding.actions,
            max_chance_outcomes=lore.chance_outcomes,
            num_players=form.game.seats,
            min_utility=-lore.max_payoff,
            max_utility=lore.max_payoff,
            utility_sum=0.0,
            max_game_length=lore.max_decisions,
        )
        super().__init__(kind, info, params)
        self.form = form

    def new_initial_state(self) -> State:
        """Begin a match, before the first deal."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """Tell how often chance can act."""
        return self.form.lore.max_chances

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> Observer:
        """Make an observer."""
        return Observer(self.form, iig_obs_type, params)


def load(kind: pyspiel.GameType, name: str, params: Parameters | None) -> tuple[Form, Parameters]:
    """Set up a game from OpenSpiel's parameters, or raise SpielError that names what is wrong."""
    given = {**kind.parameter_specification, **(params or {})}
    options = {key: value for key, value in given.items() if key != "position"}
    if name != "haggis" and options.pop("players") != 2:  # noqa: PLR2004 - D1
        raise pyspiel.SpielError(f"{name} is for 2 players, got {given['players']}")
    try:
        return make_form(name, tuple(sorted(options.items())), given.get("position", "")), given
    except GameError as error:
        raise pyspiel.SpielError(str(error)) from error


class HaggisGame(Game):
    """Haggis: a round, a match, or what follows from a position with its hidden cards dealt anew."""

    def __init__(self, params: Parameters | None = None) -> None:
        """Take the parameters: players, edition, tournament, target (0: one round), position."""
        super().__init__(HAGGIS, *load(HAGGIS, "haggis", params))


class DamenrennenGame(Game):
    """Damenrennen: a match, best of one or more games."""

    def __init__(self, params: Parameters | None = None) -> None:
        """Take the parameters: players (2), best_of."""
        super().__init__(DAMENRENNEN, *load(DAMENRENNEN, "damenrennen", params))
