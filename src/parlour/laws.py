"""The laws: what holds for every game, checked on random matches.

For whoever adds a game, and for parlour's own tests:

    from parlour.laws import check_laws
    check_laws(MyGame(), support)

`support` is what the laws need to know of the game from outside its own code; see Support. A law that
is broken raises AssertionError. Run under pytest, register this module for assertion rewriting
(`pytest.register_assert_rewrite("parlour.laws")`) to see the values.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec

from parlour.core.game import CHANCE, Actor, Seat
from parlour.core.log import read_log, write_log
from parlour.core.table import Event, Table

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from parlour.core.log import AnyGame

MATCHES: Final = 6
OUT_OF_TURN: Final = 0.1
ENOUGH: Final = 100
JUNK: Final = (-1, 1 << 63, 1 << 70, 1.5, "pass", None, (1 << 62) + 1)
"""What is no move of any game."""


class Support(Protocol):
    """What the laws need to know of a game, written without the game's own counting."""

    def count_cards(self, state: Any) -> Counter[str]:
        """Every card of a state, by name, wherever it lies."""

    def full_deck(self, state: Any) -> Counter[str]:
        """Every card that there should be."""

    def shuffle_hidden(self, state: Any, seat: Seat | None, rng: Random) -> Any:
        """A state in which all that a seat may not know has changed places at random."""


class Step(NamedTuple):
    """One move of a random match."""

    before: Any
    actor: Actor
    move: Any
    after: Any


def random_match(game: AnyGame, seed: int) -> Iterator[Step]:
    """A match played at random, one move in ten out of turn where the game allows it."""
    rng = Random(seed)
    state = game.start()
    while actors := game.to_act(state):
        actor = rng.choice(actors)
        if rng.random() < OUT_OF_TURN:
            actor = rng.choice([*actors, *map(Seat, range(game.seats))])
        if actor is CHANCE:
            if CHANCE not in actors:
                continue
            move = game.deal(state, rng)
        else:
            legal = game.legal_moves(state, actor)
            if not legal:
                continue
            move = rng.choice(legal)
        after = game.apply(state, actor, move)
        yield Step(state, actor, move, after)
        state = after


def steps_of(game: AnyGame) -> Iterator[Step]:
    """Every step of a few random matches."""
    for seed in range(MATCHES):
        yield from random_match(game, seed)


def viewers_of(game: AnyGame) -> list[Seat | None]:
    """Every seat, and a spectator."""
    return [None, *map(Seat, range(game.seats))]


def purity(game: AnyGame, support: Support) -> None:
    """`apply` leaves the old state as it was, and gives the same state every time."""
    for before, actor, move, after in steps_of(game):
        kept = pickle.dumps(before)
        again = game.apply(before, actor, move)
        assert pickle.dumps(before) == kept
        assert again == after
        assert hash(again) == hash(after)
        assert before != after


def agreement(game: AnyGame, support: Support) -> None:
    """A move is legal exactly when it is not refused, mutated moves and moves of earlier moments included."""
    rng = Random(1)
    earlier: list[Any] = [0]
    for before, actor, move, _ in steps_of(game):
        assert game.refusal(before, actor, move) is None
        for seat in map(Seat, range(game.seats)):
            legal = game.legal_moves(before, seat)
            assert len(set(legal)) == len(legal)
            for sample in rng.sample(list(legal), min(5, len(legal))):
                assert game.refusal(before, seat, sample) is None
                if isinstance(sample, int):
                    mutated = sample ^ 1 << rng.randrange(63)
                    assert (game.refusal(before, seat, mutated) is not None) == (mutated not in legal)
            other = rng.choice(earlier)
            assert (game.refusal(before, seat, other) is None) == (other in legal)
            if legal:
                earlier.append(rng.choice(legal))
    assert len(earlier) > ENOUGH


def junk_is_refused(game: AnyGame, support: Support) -> None:
    """What is no move at all is refused with a clause."""
    for junk in JUNK:
        for before, actor, _, _ in list(random_match(game, 0))[:20]:
            refusal = game.refusal(before, actor, junk)
            assert refusal is not None
            assert refusal.clause


def strangers_are_refused(game: AnyGame, support: Support) -> None:
    """Nobody moves for chance, chance moves for nobody, and no stranger moves."""
    for before, actor, move, _ in random_match(game, 0):
        strangers: list[Any] = [Seat(-1), Seat(game.seats), Seat(99)]
        for stranger in (*strangers, Seat(0) if actor is CHANCE else CHANCE):
            assert game.refusal(before, stranger, move) is not None


def conservation(game: AnyGame, support: Support) -> None:
    """Every card is in exactly one place."""
    for before, _, _, after in steps_of(game):
        for state in (before, after):
            assert support.count_cards(state) == support.full_deck(state)


