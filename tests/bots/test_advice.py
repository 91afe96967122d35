"""What holds for every hint: it has reasons, and its figures never speak against it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from parlour.bots.bot import Candidate, shortfall
from parlour.bots.catalogue import make_bot
from parlour.bots.damenrennen import reasons as damenrennen_reasons
from parlour.bots.damenrennen.search import NOISE
from parlour.bots.haggis import reasons as haggis_reasons
from parlour.bots.haggis.bots import Search, situation_of
from parlour.core.game import CHANCE, Seat
from parlour.games.catalogue import AnyGame, make_game
from parlour.games.haggis.notation import BET, PASS, kind_of
from parlour.terminal.words import worth_words
from tests.bots.reasons import check_reasons
from tests.web.pages import LANGUAGES
from tests.web.test_people import messages

CASES = [("haggis", {"players": 2}), ("haggis", {"players": 3}), ("damenrennen", {})]
HINTS = {"haggis": "champion:nodes=40", "damenrennen": "champion:nodes=0"}
OWN = {"haggis": haggis_reasons.REASONS, "damenrennen": damenrennen_reasons.REASONS}
DECISIONS = 60


def decisions(game: AnyGame, player: str, seed: int) -> Iterator[tuple[Any, Seat, Any]]:
    """Views and legal moves of a match between bots of a level."""
    bot, rng, state = make_bot(player, game.name), Random(seed), game.start()
    while actors := game.to_act(state):
        actor = actors[0]
        if actor is CHANCE:
            move = game.deal(state, rng)
        else:
            view, legal = game.view(state, actor), game.legal_moves(state, actor)
            yield view, actor, legal
            move = bot.choose(view, legal, rng)
        state = game.apply(state, actor, move)


def some_decisions(name: str, options: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Decisions of all kinds, from several matches."""
    for seed in range(3):
        for number, (view, _, legal) in enumerate(decisions(make_game(name, options), "casual", seed)):
            if number >= DECISIONS // 3:
                break
            yield view, legal


@pytest.mark.parametrize(("name", "options"), CASES)
def test_every_decision_has_a_reason_that_all_languages_have_words_for(name: str, options: dict[str, Any]) -> None:
    bot = make_bot(HINTS[name], name)
    said = {language: messages(language) for language in LANGUAGES}
    given = set()
    for view, legal in some_decisions(name, options):
        advice = bot.advise(view, legal, Random(1))

        check_reasons(advice.reasons, OWN[name])
        given |= {reason.key for reason in advice.reasons}
        best, *others = advice.candidates
        assert best.move == advice.move
        assert best.behind is None
        assert len({candidate.move for candidate in advice.candidates}) == len(advice.candidates)
        assert all(other.behind is not None and other.behind >= 0 for other in others)
    assert len(given) > 3
    for language in LANGUAGES:
        unsaid = {key for key in given if not {f"{name}.reason.{key}", f"match.reason.{key}"} & said[language].keys()}
        assert unsaid == set()


def test_the_best_move_in_damenrennen_wins_most_and_near_ones_are_equal() -> None:
    bot = make_bot(HINTS["damenrennen"], "damenrennen")
    for view, legal in some_decisions("damenrennen", {}):
        best, *others = bot.advise(view, legal, Random(1)).candidates

        assert best.wins is not None
        for other in others:
            assert other.wins is not None
            assert other.behind == shortfall(best.wins, other.wins, NOISE)
            assert other.wins <= best.wins


@pytest.mark.parametrize("players", [2, 3])
def test_the_best_move_in_haggis_is_worth_most_within_the_noise(players: int) -> None:
    bot = Search(nodes=300)
    compared = 0
    for view, legal in some_decisions("haggis", {"players": players}):
        moves = [move for move in legal if kind_of(move) != BET]
        if len(moves) < 2:
            continue
        best, second, *others = bot.evaluated(situation_of(view, Random(2)), moves, Random(1))

        assert best.worth >= second.worth  # both were tried to the end: the worth is what the kernel sorts by
        assert all(other.worth <= best.worth + best.noise(other) for other in others)
        compared += 1
    assert compared > DECISIONS // 2


def test_a_pass_that_is_forced_is_not_called_a_choice() -> None:
    bot = make_bot("master", "haggis")
    forced = 0
    for view, legal in some_decisions("haggis", {"players": 2}):
        if all(kind_of(move) in {PASS, BET} for move in legal):
            forced += 1
            assert [reason.key for reason in bot.advise(view, legal, Random(1)).reasons] == ["must_pass"]
    assert forced


def test_figures_that_differ_by_noise_are_not_shown() -> None:
    assert shortfall(50, 49, noise=2) == 0
    assert shortfall(49, 50, noise=2) == 0
    assert shortfall(50, 40, noise=2) == 10
    assert worth_words(Candidate("a", 49.0, 0.5)) == ", +49.0 points, chance 50%"
    assert worth_words(Candidate("b", 50.0, 0.4, 0.0)) == ", about equal"
    assert worth_words(Candidate("c", 50.0, 0.4, 7.0)) == ", 7.0 points worse"
    assert worth_words(Candidate("d", None, 0.4, 0.1)) == ", chance 40%"
