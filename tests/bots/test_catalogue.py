"""Bots by spec."""

from __future__ import annotations

from random import Random

import pytest

from parlour.bots.bot import AnyBot
from parlour.bots.catalogue import BotError, make_bot
from parlour.bots.uniform import Uniform


def make_mine(game: str) -> AnyBot:
    """A bot of somebody's own."""
    assert game == "haggis"
    return Uniform()


def test_a_bot_is_found_by_its_name() -> None:
    bot = make_bot("uniform", "haggis")

    assert bot.choose(None, [7], Random(1)) == 7
    assert bot.advise(None, [7], Random(1)).move == 7


def test_anybody_can_bring_a_bot() -> None:
    assert isinstance(make_bot("tests.bots.test_catalogue:make_mine", "haggis"), Uniform)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("genius", "no bot is called 'genius'; there are uniform"),
        ("uniform:nodes=5", "unexpected keyword argument|takes no arguments"),
        ("uniform:nodes", "a setting is key=number, got 'nodes'"),
        ("uniform:nodes=many", "a setting is key=number, got 'nodes=many'"),
        ("no.such.module:make", "No module named 'no'"),
        ("tests.bots.test_catalogue:nothing", "has no attribute 'nothing'"),
    ],
)
def test_a_bot_that_is_not_there_is_named(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(spec, "haggis")


def test_a_bot_that_does_not_play_a_game_says_so() -> None:
    with pytest.raises(BotError, match="'uniform' does not play go"):
        make_bot("uniform", "go")
