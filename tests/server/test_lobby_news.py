"""The list of the lobby in small messages: never more than one at a time, and it still arrives."""

from __future__ import annotations

import msgspec

from parlour.server.events import Opening, Seated
from parlour.server.lobby.news import MOST_SHOWN, Items, public_items, step, waiting_at
from parlour.server.lobby.types import LARGEST_NEWS, LobbyTable
from parlour.server.new_table import new_table
from parlour.server.ratings.types import Rating
from parlour.server.store import TableRow


def tables(*numbers: int, scores: tuple[int, ...] = ()) -> Items:
    return {
        f"t{number}": LobbyTable(
            table=f"{number}",
            game="haggis",
            options={"players": 2, "edition": "english", "tournament": False, "target": 250},
            status="playing",
            names=("Ada", "Bo"),
            bots=("", ""),
            scores=scores,
        )
        for number in numbers
    }


def row(name: str, *, full: bool, rated: bool = False, host: str = "Ada") -> TableRow:
    opening = Opening(game="haggis", version=1, options={}, owner=1, listed=True, rated=rated)
    seated = [Seated(0, 1, host), Seated(1, 2, "Bo") if full else Seated(1)]
    return msgspec.structs.replace(new_table(opening, seated).row, name=name)


def test_a_list_that_changes_in_every_row_arrives_one_small_message_after_the_other() -> None:
    shown, target = tables(*range(40)), tables(*range(30, 80), scores=(1, 2))
    sent = []

    while shown != target:
        shown, message = step(shown, target)
        assert message is not None
        sent.append(message)

    assert max(map(len, sent)) <= LARGEST_NEWS
    first = msgspec.json.decode(sent[0])
    assert len(first["gone"]) == 30, "what is gone comes first"
    assert {table["table"] for table in first["tables"]} < {str(number) for number in range(30, 40)}, "then changes"
    assert step(shown, target) == (target, None)
    assert step(shown, target, here=7)[1] == b'{"t":"lobby","here":7}'


def test_tables_with_a_free_seat_come_first_and_then_those_that_are_shown() -> None:
    rows = [row(f"{number:03}", full=number >= 10) for number in reversed(range(100))]
    assert len(public_items(rows, {1})) == MOST_SHOWN

    before = public_items(rows, {1})
    after = public_items([row("new", full=True), *rows], {1}, before)

    assert {f"t{number:03}" for number in range(10)} < set(before)
    assert after.keys() == before.keys(), "who looks on does not see them change places all the time"
    assert public_items(rows, {3}) == {}, "nobody of them is here"


def test_who_waits_at_a_rated_table_is_shown_with_her_rating_and_nobody_else() -> None:
    rows = [
        row("rated", full=False, rated=True),
        row("full", full=True, rated=True),
        row("fun", full=False),
    ]
    ratings = {
        "haggis": {1: Rating(1512.4, 130.0, 4, provisional=True), 2: Rating(1600.0, 60.0, 40, provisional=False)}
    }

    items = public_items(rows, {1}, (), ratings)

    assert waiting_at(rows) == {"haggis": {1}}, "nobody else's is looked up"
    shown = {key: (item.ratings, item.provisional) for key, item in items.items() if isinstance(item, LobbyTable)}
    assert shown == {"trated": ((1512, None), (0,)), "tfull": ((), ()), "tfun": ((), ())}


def test_a_list_of_rated_tables_keeps_to_small_messages_too() -> None:
    host = "Ő" * 24
    rows = [row(f"{number:08}", full=False, rated=True, host=host) for number in range(MOST_SHOWN)]
    ratings = [
        {"haggis": {1: Rating(rating, 130.0, 4, provisional=True)}} for rating in (1512.0, 1498.0)
    ]  # it changes in every row at once
    shown, target = (public_items(rows, {1}, (), each) for each in ratings)
    sent = []

    while shown != target:
        shown, message = step(shown, target)
        assert message is not None
        sent.append(message)

    assert 1 < max(map(len, sent)) <= LARGEST_NEWS
    assert len(sent) < MOST_SHOWN, "several rows fit into a message"
