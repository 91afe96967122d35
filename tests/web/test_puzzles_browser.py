"""Puzzles in a real browser: tried, refuted, hinted at, solved, and the next one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from parlour.puzzles.puzzle import find_solution, load_puzzles
from parlour.server.puzzle_work import Position, position_of
from tests.web.browser import GuestFactory
from tests.web.pages import said

KIND = "best_by_far"


def a_puzzle() -> Position:
    """The first puzzle whose solution is a combo, which a person picks card by card."""
    positions = (position_of("haggis", str(puzzle.id)) for puzzle in load_puzzles("haggis") if puzzle.kind == KIND)
    return next(each for each in positions if solution_cards(each))


def solution_cards(position: Position) -> list[str]:
    combo = position.staging.combo(position.game.parse_move(find_solution(position.puzzle).solution[0]))
    return [] if combo is None else [card.name for card in combo.cards]


def choose(page: Page, cards: list[str]) -> None:
    for card in cards:
        page.get_by_role("listbox").locator(f"[data-card='{card}']").click()


@pytest.mark.parametrize(("width", "height", "language"), [(1440, 900, "en"), (390, 844, "de"), (390, 844, "hu")])
def test_a_puzzle_is_solved_by_choosing_cards(new_guest: GuestFactory, width: int, height: int, language: str) -> None:
    guest = new_guest("", width, height, language=language)
    page = guest.page
    position = a_puzzle()
    sent: list[str] = []
    page.on("response", lambda answer: sent.append(answer.text()) if "/api/puzzles/" in answer.url else None)
    guest.visit(f"/puzzles/haggis-{position.puzzle.id}")
    expect(page.locator("h1")).to_have_text(said(f"puzzle.kind.{KIND}", language))
    expect(page.get_by_role("listbox")).to_be_visible()

    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert guest.violations() == []
    page.locator(".task").get_by_role("button", name=said("puzzle.hint", language)).click()
    expect(page.locator(".answer")).to_contain_text(said("puzzle.hint", language))
    assert not any("solution" in text or "accepted" in text for text in sent), sent

    choose(page, solution_cards(position))
    page.locator(".dock .primary").click()
    expect(page.locator(".answer h2")).to_have_text(said("puzzle.solved", language))
    expect(page.locator(".week .solved")).to_have_count(1)
    guest.shot(f"puzzle-solved-{width}-{language}", whole=True)
    page.reload()
    expect(page.locator(".week .solved")).to_have_count(1)


def test_a_wrong_move_is_answered_by_what_refutes_it_and_the_solution_may_be_asked_for(
    new_guest: GuestFactory,
) -> None:
    guest = new_guest("")
    page = guest.page
    guest.visit("/")
    page.get_by_role("link", name=said("start.puzzle")).click()
    expect(page.locator(".task h1")).to_be_visible()
    position = a_puzzle()
    single = next(
        move
        for move in map(position.game.format_move, position.legal)
        if " " not in move and move not in find_solution(position.puzzle).accepted
    )
    guest.visit(f"/puzzles/haggis-{position.puzzle.id}")
    expect(page.get_by_role("listbox")).to_be_visible()
    if single == "pass":
        page.locator(".dock").get_by_role("button", name=re.compile(said("haggis.pass"), re.IGNORECASE)).click()
    else:
        choose(page, [single])
        page.locator(".dock .primary").click()

    expect(page.locator(".answer h2")).to_have_text(said("puzzle.wrong"))
    expect(page.locator(".answer li").first).to_be_visible()
    page.locator(".task").get_by_role("button", name=said("puzzle.solution")).click()
    expect(page.locator(".answer h2")).to_have_text(said("puzzle.solution"))
    expect(page.locator(".week .solved")).to_have_count(0)
    page.get_by_role("link", name=said("puzzle.next")).click()
    expect(page).not_to_have_url(re.compile(f"haggis-{position.puzzle.id}$"))
    expect(page.locator(".answer")).to_have_count(0)
