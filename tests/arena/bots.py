"""Bots that the arena is tested with, good and bad."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from parlour.bots.bot import Advice, Candidate
from parlour.bots.uniform import Uniform
from parlour.games.haggis.notation import BET, kind_of

HERE = "tests.arena.bots"


class Simple:
    """Gives advice as any bot must."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        raise NotImplementedError

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Advice[Any]:
        move = self.choose(view, legal, rng)
        return Advice(move, (Candidate(move),))


class First(Simple):
    """Plays the first legal move that is no bet."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        del view, rng
        return next(move for move in legal if kind_of(move) != BET)


class Last(Simple):
    """Plays the last legal move that is no bet."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        del view, rng
        return next(move for move in reversed(legal) if kind_of(move) != BET)


class Forgetful(First):
    """Stops working after a few moves, whoever it was made for."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        self.moves += 1
        assert self.moves < 1000, "nobody made a new one"
        return super().choose(view, legal, rng)


class Cheat(Simple):
    """Plays a move that it does not have."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        del view, legal, rng
        return 1 << 62 | 1


class Absent(Simple):
    """Gives no move at all."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        del view, legal, rng


class Broken(Simple):
    """Raises."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        del view, legal, rng
        raise ZeroDivisionError("the bot\nis broken")


class Quitter(Simple):
    """Tries to end the program."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        del view, legal, rng
        raise SystemExit(3)


class Slow(Simple):
    """Burns CPU time, then plays."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        del view, rng
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        return legal[0]


class Endless(Simple):
    """Never answers, and catches what it can."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        del view, legal, rng
        while True:
            try:
                time.sleep(60)
            except Exception:  # noqa: BLE001, S112 - a bot at its worst
                continue


class Killer(First):
    """Ends its process for good, as often as the file says."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        path = Path(os.environ["KILLER"])
        left = int(path.read_text(encoding="utf-8"))
        if left:
            path.write_text(str(left - 1), encoding="utf-8")
            os.kill(os.getpid(), 9)
        return super().choose(view, legal, rng)


def make_first(_: str) -> First:
    return First()


def make_again(_: str) -> First:
    return First()


def make_last(_: str) -> Last:
    return Last()


def make_forgetful(_: str) -> Forgetful:
    return Forgetful()


def make_cheat(_: str) -> Cheat:
    return Cheat()


def make_absent(_: str) -> Absent:
    return Absent()


def make_broken(_: str) -> Broken:
    return Broken()


def make_quitter(_: str) -> Quitter:
    return Quitter()


def make_slow(_: str) -> Slow:
    return Slow()


def make_endless(_: str) -> Endless:
    return Endless()


def make_killer(_: str) -> Killer:
    return Killer()


def make_none(_: str) -> Uniform:
    raise RuntimeError("no weights")


FIRST, AGAIN, LAST = (f"{HERE}:make_{name}" for name in ("first", "again", "last"))
GREEDY = "tests.bots.greedy:make_greedy"
DRAFTER = "tests.bots.greedy:make_greedy_drafter"
