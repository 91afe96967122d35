"""The HTTP API of the lobby: look for opponents, make friends, ask them to tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from parlour.games.catalogue import KINDS
from parlour.server.errors import RefusalError
from parlour.server.http import API_HEADERS, Endpoint, RequestContext, json_response
from parlour.server.lobby.seeks import SIZES, StoredSeek, offers_of, search_of
from parlour.server.lobby.types import FriendLink, Invitation, Search, SeekTerms, Stranger
from parlour.server.people import hash_token, make_token
from parlour.server.push import Turn
from parlour.server.rows import encode_text
from parlour.server.time_control import check_clock

if TYPE_CHECKING:
    from parlour.server.lobby.store import FriendRow
    from parlour.server.store import Person

LINK_SECONDS: Final = 7 * 24 * 3600.0
MOST_LINKS: Final = 5
"""Links of one person that can be used; a new one replaces the oldest."""
MOST_FRIENDS: Final = 100


async def seek(context: RequestContext) -> Response:
    """Look for opponents; where there is a search already, under other terms."""
    person, terms, tables = await context.person(), context.body, context.tables
    offers = offers_of(terms)
    for offer in offers:
        if offer.seats not in SIZES:
            raise RefusalError(
                "seek/seats", f"tables for {offer.seats} are not found here", parameters={"seats": offer.seats}
            )
    check_clock(terms.clock, terms.bank, terms.increment)
    if not await tables.lobby.store.seeks_of([person.id]):
        await tables.quotas.check_table(person.id, context.address)
    games = dict.fromkeys(offer.game for offer in offers)
    ratings = {game: (await tables.ratings.of(person.id, game)).rating for game in games}
    row = await tables.lobby.store.add_seek(person.id, encode_text(StoredSeek(terms, offers, ratings)))
    tables.lobby.touch(person.id)
    return json_response(Search() if row is None else search_of(row))


async def show_search(context: RequestContext) -> Response:
    return await told_search(context, await context.person())


async def end_search(context: RequestContext) -> Response:
    """Stop looking; where she was seated at that moment, the answer names the table."""
    person = await context.person()
    await context.tables.lobby.store.end_seek(person.id)
    return await told_search(context, person)


async def told_search(context: RequestContext, person: Person) -> Response:
    """What a person looks for by now; her pages are told too."""
    context.tables.lobby.touch(person.id)
    return json_response(await context.tables.lobby.search(person.id))


async def add_friend_link(context: RequestContext) -> Response:
    person, link = await context.person(), make_token()
    await context.tables.quotas.check_person(context.address)
    store = context.tables.lobby.store
    await store.add_friend_link(person.id, hash_token(link), seconds=LINK_SECONDS, most=MOST_LINKS)
    return json_response(FriendLink(link), 201)


async def show_link_maker(context: RequestContext) -> Response:
    _, name = await link_maker(context)
    return json_response(Stranger(name))


async def befriend(context: RequestContext) -> Response:
    """Become the friend of who made a link: she has agreed by making it, and I do now."""
    person = await context.person()
    maker, name = await link_maker(context)
    store = context.tables.lobby.store
    if maker == person.id:
        raise RefusalError("friend/self", "this link is yours: send it to somebody else")
    for each in (person.id, maker):
        if len(await store.friends(each)) >= MOST_FRIENDS:
            raise RefusalError(
                "friend/many", f"nobody has more than {MOST_FRIENDS} friends", parameters={"most": MOST_FRIENDS}
            )
    if not await store.befriend(link_hash(context), person.id):
        raise bad_link()
    for each in (person.id, maker):
        context.tables.lobby.touch(each)
    return json_response(Stranger(name), 201)


async def unfriend(context: RequestContext) -> Response:
    person = await context.person()
    friend = await friend_of(context, person)
    await context.tables.lobby.store.unfriend(person.id, friend.id)
    context.tables.lobby.touch(person.id)
    context.tables.lobby.touch(friend.person)
    return Response(status_code=204, headers=API_HEADERS)


async def invite(context: RequestContext) -> Response:
    """Ask a friend to a table where I sit, or that I opened, while a seat is free."""
    person = await context.person()
    friend = await friend_of(context, person)
    row = await context.tables.row(context.body.table)
    if person.id not in (row.opening.owner, *row.summary.persons):
        raise RefusalError("seat/none", "you do not sit at this table")
    if row.summary.status != "open":
        raise RefusalError("table/full", "no seat is free at this table", parameters={"table": row.name})
    await context.tables.lobby.store.invite(person.id, friend.person, row.name)
    context.tables.lobby.touch(friend.person)
    context.tables.notify(Turn(friend.person, row.name, KINDS[row.opening.game].title, "invited"))
    return Response(status_code=204, headers=API_HEADERS)


async def decline(context: RequestContext) -> Response:
    person = await context.person()
    await context.tables.lobby.store.decline(person.id, context.table)
    context.tables.lobby.touch(person.id)
    return Response(status_code=204, headers=API_HEADERS)


def link_hash(context: RequestContext) -> str:
    return hash_token(str(context.request.path_params["link"]))


async def link_maker(context: RequestContext) -> tuple[int, str]:
    """Who made the link that the path names, or RefusalError."""
    maker = await context.tables.lobby.store.link_maker(link_hash(context))
    if maker is None:
        raise bad_link()
    return maker


def bad_link() -> RefusalError:
    return RefusalError("friend/link", "this link was used, or it is older than a week")


async def friend_of(context: RequestContext, person: Person) -> FriendRow:
    """The friend of a person that the path names, or RefusalError."""
    wanted = str(context.request.path_params["friend"])
    friends = await context.tables.lobby.store.friends(person.id)
    found = next((friend for friend in friends if str(friend.id) == wanted), None)
    if found is None:
        raise RefusalError("friend/unknown", f"you have no friend {wanted[:20]!r}", parameters={"friend": wanted[:20]})
    return found


LOBBY_ENDPOINTS: Final = (
    Endpoint(method="PUT", path="/api/seek", act=seek, body=SeekTerms, reply=Search, about="look for opponents"),
    Endpoint(method="GET", path="/api/seek", act=show_search, reply=Search, about="my search for opponents"),
    Endpoint(method="DELETE", path="/api/seek", act=end_search, reply=Search, about="stop looking"),
    Endpoint(
        method="POST",
        path="/api/friends",
        act=add_friend_link,
        reply=FriendLink,
        status=201,
        about="make a link by which somebody becomes my friend",
    ),
    Endpoint(
        method="GET",
        path="/api/befriend/{link}",
        act=show_link_maker,
        reply=Stranger,
        about="who made such a link",
    ),
    Endpoint(
        method="POST",
        path="/api/befriend/{link}",
        act=befriend,
        reply=Stranger,
        status=201,
        about="become the friend of who made it",
    ),
    Endpoint(method="DELETE", path="/api/friends/{friend}", act=unfriend, status=204, about="end a friendship"),
    Endpoint(
        method="POST",
        path="/api/friends/{friend}/invitations",
        act=invite,
        body=Invitation,
        status=204,
        about="ask a friend to my table",
    ),
    Endpoint(
        method="DELETE",
        path="/api/invitations/{table}",
        act=decline,
        status=204,
        about="forget that I was asked to a table",
    ),
)
