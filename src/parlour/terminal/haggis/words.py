"""Haggis in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.core.errors import NotationError
from parlour.games.haggis.cards import FACES, WILDS, parse_cards
from parlour.games.haggis.notation import (
    BET,
    BOMB,
    GIVE,
    PASS,
    SEQUENCE,
    SET,
    cards_of,
    combo_of,
    format_move,
    kind_of,
    parse_move,
)
from parlour.scenes.haggis import laid_out
from parlour.terminal.haggis.combos import combo_words, explain_cards, shape_name
from parlour.terminal.names import count, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.catalogue import AnyGame
    from parlour.scenes.haggis import HaggisScene, RoundEnd
    from parlour.scenes.scene import Cards, Group, Update
    from parlour.terminal.names import Names

PART_NAMES: Final = ("cards left over", "tricks", "last hand and haggis", "bets", "first-out bonus")
PLAIN_MOVES: Final = ("pass", "bet", "give")
COMBOS: Final = (SET, SEQUENCE, BOMB)
PLACES: Final = {1: "first", 2: "second"}


class HaggisWords:
    """Haggis in the words of card players."""

    move_help: Final = (
        "cards like '5r 6r 7r' (suits r o y g b, wilds J Q K), 'pass', 'bet 15', 'give 2';"
        " where cards have several readings: '5r J Q as set' or '5r J Q as run'"
    )

    def table(self, scene: HaggisScene, names: Names) -> list[str]:
        """The other seats, the trick and one's own hand."""
        lines = [seat_line(scene, seat, names) for seat in others(scene)]
        lines += trick_lines(scene, names)
        if scene.seat is not None:
            lines.append(f"Your hand, {count(len(scene.hand), 'card')}: {hand_words(scene.hand)}.")
        if scene.may.bets:
            bets = [f"bet {bet}" for bet in scene.may.bets]
            lines.append(f"You may still bet: {', '.join(bets[:-1])} or {bets[-1]}.")
        return lines

    def score(self, scene: HaggisScene, names: Names) -> str:
        """How the match stands."""
        scores = [f"{names[seat]} {shown.score}" for seat, shown in enumerate(scene.seats)]
        return sentence(f"round {scene.number}, points: {', '.join(scores)}; the match goes to {scene.target}")

    def update(self, update: Update, scene: HaggisScene, names: Names) -> list[str]:
        """Something that has happened."""
        if update.kind == "round":
            return round_end_lines(update, scene, names)
        if update.kind == "match":
            return []
        assert update.seat is not None
        if update.kind == "deal":
            assert update.other is not None
            leads = names.does(update.other, "leads")
            return ["", sentence(f"round {update.number}: {names.does(update.seat, 'deals')}, {leads}")]
        return [sentence(seat_update(update, names))]

    def groups(self, game: AnyGame, moves: Sequence[Any]) -> dict[str, list[str]]:
        """Legal moves by their shape."""
        del game
        found: dict[str, list[str]] = {}
        for move in sorted(moves, key=listing_order):
            found.setdefault(group_of(move), []).append(format_move(move))
        return found

    def group_name(self, group: Group) -> str:
        """What combos of one shape are called."""
        return shape_name(group.name, group.width, group.length)

    def plain_moves(self, scene: HaggisScene) -> list[str]:
        """Passing, bets and gifts."""
        passing = ["pass"] if scene.may.passing else []
        bets, gifts = (f"bet {bet}" for bet in scene.may.bets), (f"give {seat}" for seat in scene.may.gives)
        return [*passing, *bets, *gifts]

    def selection(self, text: str) -> str | None:
        """Cards are asked about; a move without cards, or with its reading, is played as it stands."""
        words = text.lower().split()
        return None if not words or words[0] in PLAIN_MOVES or "as" in words else text

    def read_move(self, game: AnyGame, legal: Sequence[Any], text: str) -> Any:
        """A move in notation; cards with several readings mean the one that is legal, where only one is (H4.7)."""
        try:
            cards = parse_cards(text)
        except NotationError:
            return game.parse_move(text)
        fitting = [move for move in legal if cards_of(move) == cards and kind_of(move) in COMBOS]
        return fitting[0] if len(fitting) == 1 else game.parse_move(text)

    def describe_move(self, text: str) -> str:
        """A combo with what it is called."""
        move = parse_move(text)
        return combo_words(laid_out(move)) if isinstance(move, int) and kind_of(move) in COMBOS else text

    def explain(self, game: AnyGame, text: str) -> tuple[list[str], Any]:
        """Every reading of some cards, and what beats each."""
        return explain_cards(text, game.seats)


