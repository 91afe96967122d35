"""What a link to a table shows before it is opened: Open Graph tags for the page of a table.

Messengers and social networks fetch the address and run no scripts, so the server writes the tags
into the page. They say which game it is, who opened the table and how many seats are free, and
nothing that happens at the table.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.games.catalogue import KINDS
from parlour.server.errors import RefusalError, StoreError
from parlour.server.page_files import WEB

if TYPE_CHECKING:
    from starlette.requests import Request

    from parlour.server.events import Opening
    from parlour.server.store import TableSummary
    from parlour.server.tables import Tables

KEPT_SECONDS: Final = 10.0
"""How long a table that is not in memory is answered for without the store."""
MOST_KEPT: Final = 500


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of one language."""

    invites: str
    invited: str
    free_one: str
    free_many: str
    playing: str
    over: str


WORDS: Final = {
    "en": Words(
        invites="{name} invites you to play {game}",
        invited="You are invited to play {game}",
        free_one="One seat is free. It runs in the browser, without an account.",
        free_many="{free} seats are free. It runs in the browser, without an account.",
        playing="All seats are taken. You can watch.",
        over="The match is over. You can replay it.",
    ),
    "de": Words(
        invites="{name} lädt dich ein: {game}",
        invited="Du bist eingeladen: {game}",
        free_one="Ein Platz ist frei. Es läuft im Browser, ohne Anmeldung.",
        free_many="{free} Plätze sind frei. Es läuft im Browser, ohne Anmeldung.",
        playing="Alle Plätze sind besetzt. Du kannst zusehen.",
        over="Die Partie ist vorbei. Du kannst sie nachspielen.",
    ),
    "hu": Words(
        invites="{name} játszani hív: {game}",
        invited="Meghívtak egy játékra: {game}",
        free_one="Egy hely szabad. Böngészőben fut, regisztráció nélkül.",
        free_many="{free} hely szabad. Böngészőben fut, regisztráció nélkül.",
        playing="Minden hely foglalt. Nézőnek beülhetsz.",
        over="A mérkőzés véget ért. Visszanézheted.",
    ),
}


class Invitation(msgspec.Struct, frozen=True):
    """What a link shows of a table."""

    game: str
    host: str
    """Who opened the table; empty where she does not sit there."""
    free: int
    status: str


class Invitations:
    """The invitations to all tables; those that are not in memory are cached for a short while."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.kept: dict[str, tuple[float, Invitation | None]] = {}

    async def find(self, name: str, now: float) -> Invitation | None:
        """The invitation to a table; None where there is no such table, or the database does not answer."""
        actor = self.tables.actors.get(name)
        if actor is not None:
            return invitation(actor.log.opening, actor.summary)
        until, found = self.kept.pop(name, (0.0, None))
        if until <= now:
            try:
                row = await self.tables.row(name)
                found = invitation(row.opening, row.summary)
            except (RefusalError, StoreError):
                found = None
            until = now + KEPT_SECONDS
        self.kept[name] = until, found
        while len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return found


def invitation(opening: Opening, summary: TableSummary) -> Invitation:
    """What a link shows of a table, from what lists show of it."""
    seats = list(zip(summary.persons, summary.names, summary.bots, strict=True))
    host = next((name for person, name, _ in seats if person == opening.owner), "")
    free = sum(person is None and not bot for person, _, bot in seats)
    return Invitation(opening.game, host, free, summary.status)


def language_of(accepted: str) -> str:
    """The first language of an Accept-Language header that we have words for, by its order."""
    for part in accepted[:200].split(","):
        language = part.strip()[:2].lower()
        if language in WORDS:
            return language
    return "en"


def tags(shown: Invitation, request: Request) -> str:
    """The tags for a page's head, every value escaped."""
    words = WORDS[language_of(request.headers.get("accept-language", ""))]
    kind = KINDS.get(shown.game)
    game = shown.game if kind is None else kind.title
    title = (words.invites if shown.host else words.invited).format(name=shown.host, game=game)
    if shown.status == "open":
        about = (words.free_one if shown.free == 1 else words.free_many).format(free=shown.free)
    else:
        about = words.playing if shown.status == "playing" else words.over
    picture = f"og/{shown.game}.png"
    has_picture = (WEB / picture).is_file()
    site = f"{request.url.scheme}://{request.url.netloc}"
    values = {
        "og:type": "website",
        "og:site_name": "Parlour",
        "og:title": title if shown.status == "open" else game,
        "og:description": about,
        "og:url": f"{site}{request.url.path}",
        "og:image": f"{site}/{picture if has_picture else 'icon-512.png'}",
        "twitter:card": "summary_large_image" if has_picture else "summary",
    }
    return "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in values.items())
