"""A tournament in real browsers: eight people in three languages, from the club to the podium."""

from __future__ import annotations

import asyncio
import threading
import time
from random import Random

import pytest
from playwright.sync_api import expect

from tests.server.client import Client
from tests.server.player import Player
from tests.web.browser import Guest, GuestFactory, Scheme, Site
from tests.web.pages import LANGUAGES, said

NAMES = ("Ada", "Béla", "Cleo", "Ðora", "Emil", "Φαίη", "Gus", "花子")
WIDTHS = ((390, 844), (1440, 900))
SCHEMES: tuple[Scheme, ...] = ("light", "light", "light", "dark")
ROUNDS = 2


def is_fitting(guest: Guest) -> bool:
    return bool(guest.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def play(site: Site, seats: dict[str, str]) -> None:
    """Play matches to their end; by cookie, the table of everybody."""

    async def one(cookie: str, table: str, seed: int) -> None:
        async with Client(site, cookie, (table,)) as client:
            await Player(client, table, Random(seed)).play()

    async def all_of_them() -> None:
        await asyncio.gather(*(one(*seat, seed) for seed, seat in enumerate(seats.items())))

    thread = threading.Thread(target=lambda: asyncio.run(all_of_them()))
    thread.start()
    thread.join()


def open_tournament(host: Guest) -> None:
    """Fill in the form: matches of one deal, a bank clock, rated."""
    host.visit("/tournament/new")
    host.page.get_by_label(said("tournament.form.title")).fill("Saturday Haggis")
    host.page.get_by_label(said("tournament.form.rounds")).fill(str(ROUNDS))
    host.page.get_by_text(said("tournament.deals", count=1), exact=True).click()
    host.page.get_by_text(said("tournament.form.next.word"), exact=True).click()
    host.page.get_by_text(said("clock.bank_short", bank=5, increment=20), exact=True).click()
    host.page.get_by_text(said("club.rated.yes"), exact=True).click()
    assert host.violations() == []
    assert is_fitting(host)
    host.shot("tournament-new-390", whole=True)
    host.page.get_by_role("button", name=said("tournament.form.go")).click()
    expect(host.page.locator("h1")).to_have_text("Saturday Haggis")


def told_terms(guests: list[Guest]) -> None:
    """Everybody is told about clock and ratings, each in her language."""
    for guest, language in zip(guests, LANGUAGES, strict=False):
        told = guest.page.locator("dl")
        expect(told).to_contain_text(said("tournament.rated_about", language))
        expect(told).to_contain_text(said("clock.bank", language, bank="|", increment="").partition("|")[0])


def test_a_file_is_chosen_by_a_button_that_speaks_the_language_of_the_page(new_guest: GuestFactory) -> None:
    host = new_guest("Ada", 390, 844, language="de")
    host.visit("/tournament/new")
    chooser = host.page.get_by_label(said("tournament.import_choose", "de"))
    expect(host.page.get_by_text(said("tournament.import_choose", "de"))).to_be_visible()
    shown = chooser.bounding_box()
    assert shown is not None
    assert shown["width"] <= 1, "the browser's own button speaks the browser's language"
    chooser.focus()
    assert host.violations() == []

    night = b"\n".join(
        [
            b'{"event":"opened","terms":{"name":"Samstag","game":"haggis"}}',
            b'{"event":"joined","player":"Bo"}',
            b'{"event":"joined","player":"Cy"}',
        ]
    )
    chooser.set_input_files({"name": "night.jsonl", "mimeType": "application/x-ndjson", "buffer": night})
    expect(host.page.locator("h1")).to_have_text("Samstag")
    expect(host.page.locator(".crowd li")).to_have_count(2)


@pytest.mark.parametrize(
    ("width", "language", "scheme"), [(1440, "en", "light"), (390, "de", "dark"), (390, "hu", "light")]
)
def test_who_follows_a_round_sees_how_tables_stand_and_when_rounds_begin(
    new_guest: GuestFactory, width: int, language: str, scheme: Scheme
) -> None:
    host = new_guest("Ada", width, 900, language=language, scheme=scheme)
    others = [new_guest(name) for name in ("Bo", "Cy", "Dora")]
    starts = int(time.time()) + 3600
    terms = {"name": "Night", "game": "haggis", "rounds": 3, "deals": 2, "minutes": 45, "starts": starts}
    tournament = host.request("POST", "tournaments", terms)["tournament"]
    host.visit(f"/tournament/{tournament}")
    plan = host.page.get_by_role("region", name=said("tournament.plan", language), exact=True)
    expect(plan.locator("li")).to_have_count(3)
    for guest in (host, *others):
        guest.request("POST", f"tournaments/{tournament}", {"do": "join"})
    expect(host.page.locator(".crowd li")).to_have_count(4)
    host.shot(f"tournament-plan-before-{width}-{language}", whole=True)
    host.request("POST", f"tournaments/{tournament}", {"do": "pair", "round": 1})
    row = host.page.locator(".tables li:not(.me)")
    expect(row).to_contain_text(said("tournament.playing", language))

    own = host.request("GET", f"tournaments/{tournament}")["my_table"]
    for guest in others:
        guest.go(guest.request("GET", f"tournaments/{tournament}")["my_table"])
    expect(row).to_contain_text("0\u00a0:\u00a00")
    expect(plan.locator("[aria-current=step]")).to_have_count(1)
    expect(plan.locator("li", has_text=said("tournament.round", language, round=2))).to_contain_text(
        said("tournament.expected", language, time="")
    )
    assert is_fitting(host)
    assert host.violations() == []
    host.shot(f"tournament-live-{width}-{language}", whole=True)

    host.go(own)
    host.visit(f"/tournament/{tournament}")
    mine = host.page.locator(".versus .me .fig")
    expect(mine).to_have_text("0")
    expect(host.page.locator(".mytable")).to_contain_text(said("match.round", language, count=1))
    host.shot(f"tournament-mine-{width}-{language}", whole=True)


@pytest.mark.slow
def test_eight_people_play_a_tournament_from_the_club_to_the_podium(site: Site, new_guest: GuestFactory) -> None:
    guests = [
        new_guest(name, *WIDTHS[number % 2], language=LANGUAGES[number % 3], scheme=SCHEMES[number % 4])
        for number, name in enumerate(NAMES)
    ]
    host = guests[0]
    open_tournament(host)
    for number, guest in enumerate(guests):
        language = LANGUAGES[number % 3]
        guest.visit("/club")
        guest.page.get_by_role("link", name=f"{said('tournament.look', language)}: Saturday Haggis").click()
        guest.page.get_by_role("button", name=said("tournament.join", language), exact=True).click()
        expect(guest.page.get_by_role("button", name=said("tournament.leave", language))).to_be_visible()
    expect(host.page.locator(".crowd li")).to_have_count(len(NAMES))
    told_terms(guests)
    for guest in guests[:4]:
        assert guest.violations() == []
        assert is_fitting(guest)
    host.shot("tournament-before-390", whole=True)
    guests[1].shot("tournament-before-1440", whole=True)

    cookies = [next(c["value"] for c in guest.context.cookies() if c["name"] == "parlour") for guest in guests]
    for number in range(1, ROUNDS + 1):
        host.page.get_by_role("button", name=said("tournament.begin", round=number)).click()
        seats = {}
        for place, guest in enumerate(guests):
            link = guest.page.locator("a.go")
            expect(link).to_have_text(said("tournament.to_table", LANGUAGES[place % 3]))
            seats[cookies[place]] = str(link.get_attribute("href")).removeprefix("/t/")
        assert len(set(seats.values())) == len(NAMES) // 2
        if number == ROUNDS:
            for guest in guests[:4]:
                assert guest.violations() == []
                assert is_fitting(guest)
            host.shot("tournament-390", whole=True)
            guests[1].shot("tournament-1440", whole=True)
            guests[3].shot("tournament-1440-dark", whole=True)
        play(site, seats)
        if number < ROUNDS:
            expect(host.page.get_by_role("button", name=said("tournament.begin", round=number + 1))).to_be_enabled()
    for place, guest in enumerate(guests):
        expect(guest.page.locator(".podium li")).to_have_count(3)
        expect(guest.page.locator("tbody tr")).to_have_count(len(NAMES))
        expect(guest.page.locator("h2", has_text=said("tournament.final", LANGUAGES[place % 3]))).to_be_visible()
        if place < 4:
            assert guest.violations() == []
            assert is_fitting(guest)
    host.shot("tournament-after-390", whole=True)
    guests[1].shot("tournament-after-1440", whole=True)

    host.go(seats[cookies[0]])
    expect(host.page.locator(".num-text p")).to_have_count(2)
    host.page.get_by_role("link", name=said("match.tournament")).click()
    expect(host.page.locator(".podium li")).to_have_count(3)
