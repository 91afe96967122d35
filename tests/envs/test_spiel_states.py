"""States in OpenSpiel: what they hide, what they take back, what they refuse."""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from collections import Counter
from math import comb, sqrt
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from parlour.core.game import Seat
from parlour.envs.damenrennen.kernel import observe as damenrennen_observe
from parlour.envs.encoding import make_encoding
from parlour.envs.haggis.kernel import observe as haggis_observe
from parlour.envs.spiel.history_node import HistoryNode
from parlour.games.haggis.cards import SPOTS, card_names
from parlour.games.haggis.position import decode_round
from tests.damenrennen import law_support as damenrennen_support
from tests.envs.spiel_games import GAMES, dealt_state, random_play, random_step, tiny_position
from tests.haggis import law_support as haggis_support

pytestmark = pytest.mark.slow

SUPPORT: dict[str, Any] = {"haggis": haggis_support, "damenrennen": damenrennen_support}


def seen_by(state: Any, player: int) -> list[Any]:
    """All that a player is shown of a state."""
    shown = [
        state.observation_string(player),
        state.observation_tensor(player),
        state.to_observation_struct(player).to_json(),
    ]
    shown.append(state.information_state_string(player))
    if state.get_game().get_type().provides_information_state_tensor:
        shown.append(state.information_state_tensor(player))
    return shown


def full_history(state: Any) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in state.full_history()]


def is_unlikely(found: Counter[Any], expected: dict[Any, float]) -> bool:
    """Judge counts by chi-square: less likely than one in a thousand."""
    assert found.keys() <= expected.keys()
    free = len(expected) - 1
    distance = sum((found[key] - mean) ** 2 / mean for key, mean in expected.items())
    return distance > free * (1 - 2 / (9 * free) + 3.09 * sqrt(2 / (9 * free))) ** 3


def test_chance_outcomes_add_up_and_every_deal_is_as_likely_as_the_next() -> None:
    game = pyspiel.load_game("parlour_haggis", {"position": tiny_position()})
    chances: dict[str, float] = {}

    def follow(state: Any, chance: float) -> None:
        if not state.is_chance_node():
            chances[str(state)] = chances.get(str(state), 0) + chance
            return
        outcomes = state.chance_outcomes()
        assert sum(part for _, part in outcomes) == pytest.approx(1)
        for outcome, part in outcomes:
            follow(state.child(outcome), chance * part)

    follow(game.new_initial_state(), 1.0)

    assert len(chances) == comb(5, 2) * comb(3, 2)
    assert list(chances.values()) == pytest.approx([1 / 30] * 30)


@pytest.mark.parametrize("name", GAMES)
def test_a_tensor_is_the_encoding_of_the_view(name: str) -> None:
    for state in random_play(name, 8):
        game = state.now.rules.game
        for player in range(state.num_players()):
            view = game.view(state.now.state, Seat(player))

            assert state.observation_tensor(player) == make_encoding(game).encode_view(view).tolist()


def test_an_observation_of_what_is_not_there_is_refused() -> None:
    room = np.zeros(157, np.float32)
    played = dealt_state("parlour_haggis").now.state.round
    for seat, scores, target, out in (
        (2, (0, 0), 9, room),
        (0, (0,), 9, room),
        (0, (0, 0), 0, room),
        (0, (0, 0), 9, room[1:]),
    ):
        with pytest.raises(ValueError, match=r"not what a seat|room for 157"):
            haggis_observe.write_observation(played, seat, scores, target, out)
    game = dealt_state("parlour_damenrennen").now.state.game
    for seat, wins, needed, out in (
        (2, (0, 0), 1, room),
        (0, (0,), 1, room),
        (0, (0, 0), 0, room),
        (0, (0, 0), 1, room),
    ):
        with pytest.raises(ValueError, match=r"not what a seat|room for 488"):
            damenrennen_observe.write_observation(game, seat, wins, needed, out)


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_and_has_a_history_of_its_own(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for number, state in enumerate(random_play(name, 3)):
        if number % 5:
            continue
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, sampler)
            different += str(other) != str(state)

            assert seen_by(other, player) == seen_by(state, player)
            assert other.current_player() == state.current_player()
            assert other.move_number() == state.move_number()
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            again = state.get_game().new_initial_state()
            for action in other.history():
                again.apply_action_with_legality_check(action)
            assert str(again) == str(other)
    assert different > 10


def test_resampled_hidden_cards_of_haggis_are_uniform() -> None:
    position = tiny_position("2r 4r 7o | 3g 5g 8o", "6r 9o")
    state = pyspiel.load_game("parlour_haggis", {"position": position}).new_initial_state()
    rng = Random(1)
    while state.is_chance_node():
        random_step(state, rng)
    hidden = decode_round(state.now.state.round)
    cards = card_names((hidden.hands[1] | hidden.haggis) & SPOTS[2])
    counts: Counter[int] = Counter()
    draws = 2000

    for _ in range(draws):
        counts[decode_round(state.resample_from_infostate(0, rng.random).now.state.round).hands[1]] += 1

    ways = comb(len(cards), 3)
    assert len(counts) == ways
    assert not is_unlikely(counts, dict.fromkeys(counts, draws / ways))


