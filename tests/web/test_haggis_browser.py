"""The table of Haggis in a real browser: by mouse, by touch, together, and through every accident."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Guest, GuestFactory, Site, acting, sit_together, wait_for_turn
from tests.web.haggis_table import (
    cards_in,
    choose,
    chosen,
    decide,
    hand,
    pass_button,
    play_button,
    play_match,
    suggestions,
)

WIDTHS = ((360, 640), (390, 844), (768, 1024), (1440, 900), (844, 390))
EVERYTHING = "header a, header button, .seat, .trick .card, .hand .card, .dock, .dock button, .turn"


def test_a_whole_match_by_mouse(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", still=False)
    mora.open("haggis", ["", "beginner"], players=2, target=60)
    wait_for_turn(mora.page)
    expect(hand(mora.page)).to_have_count(17)
    mora.shot("haggis-1440-light")

    play_match(mora.page, lambda place: place.click())

    expect(mora.page.get_by_role("heading", level=1)).to_contain_text("won")
    scores = [int(text.split("→")[1]) for text in mora.page.locator("td.sum small").all_inner_texts()]
    assert max(scores) >= 60
    mora.shot("haggis-match-end-1440-light", whole=True)
    with mora.page.expect_download() as download:
        mora.page.locator("footer a[download]").click()
    assert download.value.path().read_text(encoding="utf-8").startswith("{")
    mora.page.get_by_role("button", name="Play again").click()
    wait_for_turn(mora.page)
    expect(hand(mora.page)).to_have_count(17)


def test_a_whole_match_by_touch_in_german(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 390, 844, language="de", scheme="dark", touch=True)
    mora.open("haggis", ["", "beginner"], players=2, target=40)
    wait_for_turn(mora.page)
    expect(mora.page.locator(".turn")).to_contain_text("Du bist dran")
    suggestions(mora.page).last.tap()
    expect(play_button(mora.page)).to_be_enabled()
    mora.shot("haggis-390-dark-de")
    mora.page.locator(".hand [aria-selected=true]").first.tap()

    play_match(mora.page, lambda place: place.tap())

    expect(mora.page.get_by_role("heading", level=1)).to_contain_text("gewonnen")
    mora.shot("haggis-match-end-390-dark-de", whole=True)


def seated(new_guest: GuestFactory) -> tuple[list[Guest], str]:
    """Let three people sit down at one table."""
    guests = [
        new_guest(name, *size)
        for name, size in zip(("Mora", "Ilka", "Tam"), ((1440, 900), (390, 844), (768, 1024)), strict=True)
    ]
    table = guests[0].open("haggis", ["", None, None], players=3, target=250)
    for guest in guests[1:]:
        guest.go(table)
        guest.page.locator("main .primary").first.click()
    for guest in guests:
        expect(hand(guest.page)).to_have_count(17)
    return guests, table


def test_three_people_with_a_bet_out_of_turn_a_bombed_trick_and_a_spectator(
    new_guest: GuestFactory,
) -> None:
    guests, table = seated(new_guest)
    watcher = new_guest("Nell", 390, 844, scheme="dark")
    watcher.go(table)
    expect(watcher.page.locator(".seat")).to_have_count(3)
    expect(watcher.page.get_by_role("listbox")).to_have_count(0)
    leader = acting(guests)
    second, third = (guests[(guests.index(leader) + step) % 3] for step in (1, 2))

    # Out of turn: the third bets while the first has not led yet.
    third.page.locator(".acts .stack").first.click()
    third.page.get_by_role("button", name="Bet 15").click()
    for other in (leader, second, watcher):
        expect(other.page.locator(".seat .chip", has_text="Bet 15")).to_be_visible()

    # The first leads a single card, takes it back and leads another; the second bombs it with J and Q.
    low, high = cards_in(leader.page)[:2]
    choose(leader.page, high)
    play_button(leader.page).click()
    wait_for_turn(second.page)
    leader.page.get_by_role("button", name="Take back").click()
    wait_for_turn(leader.page)
    expect(hand(leader.page)).to_have_count(17)
    choose(leader.page, low)
    play_button(leader.page).click()
    wait_for_turn(second.page)
    choose(second.page, "J", "Q")
    expect(second.page.locator(".readout")).to_contain_text("Bomb")
    second.shot("haggis-bomb")
    play_button(second.page).click()
    for guest in (third, leader):
        wait_for_turn(guest.page)
        pass_button(guest.page).click()

    # Who gets the cards?
    expect(second.page.locator(".gift")).to_have_count(2)
    second.shot("haggis-give")
    expect(watcher.page.locator(".trick")).to_contain_text("Bomb")
    watcher.shot("haggis-watching-390-dark")
    second.page.locator(".gift").first.click()
    expect(second.page.locator(".gift")).to_have_count(0)
    wait_for_turn(second.page)
    expect(second.page.locator(".trick")).to_contain_text("You lead")
    expect(watcher.page.locator(".captured", has_text=re.compile(r"^[5-9] "))).to_have_count(1)
    guests[0].shot("haggis-three-1440")


def test_reload_offline_and_a_restart_of_the_server_lose_nothing(new_guest: GuestFactory, site: Site) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(page)
    held = cards_in(page)

    page.reload()
    wait_for_turn(page)
    assert cards_in(page) == held

    suggestions(page).first.click()
    expect(play_button(page)).to_be_enabled()
    played = chosen(page)
    mora.context.set_offline(offline=True)
    expect(page.locator("[data-line=lost]")).to_be_visible()
    assert cards_in(page) == held
    mora.shot("haggis-offline")
    play_button(page).click()
    mora.context.set_offline(offline=False)
    expect(page.locator("[data-line=lost]")).to_have_count(0)
    expect(hand(page)).to_have_count(len(held) - len(played))
    assert set(cards_in(page)) == set(held) - set(played)

    left = cards_in(page)
    site.stop()
    expect(page.locator("[data-line=lost]")).to_be_visible()
    site.start()
    expect(page.locator("[data-line=lost]")).to_have_count(0)
    wait_for_turn(page)
    assert cards_in(page) == left
    decide(page, lambda place: place.click())
    expect(page.locator(".hand [aria-selected=true]")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_everything_stands_inside_the_screen(new_guest: GuestFactory, language: str) -> None:
    mora = new_guest("Mora", language=language)
    page = mora.page
    mora.open("haggis", ["", "beginner", "beginner"], players=3, target=350)
    wait_for_turn(page)
    suggestions(page).last.click()
    expect(page.locator(".hand [aria-selected=true]").first).to_be_visible()

    for width, height in WIDTHS:
        mora.resize(width, height)
        mora.shot(f"haggis-{width}-{language}")
        assert mora.outside(EVERYTHING) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert clipped(page, ".acts .btn, .gift") == []
        if width < 700:
            assert min(strips(page)) >= 40
            assert len({card["y"] for card in resting(page)}) == 2


def clipped(page: Page, selector: str) -> list[str]:
    """Buttons whose words do not fit into them."""
    found: list[str] = page.evaluate(
        """selector => [...document.querySelectorAll(selector)]
            .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)""",
        selector,
    )
    return found


def resting(page: Page) -> list[dict[str, float]]:
    """The place of every card in the hand, as if none were chosen."""
    found: list[dict[str, float]] = page.evaluate(
        """() => [...document.querySelectorAll('.hand .card')]
            .map(each => ({x: each.offsetLeft, y: each.offsetTop, width: each.offsetWidth}))"""
    )
    return found


def strips(page: Page) -> list[float]:
    """How much of every card in the hand can be touched."""
    cards = resting(page)
    after = [*cards[1:], None]
    return [
        card["width"] if follower is None or follower["y"] != card["y"] else follower["x"] - card["x"]
        for card, follower in zip(cards, after, strict=True)
    ]


def test_axe_finds_nothing_at_the_table_nor_at_the_end(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 390, 844)
    page = mora.page
    mora.open("haggis", ["", "beginner"], players=2, target=1)
    wait_for_turn(page)
    suggestions(page).last.click()
    expect(play_button(page)).to_be_enabled()

    assert in_both_lights(mora, "haggis-table-390") == []
    page.locator("header .side").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert in_both_lights(mora, "haggis-drawer-390") == []
    page.keyboard.press("Escape")
    mora.resize(1440, 900)
    assert in_both_lights(mora, "haggis-table-1440") == []
    play_match(page, lambda place: place.click())
    assert in_both_lights(mora, "haggis-end-1440") == []


def in_both_lights(guest: Guest, name: str) -> list[str]:
    """Let axe look in light and in dark."""
    found = []
    for scheme in ("light", "dark"):
        guest.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        guest.shot(f"{name}-{scheme}")
        found += guest.violations()
    return found


def test_cards_are_swept_sorted_and_read_out(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(page)

    first, third = (hand(page).nth(index).bounding_box() for index in (0, 2))
    assert first is not None
    assert third is not None
    page.mouse.move(first["x"] + 10, first["y"] + 60)
    page.mouse.down()
    page.mouse.move(third["x"] + 10, third["y"] + 60, steps=12)
    page.mouse.up()
    assert chosen(page) == cards_in(page)[:3]

    by_rank = cards_in(page)
    page.get_by_role("button", name="Sort by suit").click()
    expect(page.get_by_role("button", name="Sort by rank")).to_be_visible()
    by_suit = cards_in(page)
    assert sorted(by_suit) == sorted(by_rank)
    assert [card[-1] for card in by_suit[:14]] == sorted((card[-1] for card in by_suit[:14]), key="royg".index)
    assert len(chosen(page)) == 3

    page.keyboard.press("Escape")
    hand(page).first.focus()
    page.keyboard.press("Escape")
    choose(page, "J", "Q", "K")
    expect(page.locator(".readout")).to_contain_text("Bomb: J Q K")


def test_a_hint_says_why_and_a_refusal_names_its_clause(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(page)

    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("region", name="Hint")).to_contain_text("Hint:")
    mora.shot("haggis-hint-1440-light")

    page.keyboard.press("/")
    command = page.get_by_label("Move in notation")
    command.fill("bet 7")
    command.press("Enter")
    expect(page.get_by_role("link", name="H3.1")).to_have_attribute("href", "/rules/haggis#H3.1")
    command.fill("bet 30")
    command.press("Enter")
    expect(page.locator(".turn .chip")).to_contain_text("Bet 30")
    expect(page.locator(".voice[aria-live=polite]")).to_contain_text("You bet 30.")


def test_giving_up_ends_the_match_after_a_question(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 390, 844)
    page = mora.page
    mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(page)

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the match").click()
    page.get_by_role("button", name="Give up", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Mouse has won")
    expect(page.locator("main")).to_contain_text("gave up")


def test_an_empty_table_shows_what_may_be_led_in_one_picture(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka")
    sit_together(mora, ilka, "haggis", players=2, target=250)
    leader = acting((mora, ilka))
    page = leader.page

    for language in ("en", "de", "hu"):
        page.evaluate("lang => localStorage.setItem('parlour.settings', JSON.stringify({lang}))", language)
        page.reload()
        expect(page.locator(".trick li").last).to_contain_text(re.compile(r"bomb", re.IGNORECASE))
        expect(suggestions(page).first).to_have_text(re.compile(r"^\D+$"))
        for width, height in ((390, 844), (844, 390), (1440, 900)):
            leader.resize(width, height)
            leader.shot(f"haggis-lead-{width}-{language}")
            assert leader.outside(".trick, .trick .says, .trick li, .trick li .card") == []
            assert overlapping(page, ".trick .says, .trick li") == []
            assert len({chip["y"] for chip in suggestions(page).evaluate_all(BOXES)}) == 1


BOXES = "found => found.map(each => each.getBoundingClientRect().toJSON())"


def overlapping(page: Page, selector: str) -> list[tuple[int, int]]:
    """Which of these lie over one another, by their numbers."""
    boxes = page.locator(selector).evaluate_all(BOXES)
    return [
        (first, second)
        for first, a in enumerate(boxes)
        for second, b in enumerate(boxes[:first])
        if min(a["right"], b["right"]) - max(a["left"], b["left"]) > 1
        and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 1
    ]
