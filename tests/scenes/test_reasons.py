"""Every reason that a bot can give has words, and its parameters are in them."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from parlour.bots.catalogue import LEVELS, make_bot
from parlour.bots.damenrennen.reasons import REASONS as DAMENRENNEN
from parlour.bots.haggis.reasons import REASONS as HAGGIS
from parlour.bots.reasons import REASONS as GENERIC
from parlour.core.game import CHANCE, Reason
from parlour.games.catalogue import KINDS, make_game
from parlour.laws import random_match
from parlour.review.haggis.reasons import REASONS as HAGGIS_REVIEW
from parlour.scenes.catalogue import make_staging
from parlour.scenes.damenrennen.reasons import PHRASES as DAMENRENNEN_PHRASES
from parlour.scenes.haggis.reasons import PHRASES as HAGGIS_PHRASES
from parlour.scenes.reasons import PHRASES as GENERIC_PHRASES

if TYPE_CHECKING:
    from collections.abc import Mapping

TABLES: dict[str, Mapping[str, tuple[str, ...]]] = {"haggis": {**HAGGIS, **HAGGIS_REVIEW}, "damenrennen": DAMENRENNEN}
SAMPLES: dict[str, tuple[Any, Any]] = {
    "card": ("Qh", "9c"),
    "given": ("Qs", "Jc"),
    "taken": ("Kh", "Ad"),
    "suit": ("c", "h"),
}
"""Two values of a parameter, which must not sound the same; parameters that are not here are numbers."""
SENTENCE = re.compile(r"[^.]*[^.;,\s]")


def keys_of(game: str) -> list[tuple[str, tuple[str, ...]]]:
    return [*GENERIC.items(), *TABLES[game].items()]


CASES = [(game, key, names) for game in TABLES for key, names in keys_of(game)]


@pytest.mark.parametrize(("game", "key", "names"), CASES)
def test_a_key_has_words_that_use_its_parameters(game: str, key: str, names: tuple[str, ...]) -> None:
    staging = make_staging(make_game(game, {}))
    given = {name: SAMPLES.get(name, (2, 3))[0] for name in names}

    text = staging.reason_text(Reason(key, given))

    assert SENTENCE.fullmatch(text)
    assert key.replace("_", " ") != text
    for name in names:
        other = {**given, name: SAMPLES.get(name, (2, 3))[1]}
        assert staging.reason_text(Reason(key, other)) != text


def test_every_game_is_tested_and_no_words_are_left_over() -> None:
    assert TABLES.keys() == {*KINDS}
    assert HAGGIS_PHRASES.keys() == TABLES["haggis"].keys()
    assert DAMENRENNEN_PHRASES.keys() == DAMENRENNEN.keys()
    assert GENERIC_PHRASES.keys() == GENERIC.keys()


@pytest.mark.parametrize(
    ("game", "reason", "text"),
    [
        ("haggis", Reason("plays_left", {"count": 1}), "it leaves about 1 play"),
        ("haggis", Reason("plays_left", {"count": 0}), "it leaves about 0 plays"),
        ("haggis", Reason("spends_wilds", {"count": 3}), "it spends all three of your wilds"),
        ("damenrennen", Reason("joins_row", {"card": "Jc", "length": 0, "suit": "c"}), "Jc begins your row of clubs"),
        (
            "damenrennen",
            Reason("joins_row", {"card": "Jc", "length": 1, "suit": "c"}),
            "Jc joins your row of clubs, which has 1 card",
        ),
        (
            "damenrennen",
            Reason("exchange_gains", {"count": 1, "ranks": 3}),
            "one diamond goes into the hand and gains 3 ranks or more",
        ),
        ("damenrennen", Reason("card_worth", {"card": "Kd", "points": -1}), "Kd is worth -1 points by itself"),
    ],
)
def test_numbers_and_nouns_agree(game: str, reason: Reason, text: str) -> None:
    assert make_staging(make_game(game, {})).reason_text(reason).startswith(text)


@pytest.mark.parametrize("level", LEVELS[:3])
@pytest.mark.parametrize("game", TABLES)
def test_what_bots_say_has_words(game: str, level: str) -> None:
    rules, bot = make_game(game, {}), make_bot(level, game)
    staging = make_staging(rules)
    told = set()
    for step in random_match(rules, 5):
        for seat in rules.to_act(step.after):
            if seat is CHANCE:
                continue
            advice = bot.advise(rules.view(step.after, seat), rules.legal_moves(step.after, seat), Random(1))
            for reason in advice.reasons:
                assert set(reason.parameters) == set(dict(keys_of(game))[reason.key])
                assert staging.reason_text(reason)
                told.add(reason.key)
    assert told
