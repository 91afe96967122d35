"""Your turn outside the page: Web Push, against a push service of the tests' own."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from parlour.server.errors import RefusalError
from parlour.server.events import Seated
from parlour.server.push import MOST_QUEUED, MOST_SUBSCRIPTIONS, Push, PushKeys, Turn, check_service
from parlour.server.settings import Settings
from parlour.server.sqlite import SqliteStore
from parlour.server.webpush import Keys, decode, derive, encode, encrypt, load_keys
from tests.server.client import Client, people
from tests.server.conftest import Launch
from tests.server.connections import connections
from tests.server.push_service import Browser, check_signature, push_service
from tests.server.test_one_gate import begun, quiet_moves
from tests.server.test_tables import in_turn, make_move
from tests.serving import eventually

pytestmark = pytest.mark.anyio


async def test_who_is_not_connected_is_told_of_her_turn(launch: Launch) -> None:
    async with push_service() as service:
        server = launch("--push-service", service.address, "--push-contact", "mailto:ada@cards.example")
        assert (server.data / "push-key.pem").stat().st_mode & 0o777 == 0o600
        async with people(server, "Ada", "Bo") as [ada, bo]:
            table = server.open_table(ada.cookie, game="haggis", seats=["", None])
            await ada.join(table)
            await bo.join(table)
            assert (await bo.command("sit", table, seat=1))["t"] == "done"
            for person in (ada, bo):
                await person.until(lambda person=person: person.shown[table]["scene"]["to_act"])  # type: ignore[misc]
            here, away = in_turn(table, ada, bo)
            browser = Browser(service.address)
            body = {name: getattr(browser.subscription, name) for name in ("endpoint", "p256dh", "auth", "lang")}
            assert server.call("POST", "/api/push", body, away.cookie).status == 204
            assert server.call("GET", "/api/push").json["key"]

            await make_move(here, table)
            await away.until(lambda: away.shown[table]["scene"]["seat"] in away.shown[table]["scene"]["to_act"])
            assert service.sent == [], "who is connected sees it"
            await make_move(away, table)
            await here.until(lambda: here.shown[table]["scene"]["seat"] in here.shown[table]["scene"]["to_act"])
            seat = away.shown[table]["scene"]["seat"]
            await away.__aexit__()
            await here.until(lambda: not here.shown[table]["seats"][seat].get("here"))
            await make_move(here, table)

            sent = (await eventually(lambda: service.sent, server.said))[0]
            assert browser.read(sent.body) == {"title": "Du bist dran", "body": "Haggis", "table": table}
            claims = check_signature(sent.headers["authorization"], service.address)
            assert claims["sub"] == "mailto:ada@cards.example"
            assert time.time() < claims["exp"] < time.time() + 24 * 3600
            assert (sent.path, sent.headers["topic"], sent.headers["content-encoding"]) == (
                "/browser",
                table,
                "aes128gcm",
            )
            async with Client(server, away.cookie) as other:
                row = server.call("GET", "/api/me", cookie=other.cookie).json["tables"][0]
                assert row["to_act"] == [row["seat"]]
            assert server.call("DELETE", "/api/push", {"endpoint": body["endpoint"]}, away.cookie).status == 204


async def test_who_is_not_connected_is_told_of_her_table_when_a_round_is_paired(launch: Launch) -> None:
    async with push_service() as service:
        server = launch("--push-service", service.address)
        ada, bo = server.guest("Ada"), server.guest("Bo")
        browsers = {"ada": Browser(service.address, "ada"), "bo": Browser(service.address, "bo")}
        for browser, cookie in zip(browsers.values(), (ada, bo), strict=True):
            body = {name: getattr(browser.subscription, name) for name in ("endpoint", "p256dh", "auth", "lang")}
            assert server.call("POST", "/api/push", body, cookie).status == 204
        terms = {"name": "Saturday night", "game": "haggis", "rounds": 1, "deals": 1, "minutes": 60}
        path = f"/api/tournaments/{server.call('POST', '/api/tournaments', terms, ada).json['tournament']}"
        async with Client(server, ada):
            for cookie in (ada, bo):
                assert server.call("POST", path, {"do": "join"}, cookie).status == 200
            assert server.call("POST", path, {"do": "pair", "round": 1}, ada).status == 200

            await eventually(lambda: service.sent, server.said)
            table = server.call("GET", path, cookie=bo).json["my_table"]
            (sent,) = service.sent
            assert sent.path == "/bo", "who is connected sees it"
            told = {"title": "Dein Tisch ist bereit", "body": "Saturday night", "table": table}
            assert browsers["bo"].read(sent.body) == told


async def test_a_subscription_that_is_gone_is_deleted_and_few_are_kept(tmp_path: Path) -> None:
    async with push_service() as service:
        store = SqliteStore(tmp_path)
        settings = Settings(push_services=(service.address,))
        push = Push(store, settings, PushKeys(load_keys(tmp_path), encrypt))
        person = await store.add_person("Ada", "token")
        for number in range(MOST_SUBSCRIPTIONS + 2):
            await push.subscribe(person.id, Browser(service.address, f"b{number}").subscription)
        kept = [each.endpoint for each in await store.subscriptions(person.id)]
        assert kept == [f"{service.address}/b{number}" for number in range(2, MOST_SUBSCRIPTIONS + 2)]

        service.status = 500
        await push.deliver(Turn(person.id, "t", "Haggis"))
        assert len(await store.subscriptions(person.id)) == MOST_SUBSCRIPTIONS, "it may recover"
        service.status = 410
        await push.deliver(Turn(person.id, "t", "Haggis"))
        assert await store.subscriptions(person.id) == []

        await push.subscribe(person.id, Browser(service.address).subscription)
        await store.mark_leaving(person.id)
        assert await store.subscriptions(person.id) == []
        push.close()
        await store.close()


async def test_the_queue_is_bounded_and_nobody_is_told_twice_at_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    push = Push(store, Settings(), PushKeys(load_keys(tmp_path), encrypt))
    push.close()
    for person in range(MOST_QUEUED + 10):
        push.notify(Turn(person, "t", "Haggis"))
        push.notify(Turn(person, "u", "Haggis"))

    assert push.queue.qsize() == MOST_QUEUED
    assert {push.queue.get_nowait().table for _ in range(MOST_QUEUED)} == {"t"}
    await store.close()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilpush.apple.com.example/x",
        "https://notpush.apple.com/x",
        "https://user@push.apple.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[broken/x",
        "http://localhost:9/x",
        "http://allowed.example.evil/x",
        "file:///etc/passwd",
    ],
)
def test_nothing_is_sent_to_who_is_no_push_service(endpoint: str) -> None:
    with pytest.raises(RefusalError) as refused:
        check_service(endpoint, ("http://allowed.example",))
    assert refused.value.code == "push/service"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "http://allowed.example/abc",
    ],
)
def test_known_push_services_are_allowed(endpoint: str) -> None:
    check_service(endpoint, ("http://allowed.example",))


async def test_keys_that_are_none_are_refused(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    push = Push(store, Settings(), PushKeys(load_keys(tmp_path), encrypt))
    good = Browser("https://fcm.googleapis.com").subscription
    for p256dh, auth in (("AAAA", good.auth), ("", good.auth)):
        bad = type(good)(endpoint=good.endpoint, p256dh=p256dh, auth=auth)
        with pytest.raises(RefusalError) as refused:
            await push.subscribe(1, bad)
        assert refused.value.code == "push/keys"
    push.close()
    without = Push(store, Settings(), None)
    assert (without.public_key, without.tasks) == ("", [])
    with pytest.raises(RefusalError, match="sends no push"):
        await without.subscribe(1, good)
    await store.close()


def test_the_example_of_the_standard_is_encrypted_as_it_says() -> None:
    """RFC 8291, appendix A: the keys that follow from the shared secret."""
    shared = decode("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs")
    theirs = decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    ours = decode("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")

    secret = derive(shared, decode("BTBZMqHH6r4Tts7J_aSIgg"), b"WebPush: info\0" + theirs + ours, 32)

    assert encode(secret) == "S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg"
    salt = decode("DGv6ra1nlYgDCS1FRnbzlw")
    assert encode(derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)) == "oIhVW04MRdy2XN9CiKLxTg"
    assert encode(derive(secret, salt, b"Content-Encoding: nonce\0", 12)) == "4h_95klXJ5E_qnoN"


def test_the_key_of_a_server_stays_the_same(tmp_path: Path) -> None:
    first: Keys = load_keys(tmp_path)

    assert load_keys(tmp_path).public == first.public
    assert len(decode(first.public)) == 65


async def test_a_turn_is_told_once_and_not_when_a_table_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Turn] = []
    monkeypatch.setattr(Push, "notify", lambda _, turn: told.append(turn))
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    move = log.game.format_move(quiet_moves(log)[0])
    async with connections(tmp_path, log.opening, events) as opened:
        assert told == []

        await opened[seat].say(t="play", table="t", id="one", move=move, decision=log.decisions[seat])
        await opened[seat].say(t="join", table="t")

        assert told == [Turn(2 - seat, "t", "Haggis")]
