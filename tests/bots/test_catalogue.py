"""Bots by spec."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from parlour.bots import catalogue
from parlour.bots.bot import AnyBot
from parlour.bots.catalogue import LEVELS, BotError, BrokenBotError, bots_of, listed_bots, make_bot
from parlour.bots.damenrennen.reasons import REASONS as DAMENRENNEN
from parlour.bots.determinizing import DeterminizingSearch
from parlour.bots.generic import generic_bots
from parlour.bots.haggis.reasons import REASONS as HAGGIS
from parlour.bots.reasons import REASONS as GENERIC
from parlour.bots.uniform import Uniform
from parlour.core.game import CHANCE
from parlour.games.catalogue import KINDS, make_game
from tests.bots.reasons import check_reasons


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


def test_a_bot_can_live_in_a_module_without_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["from parlour.bots.uniform import Uniform", "make = lambda game: Uniform()", "broken = lambda game: 1 / 0"]
    (tmp_path / "parlour_test_mine.py").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    assert isinstance(make_bot("parlour_test_mine:make", "haggis"), Uniform)
    with pytest.raises(BotError, match="has no attribute 'other'"):
        make_bot("parlour_test_mine:other", "haggis")
    with pytest.raises(BrokenBotError, match="ZeroDivisionError"):
        make_bot("parlour_test_mine:broken", "haggis")
    with pytest.raises(BotError, match="no bot is called 'parlour_test_mine'; there are uniform"):
        make_bot("parlour_test_mine", "haggis")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("genius", "no bot is called 'genius'; there are uniform, sense, search, .*master, or module:factory"),
        ("serach:nodes=5", "no bot is called 'serach'; there are uniform"),
        ("serach:make", "no bot is called 'serach'; there are uniform"),
        (":make", "no bot is called ''; there are uniform"),
        ("uniform:nodes=5", "'uniform:nodes=5': got an unexpected keyword argument 'nodes'"),
        ("casual:nodes=5", "'casual:nodes=5': got an unexpected keyword argument 'nodes'"),
        ("sense:weights=5", "'sense:weights=5': got an unexpected keyword argument 'weights'"),
        ("uniform:nodes", "a setting is key=number, got 'nodes'"),
        ("uniform:nodes=many", "a setting is key=number, got 'nodes=many'"),
        ("search:nodes=0", "'search:nodes=0': nodes from 1"),
        ("no.such.module:make", "No module named 'no'"),
        ("tests.bots.test_catalogue:nothing", "has no attribute 'nothing'"),
    ],
)
def test_a_bot_that_is_not_there_is_named(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(spec, "haggis")


def test_a_bot_that_does_not_play_a_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BotError, match="'uniform' does not play go"):
        make_bot("uniform", "go")

    monkeypatch.setitem(catalogue.BOTS._loaded, "damenrennen", {"racer": Uniform})
    with pytest.raises(BotError, match="'racer' does not play haggis"):
        make_bot("racer", "haggis")


def test_an_error_inside_a_bot_is_no_bad_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong() -> Uniform:
        raise TypeError("a mistake of the bot")

    monkeypatch.setitem(catalogue.BOTS._loaded, "damenrennen", {"wrong": wrong})

    with pytest.raises(TypeError, match="a mistake of the bot"):
        make_bot("wrong", "damenrennen")


def test_a_game_without_bots_has_generic_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue.BOTS._loaded, "damenrennen", {})

    assert isinstance(make_bot("search:nodes=5", "damenrennen"), DeterminizingSearch)
    assert isinstance(make_bot("beginner", "damenrennen"), Uniform)
    assert isinstance(make_bot("master", "damenrennen"), DeterminizingSearch)
    nodes = [make_bot(level, "damenrennen").budget.nodes for level in LEVELS[1:]]  # type: ignore[attr-defined]
    assert nodes == sorted(set(nodes))
    with pytest.raises(BotError, match="'sense' does not play damenrennen"):
        make_bot("sense", "damenrennen")


def test_every_game_has_uniform_search_and_the_levels() -> None:
    for game in KINDS:
        assert {"uniform", "search", *LEVELS} <= set(bots_of(game))
    assert {"uniform", "search", *LEVELS} == set(generic_bots("haggis"))


def test_bots_are_listed_with_their_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def racer() -> Uniform:
        """Races.

        And more.
        """
        return Uniform()

    monkeypatch.setitem(catalogue.BOTS._loaded, "damenrennen", {"racer": racer})

    listed = listed_bots()

    assert listed["uniform"].games == tuple(KINDS)
    assert listed["racer"].games == ("damenrennen",)
    assert listed["racer"].about == "Races."


@pytest.mark.parametrize("own", [HAGGIS, DAMENRENNEN])
def test_a_game_gives_no_key_a_second_meaning(own: dict[str, tuple[str, ...]]) -> None:
    assert not own.keys() & GENERIC.keys()
    assert all(list(names) == sorted(names) for names in [*own.values(), *GENERIC.values()])


@pytest.mark.parametrize(
    ("game", "options", "own"), [("haggis", {"players": 3}, HAGGIS), ("damenrennen", {}, DAMENRENNEN)]
)
def test_every_key_is_given_by_some_bot_and_every_reason_has_its_parameters(
    game: str, options: dict[str, object], own: dict[str, tuple[str, ...]]
) -> None:
    specs = ["sense", "search:nodes=24" if game == "haggis" else "search", "beginner", "uniform"]
    bots = [make_bot(spec, game) for spec in specs]
    rules, rng, given = make_game(game, options), Random(1), set()
    state = rules.start()
    for _ in range(2500):
        actors = rules.to_act(state)
        if not actors:
            state = rules.start()
            continue
        if actors[0] is CHANCE:
            state = rules.apply(state, CHANCE, rules.deal(state, rng))
            continue
        bot = rng.choice(bots)
        advice = bot.advise(rules.view(state, actors[0]), rules.legal_moves(state, actors[0]), rng)
        check_reasons(advice.reasons, own)
        given |= {reason.key for reason in advice.reasons}
        state = rules.apply(state, actors[0], advice.move)

    assert own.keys() <= given
    assert {"only_move", "random"} <= given
