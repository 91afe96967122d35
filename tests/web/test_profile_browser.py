"""The profile in a real browser: figures by list, matches by filter, and an invitation to play before the first."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.finished import ADA
from tests.web.browser import Guest, GuestFactory, Scheme, Site, build_page
from tests.web.pages import GAMES, said
from tests.web.profiled import LISTS, MATCHES, write_past
from tests.web.reviewed import write_reviewed

TABLES: dict[str, str] = {}


@pytest.fixture(scope="module")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site where Ada has a past; the last match that she had reviewed is a real one."""
    del browser
    build_page()
    folder = tmp_path_factory.mktemp("parlour")
    (folder / "data").mkdir()
    write_past(folder / "data")
    TABLES[GAMES[0]] = write_reviewed(folder / "data", GAMES[0])
    with Site(folder) as site:
        yield site
        assert site.stop() == 0, site.said()


def ada(new_guest: GuestFactory, width: int, height: int, language: str, scheme: Scheme = "light") -> Guest:
    guest = new_guest("", width, height, language=language, scheme=scheme)
    guest.context.add_cookies([{"name": "parlour", "value": ADA, "url": guest.site.address}])
    return guest


def is_fitting(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    ("width", "height", "language", "scheme"),
    [(1440, 900, "en", "light"), (390, 844, "hu", "dark"), (390, 844, "de", "light")],
)
def test_a_profile_shows_what_decisions_cost_and_what_was_won(
    new_guest: GuestFactory, width: int, height: int, language: str, scheme: Scheme
) -> None:
    guest = ada(new_guest, width, height, language, scheme)
    page = guest.page
    guest.visit("/")
    page.get_by_role("link", name=said("app.you", language), exact=True).click()
    expect(page.locator("h1")).to_have_text("Ada")
    expect(page.get_by_role("tab")).to_have_count(len(LISTS))
    expect(page.locator(".who")).to_contain_text(said("profile.count", language, count=MATCHES + 1))

    assert is_fitting(page)
    assert guest.violations() == []
    guest.shot(f"profile-{width}-{language}-{scheme}", whole=True)

    expect(page.get_by_role("tab").first).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("img", name=re.compile(r"\d"))).not_to_have_count(0)
    page.get_by_role("tab").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab").nth(1)).to_be_focused()
    expect(page.get_by_role("tab").nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#given")).to_have_text(said("review.lost.percent", language))
    assert is_fitting(page)
    page.reload()
    expect(page.get_by_role("tab").nth(1)).to_have_attribute("aria-selected", "true")


def test_matches_are_filtered_and_lead_to_review_and_replay(new_guest: GuestFactory) -> None:
    guest = ada(new_guest, 1440, 900, "en")
    page = guest.page
    guest.visit("/profile")
    rows = page.locator("section[aria-labelledby=matches] li")
    expect(rows).to_have_count(10)
    page.get_by_role("button", name=said("start.more")).click()
    expect(rows).to_have_count(20)

    page.get_by_label(said("profile.results")).select_option("won")
    page.get_by_label(said("profile.opponents")).select_option("people")
    assert {row.inner_text()[0] for row in rows.all()} == {"1"}
    assert all("Bo" in row.inner_text() for row in rows.all())
    page.locator(".segmented label", has_text="Damenrennen").click()
    expect(rows.first).to_contain_text("Damenrennen")

    page.get_by_label(said("profile.results")).select_option("")
    page.locator(".segmented label", has_text=said("profile.all")).click()
    latest = rows.filter(has=page.locator(f"a[href='/replay/{TABLES[GAMES[0]]}']"))
    expect(latest).to_contain_text(re.compile("given away|decisions"))
    latest.get_by_role("link", name=said("start.review")).click()
    expect(page.get_by_role("heading", name=said("review.lesson"))).to_be_visible()


@pytest.mark.parametrize(("width", "height", "language"), [(1440, 900, "de"), (390, 844, "en")])
def test_before_the_first_match_one_is_invited_to_play(
    new_guest: GuestFactory, width: int, height: int, language: str
) -> None:
    guest = new_guest("", width, height, language=language)
    page = guest.page
    guest.visit("/profile")

    expect(page.get_by_role("heading", name=said("profile.empty", language))).to_be_visible()
    expect(page.get_by_role("button", name=said("start.play_now", language))).to_be_visible()
    assert is_fitting(page)
    assert guest.violations() == []
    guest.shot(f"profile-empty-{width}-{language}", whole=True)
