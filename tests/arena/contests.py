"""Contests in a few words."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.arena.job import Contest, Lineup, Span
from parlour.arena.lineup import entrants, lineups
from parlour.arena.run import Plan
from parlour.games.catalogue import make_game


def contest(
    *bots: str, game: str = "haggis", seed: int = 7, span: Span = "round", limit_ms: float | None = None, **options: Any
) -> Contest:
    rules = make_game(game, options)
    return Contest(
        game=game,
        version=rules.version,
        options=msgspec.to_builtins(rules.options),
        bots=entrants(bots),
        seed=seed,
        span=span,
        limit_ms=limit_ms,
    )


def plan(*bots: str, deals: int = 10, game: str = "haggis", span: Span = "round", **options: Any) -> Plan:
    seats = make_game(game, options).seats
    tables: tuple[Lineup, ...] = tuple(lineups(bots, seats))
    return Plan(contest(*bots, game=game, span=span, **options), tables, deals)
