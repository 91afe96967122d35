"""What the terminal says of random matches of every game, to everybody who can read it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import pytest

from parlour.core.errors import NotationError
from parlour.core.game import Seat
from parlour.games.damenrennen import Damenrennen
from parlour.games.haggis import Haggis
from parlour.laws import random_match
from parlour.scenes.catalogue import Scene, make_staging
from parlour.scenes.plain import PlainStaging
from parlour.scenes.scene import Group, Update
from parlour.terminal.catalogue import WORDS, make_words, words_for
from parlour.terminal.damenrennen import DamenrennenWords
from parlour.terminal.haggis import HaggisWords
from parlour.terminal.names import Names
from parlour.terminal.plain import PlainWords
from tests.haggis.positions import table_at
from tests.laws.cases import CASES, AnyGame

if TYPE_CHECKING:
    from parlour.scenes.scene import AnyStaging
    from parlour.terminal.words import Words

ENDS = (".", "?", ":")
THIRD_PERSON = re.compile(r"\byou (?:has|is|was|[a-z]{2,}[a-rt-z]s)\b", re.IGNORECASE)
"""A verb that does not agree with its subject: `you wins`, `you passes`."""
OWN: dict[str, Words] = {"haggis": HaggisWords(), "damenrennen": DamenrennenWords()}


class Shown(NamedTuple):
    """A game under some options, how it is shown, and its words."""

    name: str
    game: AnyGame
    staging: AnyStaging
    words: Words


SHOWN = [
    *(Shown(case.name, case.game, make_staging(case.game), OWN[case.game.name]) for case in CASES),
    *(Shown(f"{case.name}-plain", case.game, PlainStaging(case.game), PlainWords()) for case in (CASES[0], CASES[3])),
]


@pytest.fixture(params=SHOWN, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Shown:
    chosen: Shown = request.param
    return chosen


def lines_of(case: Shown, seat: Seat | None, seed: int) -> tuple[list[str], list[str]]:
    """All that is said of what happens in a match, and of its tables."""
    names = Names(seat, ("Ada", "Bea", "Eve"))
    said, shown = [], []
    for step in random_match(case.game, seed):
        before, after = case.game.view(step.before, seat), case.game.view(step.after, seat)
        scene = case.staging.scene(after, () if seat is None else case.game.legal_moves(step.after, seat))
        for update in case.staging.told(step.actor, step.move, before, after):
            said += case.words.update(update, scene, names)
        shown += [*case.words.table(scene, names), case.words.score(scene, names)]
    return said, shown


def test_everything_is_said_in_whole_sentences(case: Shown) -> None:
    for seed in range(4):
        for seat in (None, *map(Seat, range(case.game.seats))):
            said, shown = lines_of(case, seat, seed)

            assert all(line == "" or line.endswith(ENDS) for line in said)
            assert "None" not in "\n".join([*said, *shown])


def test_the_reader_is_you_and_the_others_have_names(case: Shown) -> None:
    ada, _ = lines_of(case, Seat(0), 1)
    spectator, _ = lines_of(case, None, 1)

    assert any(line.startswith(("You ", "You:")) for line in ada)
    assert not any("Ada" in line for line in ada)
    assert any(line.startswith(("Ada ", "Ada:")) for line in spectator)
    assert not any(" you " in f" {line.lower()} " for line in spectator)


def test_verbs_agree_with_you(case: Shown) -> None:
    for seat in map(Seat, range(case.game.seats)):
        said, shown = lines_of(case, seat, 1)

        assert not [line for line in [*said, *shown] if THIRD_PERSON.search(line)]


def test_every_listed_move_is_read_as_itself(case: Shown) -> None:
    for step in random_match(case.game, 2):
        for seat in map(Seat, range(case.game.seats)):
            legal = case.game.legal_moves(step.after, seat)
            texts = [text for group in case.words.groups(case.game, legal).values() for text in group]

            assert len(texts) == len(legal)
            for text in texts[:20]:
                assert case.words.read_move(case.game, legal, text) in legal
                assert case.game.format_move(case.words.read_move(case.game, legal, text)) == text
                assert text.split()[0] in case.words.describe_move(text)


def test_a_game_without_words_of_its_own_is_told_in_plain_lines() -> None:
    assert isinstance(make_words("snap"), PlainWords)
    assert "snap" not in WORDS


@pytest.mark.parametrize("game", [Haggis(), Damenrennen()])
def test_words_are_found_by_the_scene_that_came_over_the_wire(game: AnyGame) -> None:
    view = game.view(game.start(), None)
    scenes = [staging.scene(view, ()) for staging in (make_staging(game), PlainStaging(game))]

    own, plain = (words_for(msgspec.json.decode(msgspec.json.encode(scene), type=Scene)) for scene in scenes)

    assert type(own) is type(OWN[game.name])
    assert isinstance(plain, PlainWords)


def test_a_plain_table_says_who_is_waited_for_and_hides_what_is_hidden() -> None:
    table = table_at("hands 2r 3r | 8g 8y; act 1")
    scenes = [PlainStaging(table.game).scene(table.view(Seat(seat)), ()) for seat in range(2)]
    words, names = PlainWords(), Names(0, ("", "Bea"))

    assert words.table(scenes[0], names)[-1] == "Waiting for Bea."
    assert not any("Waiting" in line for line in words.table(scenes[1], Names(1)))
    assert words.score(scenes[0], names) == "Score: you 0, Bea 0."
    assert words.update(Update(kind="move", seat=1), scenes[0], names) == ["Bea has chosen."]
    assert words.update(Update(kind="move", seat=1, move="pass"), scenes[0], names) == ["Bea: pass."]
    assert words.update(Update(kind="round", points=(3, 4)), scenes[0], names) == ["The round is over: you 3, Bea 4."]
    assert words.group_name(Group("", 0, 0, 1, ())) == "moves"


def test_plain_words_explain_a_move_and_refuse_what_is_none() -> None:
    assert PlainWords().explain(Haggis(), "3R 2r 4R") == (["'3R 2r 4R' is the move '2r 3r 4r'."], {"move": "2r 3r 4r"})
    with pytest.raises(NotationError):
        PlainWords().explain(Haggis(), "11x")


def test_cards_with_two_readings_mean_the_one_that_is_legal() -> None:
    table = table_at("hands 5r J Q 2g | 4g 6y; trick 3g 3y 3o by 1; act 0")
    legal = table.legal_moves(Seat(0))

    read = HaggisWords().read_move(table.game, legal, "q 5R j")

    assert table.game.format_move(read) == "5r J Q as set"
    with pytest.raises(NotationError, match="several readings"):
        HaggisWords().read_move(table.game, (), "5r J Q")


def test_a_combo_is_described_by_its_name() -> None:
    assert HaggisWords().describe_move("9r 9g") == "9r 9g (pair of 9s)"
    assert HaggisWords().describe_move("pass") == "pass"
    assert HaggisWords().describe_move("bet 15") == "bet 15"


def test_verbs_fit_who_does_it() -> None:
    names = Names(0, ("", "Bea"))

    assert [names.does(0, verb) for verb in ("wins", "passes", "has", "goes")] == [
        "you win",
        "you pass",
        "you have",
        "you go",
    ]
    assert names.does(1, "wins") == "Bea wins"
    assert Names(None)[1] == "seat 1"