def test_resampled_hidden_cards_of_damenrennen_are_uniform() -> None:
    def is_simple(state: Any) -> bool:
        """One unknown card in the other hand, of which nothing is known: no swap, no discard, no bomb."""
        seen = state.now.rules.game.view(state.now.state, Seat(0)).game
        ranks = {card.bit_length() // 8 for card in seen.laid[1]}
        return (
            state.current_player() == 0 and len(seen.laid[1]) == 2 and len(ranks) == 2 and not any(seen.exchanged)
            and not seen.has_shown and not any(seen.spent_sizes)
        )  # fmt: skip

    state = next(state for seed in range(9) for state in random_play("parlour_damenrennen", seed) if is_simple(state))
    slots = state.now.state.game.slots()
    view = state.now.rules.game.view(state.now.state, Seat(0)).game
    pool = Counter(damenrennen_support.names(slots[3])) + Counter(damenrennen_support.names(slots[21]))
    assert pool.total() == view.stack_size + 1
    rng, draws = Random(2), 1500
    counts: Counter[str] = Counter()

    for _ in range(draws):
        world = state.resample_from_infostate(0, rng.random)
        counts.update(damenrennen_support.names(world.now.state.game.slots()[21]))

    assert not is_unlikely(counts, {name: draws * copies / pool.total() for name, copies in pool.items()})


@pytest.mark.parametrize("name", GAMES)
def test_blindness_nothing_shown_changes_with_what_a_player_may_not_know(name: str) -> None:
    rng, changed = Random(4), 0
    for state in random_play(name, 4):
        now: HistoryNode = state.now
        if not state.is_player_node() or rng.random() < 0.5:
            continue
        for player in range(state.num_players()):
            hidden = SUPPORT[now.rules.game.name].shuffle_hidden(now.state, Seat(player), rng)
            changed += hidden != now.state
            shown = seen_by(state, player)
            twin = state.clone()

            twin.now = HistoryNode(now.rules, now.before, now.action, now.event, hidden, None)

            assert seen_by(twin, player) == shown
    assert changed > 10


def test_a_sealed_choice_is_hidden_from_the_next_to_choose() -> None:
    sealed = 0
    for state in random_play("parlour_damenrennen", 6):
        if state.current_player() != 0 or state.now.state.game.asked != 3:
            continue
        seen = []
        for action in state.legal_actions():
            child = state.child(action)
            if child.current_player() == 1:
                seen.append(seen_by(child, 1))
        sealed += len(seen) > 1
        assert all(shown == seen[0] for shown in seen)
    assert sealed > 3


@pytest.mark.parametrize("name", GAMES)
def test_undo_restores_everything_step_by_step(name: str) -> None:
    rng = Random(5)
    state = pyspiel.load_game(name).new_initial_state()
    steps: list[tuple[Any, ...]] = []

    def everything() -> tuple[Any, ...]:
        return str(state), state.history(), state.move_number(), state.current_player(), seen_by(state, 0)

    while not state.is_terminal():
        before = everything()
        steps.append((before, *random_step(state, rng)))

    for before, player, action in reversed(steps):
        state.undo_action(player, action)

        assert everything() == before


def test_after_an_undo_all_goes_on_as_if_nothing_had_been() -> None:
    state, rng = dealt_state("parlour_haggis"), Random(3)
    untouched = state.clone()
    for _ in range(5):
        taken = [random_step(state, rng) for _ in range(3)]
        for player, action in reversed(taken):
            state.undo_action(player, action)
        _, action = random_step(state, rng)
        untouched.apply_action(action)

        for other in (state, state.clone(), state.get_game().deserialize_state(state.serialize())):
            assert str(other) == str(untouched)
            assert full_history(other) == full_history(untouched)
            assert other.history_str() == untouched.history_str()
            assert pyspiel.State.history(other.clone()) == untouched.history()
        action = rng.choice(state.legal_actions())
        assert pyspiel.State.history(state.child(action)) == [*untouched.history(), action]


@pytest.mark.parametrize("name", [*GAMES, "position"])
def test_states_survive_serialization_and_pickle(name: str) -> None:
    given = {"position": tiny_position()} if name == "position" else {}
    game = pyspiel.load_game("parlour_haggis", given) if given else pyspiel.load_game(name)
    state, rng = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        random_step(state, rng)
        if rng.random() < 0.1:
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            for other in (again, game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):  # noqa: S301
                assert str(other) == str(state)
                assert other.history() == state.history()
                assert full_history(other) == full_history(state)
                assert seen_by(other, 1) == seen_by(state, 1)


def test_structs_name_the_moves() -> None:
    state = dealt_state("parlour_haggis")
    for action in state.legal_actions()[:50]:
        struct = state.action_to_struct(state.current_player(), action)

        assert state.struct_to_actions(struct) == [action]
    told = state.to_dict()
    assert told["game"] == "haggis"
    assert told["options"]["players"] == 2
    assert told["log"][0].startswith("dealer")
    assert len(state.to_observation_struct(0).to_json()) > 100


def test_payoffs_of_a_round_are_the_points_less_the_mean_of_the_others() -> None:
    for state in random_play("parlour_haggis(players=3)", 1):
        assert sum(state.returns()) == 0
        if not state.is_terminal():
            assert state.returns() == [0, 0, 0]
    first, second, third = state.now.state.standing.scores

    assert state.returns() == [
        first - (second + third) / 2, second - (first + third) / 2, third - (first + second) / 2,
    ]  # fmt: skip


def test_a_bet_is_declared_at_ones_own_turn() -> None:
    state = dealt_state("parlour_haggis")
    player = state.current_player()
    bets = [action for action in state.legal_actions() if state.action_to_string(action).startswith("bet")]

    assert [state.action_to_string(action) for action in bets] == ["bet 0", "bet 15", "bet 30"]
    assert state.legal_actions(1 - player) == []
    assert state.child(bets[1]).current_player() == player


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("parlour_haggis(players=4)", "4"),
        ("parlour_haggis(players=1)", "1"),
        ("parlour_haggis(edition=french)", "french"),
        ("parlour_haggis(target=-5)", "-5"),
        ("parlour_haggis(colour=red)", "colour"),
        ("parlour_haggis(position=hands 2r | 3g)", "every card must lie somewhere"),
        ("parlour_haggis(position=hands 2q | 3g)", "2q"),
        ("parlour_haggis(target=50,position=hands 2r | 3g)", "every card must lie somewhere"),
        ("parlour_damenrennen(players=3)", "3"),
        ("parlour_damenrennen(best_of=2)", "2"),
    ],
)
def test_options_that_no_game_knows_are_named(name: str, word: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=word):
        pyspiel.load_game(name)


