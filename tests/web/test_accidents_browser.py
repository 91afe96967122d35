"""What can go wrong, in a real browser: dead links, full tables, strange names, other versions, lost connections."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browser import Guest, GuestFactory, Site, acting, sit_together, wait_for_turn
from tests.web.damenrennen_table import lay, meet
from tests.web.haggis_table import cards_in, decide, hand, suggestions
from tests.web.pages import LANGUAGES, said

LOST = "[data-line=lost]"


def start_again(page: Page, language: str = "en") -> None:
    """Take the way on that the page offers."""
    page.get_by_role("link", name=said("app.to_start", language), exact=True).click()
    expect(page.locator(".tiles")).to_be_visible()


def lose(guest: Guest) -> None:
    guest.context.set_offline(offline=True)
    expect(guest.page.locator(LOST)).to_have_text(said("app.offline"))


def find(guest: Guest) -> None:
    guest.context.set_offline(offline=False)
    expect(guest.page.locator(LOST)).to_have_count(0)


# Addresses.


@pytest.mark.parametrize("language", LANGUAGES)
def test_dead_links_are_told_and_lead_on(new_guest: GuestFactory, language: str) -> None:
    mora = new_guest("Mora", 390, 844, language=language)
    page = mora.page
    for path, key in (
        ("/t/nosuchtable", "trouble.table/unknown"),
        ("/fair/nosuchtable", "trouble.table/unknown"),
        ("/me/nosuchlink", "trouble.person/link"),
    ):
        mora.visit(path)
        expect(page.get_by_text(said(key, language))).to_be_visible()
        mora.shot(f"dead{path.replace('/', '-')}-390-{language}")
        if path.startswith("/fair"):
            page.locator("header a").first.click()
            expect(page.get_by_text(said(key, language))).to_be_visible()
        start_again(page, language)
    for path in ("/nowhere/at/all", "/rules/chess", "/%E0%A4%A"):
        mora.visit(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(said("app.lost_title", language))
        start_again(page, language)
    page.get_by_label(said("start.join_label", language)).fill("http://elsewhere.example/cats?n=1")
    page.get_by_role("button", name=said("start.join_go", language)).click()
    expect(page.get_by_role("alert")).to_contain_text(said("start.join_bad", language, example="http"))
    page.get_by_label(said("start.join_label", language)).fill("nosuchtable")
    page.get_by_role("button", name=said("start.join_go", language)).click()
    expect(page.get_by_role("alert")).to_contain_text(said("trouble.table/unknown", language))
    expect(page.get_by_label(said("start.join_label", language))).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".toast")).to_have_count(0)
    mora.errors = [error for error in mora.errors if "status of 4" not in error]


def test_an_address_that_holds_html_shows_it_as_text(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")

    mora.visit("/%3Cimg%20src=x%20onerror=alert(1)%3E")

    expect(mora.page.locator("main")).to_contain_text("onerror=alert(1)")
    expect(mora.page.locator("main img")).to_have_count(0)
    mora.errors = [error for error in mora.errors if "status of 404" not in error]


# Tables and people.


def test_a_full_table_lets_a_late_guest_watch_and_says_why(new_guest: GuestFactory) -> None:
    mora, ilka, nell = new_guest("Mora"), new_guest("Ilka"), new_guest("Nell", 390, 844, language="de")
    table = mora.open("damenrennen", ["", None], best_of=1)
    nell.go(table)
    expect(nell.page.get_by_role("button", name=said("table.sit", "de"))).to_be_visible()

    # Nell wants the last seat while her line is gone, and Ilka is quicker.
    nell.context.set_offline(offline=True)
    expect(nell.page.locator(LOST)).to_have_text(said("app.offline", "de"))
    nell.page.get_by_role("button", name=said("table.sit", "de")).click()
    ilka.go(table)
    ilka.page.get_by_role("button", name=said("table.sit")).click()
    wait_for_turn(ilka.page)
    nell.context.set_offline(offline=False)

    expect(nell.page.locator(".toast")).to_contain_text(said("trouble.seat/taken", "de"))
    expect(nell.page.locator("section.note")).to_have_text(said("match.watching", "de"))
    expect(nell.page.locator("section.side")).to_have_count(2)
    nell.shot("full-table-390-de")
    nell.page.locator("header a").first.click()
    expect(nell.page.locator(".tiles")).to_be_visible()


def test_a_name_of_500_letters_is_cut_and_html_stays_text(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 360, 640)
    page = mora.page
    mora.visit("/")
    name = page.get_by_label(said("start.name")).first

    def enter(text: str) -> None:
        """Change the name, until the server has answered: what is reloaded earlier is lost."""
        name.fill(text)
        with page.expect_response(lambda answer: answer.request.method == "PATCH"):
            name.press("Enter")

    enter("W" * 500)
    expect(name).to_have_value("W" * 24)
    page.reload()
    expect(name).to_have_value("W" * 24)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    enter("<img src=x onerror=x()>")
    page.reload()
    expect(name).to_have_value("<img src=x onerror=x()>")
    mora.open("haggis", ["", None], players=2, target=250)
    expect(page.locator(".seats b").first).to_have_text("<img src=x onerror=x()>")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    ilka = new_guest("Ilka")
    ilka.go(page.url.rpartition("/")[2])
    ilka.page.get_by_role("button", name=said("table.sit")).click()
    expect(ilka.page.locator(".seat")).to_contain_text("<img src=x onerror=x()>")
    for guest in (mora, ilka):
        assert guest.page.locator("#app img").count() == 0

    mora.visit("/")
    enter("a\u202eb")
    expect(page.locator(".toast")).to_contain_text(said("trouble.person/name"))
    expect(name).to_have_value("<img src=x onerror=x()>")
    mora.errors = [error for error in mora.errors if "status of 400" not in error]


def test_a_stranger_who_comes_by_a_link_names_herself_and_sits_down_under_that_name(new_guest: GuestFactory) -> None:
    mora, nell, stranger = new_guest("Mora"), new_guest("Nell"), new_guest("", 390, 844)
    table = mora.open("haggis", ["", None, None], players=3, target=250)
    nell.go(table)
    expect(nell.page.get_by_label(said("start.name"))).to_have_value("Nell")

    stranger.go(table)
    name = stranger.page.get_by_label(said("start.name"))
    expect(name).to_have_value(said("start.guest"))
    expect(stranger.page.get_by_role("button", name=said("table.sit")).first).to_be_enabled()
    with stranger.page.expect_response(lambda answer: answer.request.method == "PATCH"):
        name.fill("Tam")
        name.press("Enter")
    stranger.page.get_by_role("button", name=said("table.sit")).first.click()

    expect(mora.page.locator(".seats b")).to_have_text(["Mora", "Tam", said("table.free")])
    stranger.page.reload()
    expect(name).to_have_value("Tam")


def test_who_deletes_her_data_is_nobody_afterwards(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka")
    table = sit_together(mora, ilka, "haggis", players=2, target=250)
    page = mora.page
    page.locator("header a").first.click()
    expect(page.locator(f"a[href='/t/{table}']")).to_be_visible()

    page.get_by_role("link", name=said("start.account")).click()
    page.get_by_role("button", name=said("account.delete"), exact=True).click()
    expect(page.get_by_role("button", name=said("account.delete_yes"))).to_be_disabled()
    page.get_by_label(said("account.delete_type", me="Mora")).fill("Mora")
    page.get_by_role("button", name=said("account.delete_yes")).click()

    expect(page.locator(".toast")).to_contain_text(said("account.gone"))
    expect(page.get_by_label(said("start.name")).first).to_have_value(said("start.guest"))
    expect(page.locator(f"a[href='/t/{table}']")).to_have_count(0)
    expect(ilka.page.locator(".seat")).not_to_contain_text("Mora")
    assert mora.request("GET", "me")["name"] == ""
    page.reload()
    page.get_by_role("button", name=said("start.play_now")).click()
    expect(page.locator("main.table")).to_be_visible()


# Versions.


def test_a_server_of_another_version_asks_for_the_page_anew(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 390, 844, language="de")
    page = mora.page

    def renewed(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "welcome":
                message["version"] += 1
            socket.send(json.dumps(message))

        server.on_message(tell)

    page.route_web_socket(re.compile("/ws$"), renewed)
    mora.open("haggis", ["", "beginner"], players=2, target=250)

    expect(page.locator("[data-line=version]")).to_contain_text(said("app.other_version", "de"))
    mora.shot("other-version-390-de")
    with page.expect_navigation():
        page.get_by_role("button", name=said("app.reload", "de")).click()
    expect(page.locator("[data-line=version]")).to_be_visible()


@pytest.mark.parametrize("path", ["/rules/haggis", "/learn/haggis"])
def test_a_part_of_the_page_that_is_gone_can_be_loaded_again(new_guest: GuestFactory, path: str) -> None:
    mora = new_guest("Mora", language="hu", worker=False)
    page = mora.page
    mora.visit("/")
    expect(page.locator(".tiles")).to_be_visible()
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map(each => each.name)")
    page.route(
        "**/assets/*.js", lambda route: route.fallback() if route.request.url in loaded else route.fulfill(status=404)
    )

    mora.visit(path)
    expect(page.get_by_role("alert")).to_have_text(said("app.broken", "hu"))
    page.unroute_all()
    page.get_by_role("button", name=said("app.reload", "hu")).click()

    expect(page.locator("section.panel, .coach").first).to_be_visible()
    mora.errors.clear()


def test_the_policy_forbids_inline_script(new_guest: GuestFactory, site: Site) -> None:
    mora = new_guest("Mora")
    answer = mora.page.goto(site.address)
    assert answer is not None
    policy = answer.headers["content-security-policy"]

    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", answer.text()) == []
    assert re.findall(r"\son\w+=|style=", answer.text()) == []
    mora.page.evaluate("""() => {
        const script = document.createElement('script');
        script.textContent = 'window.hacked = true';
        document.body.append(script);
    }""")
    assert mora.page.evaluate("() => window.hacked") is None
    assert any("Content Security Policy" in error for error in mora.errors)
    mora.errors.clear()


# Lost connections.


def test_a_connection_lost_in_the_lobby_comes_back_to_a_match_that_has_begun(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka")
    table = mora.open("haggis", ["", None], players=2, target=250)
    expect(mora.page.get_by_role("heading", level=1)).to_have_text(said("table.lobby"))

    lose(mora)
    expect(mora.page.get_by_role("heading", level=1)).to_have_text(said("table.lobby"))
    ilka.go(table)
    ilka.page.get_by_role("button", name=said("table.sit")).click()
    expect(hand(ilka.page)).to_have_count(17)
    find(mora)

    expect(hand(mora.page)).to_have_count(17)


def test_a_connection_lost_between_two_turns_shows_what_was_missed(new_guest: GuestFactory) -> None:
    guests = [new_guest("Mora"), new_guest("Ilka")]
    sit_together(guests[0], guests[1], "haggis", players=2, target=250)
    first = acting(guests)
    second = guests[1 - guests.index(first)]

    lose(second)
    decide(first.page, lambda place: place.click())
    expect(first.page.locator(".lamp.lit")).to_have_count(0)
    expect(second.page.locator(".lamp.lit")).to_have_count(0)
    find(second)

    wait_for_turn(second.page)
    assert [card.get_attribute("data-card") for card in second.page.locator(".trick .card").all()] == [
        card.get_attribute("data-card") for card in first.page.locator(".trick .card").all()
    ]
    expect(suggestions(second.page).or_(second.page.locator(".acts .only")).first).to_be_visible()


def test_a_hint_asked_for_without_a_line_can_be_asked_for_again(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(page)
    lose(mora)
    page.get_by_role("button", name=said("match.hint")).click()
    find(mora)

    page.get_by_role("button", name=said("match.hint")).click()

    expect(page.get_by_role("region", name=said("match.hint"))).to_be_visible()


def test_a_sealed_choice_made_without_a_line_is_revealed_after_it(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844)
    meet(mora, ilka)

    lose(mora)
    lay(mora.page)
    lay(ilka.page)
    expect(ilka.page.locator(".ask.live")).to_have_count(0)
    find(mora)

    for guest in (mora, ilka):
        expect(guest.page.locator(".ask [role=option]")).to_have_count(2)
        expect(guest.page.locator(".ask.live")).to_be_visible()

    # The other way: sealed, then lost; the choice stands.
    lay(mora.page)
    expect(mora.page.locator(".ask.live")).to_have_count(0)
    lose(mora)
    find(mora)
    expect(mora.page.locator(".ask.live")).to_have_count(0)
    expect(mora.page.get_by_role("button", name=said("damenrennen.change")).last).to_be_enabled()
    lay(ilka.page)
    for guest in (mora, ilka):
        expect(guest.page.locator(".ask [role=option]")).to_have_count(1)


def test_a_connection_lost_at_the_end_of_a_round_still_leads_to_the_next(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.open("haggis", ["", "beginner"], players=2, target=5000)
    again = page.get_by_role("button", name=said("match.next_round"))
    for _ in range(60):
        expect(page.locator("#app:has(.lit.lamp)").or_(again).first).to_be_visible()
        if again.count():
            break
        asked = page.locator("main.table").get_attribute("data-decision")
        decide(page, lambda place: place.click())
        expect(page.locator(f"main.table[data-decision='{asked}']")).to_have_count(0)

    lose(mora)
    again.click()
    expect(again).to_be_disabled()
    find(mora)

    wait_for_turn(page)
    expect(page.locator(".title")).to_contain_text(said("match.round", count=2))
    assert len(cards_in(page)) >= 14


def test_a_rematch_asked_for_without_a_line_is_opened_after_it(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.open("damenrennen", ["beginner", ""], best_of=1)
    wait_for_turn(page)
    page.get_by_role("button", name=said("match.menu")).click()
    page.get_by_role("button", name=said("match.concede")).click()
    lose(mora)
    page.get_by_role("button", name=said("match.concede_yes"), exact=True).click()
    find(mora)
    expect(page.get_by_role("button", name=said("match.rematch"))).to_be_visible()
    before = page.url

    lose(mora)
    page.get_by_role("button", name=said("match.rematch")).click()
    find(mora)

    wait_for_turn(page)
    assert page.url != before


def test_the_start_page_without_a_line_says_so_and_comes_back_by_itself(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.visit("/")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.reload()
    expect(page.locator(".tiles")).to_be_visible()

    mora.context.set_offline(offline=True)
    page.reload()
    expect(page.locator(LOST)).to_have_text(said("app.offline"))
    page.get_by_role("button", name=said("start.play_now")).click()
    expect(page.locator(".toast")).to_contain_text(said("trouble.net/offline"))
    mora.shot("start-offline-1440")
    mora.context.set_offline(offline=False)

    expect(page.locator(LOST)).to_have_count(0)
    page.get_by_role("button", name=said("start.play_now")).click()
    wait_for_turn(page)


def test_a_restarted_server_that_has_forgotten_everything_lets_one_start_again(
    new_guest: GuestFactory, site: Site
) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(page)

    site.stop()
    expect(page.locator(LOST)).to_be_visible()
    for file in site.data.glob("*"):
        if file.name != "server.log":
            file.rename(file.with_name(f"old-{file.name}"))
    site.start()

    expect(page.get_by_text(said("trouble.table/unknown"))).to_be_visible()
    start_again(page)
    page.get_by_role("button", name=said("start.play_now")).click()
    wait_for_turn(page)
