"""Who bets how: declarations of players that bet always, or never, tell nothing."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from parlour.bots.haggis.bots import situation_of
from parlour.bots.haggis.champion import NetPlayer
from parlour.bots.haggis.habits import believed, trust
from parlour.core.game import CHANCE, Seat
from parlour.games.haggis import Haggis
from parlour.games.haggis.notation import BET, kind_of
from parlour.games.haggis.position import EarlierRound

SILENT = EarlierRound((None, None), Seat(1))
BETTING = EarlierRound((30, 15), Seat(1))
HAND = "2r 3r 4r 5r 6r 7r 8r 9r 10r 2o 3o 4o 5o 6o J Q K"


def chance_after(fields: str, *, net: float = 0.6, playouts: float | None = None) -> float:
    """What seat 0 believes before its first card, where seat 1 has played a king."""
    view = Haggis().parse_view(f"seat 0; hands {HAND} | ?14 J Q; captured | K1; fresh 0; {fields}")
    return believed(situation_of(view, Random(1)), net, playouts)


def rounds(bets: str, count: int = 4) -> str:
    return f"round {count + 1}; earlier {' / '.join([f'{bets} out 0'] * count)}"


def test_who_never_bets_or_always_does_is_trusted_less_with_every_round() -> None:
    for earlier, bets in ((SILENT, False), (BETTING, True)):
        trusted = [trust((earlier,) * count, 1, bets=bets) for count in range(6)]

        assert trusted == sorted(trusted, reverse=True)
        assert trusted[0] > 0.5
        assert trusted[-1] < 0.2


def test_who_bets_now_and_then_is_trusted() -> None:
    for bets in (True, False):
        assert trust((SILENT, BETTING) * 2, 1, bets=bets) > 0.95


@pytest.mark.parametrize("playouts", [None, 0.6])
def test_a_declaration_counts_as_much_as_its_maker_is_trusted(playouts: float | None) -> None:
    silent = [chance_after(fields, playouts=playouts) for fields in (rounds("- | -"), "round 1", rounds("- | 30", 1))]
    betting = [
        chance_after(f"bets - | 30; {fields}", playouts=playouts)
        for fields in (rounds("- | 30"), "round 1", rounds("- | -", 1))
    ]

    assert silent == sorted(silent)
    assert betting == sorted(betting, reverse=True)
    assert silent[-1] - silent[0] > 0.1
    assert betting[0] - betting[-1] > 0.05


def test_what_the_net_has_learnt_stands_where_bets_are_judicious() -> None:
    mixed = "round 5; earlier - | 30 out 1 / - | - out 0 / - | 30 out 1 / - | - out 0"

    assert chance_after(mixed) == pytest.approx(0.6, abs=0.01)


def test_before_anything_is_declared_earlier_rounds_do_not_matter() -> None:
    for playouts in (None, 0.7):
        found = set()
        for fields in ("round 3", rounds("- | -", 2), rounds("- | 30", 2)):
            view = Haggis().parse_view(f"seat 0; hands {HAND} | ?14 J Q K; fresh 0 1; {fields}")
            found.add(believed(situation_of(view, Random(1)), 0.6, playouts))
        assert len(found) == 1


def test_certain_chances_stay_nearly_certain() -> None:
    assert chance_after("round 1", net=1.0) > 0.98
    assert chance_after("round 1", net=0.0, playouts=0.0) < 0.02


def test_a_net_bets_more_seldom_after_the_silence_of_somebody_who_never_bets() -> None:
    """The same cards: only what the other did in earlier rounds differs."""
    game, mute, bets = Haggis(), NetPlayer(bets=False), [0, 0]
    for number in range(60):
        state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(number)))
        (leader,) = game.to_act(state)
        assert leader is not None
        led = mute.choose(game.view(state, leader), game.legal_moves(state, leader), Random(1))
        state, seat = game.apply(state, leader, led), Seat(1 - leader)
        view, legal = game.view(state, seat), game.legal_moves(state, seat)
        for place, earlier in enumerate((SILENT, BETTING)):
            standing = msgspec.structs.replace(view.standing, number=7, earlier=(earlier, SILENT) * 3)
            move = NetPlayer().choose(msgspec.structs.replace(view, standing=standing), legal, Random(1))
            bets[place] += kind_of(move) == BET
    assert 0 < bets[0] < bets[1]
