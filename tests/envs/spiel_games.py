"""Games for the tests of the OpenSpiel adapter, and random play of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pyspiel

import parlour.envs.spiel
from parlour.games.haggis.cards import SPOTS, format_cards, parse_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["GAMES", "dealt_state", "parlour", "random_play", "random_step", "tiny_position"]

GAMES = [
    "parlour_haggis",
    "parlour_haggis(players=3)",
    "parlour_haggis(players=3,edition=german,tournament=true,target=60)",
    "parlour_damenrennen",
]


def tiny_position(hands: str = "2r 4r | 3g 5g", haggis: str = "6r") -> str:
    """A position in which all other cards have been captured by seat 0."""
    places = parse_cards(f"{hands.replace('|', ' ')} {haggis}")
    return f"hands {hands}; haggis {haggis}; captured {format_cards(SPOTS[2] & ~places)} |"


def random_step(state: Any, rng: Random) -> tuple[int, int]:
    """Let whoever acts choose at random; who it was, and the action."""
    player = state.current_player()
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        action = rng.choices(outcomes, weights)[0]
    else:
        action = rng.choice(state.legal_actions())
    state.apply_action(action)
    return player, action


def random_play(game: str, seed: int) -> Iterator[Any]:
    """Play a match at random; yields the same state again and again, after every step."""
    rng = Random(seed)
    state = pyspiel.load_game(game).new_initial_state()
    yield state
    while not state.is_terminal():
        random_step(state, rng)
        yield state


def dealt_state(game: str, seed: int = 0) -> Any:
    """A state in which a player acts for the first time."""
    return next(state for state in random_play(game, seed) if state.is_player_node())