def others(scene: HaggisScene) -> list[int]:
    """The other seats, in the order in which they act after this one; a spectator sees all."""
    if scene.seat is None:
        return list(range(scene.players))
    return [(scene.seat + step) % scene.players for step in range(1, scene.players)]


def seat_line(scene: HaggisScene, seat: int, names: Names) -> str:
    """What everybody sees of a seat."""
    shown = scene.seats[seat]
    bet = "nothing declared" if shown.bet is None else f"bet {shown.bet}"
    return sentence(
        f"{names[seat]}: {count(shown.cards, 'card')}, face-up wilds {' '.join(shown.wilds) or 'none'}, {bet},"
        f" {count(shown.captured, 'point')} captured"
    )


def trick_lines(scene: HaggisScene, names: Names) -> list[str]:
    """What is to be beaten, and whose turn it is."""
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
            lines.append(sentence(f"it is {names[seat]}'s turn"))
    return lines


def seat_update(update: Update, names: Names) -> str:
    """What a seat did, or got."""
    seat = update.seat
    assert seat is not None
    match update.kind:
        case "bet":
            return f"{names.does(seat, 'bets')} {update.number}"
        case "give":
            assert update.other is not None
            return f"{names.does(seat, 'gives')} the trick to {names[update.other]}"
        case "pass":
            return names.does(seat, "passes")
        case "out":
            return f"{names.does(seat, 'goes')} out {PLACES[update.number or 1]}"
        case "trick":
            got = f"{count(update.number or 0, 'card')}, {count(sum(update.points), 'point')}"
            return f"{names.does(seat, 'captures')} the trick: {got}"
        case _:
            assert update.combo is not None
            left = f"; {count(update.number, 'card')} left" if update.number else ""
            return f"{names.does(seat, 'plays')} {combo_words(update.combo)}{left}"


def hand_words(hand: Cards) -> str:
    """A hand, wilds apart."""
    spots, wilds = (" ".join(name for name in hand if (name in FACES) is face) for face in (False, True))
    return "; wilds ".join(part for part in (spots, wilds) if part)


def group_of(move: int) -> str:
    """The group in which a move is listed."""
    if kind_of(move) in (PASS, BET, GIVE):
        return {PASS: "pass", BET: "bets", GIVE: "give the trick to"}[kind_of(move)]
    combo = combo_of(move)
    return shape_name(combo.kind, combo.width, combo.length)


def listing_order(move: int) -> tuple[int, ...]:
    """A sort key for lists of moves: by kind and shape, those without wilds first, low before high."""
    return kind_of(move), move >> 52 & 255, (cards_of(move) & WILDS).bit_count(), move >> 48 & 15, cards_of(move)


def round_end_lines(update: Update, scene: HaggisScene, names: Names) -> list[str]:
    """The score of a finished round; part by part, unless the next round lies on the table already."""
    if scene.end is None:
        points = [f"{names[seat]} {points}" for seat, points in enumerate(update.points)]
        return [f"The round is over: {', '.join(points)}."]
    lines = [f"The round is over. The haggis was {' '.join(scene.end.haggis)}."]
    for seat, hand in enumerate(scene.end.hands):
        if hand:
            lines.append(sentence(f"{names.does(seat, 'has')} left: {' '.join(hand)}"))
    return lines + parts_lines(scene.end, scene, names)


def parts_lines(end: RoundEnd, scene: HaggisScene, names: Names) -> list[str]:
    """Points of a round, part by part."""
    lines = []
    for seat, parts in enumerate(end.parts):
        points = (parts.left_over, parts.tricks, parts.last, parts.bets, parts.bonus)
        named = [f"{name} {each}" for name, each in zip(PART_NAMES, points, strict=True) if each]
        total = scene.seats[seat].score
        lines.append(
            sentence(f"{names[seat]}: {', '.join(named) or 'nothing'}; {sum(points)} this round, {total} in all")
        )
    return lines
