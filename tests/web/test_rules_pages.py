"""The rules pages of the web client say the same in three languages, clause by clause."""

from __future__ import annotations

import gzip
from typing import Final

import pytest

from parlour.games.damenrennen.cards import parse_cards as parse_french_cards
from parlour.games.haggis.cards import parse_cards as parse_haggis_cards
from tests.rules import ROOT, clauses_of
from tests.web.pages import ANCHOR, CARDS, CLAUSE, GAMES, LANGUAGES, RULES, SKELETON, page

PARSE_CARDS: Final = {"haggis": parse_haggis_cards, "damenrennen": parse_french_cards}
BUDGET: Final = 26_000
"""Bytes of all pages, each compressed as the browser fetches it."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_states_every_clause_of_the_rules_once_and_in_order(game: str, language: str) -> None:
    assert ANCHOR.findall(page(game, language)) == clauses_of(ROOT / "docs" / "rules" / f"{game}.md")


@pytest.mark.parametrize("kind", ["", ".summary"])
@pytest.mark.parametrize("language", ["de", "hu"])
@pytest.mark.parametrize("game", GAMES)
def test_a_translation_has_the_same_lines_clauses_and_cards(game: str, language: str, kind: str) -> None:
    assert SKELETON.findall(page(game, language, kind)) == SKELETON.findall(page(game, "en", kind))


@pytest.mark.parametrize("language", ["de", "hu"])
def test_the_list_of_keys_has_the_same_lines(language: str) -> None:
    assert SKELETON.findall(page("keys", language, ".summary")) == SKELETON.findall(page("keys", "en", ".summary"))


@pytest.mark.parametrize("kind", ["", ".summary"])
@pytest.mark.parametrize("game", GAMES)
def test_links_lead_to_clauses_and_cards_are_cards(game: str, kind: str) -> None:
    text = page(game, "en", kind)

    assert set(CLAUSE.findall(text)) <= set(ANCHOR.findall(page(game, "en")))
    for cards in CARDS.findall(text):
        PARSE_CARDS[game](cards)


def test_all_pages_together_are_small() -> None:
    files = [RULES / f"{game}.{language}.md" for game in GAMES for language in LANGUAGES]

    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < BUDGET