@pytest.mark.parametrize("name", ["parlour_haggis", "parlour_haggis(players=3)", "parlour_damenrennen"])
@pytest.mark.parametrize("action", [-7, 1, 99_999, 300_000, 1 << 40])
def test_actions_that_are_not_legal_are_named_and_change_nothing(name: str, action: int) -> None:
    for state in (pyspiel.load_game(name).new_initial_state(), dealt_state(name)):
        if action in state.legal_actions():
            continue
        before = str(state), state.history()

        with pytest.raises(pyspiel.SpielError, match=str(action)):
            state.apply_action(action)

        assert (str(state), state.history()) == before


def test_an_action_that_the_rules_refuse_is_told_with_the_clause() -> None:
    state = dealt_state("parlour_haggis")

    with pytest.raises(pyspiel.SpielError, match=r"'pass'.*leader must play.*H5\.1"):
        state.apply_action(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_cannot_be_played_on(name: str) -> None:
    *_, state = random_play(name, 2)

    with pytest.raises(pyspiel.SpielError, match="over"):
        state.apply_action(0)
    with pytest.raises(pyspiel.SpielError, match="chance does not act"):
        state.chance_outcomes()
    assert state.legal_actions() == []


def test_what_nobody_can_observe_is_refused() -> None:
    game = pyspiel.load_game("parlour_haggis")
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)

    with pytest.raises(pyspiel.SpielError, match="all players"):
        game.make_py_observer(everything)
    with pytest.raises(pyspiel.SpielError, match="colour"):
        game.make_py_observer(None, {"colour": "red"})


def test_an_observer_names_the_parts_of_its_tensor() -> None:
    state = dealt_state("parlour_haggis")
    observer = state.get_game().make_py_observer()

    observer.set_from(state, 0)

    assert observer.dict["hand"].sum() == 14
    assert observer.tensor.tolist() == state.observation_tensor(0)
    assert sum(part.size for part in observer.dict.values()) == observer.tensor.size


def test_undo_and_resampling_refuse_what_did_not_happen() -> None:
    state = dealt_state("parlour_haggis")

    with pytest.raises(pyspiel.SpielError, match="not 5 of player 0"):
        state.undo_action(0, 5)
    with pytest.raises(pyspiel.SpielError, match="nothing to undo"):
        state.get_game().new_initial_state().undo_action(0, 0)
    with pytest.raises(pyspiel.SpielError, match="no player 2"):
        state.resample_from_infostate(2, lambda: 0.5)


def test_a_match_that_is_too_long_ends_without_a_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pyspiel.load_game("parlour_damenrennen(best_of=5)")
    monkeypatch.setattr(game.rules.traits, "max_decisions", 30)
    state, rng = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        random_step(state, rng)

    assert state.returns() == [0, 0]
    assert state.now.decisions == 30


@pytest.mark.parametrize("name", ["parlour_haggis", "parlour_damenrennen"])
def test_memory_stays_flat(name: str) -> None:
    held = []
    tracemalloc.start()
    for _ in range(2):  # the same deals, so that caches have what they need
        for seed in range(6):
            for state in random_play(name, seed):
                if state.is_player_node():
                    state.observation_tensor()
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()

    assert held[1] - held[0] < 20_000, held
