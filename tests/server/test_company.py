"""Good company: names, phrases, mutes, reports, and what operators decide while the server runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.server.company.names import NamePolicy, check_script, skeleton, told_apart
from parlour.server.company.store import Report
from parlour.server.errors import ConflictError, RefusalError
from tests.cli.runner import Runner
from tests.server.client import people
from tests.server.conftest import Launch
from tests.server.databases import Database
from tests.server.stored_tables import guests, opened

pytestmark = pytest.mark.anyio


# Names.


@pytest.mark.parametrize(
    "name", ["Ada", "Ágnes Kovács", "名前の人", "Анна", "Zoë 7", "Therapist", "Nazir", "Shital", "김철수"]
)
def test_most_names_are_welcome(name: str) -> None:
    assert NamePolicy().checked(name) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        *(
            ("\u0410da", "person/script"),
            ("Ad\u03b1", "person/script"),
            ("Admin", "person/word"),
            ("The 0perator", "person/word"),
        ),
        *(("n4zi", "person/word"), ("Motherfucker", "person/word"), ("s h i t", "person/word")),
        *(
            ("Hurensöhnchen Hurensohn", "person/word"),
            ("KÖCSÖG", "person/word"),
            ("\uff21\uff24\uff2d\uff29\uff2e", "person/word"),
        ),
    ],
)
def test_some_names_are_not(name: str, code: str) -> None:
    with pytest.raises(RefusalError, match=code):
        NamePolicy().checked(name)


def test_an_operator_adds_words(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("# ours\n*tom*cat*\nrumpel  # a rival\n\n*\n", encoding="utf-8")

    with pytest.raises(RefusalError, match="person/word"):
        NamePolicy(words).checked("Rumpel")
    assert NamePolicy(words).checked("Rumpelstilz") == "Rumpelstilz"
    assert NamePolicy().checked("Rumpel") == "Rumpel"


def test_names_that_look_alike_are_told_apart_at_a_table() -> None:
    assert skeleton("Ada") == skeleton("ада".replace("д", "d")) == skeleton("A d a")
    assert skeleton("Bill") == skeleton("Bi11") == skeleton("BILL")
    assert told_apart(("Bill", "Bi11", "Bo")) == ("Bill", "Bi11 (2)", "Bo")
    assert told_apart(("Guest", "Guest", "Guest")) == ("Guest", "Guest (2)", "Guest (3)")
    assert told_apart(("", "", "Ada")) == ("", "", "Ada"), "bots and free seats have no names"
    check_script("Ada & Bo 7!")


# What is stored.


async def test_mutes_and_reports_are_kept_within_bounds_and_go_with_people(database: Database) -> None:
    async with opened(database) as store:
        ada, bo, cy = await guests(store, "Ada", "Bo", "Cy")
        company = store.company
        assert await company.mute(ada.id, bo.id, most=1)
        assert not await company.mute(ada.id, cy.id, most=1)
        assert await company.mute(cy.id, bo.id, most=1)
        assert await company.muted(ada.id) == [(bo.id, "Bo")]
        assert await company.muters(bo.id, [ada.id, bo.id]) == {ada.id}
        await company.unmute(ada.id, bo.id)
        assert await company.muted(ada.id) == []

        assert await company.add_report(Report(ada.id, bo.id, "name", "t0", "2026-05-01"), most=2)
        with pytest.raises(ConflictError):
            await company.add_report(Report(ada.id, bo.id, "stalling", "t1", "2026-05-01"), most=2)
        assert await company.add_report(Report(ada.id, cy.id, "name", "t0", "2026-05-01"), most=2)
        assert not await company.add_report(Report(ada.id, ada.id, "name", "t0", "2026-05-01"), most=2)
        assert await company.last_ruling() == 0
        assert await company.rulings(0, most=9) == []
        await store.mark_leaving(bo.id)
        await store.remove_person(bo.id)
        assert await company.muters(bo.id, [cy.id]) == set()
        assert b"'stalling'" not in database.content()


# At a table.


async def test_a_phrase_reaches_everybody_but_who_has_muted_and_is_nowhere_kept(launch: Launch) -> None:
    server = launch()
    async with people(server, "Ada", "Bo", "Cy") as [ada, bo, cy]:
        table = server.open_table(ada.cookie, game="haggis", seats=["", None])
        for client in (ada, bo, cy):
            await client.join(table)
        await bo.command("sit", table, seat=1)
        before = server.database.entries(table)

        await ada.say(t="say", table=table, phrase="hello")
        for client in (ada, bo, cy):
            await client.until(partial(phrases, client))
            assert phrases(client) == [(0, "hello")]
        await cy.say(t="say", table=table, phrase="wow")
        await cy.until(lambda: "seat/none" in cy.refusals())
        await ada.say(t="say", table=table, phrase="you fool")
        await ada.until(lambda: "message/malformed" in ada.refusals())
        mute = {"seat": 0, "muted": True}
        assert server.call("POST", f"/api/tables/{table}/mute", mute, bo.cookie).status == 204
        assert server.call("GET", f"/api/tables/{table}/mute", cookie=bo.cookie).json == {"seats": [0]}
        await ada.say(t="say", table=table, phrase="thanks")
        await cy.until(lambda: len(phrases(cy)) == 2)
        await bo.say(t="say", table=table, phrase="nice")
        await bo.until(lambda: (1, "nice") in phrases(bo))
        assert phrases(bo) == [(0, "hello"), (1, "nice")], "Ada is muted"
        for _ in range(4):
            await ada.say(t="say", table=table, phrase="oops")
        await ada.until(lambda: "say/often" in ada.refusals())
        assert [row[2] for row in server.database.entries(table)][: len(before)] == [row[2] for row in before]
        assert b"oops" not in server.database.content()

        (muted,) = server.call("GET", "/api/me/muted", cookie=bo.cookie).json
        assert muted["name"] == "Ada"
        assert server.call("DELETE", f"/api/me/muted/{muted['id']}", cookie=bo.cookie).status == 204
        assert server.call("GET", "/api/me/muted", cookie=bo.cookie).json == []
        mine = {"seat": 1, "muted": True}
        assert server.call("POST", f"/api/tables/{table}/mute", mine, bo.cookie).json["code"] == "mute/self"

        path, report = f"/api/tables/{table}/report", {"seat": 0, "reason": "name"}
        assert server.call("POST", path, report, cy.cookie).json["code"] == "seat/none"
        assert server.call("POST", path, report, bo.cookie).status == 204
        again = server.call("POST", path, report, bo.cookie)
        assert (again.status, again.json["code"]) == (409, "report/again")
        assert server.call("POST", path, {"seat": 0, "reason": "ugly"}, bo.cookie).status == 400
        assert server.call("POST", path, {"seat": 1, "reason": "name"}, bo.cookie).json["code"] == "report/self"


def phrases(client: Any) -> list[tuple[int, str]]:
    """What a client has heard."""
    return [(each["seat"], each["phrase"]) for each in client.received if each["t"] == "said"]


# Operators.


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_an_operator_decides_while_the_server_runs(
    launch: Launch, kind: str, request: pytest.FixtureRequest, run: Runner, tmp_path: Path
) -> None:
    address = request.getfixturevalue("address") if kind == "postgres" else ""
    server = launch("--idle", "0.2", **({"postgres": address} if address else {}))
    place = address or str(server.data)

    def admin(*arguments: str) -> Any:
        done = in_thread(run, "admin", place, "--json", "--as", "Olga", *arguments)
        assert done.code == 0, done.err
        return msgspec.json.decode(done.out)

    async with people(server, "Zenobia", "Bo") as [zenobia, bo]:
        table = server.open_table(bo.cookie, game="haggis", seats=["", None])
        for client in (zenobia, bo):
            await client.join(table)
        await zenobia.command("sit", table, seat=1)
        await bo.until(lambda: bo.shown[table]["seats"][1].get("name") == "Zenobia")
        report = {"seat": 1, "reason": "name"}
        assert server.call("POST", f"/api/tables/{table}/report", report, bo.cookie).status == 204

        (found,) = admin("reports")
        assert (found["reason"], found["name"], found["reporter_name"]) == ("name", "Zenobia", "Bo")
        number = str(found["person"])
        assert [each["person"] for each in admin("people", "zeno")] == [found["person"]]
        assert admin("people", "%") == []
        admin("rename", number, "Zora")
        await bo.until(lambda: bo.shown[table]["seats"][1].get("name") == "Zora")
        assert server.call("GET", "/api/me", cookie=zenobia.cookie).json["name"] == "Zora"
        admin("close", str(found["report"]), "--why", "renamed")
        assert admin("reports") == []

        admin("ban", number, "--why", "insults")
        await zenobia.until(lambda: 4403 in zenobia.closes)
        banned = server.call("GET", "/api/me", cookie=zenobia.cookie)
        assert (banned.status, banned.json["code"]) == (403, "person/banned")
        link = server.call("POST", "/api/links", cookie=zenobia.cookie)
        assert link.json["code"] == "person/banned"
        assert admin("stats")["banned"] == 1
        admin("unban", number)
        assert server.call("GET", "/api/me", cookie=zenobia.cookie).json["name"] == "Zora"

        shown = admin("person", number)
        assert (shown["reported"], shown["banned"]) == (1, False)
        trail = [(each["operator"], each["action"]) for each in admin("audit")]
        assert trail == [("Olga", action) for action in ("unban", "ban", "close", "rename")]
        assert [each["table"] for each in admin("tables", "--playing")] == [table]
        admin("ban", number)
        assert server.call("DELETE", "/api/me", cookie=zenobia.cookie).status == 204, "who is banned may go"
        assert "Zora" not in str(admin("audit"))
    unknown = in_thread(run, "admin", place, "ban", "99")
    assert (unknown.code, unknown.err) == (2, "parlour: there is no person 99\n")
    nowhere = in_thread(run, "admin", str(tmp_path), "stats")
    assert (nowhere.code, "there is no parlour.sqlite3" in nowhere.err) == (2, True)
    assert "Traceback" not in server.said(), server.said()


def in_thread(run: Runner, *arguments: str) -> Any:
    """Run a command beside the event loop of the test, which commands have one of their own for."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run, *arguments).result()
