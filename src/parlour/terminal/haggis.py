"""Haggis in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import NotationError
from parlour.games.haggis.cards import FACES, RANK_NAMES, SPOTS, WILDS, format_cards, parse_cards
from parlour.games.haggis.kernel.combos import readings
from parlour.games.haggis.notation import (
    BET,
    BOMB_NAMES,
    GIVE,
    PASS,
    cards_of,
    combo_of,
    format_move,
    kind_of,
    why_no_combo,
)
from parlour.scenes.haggis import laid_out
from parlour.terminal.names import count, plural, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis import Haggis
    from parlour.scenes.haggis import HaggisScene, RoundEnd
    from parlour.scenes.scene import Cards, Combo, Group, Update
    from parlour.terminal.names import Names

SET_NAMES: Final = {1: "single", 2: "pair", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
PART_NAMES: Final = ("cards left over", "tricks", "last hand and haggis", "bets", "first-out bonus")
PLAIN_MOVES: Final = ("pass", "bet", "give")
PLACES: Final = {1: "first", 2: "second"}


class HaggisWords:
    """Says what happens in a match of Haggis."""

    move_help: Final = (
        "cards like '5r 6r 7r' (suits r o y g b, wilds J Q K), 'pass', 'bet 15', 'give 2';"
        " where cards have several readings: '5r J Q as set' or '5r J Q as run'"
    )

    def table(self, scene: HaggisScene, names: Names) -> list[str]:
        """Draw the table."""
        lines = [seat_line(scene, seat, names) for seat in others(scene)]
        lines += trick_lines(scene, names)
        if scene.seat is not None:
            lines.append(f"Your hand, {count(len(scene.hand), 'card')}: {hand_words(scene.hand)}.")
        if scene.may.bets:
            bets = [f"bet {bet}" for bet in scene.may.bets]
            lines.append(f"You may still bet: {', '.join(bets[:-1])} or {bets[-1]}.")
        return lines

    def score(self, scene: HaggisScene, names: Names) -> str:
        """Say how the match stands."""
        scores = [f"{names[seat]} {shown.score}" for seat, shown in enumerate(scene.seats)]
        return sentence(f"round {scene.number}, points: {', '.join(scores)}; {scene.target} end the match")

    def event(self, told: Update, scene: HaggisScene, names: Names) -> list[str]:
        """Tell what happened."""
        if told.kind == "round":
            return round_end_lines(told, scene, names)
        if told.kind == "match":
            return []
        assert told.seat is not None
        if told.kind == "deal":
            assert told.other is not None
            leads = names.does(told.other, "leads")
            return ["", sentence(f"round {told.number}: {names.does(told.seat, 'deals')}, {leads}")]
        return [sentence(seat_event(told, names))]

    def groups(self, moves: Sequence[int]) -> dict[str, list[str]]:
        """Sort legal moves by their shape."""
        found: dict[str, list[str]] = {}
        for move in sorted(moves, key=listing_order):
            found.setdefault(group_of(move), []).append(format_move(move))
        return found

    def group_name(self, group: Group) -> str:
        """Name combos of one shape."""
        return shape_name(group.name, group.width, group.length)

    def plain_moves(self, scene: HaggisScene) -> list[str]:
        """List passing, bets and gifts."""
        passing = ["pass"] if scene.may.passing else []
        bets, gifts = (f"bet {bet}" for bet in scene.may.bets), (f"give {seat}" for seat in scene.may.gives)
        return [*passing, *bets, *gifts]

    def selection(self, text: str) -> str | None:
        """Ask about cards; a move without cards, or with its reading, is said as it stands."""
        words = text.lower().split()
        return None if not words or words[0] in PLAIN_MOVES or "as" in words else text

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
            lines.append(f"- {format_move(move)}: {shape_words(laid_out(move))}")
            lines.append(f"  beaten by {beaten_by(laid_out(move))}")
        return lines, data


def others(scene: HaggisScene) -> list[int]:
    """List the other seats, in the order in which they act after this one; a spectator sees all."""
    if scene.seat is None:
        return list(range(scene.players))
    return [(scene.seat + step) % scene.players for step in range(1, scene.players)]


def seat_line(scene: HaggisScene, seat: int, names: Names) -> str:
    """Say what everybody sees of a seat."""
    shown = scene.seats[seat]
    bet = "nothing declared" if shown.bet is None else f"bet {shown.bet}"
    return sentence(
        f"{names[seat]}: {count(shown.cards, 'card')}, face-up wilds {' '.join(shown.wilds) or 'none'}, {bet},"
        f" {count(shown.captured, 'point')} captured"
    )


def trick_lines(scene: HaggisScene, names: Names) -> list[str]:
    """Say what is to be beaten, and whose turn it is."""
    lines = []
    pile = f"{count(scene.trick_cards, 'card')}, {count(scene.trick_points, 'point')}"
    if scene.standing is not None and scene.holder is not None and scene.phase != "giving":
        lines.append(f"To beat: {combo_words(scene.standing)}, by {names[scene.holder]}. In the trick: {pile}.")
    for seat in scene.to_act:
        if scene.phase == "giving":
            won = sentence(f"{names[seat]} won the trick with a bomb: {pile}")
            lines.append(f"{won} Who gets it?" if seat == scene.seat else won)
        elif scene.standing is None:
            lines.append(sentence(names.does(seat, "leads")))
        elif seat != scene.seat:
            lines.append(sentence(f"it is the turn of {names[seat]}"))
    return lines


def seat_event(told: Update, names: Names) -> str:
    """Tell what a seat did, or got."""
    seat = told.seat
    assert seat is not None
    match told.kind:
        case "bet":
            return f"{names.does(seat, 'bets')} {told.number}"
        case "give":
            assert told.other is not None
            return f"{names.does(seat, 'gives')} the trick to {names[told.other]}"
        case "pass":
            return names.does(seat, "passes")
        case "out":
            return f"{names.does(seat, 'goes')} out {PLACES[told.number or 1]}"
        case "trick":
            got = f"{count(told.number or 0, 'card')}, {count(sum(told.points), 'point')}"
            return f"{names.does(seat, 'captures')} the trick: {got}"
        case _:
            assert told.combo is not None
            left = f"; {count(told.number, 'card')} left" if told.number else ""
            return f"{names.does(seat, 'plays')} {combo_words(told.combo)}{left}"


def hand_words(hand: Cards) -> str:
    """Write a hand, wilds apart."""
    spots, wilds = (" ".join(name for name in hand if (name in FACES) is face) for face in (False, True))
    return "; wilds ".join(part for part in (spots, wilds) if part)


def shape_words(combo: Combo) -> str:
    """Say what a combo is."""
    if combo.kind == "bomb":
        return f"bomb {combo.top} of 6, {BOMB_NAMES[combo.top - 1]}"
    top = RANK_NAMES[combo.top]
    if combo.kind == "set":
        return {1: f"single {top}", 2: f"pair of {top}s"}.get(combo.width, f"{SET_NAMES[combo.width]} {top}s")
    low = RANK_NAMES[combo.top - combo.length + 1]
    what = "" if combo.width == 1 else f" {plural(SET_NAMES[combo.width])}"
    return f"run of {combo.length}{what}, {low} to {top}"


def combo_words(combo: Combo) -> str:
    """Write a combo with what it is."""
    return f"{' '.join(card.name for card in combo.cards)} ({shape_words(combo)})"


def group_of(move: int) -> str:
    """Name the group in which a move is listed."""
    if kind_of(move) in (PASS, BET, GIVE):
        return {PASS: "pass", BET: "bets", GIVE: "give the trick to"}[kind_of(move)]
    combo = combo_of(move)
    return shape_name(combo.kind, combo.width, combo.length)


def shape_name(kind: str, width: int, length: int) -> str:
    """Name the combos of one shape."""
    if kind == "bomb":
        return "bombs"
    if kind == "set":
        return plural(SET_NAMES[width])
    return f"runs of {length}" + ("" if width == 1 else f" {plural(SET_NAMES[width])}")


def listing_order(move: int) -> tuple[int, ...]:
    """Order moves for reading: by kind and shape, those without wilds first, low before high."""
    return kind_of(move), move >> 52 & 255, (cards_of(move) & WILDS).bit_count(), move >> 48 & 15, cards_of(move)


def beaten_by(combo: Combo) -> str:
    """Say what beats a combo (H5.2, H5.3)."""
    if combo.kind == "bomb":
        higher = BOMB_NAMES[combo.top :]
        return f"these bombs only: {', '.join(higher)} [H5.3]" if higher else "nothing [H5.3]"
    highest = highest_top(combo)
    if combo.top >= highest:
        return "bombs only: nothing of its shape is higher [H5.3]"
    ranks = f"top {RANK_NAMES[combo.top + 1]}" + (f" to {RANK_NAMES[highest]}" if combo.top + 1 < highest else "")
    shape = shape_name(combo.kind, combo.width, combo.length)
    return f"{shape} with {ranks} [H5.2], and by every bomb [H5.3]"


def highest_top(combo: Combo) -> int:
    """Give the highest top that a combo of this shape can have: beyond 10 only wilds fill places (H4.4)."""
    if combo.kind == "set":
        return 13 if combo.width == 1 else 10
    return min(9 + combo.length, {1: 13, 2: 11, 3: 11}.get(combo.width, 10))


def round_end_lines(told: Update, scene: HaggisScene, names: Names) -> list[str]:
    """Show a finished round's score; part by part, unless the next round lies on the table already."""
    if scene.end is None:
        points = [f"{names[seat]} {points}" for seat, points in enumerate(told.points)]
        return [f"The round is over: {', '.join(points)}."]
    lines = [f"The round is over. The haggis was {' '.join(scene.end.haggis)}."]
    for seat, hand in enumerate(scene.end.hands):
        if hand:
            lines.append(sentence(f"{names.does(seat, 'has')} left: {' '.join(hand)}"))
    return lines + parts_lines(scene.end, scene, names)


def parts_lines(end: RoundEnd, scene: HaggisScene, names: Names) -> list[str]:
    """Show points, part by part."""
    lines = []
    for seat, parts in enumerate(end.parts):
        points = msgspec.structs.astuple(parts)
        named = [f"{name} {each}" for name, each in zip(PART_NAMES, points, strict=True) if each]
        total = scene.seats[seat].score
        lines.append(
            sentence(f"{names[seat]}: {', '.join(named) or 'nothing'}; {sum(points)} this round, {total} in all")
        )
    return lines
