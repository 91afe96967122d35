"""Haggis in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import NotationError
from parlour.core.game import Seat
from parlour.games.haggis.cards import RANK_NAMES, SPOTS, WILDS, format_cards, parse_cards, pile_names, pile_points
from parlour.games.haggis.combos import readings
from parlour.games.haggis.notation import (
    BET,
    BOMB_NAMES,
    GIVE,
    PASS,
    Combo,
    Deal,
    cards_of,
    combo_of,
    format_move,
    kind_of,
    why_no_combo,
)
from parlour.terminal.names import count, name_of, plural, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Actor
    from parlour.games.haggis import Haggis, View
    from parlour.games.haggis.view import RoundView

SET_NAMES: Final = {1: "single", 2: "pair", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
PART_NAMES: Final = ("cards left over", "tricks", "last hand and haggis", "bets", "first-out bonus")


class HaggisWords:
    """Says what happens in a match of Haggis."""

    move_help: Final = (
        "cards like '5r 6r 7r' (suits r o y g b, wilds J Q K), 'pass', 'bet 15', 'give 2';"
        " where cards have several readings: '5r J Q as set' or '5r J Q as run'"
    )

    def table(self, view: View) -> list[str]:
        """Draw the table for a seat that is to choose."""
        seen = view.round
        assert seen is not None
        assert view.seat is not None
        lines = [self._seat_line(view, seen, seat) for seat in others(view)]
        if seen.phase == "giving":
            lines.append(f"You won the trick with a bomb: {trick_words(seen)}. Who gets it?")
        elif seen.standing:
            by = name_of(seen.holder, view.seat)
            lines.append(f"To beat: {move_words(seen.standing)}, by {by}. In the trick: {trick_words(seen)}.")
        else:
            lines.append("You lead.")
        lines.append(f"Your hand, {count(seen.sizes[view.seat], 'card')}: {hand_words(seen.hand)}.")
        if seen.bets[view.seat] is None and not seen.played[view.seat] and not seen.outs:
            lines.append("You may still bet: bet 0, bet 15 or bet 30.")
        return lines

    def score(self, view: View) -> str:
        """Say how the match stands."""
        scores = [f"{name_of(Seat(seat), view.seat)} {points}" for seat, points in enumerate(view.standing.scores)]
        return sentence(
            f"round {view.standing.number}, points: {', '.join(scores)}; {view.options.target} end the match"
        )

    def _seat_line(self, view: View, seen: RoundView, seat: Seat) -> str:
        wilds = format_cards(seen.wilds[seat]) or "none"
        bet = bet_words(seen.bets[seat])
        points = pile_points(seen.captured[seat])
        return sentence(
            f"{name_of(seat, view.seat)}: {count(seen.sizes[seat], 'card')}, face-up wilds {wilds}, {bet},"
            f" {count(points, 'point')} captured"
        )

    def event(self, actor: Actor, move: int | Deal, before: View, after: View) -> list[str]:
        """Tell what happened."""
        if isinstance(move, Deal):
            return deal_lines(move, after)
        assert actor is not None
        seen = after.round
        assert seen is not None
        who, mine = name_of(actor, after.seat), actor == after.seat
        if kind_of(move) == BET:
            line = f"{who} {'bet' if mine else 'bets'} {cards_of(move)}"
        elif kind_of(move) == GIVE:
            line = f"{who} {'give' if mine else 'gives'} the trick to {name_of(Seat(cards_of(move)), after.seat)}"
        elif move == PASS:
            line = f"{who} {'pass' if mine else 'passes'}"
        else:
            left = seen.sizes[actor]
            rest = f"{count(left, 'card')} left" if left else f"{'you are' if mine else 'she is'} out"
            line = f"{who} {'play' if mine else 'plays'} {move_words(move)}; {rest}"
        return [sentence(line), *trick_end_lines(before, after), *round_end_lines(after)]

    def groups(self, moves: Sequence[int]) -> dict[str, list[str]]:
        """Sort legal moves by their shape."""
        found: dict[str, list[str]] = {}
        for move in sorted(moves, key=listing_order):
            found.setdefault(group_of(move), []).append(format_move(move))
        return found

    def explain(self, game: Haggis, text: str) -> tuple[list[str], Any]:
        """Say every reading of some cards, and what beats each."""
        cards = parse_cards(text)
        strange = cards & ~SPOTS[game.seats] & ~WILDS
        if strange:
            raise NotationError(f"{format_cards(strange)!r} is not in the deck of {game.seats} players", "H1.4")
        if not cards:
            raise NotationError("say some cards, like '5r J Q'", "H4")
        found = readings(cards)
        data = [msgspec.to_builtins(combo_of(move)) for move in found]
        if not found:
            reason, clause = why_no_combo(cards)
            return [f"{format_cards(cards)} is no combo: {reason} [{clause}]"], data
        lines = [f"{format_cards(cards)} can be read in {count(len(found), 'way')}:"]
        for move in found:
            lines.append(f"- {format_move(move)}: {shape_words(move)}")
            lines.append(f"  beaten by {beaten_by(move)}")
        return lines, data


def others(view: View) -> list[Seat]:
    """List the other seats, in the order in which they act after this one."""
    assert view.seat is not None
    players = view.options.players
    return [Seat((view.seat + step) % players) for step in range(1, players)]


def bet_words(bet: int | None) -> str:
    """Say what was declared."""
    return "nothing declared" if bet is None else f"bet {bet}"


def hand_words(hand: int) -> str:
    """Write a hand, wilds apart."""
    spots, wilds = format_cards(hand & ~WILDS), format_cards(hand & WILDS)
    return "; wilds ".join(part for part in (spots, wilds) if part)


def trick_words(seen: RoundView) -> str:
    """Say how much lies in the trick."""
    cards = pile_names(seen.trick)
    return f"{count(len(cards), 'card')}, {count(pile_points(seen.trick), 'point')}"


def shape_words(move: int) -> str:
    """Say what a combo is."""
    combo = combo_of(move)
    if combo.kind == "bomb":
        return f"bomb {combo.top} of 6, {BOMB_NAMES[combo.top - 1]}"
    top = RANK_NAMES[combo.top]
    if combo.kind == "set":
        return {1: f"single {top}", 2: f"pair of {top}s"}.get(combo.width, f"{SET_NAMES[combo.width]} {top}s")
    low = RANK_NAMES[combo.top - combo.length + 1]
    what = "" if combo.width == 1 else f" {plural(SET_NAMES[combo.width])}"
    return f"run of {combo.length}{what}, {low} to {top}"


def move_words(move: int) -> str:
    """Write a combo with what it is."""
    return f"{format_cards(cards_of(move))} ({shape_words(move)})"


def group_of(move: int) -> str:
    """Name the group in which a move is listed."""
    if kind_of(move) in (PASS, BET, GIVE):
        return {PASS: "pass", BET: "bets", GIVE: "give the trick to"}[kind_of(move)]
    combo = combo_of(move)
    if combo.kind == "bomb":
        return "bombs"
    if combo.kind == "set":
        return plural(SET_NAMES[combo.width])
    return f"runs of {combo.length}" + ("" if combo.width == 1 else f" {plural(SET_NAMES[combo.width])}")


def listing_order(move: int) -> tuple[int, ...]:
    """Order moves for reading: by kind and shape, those without wilds first, low before high."""
    return kind_of(move), move >> 52 & 255, (cards_of(move) & WILDS).bit_count(), move >> 48 & 15, cards_of(move)


def beaten_by(move: int) -> str:
    """Say what beats a combo (H5.2, H5.3)."""
    combo = combo_of(move)
    if combo.kind == "bomb":
        higher = BOMB_NAMES[combo.top :]
        return f"these bombs only: {', '.join(higher)} [H5.3]" if higher else "nothing [H5.3]"
    highest = highest_top(combo)
    if combo.top >= highest:
        return "bombs only: nothing of its shape is higher [H5.3]"
    ranks = f"top {RANK_NAMES[combo.top + 1]}" + (f" to {RANK_NAMES[highest]}" if combo.top + 1 < highest else "")
    return f"{group_of(move)} with {ranks} [H5.2], and by every bomb [H5.3]"


def highest_top(combo: Combo) -> int:
    """Give the highest top that a combo of this shape can have: beyond 10 only wilds fill places (H4.4)."""
    if combo.kind == "set":
        return 13 if combo.width == 1 else 10
    return min(9 + combo.length, {1: 13, 2: 11, 3: 11}.get(combo.width, 10))


def deal_lines(deal: Deal, after: View) -> list[str]:
    """Tell a deal."""
    seen = after.round
    assert seen is not None
    dealer, leader = name_of(deal.dealer, after.seat), name_of(seen.actor, after.seat)
    deals, leads = ("deal" if dealer == "you" else "deals"), ("lead" if leader == "you" else "leads")
    return ["", sentence(f"round {after.standing.number}: {dealer} {deals}, {leader} {leads}")]


def trick_end_lines(before: View, after: View) -> list[str]:
    """Tell who got a trick, if one has just ended."""
    was, now = before.round, after.round
    assert was is not None
    assert now is not None
    for seat, (old, new) in enumerate(zip(was.captured, now.captured, strict=True)):
        if old != new:
            gained = new & ~old
            who = name_of(Seat(seat), after.seat)
            verb = "capture" if who == "you" else "captures"
            points = count(pile_points(gained), "point")
            return [sentence(f"{who} {verb} the trick: {count(len(pile_names(gained)), 'card')}, {points}")]
    return []


def round_end_lines(after: View) -> list[str]:
    """Show a finished round's score, part by part."""
    seen = after.round
    assert seen is not None
    if seen.points is None:
        return []
    assert seen.shown is not None
    assert seen.haggis is not None
    lines = [f"The round is over. The haggis was {format_cards(seen.haggis)}."]
    for seat, hand in enumerate(seen.shown):
        if hand:
            who = name_of(Seat(seat), after.seat)
            lines.append(sentence(f"{who} {'have' if who == 'you' else 'has'} left: {format_cards(hand)}"))
    for seat, parts in enumerate(seen.points):
        named = [f"{name} {points}" for name, points in zip(PART_NAMES, parts, strict=True) if points]
        who = name_of(Seat(seat), after.seat)
        total = after.standing.scores[seat]
        lines.append(sentence(f"{who}: {', '.join(named) or 'nothing'}; {sum(parts)} this round, {total} in all"))
    return lines
