"""The generic search: it needs nothing but the protocol, and beats random play in every game."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, NamedTuple, cast

import msgspec
import pytest

from parlour.bots.bot import AnyBot
from parlour.bots.determinizing import DeterminizingSearch
from parlour.bots.reasons import REASONS
from parlour.bots.uniform import Uniform
from parlour.core.errors import OptionError
from parlour.core.game import CHANCE, Outcome, RoundResult, Seat
from parlour.games.catalogue import KINDS, AnyGame, GameKind, make_game
from tests.bots.reasons import check_reasons
from tests.haggis.law_support import shuffle_hidden
from tests.haggis.positions import table_at

GAMES: list[tuple[str, dict[str, object]]] = [("haggis", {}), ("haggis", {"players": 3}), ("damenrennen", {})]


def play_round(game: AnyGame, bots: list[AnyBot], deal: int) -> RoundResult:
    state = game.start()
    shuffles, rng = Random(deal), Random(f"{deal} bots")
    while (result := game.round_result(state)) is None:
        actor = game.to_act(state)[0]
        if actor is CHANCE:
            state = game.apply(state, CHANCE, game.deal(state, shuffles))
            continue
        legal = game.legal_moves(state, actor)
        move = bots[actor].choose(game.view(state, actor), legal, rng)
        assert move in legal
        state = game.apply(state, actor, move)
    return result


def decisions(game: AnyGame, count: int) -> list[tuple[Any, Seat]]:
    """States of random play in which a seat has a choice, with every seat that has it."""
    rng, state = Random(3), game.start()
    found: list[tuple[Any, Seat]] = []
    while len(found) < count:
        actors = game.to_act(state)
        if not actors:
            state = game.start()
            continue
        seats = [actor for actor in actors if actor is not CHANCE]
        found += [(state, seat) for seat in seats if len(game.legal_moves(state, seat)) > 1]
        actor = rng.choice(actors)
        move = game.deal(state, rng) if actor is CHANCE else rng.choice(game.legal_moves(state, actor))
        state = game.apply(state, actor, move)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_it_beats_random_play(name: str, options: dict[str, object]) -> None:
    game = make_game(name, options)
    firsts = []
    for deal in range(12):
        for seat in range(game.seats):
            bots: list[AnyBot] = [Uniform() for _ in range(game.seats)]
            bots[seat] = DeterminizingSearch(name, nodes=32)
            firsts.append(play_round(game, bots, deal).firsts[seat])

    assert sum(firsts) > 0.7 * len(firsts)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_nodes_give_the_same_choice_again_for_every_seat_that_chooses(name: str, options: dict[str, object]) -> None:
    game = make_game(name, options)
    for state, seat in decisions(game, 12):
        view, legal = game.view(state, seat), game.legal_moves(state, seat)

        advice = DeterminizingSearch(name, nodes=30).advise(view, legal, Random(7))

        assert advice == DeterminizingSearch(name, nodes=30).advise(view, legal, Random(7))
        assert advice.move == DeterminizingSearch(name, nodes=30).choose(view, legal, Random(7))
        assert advice.move in legal
        assert advice.candidates[0].move == advice.move
        check_reasons(advice.reasons, REASONS)


def test_it_does_not_peek() -> None:
    game = make_game("haggis", {})
    rng = Random(2)
    bot = DeterminizingSearch("haggis", nodes=24)
    changed = 0
    for state, seat in decisions(game, 40):
        shuffled = shuffle_hidden(state, seat, rng)
        changed += shuffled != state
        legal = game.legal_moves(state, seat)

        one, two = (bot.advise(game.view(world, seat), legal, Random(5)) for world in (state, shuffled))

        assert one == two
    assert changed > 10


def test_a_forced_move_is_not_searched() -> None:
    advice = DeterminizingSearch("haggis").advise(None, [7], Random(1))

    assert advice.move == 7
    assert [reason.key for reason in advice.reasons] == ["only_move"]


def test_the_budget_is_spent_on_the_best_moves_and_not_exceeded() -> None:
    table = table_at("hands 5r 6r 7r K | 2g 3g 9g 10g Q")
    view, legal = table.view(Seat(0)), table.legal_moves(Seat(0))

    advice = DeterminizingSearch("haggis", nodes=300).advise(view, legal, Random(1))

    assert table.game.format_move(advice.move) == "5r 6r 7r K"
    assert advice.candidates[0].wins == 1
    (reason,) = advice.reasons
    assert reason.parameters["moves"] == len(legal)
    assert isinstance(reason.parameters["worlds"], int)
    assert 300 / len(legal) < reason.parameters["worlds"] < 300


def test_a_small_budget_tries_a_sample_of_the_moves() -> None:
    game = make_game("haggis", {})
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(1)))
    (seat,) = game.to_act(state)
    assert seat is not None
    legal = game.legal_moves(state, seat)

    (reason,) = DeterminizingSearch("haggis", nodes=40).advise(game.view(state, seat), legal, Random(1)).reasons

    assert len(legal) > 100
    assert reason.parameters["moves"] == 10


def test_milliseconds_are_a_budget_too() -> None:
    table = table_at("hands 5r 6r 7r K | 2g 3g 9g 10g Q")
    legal = table.legal_moves(Seat(0))

    advice = DeterminizingSearch("haggis", ms=20).advise(table.view(Seat(0)), legal, Random(1))

    assert advice.move in legal


@pytest.mark.parametrize("settings", [{"nodes": 0}, {"ms": 0}, {"ms": -1}])
def test_a_budget_of_nothing_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="a budget is"):
        DeterminizingSearch("haggis", **settings)


def test_the_rules_are_those_of_the_view() -> None:
    game = make_game("haggis", {"players": 3, "edition": "german"})
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(1)))
    (seat,) = game.to_act(state)
    assert seat is not None
    view, legal = game.view(state, seat), game.legal_moves(state, seat)[:4]
    other = msgspec.structs.replace(view, options=msgspec.structs.replace(view.options, edition="english"))

    german, english = (
        DeterminizingSearch("haggis", nodes=60).advise(each, legal, Random(1)).candidates for each in (view, other)
    )

    assert german != english  # the first out gets five points more
    assert [one.wins for one in german] == [one.wins for one in english]


class NoOptions(msgspec.Struct, frozen=True):
    """Nothing can be chosen."""


class ToyView(NamedTuple):
    """A view that has no options."""

    seat: Seat


class Toy:
    """Both choose a number at once, the higher wins: one decision, and no round but the match."""

    def __init__(self, options: NoOptions) -> None:
        assert options == NoOptions()

    def determinize(self, view: ToyView, rng: Random) -> tuple[int, int]:
        del view, rng
        return (0, 0)

    def apply(self, state: tuple[int, int], actor: Seat, move: int) -> tuple[int, int]:
        return (move, state[1]) if actor == 0 else (state[0], move)

    def to_act(self, state: tuple[int, int]) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if not state[seat])

    def legal_moves(self, state: tuple[int, int], seat: Seat) -> list[int]:
        return [] if state[seat] else [1, 2, 3]

    def round_result(self, state: tuple[int, int]) -> None:
        del state

    def outcome(self, state: tuple[int, int]) -> Outcome:
        winners = tuple(Seat(seat) for seat in (0, 1) if state[seat] == max(state))
        return Outcome(state, winners)


@pytest.mark.parametrize("measure", ["points", "firsts"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_of_another_package_needs_nothing_of_ours(
    monkeypatch: pytest.MonkeyPatch, seat: int, measure: Literal["points", "firsts"]
) -> None:
    kind = GameKind(options=NoOptions, rules=cast("Any", Toy), title="Toy", measure=measure)
    monkeypatch.setitem(KINDS._loaded, "toy", kind)

    advice = DeterminizingSearch("toy", nodes=300).advise(ToyView(Seat(seat)), [1, 2, 3], Random(1))

    best, *others = advice.candidates
    assert best.move == 3
    assert best.points == (pytest.approx(1, abs=0.2) if measure == "points" else None)  # 3 against 1, 2 and 3
    assert best.wins == pytest.approx(5 / 6, abs=0.1)
    assert best.behind is None
    assert {other.move for other in others} == {1, 2}
    assert all(other.behind is not None and other.behind > 0 for other in others)
