"""The guided first rounds: matches that the rules allow, told alike in three languages."""

from __future__ import annotations

import msgspec
import pytest

from tests.web.pages import ANCHOR, CARDS, CLAUSE, GAMES, LANGUAGES, LEARNER, RULES, SKELETON, guided, page


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said when so many events have happened."""

    at: int
    text: str


def steps(game: str, language: str) -> list[Step]:
    text = (RULES / "guided" / f"{game}.{language}.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=list[Step])


def skeletons(told: list[Step]) -> list[tuple[int, list[str]]]:
    return [(step.at, SKELETON.findall(step.text)) for step in told]


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_the_learner_is_asked_for_with_its_cards(game: str) -> None:
    table = guided(game)
    asked = {step.at: step.text for step in steps(game, "en")}  # of several steps at one event the last one asks

    for at, event in enumerate(table.events):
        if event.actor == LEARNER:
            named = set(" ".join(CARDS.findall(asked[at])).split())
            words = set(table.game.format_move(event.move).split())
            cards = words - {"bet", "15", "pass", "lay", "take", "show", "discard", "exchange", "for"}
            assert cards <= named


@pytest.mark.parametrize("game", GAMES)
def test_steps_follow_the_events_from_the_deal_to_the_last(game: str) -> None:
    told = [step.at for step in steps(game, "en")]

    assert told == sorted(told)
    assert (told[0], told[-1]) == (1, len(guided(game).events))
    assert 10 <= len(told) <= 14


@pytest.mark.parametrize("language", ["de", "hu"])
@pytest.mark.parametrize("game", GAMES)
def test_a_translation_says_the_same_at_the_same_events(game: str, language: str) -> None:
    assert skeletons(steps(game, language)) == skeletons(steps(game, "en"))


@pytest.mark.parametrize("game", GAMES)
def test_steps_link_to_clauses(game: str) -> None:
    clauses = set(ANCHOR.findall(page(game, "en")))

    for step in steps(game, "en"):
        assert set(CLAUSE.findall(step.text)) <= clauses
        assert CLAUSE.search(step.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scores_that_are_told_are_the_scores(language: str) -> None:
    ours, theirs = guided("haggis").view(None).standing.scores
    told = steps("haggis", language)[-1].text

    assert (ours, theirs) == (82, 14)
    assert str(ours) in told
    assert str(theirs) in told


def test_the_race_teaches_every_kind_of_choice() -> None:
    table = guided("damenrennen")
    kinds = {table.game.format_move(event.move).split()[0] for event in table.events}

    assert kinds == {"market", "lay", "take", "show", "swap", "discard", "exchange"}


def test_the_round_teaches_a_bet_a_pass_a_run_with_a_wild_and_a_bomb() -> None:
    table = guided("haggis")
    ours = [table.game.format_move(event.move) for event in table.events if event.actor == LEARNER]

    assert ours == ["bet 15", "2o", "10o", "pass", "6o 6y", "5r 6r 8r J", "3g 5o 7y 9r", "8o 8y 9o Q", "K"]
