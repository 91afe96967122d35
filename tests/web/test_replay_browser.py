"""Finished matches in a real browser: move by move, as any seat sees them, shared, downloaded and dropped again."""

from __future__ import annotations

import base64
import itertools
import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import Guest, GuestFactory, Site
from tests.web.pages import GAMES, said

OPTIONS = {"haggis": {"players": 3, "target": 40}, "damenrennen": {"best_of": 3}}
SEATS = {"haggis": 3, "damenrennen": 2}
DROP = """([place, name, content]) => {
    const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name));
    for (const kind of ['dragover', 'drop'])
        document.querySelector(place).dispatchEvent(
            new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer}));
}"""


@pytest.fixture(scope="module")
def played(site: Site, browser: Browser) -> dict[str, str]:
    """Matches between bots that are over, by game."""
    new_guest = GuestFactory(site, browser)
    nell = new_guest("Nell")
    tables = {}
    for game in GAMES:
        tables[game] = nell.open(game, ["beginner"] * SEATS[game], **OPTIONS[game])
        expect(nell.page.locator("footer a[download]")).to_be_visible()
    new_guest.close()
    return tables


def watch(guest: Guest, table: str, at: int = 1) -> int:
    """Open a replay; how many events the match has."""
    guest.visit(f"/replay/{table}" + ("" if at == 1 else f"#{at}"))
    expect(guest.page.locator("output")).to_have_text(re.compile(rf"^{at} / \d+$"))
    return int(guest.page.locator("output").inner_text().split("/")[1])


def stands(page: Page, at: int, last: int) -> None:
    expect(page.locator("output")).to_have_text(f"{at} / {last}")


def picture(page: Page) -> list[str]:
    """All that a replay shows: words and cards."""
    cards = "() => [...document.querySelectorAll('.all [data-card]')].map(each => each.getAttribute('aria-label'))"
    shown: list[str] = page.evaluate(cards)
    return [page.locator(".all").inner_text(), *(str(card) for card in shown)]


def drop(page: Page, name: str, content: bytes, place: str = "main") -> None:
    """Drop a file on the page."""
    expect(page.locator(".drop")).to_be_visible()
    page.evaluate(DROP, [place, name, base64.b64encode(content).decode()])


