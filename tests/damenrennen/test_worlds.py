"""The worlds that a view allows: consistent, and each as likely as the next."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.damenrennen import Damenrennen
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.position import SEATS, decode_game, encode_position
from tests.damenrennen.law_support import hidden_places, is_possible
from tests.damenrennen.positions import DamenTable, drained, lay, names, say, table_at

if TYPE_CHECKING:
    from parlour.games.damenrennen.position import Position

VIEWERS = (None, *SEATS)


def worlds(table: DamenTable, viewer: int | None, count: int) -> list[Position]:
    """Draw worlds from a view."""
    rng = Random(5)
    view = table.view(None if viewer is None else Seat(viewer))
    return [decode_game(table.game.determinize(view, rng).game) for _ in range(count)]


def assert_even(found: Counter[str], expected: Counter[str]) -> None:
    """Compare by chi-square, with room for four standard deviations; the seed is fixed."""
    assert found.keys() == expected.keys()
    scale = found.total() / expected.total()
    statistic = sum((found[key] - scale * ways) ** 2 / (scale * ways) for key, ways in expected.items())
    freedom = len(expected) - 1
    assert statistic < freedom + 4 * (2 * freedom) ** 0.5


def arrangements(unseen: str, hand: int, spent: int, *, firm: str = "", known: str = "") -> Counter[str]:
    """Count all ways to lay unseen cards into a hand, spent cards and the stack, by what lies where.

    Copies are told apart: the first of them are the firm ones, in hand, then the known ones, in
    hand or spent.
    """
    cards = unseen.split()
    labels = []
    for card in [*firm.split(), *known.split()]:
        labels.append(next(at for at, name in enumerate(cards) if name == card and at not in labels))
    firm_labels, known_labels = labels[: len(firm.split())], labels[len(firm.split()) :]
    ways: Counter[str] = Counter()
    for order in permutations(range(len(cards))):
        held = order[: hand + spent]
        if not {*firm_labels} <= {*order[:hand]} or not {*known_labels} <= {*held}:
            continue
        ways[" ".join([*sorted(cards[at] for at in order[:hand]), "|", *sorted(cards[at] for at in held[hand:])])] += 1
    return ways


def held_by(world: Position, seat: int) -> str:
    """What lies in a hand and among spent cards, as `arrangements` says it."""
    return " ".join([*sorted(names(world.hands[seat])), "|", *sorted(names(world.spent[seat]))])


@pytest.mark.parametrize("policy", ["uniform", "no exchange"])
def test_every_world_agrees_with_all_that_its_viewer_has_seen(policy: str) -> None:
    rng = Random(policy)
    game = Damenrennen()
    for _ in range(4):
        table: DamenTable = Table(game)
        while actors := table.to_act():
            for viewer in VIEWERS:
                view = table.view(viewer)
                world = game.determinize(view, rng)
                position = decode_game(world.game)
                assert game.view(world, viewer) == view
                assert is_possible(hidden_places(position, viewer), position, viewer)
            actor = rng.choice(actors)
            if actor is CHANCE:
                table.deal(rng)
                continue
            moves = list(map(game.format_move, table.legal_moves(actor)))
            keep = policy == "no exchange" and "exchange nothing" in moves
            say(table, f"{actor}: {'exchange nothing' if keep else rng.choice(moves)}")


def test_unseen_cards_lie_anywhere_with_equal_chance_every_copy_counted() -> None:
    table = table_at(f"{drained('', '')}; phase exchange; market Jc Jc Js Js; hands Jh Jh Ks | Kc Kc Kh")

    found = Counter(held_by(world, 1) for world in worlds(table, 0, 4000))

    assert_even(found, arrangements("Kc Kc Ks Kh Kh", 3, 0))


def test_cards_seen_in_a_swap_are_in_hand_or_spent_and_the_rest_lies_anywhere() -> None:
    race = "phase lay; market Jc Jc Js Js; hands Kc Ks | Jh Kh; spent Kh |; shown Kc Kh"
    table = table_at(f"{drained('', 'Jh')}; {race}")

    found = Counter(held_by(world, 0) for world in worlds(table, 1, 4000))

    assert_even(found, arrangements("Kc Kc Ks Ks Kh", 2, 1, known="Kc Kh"))


def test_a_diamond_exchanged_in_is_in_hand() -> None:
    owned = drained("", "Jh").replace(" Ad |", " |", 1)
    table = table_at(f"{owned}; phase lay; exchanged Ad |; market Jc Jc Js Js; hands Ad Ks | Jh Kh; spent Kc |")

    found = Counter(held_by(world, 0) for world in worlds(table, 1, 4000))

    assert_even(found, arrangements("Ad Kc Kc Ks Ks Kh", 2, 1, firm="Ad"))


def test_the_shower_knows_the_card_that_was_taken() -> None:
    table = table_at("rows Kh | Ks; reserve Ad |; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd")
    say(table, "1: show 10h Ah", "0: swap Ah for 9s", "1: discard Kd", "0: exchange Ad for Ah")

    for world in worlds(table, 1, 300):
        assert "Ah" in names(world.hands[0]) + names(world.spent[0])
        assert "Ad" in names(world.hands[0])


def test_the_holder_of_hearts_knows_the_card_that_she_gave_and_the_one_that_she_left() -> None:
    table = table_at("rows Kh | Ks; reserve | 9d; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd")
    say(table, "1: show 10h Ah", "0: swap Ah for 9s", "1: discard Kd", "1: exchange 9d for Qd")

    for world in worlds(table, 0, 300):
        held = Counter(names(world.hands[1]) + names(world.spent[1]))
        assert held >= Counter(["9s", "10h"])
        assert "9d" in names(world.hands[1])


def test_a_card_that_was_laid_is_no_longer_looked_for() -> None:
    race = "phase lay; market Jc Jc Js Js; hands Ks | Jh; spent Kh |; shown Kc Kh; tricks Kc Kh"
    table = table_at(f"{drained('', 'Jh')}; {race}")

    found = Counter(held_by(world, 0) for world in worlds(table, 1, 4000))

    assert_even(found, arrangements("Kc Ks Ks Kh", 1, 1, known="Kh"))


@pytest.mark.parametrize("viewer", [None, 0])
def test_nobody_is_thought_to_have_kept_a_bomb_to_herself(viewer: int | None) -> None:
    table = table_at("phase lay; market 9c Jc Js Jh; hands Ac 9s | Kh Jc; tricks 9h Ks")
    ranks = [{name[:-1] for name in names(world.hands[1])} for world in worlds(table, viewer, 3000)]

    assert {"K"} not in ranks
    assert {"A"} in ranks


def test_a_bomb_stays_where_it_was_seen_and_her_discard_does_not() -> None:
    table = table_at("rows | Ks; market 9c 9c Jc Jc; hands Kh Kd 10s | Ah Ac Ad Qd")
    say(table, "1: discard Qd")
    lay(table, "Kh Ad")
    drawn = worlds(table, None, 200)

    assert {tuple(names(world.hands[1])) for world in drawn} == {("Ac", "Ah")}
    assert len({world.spent[1] for world in drawn}) > 10
    assert len({world.hands[0] for world in drawn}) > 100


@pytest.mark.parametrize("viewer", [None, 0])
@pytest.mark.parametrize("line", ["1: lay Ah", "1: exchange 9d for Ah"])
def test_a_sealed_choice_is_drawn_from_the_legal_ones_of_the_world(line: str, viewer: int | None) -> None:
    reserve = "reserve Ad | 9d Kd; " if "exchange" in line else ""
    table = table_at(f"{reserve}market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd")
    say(table, line)
    choices = set()
    for world in worlds(table, viewer, 300):
        (sealed,) = filter(None, world.sealed)
        before = msgspec.structs.replace(world, sealed=(None, None), asked=SEATS)
        assert Game(encode_position(before)).allows(1, sealed)
        choices.add(sealed)

    assert len(choices) > 15


@pytest.mark.parametrize("reply", ["0: swap Ah for 9s", "0: decline", None])
def test_a_spectator_imagines_what_was_shown_and_swapped(reply: str | None) -> None:
    table = table_at("rows Kh | Ks; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd")
    say(table, "1: show 10h Ah")
    if reply is not None:
        say(table, reply)
    imagined = set()
    for world in worlds(table, None, 300):
        shown, taken, given = map(Counter, map(names, (world.shown, world.taken, world.given)))
        assert shown.total() == 2
        assert taken.total() == given.total() == (reply == "0: swap Ah for 9s")
        assert taken <= Counter(names(world.hands[0]))
        assert shown - taken + given <= Counter(names(world.hands[1]))
        imagined.add((world.shown, world.taken, world.given))

    assert len(imagined) > 100


def test_equal_seeds_draw_the_same_world() -> None:
    game = table_at("market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd").state.game

    assert game.world(0, 7) == game.world(0, 7)
    assert len({game.world(0, seed) for seed in range(50)}) > 45


@pytest.mark.parametrize(
    "position",
    [
        pytest.param("exchanged Ad Kd |; hands Js | Jh", id="more diamonds than cards"),
        pytest.param("rows | Kh; shown 9s 9h; hands Js | Jh", id="more seen than held"),
        pytest.param("rows | Kh; shown Kd Ad; hands Kd Ks | Jc Jh; tricks Kc 9h; reserve | Ad Ad", id="seen elsewhere"),
        pytest.param("rows | Kh; shown Kd Ks; hands Kd Ks | Jc Jh; tricks Kc 9h", id="a bomb kept back"),
    ],
)
def test_where_no_world_is_possible_there_is_an_error(position: str) -> None:
    table = table_at(f"phase lay; market Jc Js 10s 10s; {position}")

    with pytest.raises(ValueError, match="cannot lie as they were seen"):
        table.state.game.world(1, 1)


def test_a_spectator_cannot_imagine_a_swap_of_cards_that_nobody_was_dealt() -> None:
    table = table_at("rows | Kh; phase lay; shown Kd Ks; market Jc Js 10s 10s; hands Kd | Jh")

    with pytest.raises(ValueError, match="cannot lie as they were seen"):
        table.state.game.world(None, 1)
