"""Meeting on a real server: seeks, the live list, friends, and everybody who comes in between."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from parlour.server.lobby.matching import Seeker
from tests.server.client import Client, people
from tests.server.conftest import Launch
from tests.server.lobby_view import lobby_of, paired
from tests.server.postgres_server import execute
from tests.server.push_service import Browser, push_service
from tests.server.server_process import Reply, ServerProcess
from tests.server.test_nodes import Cluster, cluster, figure, move_to
from tests.serving import eventually

__all__ = ["cluster"]
pytestmark = [pytest.mark.anyio, pytest.mark.server]
HAGGIS: dict[str, Any] = {"tables": [{"game": "haggis", "options": {"players": 2}}]}
EITHER: dict[str, Any] = {
    "tables": [
        {"game": "haggis", "options": {"players": 2}},
        {"game": "haggis", "options": {"players": 3}},
        {"game": "damenrennen", "options": {"best_of": 3}},
    ],
    "clock": 60,
    "window": 300,
}
NOBODY: dict[str, Any] = {"name": "", "tables": [], "finished": [], "more_tables": False, "more_finished": False}


def seek(server: ServerProcess, client: Client, terms: dict[str, Any] = HAGGIS) -> Reply:
    return server.call("PUT", "/api/seek", terms, client.cookie)


async def test_two_who_want_the_same_are_seated_and_play(server: ServerProcess) -> None:
    async with people(server, "Ada", "Bo", "Cy") as [ada, bo, cy]:
        assert seek(server, cy, {**HAGGIS, "clock": 30}).json["terms"]["clock"] == 30
        assert seek(server, ada, {**EITHER, "clock": None}).status == 200
        assert seek(server, bo).json["terms"] == HAGGIS

        await asyncio.gather(*(person.until(lambda person=person: paired(person)) for person in (ada, bo)))  # type: ignore[misc] # bound in the loop

        table = paired(ada)
        assert paired(bo) == table
        shown = await ada.join(table)
        await bo.join(table)
        assert {seat["name"] for seat in shown["seats"]} == {"Ada", "Bo"}
        terms = shown["terms"]
        assert (terms["hints"], terms["undo"], terms["listed"], "rated" in terms) == (False, False, True, False)
        await ada.until(lambda: ada.shown[table]["status"] == "playing" and ada.shown[table]["scene"]["to_act"])
        assert paired(cy) == "", "a clock that nobody else wants"
        assert server.call("DELETE", "/api/seek", cookie=cy.cookie).json == {}


async def test_ten_tabs_of_one_person_are_one_person(server: ServerProcess) -> None:
    async with people(server, "Ada", "Bo") as [ada, bo], AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(Client(server, ada.cookie)) for _ in range(9)]
        terms = {"tables": [{"game": "damenrennen"}]}
        for _ in tabs:
            assert seek(server, ada, terms).json["terms"] == terms
        await tabs[0].say(t="look")
        await tabs[0].until(lambda: "s" in lobby_of(tabs[0]))
        assert paired(ada) == "", "nobody plays with herself"
        assert seek(server, bo, terms).status == 200

        for tab in (ada, bo, *tabs):
            await tab.until(lambda tab=tab: paired(tab))  # type: ignore[misc] # bound in the loop

        assert len({paired(tab) for tab in (ada, bo, *tabs)}) == 1
        assert seek(server, ada, terms).json["table"] == paired(bo), "another click does not begin another search"
        mine = server.call("GET", "/api/me", cookie=ada.cookie).json["tables"]
        assert [each["table"] for each in mine] == [paired(bo)]


async def test_the_lobby_shows_listed_tables_as_they_change_and_no_others(server: ServerProcess) -> None:
    async with people(server, "Dora", "Emil", "Fay") as [dora, emil, fay]:
        await fay.say(t="look")
        await fay.until(lambda: "here" in lobby_of(fay))
        private = server.open_table(dora.cookie, game="haggis", seats=["", None])
        listed = server.open_table(dora.cookie, game="haggis", seats=["", None], listed=True, clock=60)
        await fay.until(lambda: f"t{listed}" in lobby_of(fay))
        shown = lobby_of(fay)[f"t{listed}"]
        assert (shown["status"], shown["names"], shown["clock"]) == ("open", ["Dora", ""], 60)

        await asyncio.gather(emil.join(listed), fay.join(listed))
        answers = await asyncio.gather(*(each.command("sit", listed, seat=1) for each in (emil, fay)))
        assert sorted(answer["t"] for answer in answers) == ["done", "refused"], "the last seat has one winner"
        assert [answer["code"] for answer in answers if answer["t"] == "refused"] == ["seat/taken"]
        await fay.until(lambda: lobby_of(fay)[f"t{listed}"]["status"] == "playing")

        await dora.join(listed)
        await dora.command("concede", listed)
        await fay.until(lambda: f"t{listed}" not in lobby_of(fay))
        assert not [message for message in fay.received if private in str(message)], "a private table never appears"


async def test_a_search_tells_which_ratings_it_looks_for(server: ServerProcess) -> None:
    async with people(server, "Lea", "Max") as [lea, max_]:
        begun = seek(server, lea, {**HAGGIS, "rated": True, "clock": 45, "window": 150}).json
        reach = Seeker(0, 3.0, (), {}, None).reach

        assert begun["rating"] == 1500
        assert begun["reach"] + 3 * begun["widens"] == reach, "as the matching widens it"
        assert begun["terms"]["window"] == 150
        assert "reach" not in server.call("GET", "/api/seek", cookie=max_.cookie).json
        server.call("DELETE", "/api/seek", cookie=lea.cookie)


async def test_ones_own_table_tells_its_round_and_an_open_rated_one_who_waits(server: ServerProcess) -> None:
    async with people(server, "Nia", "Olaf", "Pit") as [nia, olaf, pit]:
        await pit.say(t="look")
        table = server.open_table(nia.cookie, game="damenrennen", seats=["", None], listed=True, rated=True)
        await pit.until(lambda: lobby_of(pit).get(f"t{table}", {}).get("ratings"))
        shown = lobby_of(pit)[f"t{table}"]
        assert (shown["ratings"], shown["provisional"]) == ([1500, None], [0])
        mine = server.call("GET", "/api/me", cookie=nia.cookie).json["tables"]
        assert [each["progress"] for each in mine] == [[]], "nothing is dealt yet"

        for person in (nia, olaf):
            await person.join(table)
        assert (await olaf.command("sit", table, seat=1))["t"] == "done"
        await nia.say(t="look")
        await nia.until(lambda: lobby_of(nia).get(f"m{table}", {}).get("progress") == [1])
        await pit.until(lambda: lobby_of(pit)[f"t{table}"].get("progress") == [1])
        assert "ratings" not in lobby_of(pit)[f"t{table}"], "nobody waits there any more"
        mine = server.call("GET", "/api/me", cookie=nia.cookie).json["tables"]
        assert [each["progress"] for each in mine] == [[1]]
        await nia.command("concede", table)


async def test_a_search_and_a_seat_exclude_each_other(server: ServerProcess) -> None:
    terms = {"tables": [{"game": "damenrennen", "options": {"best_of": 5}}]}
    async with people(server, "Gil", "Hedi", "Ivo") as [gil, hedi, ivo]:
        table = server.open_table(gil.cookie, game="haggis", seats=["", None], listed=True)
        await hedi.join(table)
        seek(server, hedi, terms)
        assert (await hedi.command("sit", table, seat=1))["t"] == "done"
        assert server.call("GET", "/api/seek", cookie=hedi.cookie).json == {}, "who sits looks no more"

        seek(server, ivo, terms)
        seek(server, gil, terms)
        await ivo.until(lambda: paired(ivo))
        other = server.open_table(hedi.cookie, game="haggis", seats=["", None])
        await ivo.join(other)
        refused = await ivo.command("sit", other, seat=1)
        assert (refused["code"], refused["parameters"]) == ("seek/paired", {"table": paired(ivo)})


async def test_who_deletes_herself_while_she_is_paired_leaves_the_other_a_table(server: ServerProcess) -> None:
    terms = {"tables": [{"game": "damenrennen", "options": {"best_of": 7}}]}
    async with people(server, "Jon", "Kira") as [jon, kira]:
        seek(server, jon, terms)
        seek(server, kira, terms)
        await jon.until(lambda: paired(jon))
        assert server.call("DELETE", "/api/me", cookie=kira.cookie).status == 204

        shown = await jon.join(paired(jon))
        await jon.until(lambda: jon.shown[paired(jon)]["status"] == "open")
        assert sorted(seat.get("name", "") for seat in jon.shown[paired(jon)]["seats"]) == ["", "Jon"], shown


async def test_friends_by_link_see_each_other_but_no_private_table(server: ServerProcess) -> None:
    async with people(server, "Lea", "Max", "Nils") as [lea, max_, nils]:
        link = server.call("POST", "/api/friends", {}, lea.cookie).json["link"]
        assert server.call("GET", f"/api/befriend/{link}").json == {"name": "Lea"}
        assert server.call("POST", f"/api/befriend/{link}", {}, lea.cookie).json["code"] == "friend/self"
        assert server.call("POST", f"/api/befriend/{link}", {}, max_.cookie).status == 201
        assert server.call("POST", f"/api/befriend/{link}", {}, nils.cookie).json["code"] == "friend/link"
        await max_.say(t="look")
        await max_.until(lambda: "Lea" in [item.get("name") for item in lobby_of(max_).values()])

        def lea_here() -> dict[str, Any]:
            return next(item for key, item in lobby_of(max_).items() if key.startswith("f"))

        await max_.until(lambda: lea_here().get("here"))
        private = server.open_table(lea.cookie, game="haggis", seats=["", None])
        listed = server.open_table(lea.cookie, game="damenrennen", seats=["", None], listed=True)
        await max_.until(lambda: lea_here().get("table") == listed)
        assert lea_here()["open"]
        assert private not in str(list(max_.received))

        await lea.say(t="look")
        await lea.until(lambda: any(key.startswith("f") for key in lobby_of(lea)))
        friend = next(item["friend"] for key, item in lobby_of(lea).items() if key.startswith("f"))
        asked = server.call("POST", f"/api/friends/{friend}/invitations", {"table": private}, lea.cookie)
        assert asked.status == 204, asked
        await max_.until(lambda: f"i{private}" in lobby_of(max_))
        assert server.call("POST", f"/api/friends/{friend}/invitations", {"table": listed}, nils.cookie).status == 404
        assert server.call("DELETE", f"/api/invitations/{private}", cookie=max_.cookie).status == 204
        await max_.until(lambda: f"i{private}" not in lobby_of(max_))

        assert server.call("DELETE", f"/api/friends/{friend}", cookie=lea.cookie).status == 204
        await max_.until(lambda: not any(key.startswith("f") for key in lobby_of(max_)))


async def test_anybody_is_told_how_many_are_here_and_nobody_who(launch: Launch) -> None:
    server = launch()

    def here() -> int:
        told = server.call("GET", "/api/me").json
        assert told == {**NOBODY, "here": told["here"]}, "a number, and nothing else"
        return int(told["here"])

    assert here() == 0
    async with people(server, "Ada", "Bo") as [ada, bo], Client(server, ada.cookie):
        await eventually(lambda: here() == 2, here)
        assert server.call("GET", "/api/me", cookie=bo.cookie).json["here"] == 2
    await eventually(lambda: here() == 0, here)


async def test_bad_terms_are_refused_with_a_reason(server: ServerProcess) -> None:
    cookie = server.guest("Olga")
    game = {"game": "haggis"}
    bad: list[tuple[dict[str, Any], str]] = [
        ({"tables": []}, "message/malformed"),
        ({"tables": [game] * 9}, "message/malformed"),
        ({"tables": [{"game": "poker"}]}, "table/options"),
        ({"tables": [{"game": "haggis", "options": {"players": 4}}]}, "table/options"),
        ({"tables": [game], "clock": 1}, "table/clock"),
        ({"tables": [game], "window": 10}, "message/malformed"),
        ({"tables": [game], "bots": True}, "message/malformed"),
    ]
    assert [server.call("PUT", "/api/seek", body, cookie).json["code"] for body, _ in bad] == [code for _, code in bad]
    assert server.call("PUT", "/api/seek", HAGGIS).status == 401
    assert server.call("GET", "/api/seek", cookie=cookie).json == {}


async def test_who_has_no_page_open_is_called_by_push(launch: Launch) -> None:
    async with push_service() as service:
        server = launch("--push-service", service.address)
        ada, bo = server.guest("Ada"), server.guest("Bo")
        browser = Browser(service.address)
        body = {name: getattr(browser.subscription, name) for name in ("endpoint", "p256dh", "auth", "lang")}
        assert server.call("POST", "/api/push", body, ada).status == 204
        async with Client(server, bo) as here:
            server.call("PUT", "/api/seek", HAGGIS, ada)
            server.call("PUT", "/api/seek", HAGGIS, bo)
            await here.until(lambda: paired(here))

            sent = (await eventually(lambda: service.sent, server.said))[0]
            assert browser.read(sent.body) == {
                "title": "Dein Tisch ist bereit",
                "body": "Haggis",
                "table": paired(here),
            }


async def test_people_at_different_nodes_meet_also_when_the_leader_dies(cluster: Cluster) -> None:
    one, two, three = (cluster.start(name) for name in ("one", "two", "three"))
    ada, bo, cy = one.guest("Ada"), two.guest("Bo"), three.guest("Cy")
    async with Client(two, bo) as left, Client(three, cy) as right, Client(one, ada):
        await left.say(t="look")
        await left.until(lambda: lobby_of(left).get("here", {}).get("count") == 3)
        await eventually(lambda: three.call("GET", "/api/me").json["here"] == 3, three.said)
        one.kill()
        assert two.call("PUT", "/api/seek", HAGGIS, bo).status == 200
        assert two.call("PUT", "/api/seek", HAGGIS, cy).status == 200, "her connection is at the other node"

        await left.until(lambda: paired(left))
        await right.until(lambda: paired(right))
        assert paired(left) == paired(right)
        assert len(two.call("GET", "/api/me", cookie=bo).json["tables"]) == 1
        await left.join(paired(left))
        await right.join(paired(right))
        await left.until(lambda: left.shown[paired(left)]["scene"]["to_act"])


async def test_a_search_survives_its_node_and_the_end_of_all_nodes(cluster: Cluster) -> None:
    one, two = cluster.start("one"), cluster.start("two")
    quick, slow = {**HAGGIS, "clock": 30}, {**HAGGIS, "clock": 60}
    async with people(one, "Ada", "Cy") as [ada, cy], people(two, "Bo", "Dora") as [bo, dora]:
        seek(one, ada, quick)
        seek(two, bo, slow)
        one.kill()
        await move_to(ada, two)
        await ada.until(lambda: ada.socket is not None)
        assert two.call("GET", "/api/seek", cookie=ada.cookie).json["terms"] == quick

        two.kill()
        execute(cluster.address, "UPDATE seek SET seen = seen - 100, since = since - 100")
        execute(cluster.address, "UPDATE service SET seen = seen - interval '100 seconds'")
        one.start()
        two.start()
        for client in (ada, bo):
            found = two.call("GET", "/api/seek", cookie=client.cookie).json
            assert found["seconds"] > 100, "she waits as long as she has waited"

        seek(one, cy, quick)
        seek(two, dora, slow)
        for client in (ada, bo, cy, dora):
            await client.until(lambda client=client: paired(client))  # type: ignore[misc] # bound in the loop
        assert (paired(ada), paired(bo)) == (paired(cy), paired(dora))
    assert "Traceback" not in one.said() + two.said()


async def test_a_node_that_starts_beside_another_revives_no_search_of_somebody_who_has_gone(cluster: Cluster) -> None:
    one = cluster.start("one")
    async with people(one, "Ada") as [ada]:
        seek(one, ada)
    execute(cluster.address, "UPDATE seek SET seen = seen - 20")
    two = cluster.start("two")
    await eventually(lambda: figure(two, "parlour_nodes") == 2, two.said)

    assert two.call("GET", "/api/seek", cookie=ada.cookie).json == {}
