"""Seeks as they are stored, checked and turned into tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import GameError
from parlour.games.catalogue import make_game
from parlour.server.errors import RefusalError
from parlour.server.events import Opening, Seated
from parlour.server.lobby.matching import FIRST_REACH, REACH_PER_SECOND, Offer, Seeker, match
from parlour.server.lobby.types import Search, SeekTerms
from parlour.server.new_table import new_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.games.catalogue import AnyGame
    from parlour.server.lobby.matching import Group
    from parlour.server.lobby.store import SeekRow
    from parlour.server.store import AddTable

SIZES: Final = (2, 3)
"""How many people can be brought together."""


class StoredSeek(msgspec.Struct, frozen=True):
    """The body of a seek in the database."""

    terms: SeekTerms
    offers: tuple[Offer, ...]
    ratings: dict[str, float]


DECODER: Final = msgspec.json.Decoder(StoredSeek)


def offers_of(terms: SeekTerms) -> tuple[Offer, ...]:
    """The tables that terms accept; RefusalError where one of them makes no sense."""
    return tuple(offer_of(terms, checked_game(sought.game, sought.options)) for sought in terms.tables)


def checked_game(name: str, options: dict[str, Any]) -> AnyGame:
    """A game with its options, or RefusalError."""
    try:
        return make_game(name, options)
    except GameError as error:
        raise RefusalError("table/options", error.reason, error.clause or "") from error


def offer_of(terms: SeekTerms, game: AnyGame) -> Offer:
    options = msgspec.json.encode(msgspec.to_builtins(game.options), order="sorted").decode()
    return Offer(game.name, options, game.seats, terms.clock, terms.bank, terms.increment, terms.rated)


def seeker_of(row: SeekRow) -> Seeker:
    """Who waits, for the matching."""
    stored = DECODER.decode(row.body)
    return Seeker(row.person, row.waited, stored.offers, stored.ratings, stored.terms.window)


def groups_of(rows: Sequence[SeekRow]) -> list[Group]:
    """Who is to be seated together now; called in a worker where many wait."""
    return match([seeker_of(row) for row in rows])


def search_of(row: SeekRow) -> Search:
    """A search as its person is shown it."""
    stored = DECODER.decode(row.body)
    rating = stored.ratings[stored.offers[0].game]
    return Search(
        seconds=round(row.waited, 1),
        terms=stored.terms,
        rating=round(rating),
        reach=FIRST_REACH,
        widens=REACH_PER_SECOND,
        table=row.table or "",
    )


def table_for(group: Group, names: dict[int, str], rng: Random) -> AddTable:
    """A listed table with a group seated, in random order."""
    persons = rng.sample(group.persons, len(group.persons))
    offer = group.offer
    game = make_game(offer.game, msgspec.json.decode(offer.options))
    opening = Opening(
        game=game.name,
        version=game.version,
        options=msgspec.to_builtins(game.options),
        owner=persons[0],
        hints=False,
        undo=False,
        clock=offer.clock,
        bank=offer.bank,
        increment=offer.increment,
        listed=True,
        rated=offer.rated,
    )
    seated = [Seated(seat, person, names.get(person, "")) for seat, person in enumerate(persons)]
    return new_table(opening, seated)
