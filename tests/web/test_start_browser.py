"""The start page in a real browser: play at one tap, a table of one's own, who I am, what this device remembers."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser import GuestFactory, wait_for_turn
from tests.web.pages import said

SOLVED = """name => localStorage.setItem("parlour.puzzles", JSON.stringify({
    solved: [name], days: [new Date().toLocaleDateString("sv")],
}))"""
"""Lets a device remember that a puzzle was solved today."""


def test_a_stranger_plays_at_one_tap_and_the_page_remembers_what(new_guest: GuestFactory) -> None:
    stranger = new_guest("")
    page = stranger.page
    stranger.visit("/")
    page.locator(".tile", has_text="Damenrennen").click()
    page.locator(".level", has_text=said("start.level.casual")).click()
    expect(page.locator(".set")).to_contain_text(said("start.character.casual"))
    page.get_by_role("button", name=said("start.play_now")).click()
    wait_for_turn(page)
    table = page.url

    page.locator("header a").first.click()
    expect(page.locator("section[aria-labelledby=tables] li")).to_contain_text(said("start.your_turn"))
    page.reload()
    expect(page.get_by_role("radio", name=re.compile("Damenrennen"))).to_be_checked()
    expect(page.get_by_role("radio", name=said("start.level.casual"))).to_be_checked()
    page.get_by_role("link", name=said("start.your_turn")).click()
    wait_for_turn(page)
    assert page.url == table


def test_a_table_of_ones_own_has_the_terms_that_were_chosen(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 390, 844, touch=True)
    page = mora.page
    mora.visit("/")
    page.get_by_role("button", name=said("start.new")).tap()
    dialog = page.get_by_role("dialog", name=said("start.new"))

    def choose(question: str, answer: str) -> None:
        group = dialog.get_by_role("radiogroup", name=said(question), exact=True)
        group.locator("label", has_text=re.compile(f"^{re.escape(answer)}$")).tap()

    choose("start.players", said("start.players.3"))
    dialog.get_by_label(said("start.seat_n", count=2)).select_option("beginner")
    choose("haggis.option.target", said("start.own_number"))
    dialog.get_by_label(said("start.own_number")).last.fill("77")
    choose("haggis.option.edition", said("haggis.option.edition.german"))
    expect(dialog).to_contain_text(said("haggis.edition.german"))
    choose("haggis.option.tournament", said("haggis.option.tournament.true"))
    choose("start.clock", said("start.clock_seconds", count=30))
    choose("start.hints", said("start.no"))
    dialog.get_by_role("button", name=said("start.new_go")).tap()

    expect(page.get_by_role("heading", level=1)).to_have_text(said("table.lobby"))
    expect(page.locator("main")).to_contain_text(f"{said('haggis.option.target')} 77")
    expect(page.locator("main")).to_contain_text(said("haggis.option.edition.german"))
    page.get_by_role("button", name=said("table.add_bot")).tap()
    page.get_by_role("button", name=re.compile(said("start.level.beginner"))).tap()
    wait_for_turn(page)
    expect(page.get_by_role("timer").first).to_be_visible()
    expect(page.get_by_role("button", name=said("match.hint"))).to_be_disabled()
    wish = mora.request("GET", f"tables/{page.url.rpartition('/')[2]}")["options"]
    assert wish == {"players": 3, "edition": "german", "target": 77, "tournament": True}


def test_the_puzzle_of_the_day_and_who_is_here_are_on_the_first_page(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844, touch=True)
    ilka.visit("/club")
    expect(ilka.page.locator("main")).to_contain_text(re.compile(said("start.here", count=r"\d+")))
    mora.visit("/")
    today = mora.request("GET", "puzzles")["today"]
    kind = mora.request("GET", f"puzzles/{today['game']}/{today['number']}")["kind"]
    card = mora.page.get_by_role("link", name=re.compile(re.escape(said("puzzle.today"))))

    expect(card).to_contain_text(said(f"puzzle.kind.{kind}"))
    expect(card).to_contain_text(said(f"puzzle.ask.{kind}"))
    expect(card).not_to_contain_text(said("puzzle.streak", count=1))
    people = mora.page.get_by_role("region", name=said("start.people"))
    expect(people).to_contain_text(re.compile(said("start.here", count=r"\d+")))

    mora.page.evaluate(SOLVED, f"{today['game']}-{today['number']}")
    mora.page.reload()
    expect(card).to_contain_text(said("puzzle.solved"))
    expect(card).to_contain_text(said("puzzle.streak", count=1))
    card.click()
    expect(mora.page.get_by_role("region", name=said("puzzle.task"))).to_contain_text(said("puzzle.today"))


def test_a_friend_joins_by_the_link_that_was_copied(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka")
    mora.context.grant_permissions(["clipboard-read", "clipboard-write"])
    mora.open("damenrennen", ["", None], best_of=1)
    mora.page.get_by_role("button", name=said("start.copy")).click()
    expect(mora.page.locator(".toast")).to_contain_text(said("start.copied"))
    link = mora.page.evaluate("() => navigator.clipboard.readText()")

    ilka.visit("/")
    ilka.page.get_by_label(said("start.join_label")).fill(f"  {link} ")
    ilka.page.get_by_role("button", name=said("start.join_go")).click()
    ilka.page.get_by_role("button", name=said("table.sit")).click()

    for guest in (mora, ilka):
        wait_for_turn(guest.page)


def test_language_light_and_sound_stay_as_they_were_chosen(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", language="fr")
    page = mora.page
    mora.visit("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")

    page.get_by_role("radiogroup", name=said("app.language")).locator("label", has_text="hu").click()
    expect(page.get_by_role("button", name=said("start.play_now", "hu"))).to_be_visible()
    page.get_by_role("button", name=said("app.to_dark", "hu")).click()
    page.get_by_role("button", name=said("settings.title", "hu")).click()
    page.get_by_role("checkbox", name=said("settings.sound_cards", "hu")).uncheck()
    page.reload()

    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name=said("app.to_light", "hu"))).to_be_visible()
    page.get_by_role("button", name=said("settings.title", "hu")).click()
    expect(page.get_by_role("checkbox", name=said("settings.sound_cards", "hu"))).not_to_be_checked()
    expect(page.get_by_role("checkbox", name=said("settings.sound_turn", "hu"))).to_be_checked()


def test_a_personal_link_makes_another_device_ones_own(new_guest: GuestFactory) -> None:
    mora, phone = new_guest("Mora"), new_guest("", 390, 844, touch=True)
    mora.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(mora.page)
    mora.visit("/")
    mora.page.get_by_role("link", name=said("start.account")).click()
    mora.page.get_by_role("button", name=said("account.link_copy")).click()
    expect(mora.page.locator(".toast")).to_contain_text(said("account.link_copied"))
    link = mora.page.evaluate("() => navigator.clipboard.readText()")

    phone.page.goto(link)

    expect(phone.page.locator(".toast")).to_contain_text(said("start.entered", me="Mora"))
    assert phone.page.url == f"{phone.site.address}/"
    phone.page.locator(f"a[href='/t/{table}']").tap()
    wait_for_turn(phone.page)


def test_many_tables_are_listed_in_parts_and_promises_are_remembered(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 390, 844)
    table = mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(mora.page)
    for _ in range(22):
        mora.request("POST", "tables", {"game": "haggis"})
    mora.visit("/")
    listed = mora.page.locator("section[aria-labelledby=tables] li")
    more = mora.page.get_by_role("button", name=said("start.more"))

    expect(listed).to_have_count(20)
    more.focus()
    mora.page.keyboard.press("Enter")
    expect(listed).to_have_count(23)
    expect(more).to_have_count(0)

    mora.go(table)
    wait_for_turn(mora.page)
    kept = mora.page.evaluate("() => JSON.parse(localStorage.getItem('parlour.promises'))")
    assert list(kept) == [table]
    assert list(kept[table]) == ["1"]


def test_the_page_can_be_installed_as_an_app(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    mora.visit("/")
    address = mora.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = mora.context.request.get(f"{mora.site.address}{address}").json()

    assert manifest["display"] == "standalone"
    assert {"name", "short_name", "start_url", "icons"} <= manifest.keys()
    for icon in manifest["icons"]:
        answer = mora.context.request.get(f"{mora.site.address}{icon['src']}")
        assert answer.ok
        assert answer.headers["content-type"].startswith("image/")
    assert mora.page.evaluate("async () => (await navigator.serviceWorker.ready).active !== null")