def log_of(guest: Guest, table: str) -> bytes:
    """Download the log in the replay."""
    with guest.page.expect_download() as download:
        guest.page.locator(f".controls a[href='/api/tables/{table}/log']").click()
    return download.value.path().read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_forward_and_back_by_mouse_and_by_keys(
    new_guest: GuestFactory, played: dict[str, str], game: str
) -> None:
    nell = new_guest("Nell")
    page = nell.page
    last = watch(nell, played[game])
    forward, back = (page.get_by_role("button", name=said(f"replay.{way}")) for way in ("forward", "back"))

    seen = [picture(page)]
    for at in range(2, 12):
        forward.click()
        stands(page, at, last)
        seen.append(picture(page))
    assert all(one != other for one, other in itertools.pairwise(seen))
    for at in range(10, 0, -1):
        back.click()
        stands(page, at, last)
        assert picture(page) == seen[at - 1]
    for at in range(2, 6):
        page.keyboard.press("ArrowRight")
        stands(page, at, last)
        assert picture(page) == seen[at - 1]
    page.keyboard.press("ArrowLeft")
    stands(page, 4, last)

    page.keyboard.press("Home")
    stands(page, 0, last)
    expect(back).to_be_disabled()
    page.keyboard.press("PageDown")
    stands(page, 1, last)
    page.keyboard.press("PageDown")
    expect(page.locator("output")).not_to_have_text(f"1 / {last}")
    page.keyboard.press("PageUp")
    stands(page, 1, last)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=said("replay.pause"))).to_be_visible()
    expect(page.locator("output")).not_to_have_text(f"1 / {last}")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=said("replay.play"))).to_be_visible()

    page.keyboard.press("End")
    stands(page, last, last)
    expect(forward).to_be_disabled()
    expect(page.locator("h1:not(.title), .result h2")).to_contain_text("has won")
    nell.shot(f"replay-{game}-end-1440")


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_sees_its_own_hand_and_only_that(new_guest: GuestFactory, played: dict[str, str], game: str) -> None:
    nell = new_guest("Nell", 390, 844, language="de")
    page = nell.page
    last = watch(nell, played[game], 3)
    eyes = page.get_by_label(said("replay.eyes", "de"))
    rows = page.locator(".hands p")
    expect(rows).to_have_count(SEATS[game])
    held = [
        [str(card.get_attribute("data-card")) for card in rows.nth(seat).locator(".card").all()]
        for seat in range(SEATS[game])
    ]
    nell.shot(f"replay-{game}-all-390-de")

    own = page.locator(".hand .card, .replay-hand .card")
    for seat in range(SEATS[game]):
        eyes.select_option(str(seat))
        for card in held[seat]:
            expect(own.and_(page.locator(f"[data-card='{card}']"))).to_have_count(held[seat].count(card))
        expect(own).to_have_count(len(held[seat]))
        expect(rows).to_have_count(0)
        stands(page, 3, last)
    nell.shot(f"replay-{game}-seat-390-de")
    eyes.select_option("watch")
    expect(own).to_have_count(0)
    stands(page, 3, last)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_jumped_to_the_speed_is_chosen_and_nobody_is_waited_for(
    new_guest: GuestFactory, played: dict[str, str], game: str
) -> None:
    nell = new_guest("Nell", 390, 844, language="hu")
    page = nell.page
    last = watch(nell, played[game], 3)
    rounds = page.get_by_label(said("replay.jump", "hu"))
    deals = rounds.locator("option").count()
    for width, height in ((390, 844), (844, 390), (1440, 900)):
        nell.resize(width, height)
        assert nell.outside(".controls button, .controls select, .controls input, .controls output") == []
    assert nell.violations() == []

    rounds.select_option(index=deals - 1)
    at = int(page.locator("output").inner_text().split("/")[0])
    assert 1 <= at <= last
    page.locator("output").click()
    page.keyboard.press("Home")
    stands(page, 0, last)
    expect(rounds.locator("option:checked")).to_have_text(said("replay.start", "hu"))
    expect(rounds.locator("option")).to_have_count(deals + 1)
    rounds.select_option(index=1)
    stands(page, 1, last)

    page.get_by_label(said("replay.speed", "hu")).select_option("4")
    page.get_by_role("button", name=said("replay.play", "hu")).click()
    expect(page.locator("output")).not_to_have_text(f"1 / {last}")
    expect(page.locator(".all")).not_to_contain_text(said("match.thinks", "hu"))
    expect(page.locator(".acting")).to_have_count(0)


def test_a_shared_link_shows_another_browser_the_same_moment(new_guest: GuestFactory, played: dict[str, str]) -> None:
    nell, tam = new_guest("Nell"), new_guest("Tam", 390, 844, language="hu", touch=True)
    nell.context.grant_permissions(["clipboard-read", "clipboard-write"])
    watch(nell, played["haggis"])
    for _ in range(5):
        nell.page.keyboard.press("ArrowRight")
    nell.page.get_by_role("button", name=said("replay.share")).click()
    expect(nell.page.locator(".toast")).to_contain_text(said("start.copied"))
    link = nell.page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{nell.site.address}/replay/{played['haggis']}#6"

    tam.page.goto(link)

    expect(tam.page.locator("output")).to_have_text(re.compile("^6 / "))
    expect(tam.page.locator(".hands p")).to_have_count(3)
    tam.page.get_by_role("button", name=said("replay.forward", "hu")).tap()
    expect(tam.page.locator("output")).to_have_text(re.compile("^7 / "))


