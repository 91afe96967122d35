"""Games by name."""

from __future__ import annotations

import pytest

from parlour.core.errors import GameError, OptionError
from parlour.games.catalogue import KINDS, make_game


@pytest.mark.parametrize("name", KINDS)
def test_every_game_has_its_name_a_version_and_described_options(name: str) -> None:
    game = make_game(name, {})

    assert game.name == name
    assert game.version >= 1
    assert make_game(name, {key: getattr(game.options, key) for key in game.options.__struct_fields__})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 4}, r"2 or 3 players, got 4 \[H2.1\]"),
        ({"target": 0}, r"must be 1 or more, got 0 \[H8.1\]"),
        ({"edition": "klingon"}, "Invalid enum value 'klingon'"),
        ({"players": "two"}, "Expected `int`, got `str`"),
        ({"wilds": 4}, "unknown field `wilds`"),
    ],
)
def test_options_that_no_sheet_knows_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_game("haggis", options)


def test_a_game_that_is_not_here_is_named() -> None:
    with pytest.raises(GameError, match="no game is called 'Skat'; there are haggis, damenrennen"):
        make_game("Skat", {})
