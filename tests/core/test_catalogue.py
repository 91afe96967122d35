"""Games by name."""

from __future__ import annotations

import pytest

from parlour.core.errors import GameError, OptionError
from parlour.games.catalogue import KINDS, make_game
from parlour.games.damenrennen import Damenrennen
from parlour.games.haggis import Haggis
from parlour.games.haggis import Options as HaggisOptions


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


def test_options_may_be_keywords() -> None:
    assert Haggis(players=3, target=60).options == HaggisOptions(players=3, target=60)
    assert Haggis(HaggisOptions(players=3), edition="german").options == HaggisOptions(players=3, edition="german")
    assert Damenrennen(best_of=3).options.best_of == 3
    assert repr(Haggis(players=3, edition="german")) == "Haggis(players=3, edition='german')"
    assert repr(Damenrennen()) == "Damenrennen()"
    with pytest.raises(OptionError, match=r"2 or 3 players, got 5 \[H2.1\]"):
        Haggis(players=5)
    with pytest.raises(OptionError, match=r"odd number of games, got 2 \[D10.1\]"):
        Damenrennen(best_of=2)
    with pytest.raises(OptionError, match="damenrennen: Object contains unknown field `players`"):
        Damenrennen(players=2)