@pytest.mark.parametrize("game", GAMES)
def test_a_downloaded_log_is_dropped_on_the_page_and_replayed(
    new_guest: GuestFactory, played: dict[str, str], game: str
) -> None:
    nell = new_guest("Nell")
    page = nell.page
    last = watch(nell, played[game])
    log = log_of(nell, played[game])
    assert len(log.splitlines()) == last + 1

    page.locator("header a").first.click()
    page.get_by_role("link", name=said("start.drop")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(said("replay.title"))
    drop(page, "match.jsonl", log, "header")
    stands(page, 1, last)
    page.keyboard.press("End")
    expect(page.locator(".all")).to_contain_text(said("replay.seat", number=1))
    expect(page.locator(".controls a[download]")).to_have_count(0)

    nell.visit("/replay")
    page.locator("input[type=file]").set_input_files({"name": "m.jsonl", "mimeType": "text/plain", "buffer": log})
    stands(page, 1, last)


def bad_logs(log: bytes) -> list[tuple[bytes, str]]:
    """Files that are no log, each with the code of what is wrong."""
    lines = log.splitlines(keepends=True)
    header = json.loads(lines[0])
    moved = next(number for number, line in enumerate(lines) if b'"move"' in line and b'"bet ' not in line)
    middle = len(lines) // 2
    torn = lines[middle][: len(lines[middle]) // 2]  # a log that ends with a line is whole, and replayed
    edited = re.sub(rb'"move":"[^"]*"', b'"move":"pass"', lines[moved])
    other = json.dumps({**header, "version": 99}).encode() + b"\n"
    later = json.dumps({**header, "parlour": 2}).encode() + b"\n"
    return [
        (b"".join([*lines[:middle], torn]), "log/corrupt"),
        (b"".join([*lines[:moved], edited, *lines[moved + 1 :]]), "log/corrupt"),
        (b"".join([*lines[:moved], *lines[moved + 1 :]]), "log/corrupt"),
        (b"Dear diary, today we played cards.\n", "log/corrupt"),
        (b'{"parlour":1}\n', "log/corrupt"),
        (b"[[[[[[[[[[", "log/corrupt"),
        (b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "log/corrupt"),
        (b"", "log/corrupt"),
        (log + b"x" * 2_000_000, "body/large"),
        (b"".join([other, *lines[1:]]), "log/version"),
        (b"".join([later, *lines[1:]]), "log/version"),
    ]


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_a_corrupt_log_is_told_in_a_sentence_and_another_may_follow(
    new_guest: GuestFactory, played: dict[str, str], language: str
) -> None:
    nell = new_guest("Nell", language=language)
    page = nell.page
    last = watch(nell, played["haggis"])
    log = log_of(nell, played["haggis"])
    bad = bad_logs(log)

    for content, code in bad if language == "en" else {code: (content, code) for content, code in bad}.values():
        nell.visit("/replay")
        drop(page, "log.jsonl", content)
        expect(page.get_by_role("alert")).to_contain_text(said(f"trouble.{code}", language))
    nell.shot(f"replay-corrupt-1440-{language}")
    expect(page.get_by_role("link", name=said("app.to_start", language), exact=True)).to_be_visible()
    drop(page, "log.jsonl", log)
    stands(page, 1, last)
    nell.errors = [error for error in nell.errors if "status of 4" not in error]


def test_a_match_cut_off_between_two_moves_is_replayed_as_far_as_it_goes(
    new_guest: GuestFactory, played: dict[str, str]
) -> None:
    nell = new_guest("Nell")
    watch(nell, played["haggis"])
    lines = log_of(nell, played["haggis"]).splitlines(keepends=True)
    nell.visit("/replay")

    drop(nell.page, "log.jsonl", b"".join(lines[:9]))

    stands(nell.page, 1, 8)
    nell.page.keyboard.press("End")
    stands(nell.page, 8, 8)


@pytest.mark.parametrize(("path", "code"), [("nosuch", "table/unknown"), ("%F0%9F", "table/unknown")])
def test_a_dead_link_to_a_replay_says_so(new_guest: GuestFactory, path: str, code: str) -> None:
    nell = new_guest("Nell", 390, 844, language="de")

    nell.visit(f"/replay/{path}")

    expect(nell.page.get_by_role("alert")).to_contain_text(said(f"trouble.{code}", "de"))
    expect(nell.page.get_by_role("link", name=said("app.to_start", "de"), exact=True)).to_be_visible()
    nell.errors.clear()


def test_a_match_that_goes_on_is_not_laid_open(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    table = mora.open("haggis", ["", "beginner"], players=2, target=250)

    mora.visit(f"/replay/{table}")

    expect(mora.page.get_by_role("alert")).to_contain_text(said("trouble.table/playing"))
    mora.errors.clear()


def test_other_eyes_without_a_line_are_refused_in_a_sentence(new_guest: GuestFactory, played: dict[str, str]) -> None:
    nell = new_guest("Nell")
    last = watch(nell, played["haggis"])
    nell.context.set_offline(offline=True)

    nell.page.get_by_label(said("replay.eyes")).select_option("0")

    expect(nell.page.locator(".toast")).to_contain_text(said("trouble.net/offline"))
    nell.page.keyboard.press("ArrowRight")
    stands(nell.page, 2, last)
    expect(nell.page.get_by_label(said("replay.eyes"))).to_have_value("all")
