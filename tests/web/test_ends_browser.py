"""How rounds and matches end in a real browser: the score before all else, where points come from, and what is next."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from parlour.core.game import Seat
from parlour.core.log import AnyGame
from parlour.games.damenrennen import Damenrennen
from parlour.laws import random_match
from parlour.scenes.catalogue import make_staging
from parlour.scenes.plain import PlainScene
from tests.haggis.positions import say, table_at
from tests.web.browser import Guest, GuestFactory, Scheme
from tests.web.pages import LANGUAGES, said
from tests.web.staged import TABLE, Stage

NAMES: Final = ("Mora", "Ilka", "Tam")
LONGEST: Final = "Mora von Hohenzollern-He"
SIZES: Final = ((360, 640), (390, 844), (844, 390), (1440, 900))
SCHEMES: Final[dict[str, Scheme]] = {"en": "light", "de": "light", "hu": "dark"}
AXE_AT: Final = {"en": (390, 844), "de": (1440, 900), "hu": (844, 390)}
SHEET: Final = ((20, 61, 38), (97, 12, 40))
CAPTIONS: Final = {
    "en": ((0, "3 in Tam\u2019s hand"), (0, "30 won, 15 from Ilka"), (1, "15 lost"), (2, "not out")),
    "de": ((0, "3 auf der Hand von Tam"), (0, "30 gewonnen, 15 von Ilka"), (1, "15 verloren"), (2, "nicht fertig")),
    "hu": ((0, "3 lap Tam kezében"), (0, "30 saját tét, 15 Ilka tétjéből"), (1, "15 elveszett"), (2, "nem ment ki")),
}
NEXT: Final = {
    "en": ("Tam leads next. You deal, being ahead.", "You lead next. Mora deals, being ahead."),
    "de": ("Tam spielt als Nächstes aus. Du liegst vorn und gibst.", "Du spielst als Nächstes aus. Mora liegt vorn"),
    "hu": ("Legközelebb Tam hív. Te vezetsz, ezért te osztasz.", "Legközelebb te hívsz. Mora vezet, ezért ő oszt."),
}


def haggis_scene(seat: int | None, target: int = 250) -> Any:
    """A round of three that has ended; the first seat was out first and won its bet, the second lost one."""
    table = table_at(
        "hands 5r | 6g 7g | 8b 9b 10b; haggis 2y 4g 6o; bets 30 | 15 | -; act 0",
        players=3,
        target=target,
        edition="german",
    )
    say(table, "0: 5r", "1: 6g", "2: pass", "1: 7g")
    return scene_of(table.game, table.state, seat)


def damenrennen_scene(seat: int | None) -> Any:
    game = Damenrennen(best_of=3)
    *_, last = random_match(game, 1)
    return scene_of(game, last.after, seat)


def plain_scene(seat: int) -> PlainScene:
    lines = ("trump: hearts", "the last trick: 9s by seat 1")
    return PlainScene(name="knock", title="Knock", seat=seat, scores=(12, 7, 9), to_act=(), lines=lines)


def scene_of(game: AnyGame, state: Any, seat: int | None) -> Any:
    """What a seat is shown of a state."""
    return make_staging(game).scene(game.view(state, None if seat is None else Seat(seat)), [])


def faults(guest: Guest, seen: str) -> list[str]:
    """What is not on the screen at once, at any size; one filled button, and nothing to scroll sideways."""
    found = []
    for width, height in SIZES:
        guest.resize(width, height)
        found += [f"{width}: {fault}" for fault in guest.outside(seen)]
        if guest.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{width}: the page can be scrolled sideways")
    expect(guest.page.locator(".btn.primary:visible")).to_have_count(1)
    return found


def places(page: Page) -> list[str]:
    return [" ".join(line.split()) for line in page.locator(".end li").all_inner_texts()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_of_a_match_shows_the_final_score_at_once(new_guest: GuestFactory, language: str) -> None:
    guest = new_guest("Mora", language=language, scheme=SCHEMES[language])
    table = Stage(guest, (LONGEST, "Ilka", "Tam"))
    page, title = guest.page, guest.page.get_by_role("heading", level=1)
    over: dict[str, Any] = {"status": "over", "sheet": SHEET, "sheet_rows": 2}
    score = ".end h1, .end .words, .end li, .end b, footer .btn"

    table.put(haggis_scene(0, target=60), **over, winners=(0,))
    expect(title).to_have_text(said("match.won", language))
    expect(page.locator(".end")).to_contain_text(said("match.kind_won", language))
    assert [line[0] for line in places(page)] == ["1", "2", "3"]
    assert faults(guest, score) == []
    guest.resize(*AXE_AT[language])
    assert guest.violations() == []
    guest.shot(f"match-won-{language}")

    table.put(haggis_scene(1, target=60), **over, winners=(0,), conceded=1)
    expect(title).to_have_text(said("match.won", language, name=LONGEST))
    expect(page.locator(".end")).to_contain_text(said("match.conceded", language))
    expect(page.locator(".end")).to_contain_text(said("match.kind_lost", language))
    expect(page.locator(".fan")).to_have_count(0)
    assert faults(guest, score) == []

    table.names = (LONGEST, "Ilka")
    table.put(damenrennen_scene(0), **{**over, "sheet": ((1, 0), (0, 1), (1, 0))}, winners=(0,))
    expect(title).to_have_text(said("match.won", language))
    expect(page.locator(".end .fan")).to_have_count(1)
    assert faults(guest, score) == []
    guest.resize(*AXE_AT[language])
    assert guest.violations() == []

    table.put(damenrennen_scene(None), **over, winners=())
    expect(title).to_have_text(said("match.drawn", language))
    expect(page.locator("footer .primary")).to_have_text(said("app.to_start", language))
    assert faults(guest, score) == []

    table.names = (LONGEST, "Ilka", "Tam")
    table.put(plain_scene(2), **over, winners=(0,))
    expect(title).to_have_text(said("match.won", language, name=LONGEST))
    assert [line[0] + line.split()[-1] for line in places(page)] == ["112", "29", "37"]
    expect(page.locator(".told .panel svg[role=img]")).to_be_visible()
    assert faults(guest, score) == []
    guest.resize(*AXE_AT[language])
    assert guest.violations() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_round_says_where_points_come_from_and_who_begins_the_next(
    new_guest: GuestFactory, language: str
) -> None:
    guest = new_guest("Mora", language=language, scheme=SCHEMES[language])
    table = Stage(guest, NAMES)
    page = guest.page
    table.put(haggis_scene(0), status="playing", waits=True, sheet=SHEET, sheet_rows=2)

    expect(page.get_by_role("heading", level=1)).to_have_text(said("haggis.end.first", language))
    expect(page.get_by_role("status").filter(has_text=NEXT[language][0])).to_be_visible()
    for width, height in SIZES:
        guest.resize(width, height)
        for seat, caption in CAPTIONS[language]:
            expect(page.locator("tbody").nth(seat)).to_contain_text(caption)
    assert faults(guest, "h1, footer p, footer .btn") == []
    guest.resize(*AXE_AT[language])
    assert guest.violations() == []
    guest.shot(f"round-end-{language}")

    table.put(haggis_scene(2), status="playing", waits=True, sheet=SHEET, sheet_rows=2)
    expect(page.get_by_role("status").filter(has_text=NEXT[language][1])).to_be_visible()
    expect(page.get_by_role("heading", name=said("haggis.end.last_hand", language))).to_be_visible()


def test_before_the_winner_her_cards_fan_out_unless_movement_is_not_wanted(new_guest: GuestFactory) -> None:
    guest = new_guest("Mora", still=False)
    table, page = Stage(guest, NAMES), guest.page
    table.put(haggis_scene(0, target=60), status="over", winners=(0,))
    duration = "each => getComputedStyle(each).animationDuration"

    assert page.locator(".end .slip").first.evaluate(duration) == "0.64s"
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".end .slip").first.evaluate(duration) == "0s"


def test_a_result_is_shared_or_copied_with_a_link_to_the_replay(new_guest: GuestFactory) -> None:
    guest = new_guest("Mora", 390, 844)
    table = Stage(guest, NAMES)
    page = guest.page
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.put(haggis_scene(0, target=60), status="over", winners=(0,))
    address = f"{guest.site.address}/replay/{TABLE}"
    scores = [seat.score for seat in haggis_scene(0, target=60).seats]
    text = f"Haggis: Mora {scores[0]}, Ilka {scores[1]}, Tam {scores[2]}. Mora won."

    page.get_by_role("button", name=said("match.share")).click()
    expect(page.locator(".toast")).to_contain_text(said("match.shared"))
    assert page.evaluate("() => navigator.clipboard.readText()") == f"{text} {address}"

    page.evaluate("() => { navigator.share = async given => { window.given = given; }; }")
    page.get_by_role("button", name=said("match.share")).click()
    assert page.evaluate("() => window.given") == {"text": text, "url": address}
    expect(page.get_by_role("link", name=said("start.replay"))).to_have_attribute("href", f"/replay/{TABLE}")
