"""How people are known: sessions, passkeys, a recovery code, and all of one's data in a file."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.server.errors import ConflictError
from parlour.server.identity.devices import device_of
from parlour.server.identity.identity import MOST_CHALLENGES, short_hash
from parlour.server.identity.recovery import hash_code, make_code
from parlour.server.identity.store import Passkey, Session
from parlour.server.people import hash_token
from parlour.server.store import Person
from tests.server.authenticator import Authenticator
from tests.server.client import Client, people
from tests.server.conftest import Launch
from tests.server.databases import Database
from tests.server.finished import ADA, BO, random_match, write_finished
from tests.server.player import Player
from tests.server.server_process import Reply, ServerProcess
from tests.server.stored_tables import guests, opened

pytestmark = pytest.mark.anyio
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15"
    " Version/18.6 Mobile/15E148 Safari/604.1"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0"


# What is stored.


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [(FIREFOX, "firefox android"), (SAFARI, "safari iphone"), (EDGE, "edge windows"), ("curl/8", "other other")],
)
def test_a_device_is_two_words(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device


def test_a_recovery_code_is_read_however_it_is_typed() -> None:
    code = make_code()

    assert len(code) == 23
    assert hash_code(code) == hash_code(code.upper().replace("-", " ")) == hash_code(f" {code} ")
    assert hash_code(code) != hash_code(make_code())


async def test_sessions_are_noted_listed_and_revoked(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        identity = store.identity
        await identity.add_session(ada.id, "phone's")
        await identity.mark_seen("phone's", "firefox android", "2026-05-01")
        await identity.mark_seen("phone's", "edge windows", "2026-05-03")
        await identity.mark_seen("phone's", "edge windows", "2026-05-02")

        assert await identity.sessions(ada.id, most=9) == [
            Session("phone's", "firefox android", "2026-05-01", "2026-05-03"),
            Session("token of Ada", "", "", ""),
        ]
        assert len(await identity.sessions(ada.id, most=1)) == 1
        assert not await identity.end_session(bo.id, "phone's"), "another's"
        assert not await identity.end_session(ada.id, "\0")
        assert await identity.end_session(ada.id, "phone's")
        assert await store.person_of("phone's") is None
        await identity.add_session(ada.id, "tablet's")
        assert await identity.end_others(ada.id, "token of Ada") == ["tablet's"]
        assert await identity.ended(["tablet's", "token of Ada", "token of Bo"]) == {"tablet's"}


async def test_a_challenge_is_answered_once_in_time_by_whom_it_was_for(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        identity = store.identity
        for number in range(MOST_CHALLENGES + 1):
            await identity.add_challenge(f"{number}", ada.id, now=float(number), seconds=300.0, most=MOST_CHALLENGES)
        await identity.add_challenge("anybody's", None, now=9.0, seconds=300.0, most=MOST_CHALLENGES)

        assert not await identity.use_challenge("0", ada.id, now=9.0), "one too many"
        assert await identity.use_challenge("1", ada.id, now=9.0)
        assert not await identity.use_challenge("1", ada.id, now=9.0), "used"
        assert not await identity.use_challenge("2", bo.id, now=9.0), "another's"
        assert not await identity.use_challenge("2", ada.id, now=9.0), "used up by that"
        assert not await identity.use_challenge("3", ada.id, now=303.0), "too late"
        assert not await identity.use_challenge("anybody's", ada.id, now=9.0)
        await identity.add_challenge("last", None, now=400.0, seconds=300.0, most=MOST_CHALLENGES)
        assert not await identity.use_challenge("4", ada.id, now=9.0), "swept out with the others"


async def test_passkeys_and_codes_are_kept_and_go_with_their_owner(database: Database) -> None:
    def passkey(name: str, person: Person) -> Passkey:
        return Passkey(
            credential=name, person=person.id, public_key="k", uses=0, device="safari mac", since="d", seen="d"
        )

    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        identity = store.identity
        assert await identity.add_passkey(passkey("a", ada), most=2)
        assert await identity.add_passkey(passkey("b", ada), most=2)
        assert not await identity.add_passkey(passkey("c", ada), most=2)
        with pytest.raises(ConflictError):
            await identity.add_passkey(passkey("a", bo), most=2)
        await identity.use_passkey("b", 7, "later")
        assert await identity.passkey("b") == msgspec.structs.replace(passkey("b", ada), uses=7, seen="later")
        assert await identity.passkey("\0") is None
        assert not await identity.drop_passkey(bo.id, "a")
        assert await identity.drop_passkey(ada.id, "a")
        assert [key.credential for key in await identity.passkeys(ada.id)] == ["b"]

        await identity.set_recovery(ada.id, "old", "2026-05-01")
        await identity.set_recovery(ada.id, "new", "2026-05-02")
        assert await identity.recovery_since(ada.id) == "2026-05-02"
        assert await identity.recover("old", "stolen") is None
        assert await identity.recover("new", "found") == ada
        assert await identity.recover("new", "again") is None
        assert await store.person_of("found") == ada
        assert await identity.recovery_since(ada.id) == ""

        assert not await identity.is_public(ada.id)
        await identity.publish(ada.id, public=True)
        assert await identity.is_public(ada.id)
        await identity.set_recovery(ada.id, "third", "2026-05-03")
        await store.mark_leaving(ada.id)
        assert await identity.passkey("b") is None
        assert await identity.recover("third", "late") is None
        assert await identity.person(ada.id) is None
        assert await identity.person(bo.id) == bo


# What a browser does.


def authenticator(server: ServerProcess) -> Authenticator:
    return Authenticator(server.address, "127.0.0.1")


def post(server: ServerProcess, path: str, body: Any = None, cookie: str = "") -> Reply:
    return server.call("POST", path, body, cookie, {"Origin": server.address})


def options(server: ServerProcess, path: str, cookie: str = "") -> dict[str, Any]:
    reply = post(server, f"{path}/options", cookie=cookie)
    assert reply.status == 200, reply
    found: dict[str, Any] = reply.json["options"]
    return found


def identity(server: ServerProcess, cookie: str) -> Any:
    return server.call("GET", "/api/me/identity", cookie=cookie).json


def stored(server: ServerProcess) -> bytes:
    """Every byte that the server keeps."""
    return b"".join(path.read_bytes() for path in Path(server.data).iterdir())


def test_a_passkey_opens_another_device_once_for_every_challenge(server: ServerProcess) -> None:
    cookie = server.guest("Ada")
    key = authenticator(server)
    asked = options(server, "/api/me/passkeys", cookie)
    assert (asked["rp"]["id"], asked["user"]["name"]) == ("127.0.0.1", "Ada")
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    made = key.make(asked)

    assert post(server, "/api/me/passkeys", made, cookie).status == 204
    assert post(server, "/api/me/passkeys", made, cookie).json["code"] == "passkey/late"
    assert len(options(server, "/api/me/passkeys", cookie)["excludeCredentials"]) == 1
    again = authenticator(server)
    again.credential = key.credential
    same = again.make(options(server, "/api/me/passkeys", cookie))
    assert post(server, "/api/me/passkeys", same, cookie).json["code"] == "passkey/known"

    challenge = options(server, "/api/passkeys")
    assert "allowCredentials" not in challenge or challenge["allowCredentials"] == []
    used = key.use(challenge)
    entered = post(server, "/api/passkeys", used)
    assert (entered.status, entered.json) == (200, {"name": "Ada"})
    assert server.call("GET", "/api/me", cookie=entered.cookie).json["name"] == "Ada"
    replayed = post(server, "/api/passkeys", used)
    assert (replayed.status, replayed.json["code"]) == (400, "passkey/late")
    assert not replayed.cookie
    (known,) = identity(server, cookie)["passkeys"]
    assert server.call("DELETE", f"/api/me/passkeys/{known['id']}", cookie=cookie).status == 204
    assert server.call("DELETE", f"/api/me/passkeys/{known['id']}", cookie=cookie).json["code"] == "passkey/unknown"
    late = post(server, "/api/passkeys", key.use(options(server, "/api/passkeys")))
    assert (late.status, late.json["code"]) == (404, "passkey/unknown")


def test_a_passkey_that_cannot_be_checked_opens_nothing(server: ServerProcess) -> None:
    ada, bo = server.guest("Ada"), server.guest("Bo")
    key = authenticator(server)
    assert post(server, "/api/me/passkeys", key.make(options(server, "/api/me/passkeys", ada)), ada).status == 204

    def attempt(wrong: Authenticator, path: str = "/api/passkeys", cookie: str = "") -> str:
        asked = options(server, path, cookie)
        reply = post(server, path, wrong.use(asked) if not cookie else wrong.make(asked), cookie)
        assert reply.status >= 400
        assert not reply.cookie
        return str(reply.json["code"])

    thief = authenticator(server)
    thief.credential = key.credential
    assert attempt(thief) == "passkey/wrong", "another key under the same name"
    phisher = Authenticator("https://parlour.example", "parlour.example", key.key, key.credential, 9)
    assert attempt(phisher) == "passkey/wrong", "signed for another page"
    key.uses = 0
    assert attempt(key) == "passkey/wrong", "a copy that counts anew"
    assert attempt(phisher, "/api/me/passkeys", bo) == "passkey/wrong"
    of_ada = authenticator(server).make(options(server, "/api/me/passkeys", ada))
    assert post(server, "/api/me/passkeys", of_ada, bo).json["code"] == "passkey/late", "made for somebody else"
    for rubbish in ({}, {"id": 7, "response": {}}, {"response": {"clientDataJSON": "e30"}}, {"response": 7}):
        for path, cookie in (("/api/passkeys", ""), ("/api/me/passkeys", bo)):
            reply = post(server, path, {"credential": rubbish}, cookie)
            assert (reply.status, reply.json["code"]) == (400, "passkey/wrong"), reply
    elsewhere = server.call("POST", "/api/passkeys/options", headers={"Origin": "https://evil.example"})
    assert elsewhere.json["code"] == "page/origin"


def test_a_recovery_code_is_used_once_and_only_its_hash_is_kept(server: ServerProcess) -> None:
    cookie = server.guest("Ada")
    first = server.call("POST", "/api/me/recovery", cookie=cookie).json["code"]
    code = server.call("POST", "/api/me/recovery", cookie=cookie).json["code"]
    assert identity(server, cookie)["recovery"]

    assert server.call("POST", "/api/recovery", {"code": first}).json["code"] == "recovery/wrong"
    found = server.call("POST", "/api/recovery", {"code": code.upper()})
    assert (found.status, found.json) == (200, {"name": "Ada"})
    again = server.call("POST", "/api/recovery", {"code": code})
    assert (again.status, again.json["code"]) == (401, "recovery/wrong")
    assert identity(server, found.cookie)["recovery"] == ""
    kept = stored(server)
    for secret in (code, code.replace("-", ""), found.cookie, cookie):
        assert secret.encode() not in kept


async def test_a_revoked_session_is_signed_out_at_once_and_the_others_stay(server: ServerProcess) -> None:
    async with people(server, "Ada") as [ada]:
        link = server.call("POST", "/api/links", cookie=ada.cookie).json["link"]
        phone = server.call("POST", "/api/enter", {"link": link}, headers={"User-Agent": FIREFOX}).cookie
        server.call("GET", "/api/me", cookie=phone, headers={"User-Agent": FIREFOX})
        sessions = identity(server, ada.cookie)["sessions"]
        assert {each["id"]: each["this"] for each in sessions} == {
            short_hash(ada.cookie): True,
            short_hash(phone): False,
        }
        of_phone = next(each for each in sessions if not each["this"])
        assert of_phone["device"] == "firefox android"
        assert of_phone["since"] == of_phone["seen"] != ""

        async with Client(server, phone) as other:
            path = f"/api/me/sessions/{short_hash(phone)}"
            assert server.call("DELETE", path, cookie=server.guest("Bo")).json["code"] == "session/unknown"
            assert server.call("DELETE", path, cookie=ada.cookie).status == 204
            await other.until(lambda: 4401 in other.closes)
        assert server.call("GET", "/api/me", cookie=phone).json["name"] == ""
        assert ada.closes == []

        third = server.call("POST", "/api/links", cookie=ada.cookie).json["link"]
        third = server.call("POST", "/api/enter", {"link": third}).cookie
        assert server.call("DELETE", "/api/me/sessions", cookie=ada.cookie).status == 204
        assert server.call("GET", "/api/me", cookie=third).json["name"] == ""
        gone = server.call("DELETE", f"/api/me/sessions/{short_hash(ada.cookie)}", cookie=ada.cookie)
        assert gone.status == 204
        assert "parlour=" in gone.headers["set-cookie"]
        await ada.until(lambda: 4401 in ada.closes)


async def test_an_export_has_all_of_ones_own_and_nothing_that_is_hidden(launch: Launch, tmp_path: Path) -> None:
    data = tmp_path / "data"
    over = await write_finished(data, random_match("haggis", 1))
    running = await write_finished(data, random_match("damenrennen", 2), left_out=5)
    server = launch(data=data)
    assert server.call("POST", f"/api/tables/{over}/review", cookie=ADA).status == 200
    server.call("POST", "/api/me/recovery", cookie=ADA)
    async with Client(server, ADA, (running,)) as ada, Client(server, BO, (running,)):
        await Player(ada, running, Random(1)).move()

    reply = server.call("GET", "/api/me/export", cookie=ADA)

    assert reply.status == 200
    assert reply.headers["content-disposition"].startswith('attachment; filename="parlour-')
    lines = [msgspec.json.decode(line) for line in reply.text.splitlines()]
    head, *rest, end = lines
    assert (head["kind"], head["name"], head["public"]) == ("person", "Ada", False)
    assert head["recovery_code"]
    assert end == {"kind": "end", "matches": 2, "complete": True}
    matches = {each["table"]: each for each in rest if each["kind"] == "match"}
    assert matches[over]["log"] == server.call("GET", f"/api/tables/{over}/log").text
    assert matches[over]["review"]["seat"] == 0
    assert matches[running].keys().isdisjoint({"log", "review"}), "others' cards are in it"
    assert [each["device"] for each in rest if each["kind"] == "session"] == ["other other"]
    theirs = server.call("GET", "/api/me/export", cookie=BO).text
    assert '"review":null' in theirs, "Ada's review is hers"
    for secret in (ADA, BO, hash_token(ADA), hash_token(ADA)[:20]):
        assert secret not in reply.text
    assert server.call("GET", "/api/me/export").status == 401
    unknown = server.call("GET", f"/api/tables/{over}/record?seat=0", cookie=BO).json
    assert unknown == {"name": "Ada", "public": False, "lists": []}
    assert server.call("PATCH", "/api/me/identity", {"public": True}, ADA).status == 204
    shown = server.call("GET", f"/api/tables/{over}/record?seat=0", cookie=BO).json
    winner = random_match("haggis", 1).outcome()
    assert winner is not None
    won = int(0 in winner.winners)
    assert shown == {
        "name": "Ada",
        "public": True,
        "lists": [{"game": "haggis", "players": 2, "matches": 1, "won": won}],
    }
    assert server.call("GET", f"/api/tables/{over}/record?seat=5", cookie=BO).json["code"] == "seat/nobody"


def test_without_the_extra_the_server_says_so_and_counts_attempts_all_the_same(launch: Launch, tmp_path: Path) -> None:
    (tmp_path / "webauthn.py").write_text("raise ModuleNotFoundError('no', name='webauthn')\n")
    server = launch(environment={**os.environ, "PYTHONPATH": str(tmp_path)})
    cookie = server.guest("Ada")

    assert identity(server, cookie)["can_passkey"] is False
    for path, who in (("/api/me/passkeys/options", cookie), ("/api/passkeys/options", "")):
        reply = post(server, path, cookie=who)
        assert (reply.status, reply.json["code"]) == (501, "passkey/missing")
    codes = [server.call("POST", "/api/recovery", {"code": f"wrong-{n}"}).json["code"] for n in range(40)]
    assert codes[:30] == ["recovery/wrong"] * 30
    assert "address/attempts" in codes[30:]