def blindness(game: AnyGame, support: Support) -> None:
    """A view does not change with what its seat may not know, nor do the seat's legal moves."""
    rng = Random(2)
    changed = 0
    for step in steps_of(game):
        for seat in viewers_of(game):
            shuffled = support.shuffle_hidden(step.after, seat, rng)
            changed += shuffled != step.after
            seen = msgspec.json.encode(game.view(step.after, seat))
            assert msgspec.json.encode(game.view(shuffled, seat)) == seen
            if seat is not None:
                assert game.legal_moves(shuffled, seat) == game.legal_moves(step.after, seat)
    assert changed > ENOUGH


def worlds(game: AnyGame, support: Support) -> None:
    """A world that is drawn from a view looks like the view, holds all cards, and agrees about what is public."""
    rng = Random(3)
    for step in steps_of(game):
        for seat in viewers_of(game):
            view = game.view(step.after, seat)
            world = game.determinize(view, rng)
            assert game.view(world, seat) == view
            assert support.count_cards(world) == support.full_deck(world)
            assert public_facts(game, world) == public_facts(game, step.after)


def public_facts(game: AnyGame, state: Any) -> tuple[Any, ...]:
    """What every view tells, though it need not have a field for it."""
    return game.to_act(state), game.scores(state), game.round_result(state), game.outcome(state)


def progress(game: AnyGame, support: Support) -> None:
    """Whoever is to act has a legal move."""
    for step in steps_of(game):
        for actor in game.to_act(step.after):
            assert actor is CHANCE or len(game.legal_moves(step.after, actor))


def replay(game: AnyGame, support: Support) -> None:
    """A log that was written and read back gives the same state and events."""
    for seed in range(MATCHES):
        steps = list(random_match(game, seed))
        table: Table[Any, Any, Any] = Table(game, (Event(step.actor, step.move) for step in steps))
        file = io.StringIO()
        write_log(table, file)
        file.seek(0)
        again = read_log(file, lambda *_: game).table
        assert again.state == table.state == steps[-1].after
        assert again.events == table.events


def notation(game: AnyGame, support: Support) -> None:
    """Parsing undoes formatting, of moves and of positions; a view can be described."""
    rng = Random(4)
    for before, _, move, after in steps_of(game):
        moves = [move]
        for seat in map(Seat, range(game.seats)):
            legal = list(game.legal_moves(before, seat))
            moves += rng.sample(legal, min(3, len(legal)))
        for each in moves:
            assert game.parse_move(game.format_move(each)) == each
        assert game.parse_position(game.format_position(after)) == after
        assert game.describe(game.view(after, rng.choice(viewers_of(game)))).strip()


def rounds(game: AnyGame, support: Support) -> None:
    """Round results add up to the scores, the shares of being first to one; a result stands until the next deal."""
    for seed in range(MATCHES):
        total = [0] * game.seats
        assert game.round_result(game.start()) is None
        for step in random_match(game, seed):
            result = game.round_result(step.after)
            if result is not None:
                assert game.round_result(step.before) is None
                assert game.to_act(step.after) in ((), (CHANCE,))
                assert len(result.points) == len(result.firsts) == game.seats
                assert sum(result.firsts) == 1
                total = [before + now for before, now in zip(total, result.points, strict=True)]
                assert tuple(total) == game.scores(step.after)
        assert any(total)


def end(game: AnyGame, support: Support) -> None:
    """A finished match has nobody to act, nothing to play, and one outcome."""
    for seed in range(MATCHES):
        *early, last = random_match(game, seed)
        outcome = game.outcome(last.after)
        assert all(game.outcome(step.after) is None for step in early)
        assert game.to_act(last.after) == ()
        assert outcome is not None
        assert len(outcome.points) == game.seats
        assert all(outcome.points[seat] == max(outcome.points) for seat in outcome.winners)
        assert outcome.points == game.scores(last.after)
        for seat in map(Seat, range(game.seats)):
            assert not game.legal_moves(last.after, seat)
            assert game.refusal(last.after, seat, last.move) is not None


def marks(game: AnyGame, support: Support) -> None:
    """Every move has a name."""
    for before, _, move, after in steps_of(game):
        assert game.marks(before, move, after)[0]


Law = Callable[["AnyGame", Support], None]

LAWS: Final[tuple[Law, ...]] = (
    purity,
    agreement,
    junk_is_refused,
    strangers_are_refused,
    conservation,
    blindness,
    worlds,
    progress,
    replay,
    notation,
    rounds,
    end,
    marks,
)


def check_laws(game: AnyGame, support: Support) -> None:
    """Check every law, or raise AssertionError."""
    for law in LAWS:
        law(game, support)
