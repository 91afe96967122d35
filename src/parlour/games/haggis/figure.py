"""A view of Haggis as a picture; made from a view alone, so it shows what the seat may see (H9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.figure.canvas import BACK, FACE_HEIGHT, MARGIN, WIDTH, Canvas, Theme
from parlour.core.figure.drawing import Bar, Drawing, draw_bars
from parlour.games.haggis.cards import card_names, pile_points
from parlour.games.haggis.notation import BET, GIVE, cards_of, format_move, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Seat
    from parlour.games.haggis.view import RoundView, View

END: Final = WIDTH - MARGIN
SHOWN_BACKS: Final = 6
TRICK_ROOM: Final = WIDTH - 2 * MARGIN
HAND_PITCH: Final = 40.9


def draw(view: View, *, theme: Theme = "light", bars: Sequence[Bar] = ()) -> Drawing:
    """Draw the table, others above, the viewer's own side below."""
    canvas = Canvas(theme)
    scores = " : ".join(map(str, view.standing.scores))
    canvas.title(f"Haggis, round {view.standing.number}", f"{scores}, to {view.options.target}")
    if view.round is None:
        canvas.text(MARGIN, 60, "before the first deal", quiet=True)
        return Drawing(canvas.svg(76, f"Haggis before the first deal, {scores}"))
    seen, top = view.round, 48.0
    for seat in others_of(view):
        draw_other(canvas, top, seat, seen)
        top += 42
    canvas.rule(top + 2)
    top = draw_trick(canvas, top + 10, seen)
    if view.seat is not None:
        canvas.rule(top + 2)
        top = draw_hand(canvas, top + 10, view.seat, seen)
    return Drawing(canvas.svg(draw_bars(canvas, top, bars) + 14, in_words(view, seen)))


def others_of(view: View) -> list[int]:
    """The other seats, clockwise from the viewer; all of them for a spectator."""
    players = view.options.players
    first = 0 if view.seat is None else view.seat + 1
    return [(first + place) % players for place in range(players - (view.seat is not None))]


def draw_other(canvas: Canvas, top: float, seat: int, seen: RoundView) -> None:
    """Draw what is known of another seat; its wilds lie face up (H9.1), at the end its whole hand (H9.2)."""
    line = top + 22
    canvas.text(MARGIN, line, f"seat {seat}", bold=True)
    if seen.shown is not None:
        canvas.cards(card_names(seen.shown[seat]), 92, top, pitch=min(27, 230 / max(1, seen.sizes[seat])))
    else:
        hidden = seen.sizes[seat] - seen.wilds[seat].bit_count()
        canvas.text(92, line, f"{seen.sizes[seat]} cards")
        canvas.cards([BACK] * min(hidden, SHOWN_BACKS), 164, top, pitch=8)
        canvas.cards(card_names(seen.wilds[seat]), 240, top)
    canvas.text(END, line, seat_note(seat, seen), size=12, quiet=True, anchor="end")


def seat_note(seat: int, seen: RoundView) -> str:
    """A seat's bet, what it captured, and whether it has gone out."""
    bet = seen.bets[seat]
    parts = ["no bet" if not bet else f"bet {bet}", f"{pile_points(seen.captured[seat])} captured"]
    if seat in seen.outs:
        parts.append(("out first", "out second")[seen.outs.index(seat)])
    return ", ".join(parts)


def draw_trick(canvas: Canvas, top: float, seen: RoundView) -> float:
    """Draw the plays of the trick, the combo to beat last and framed; the place below it."""
    plays = trick_of(seen)
    if not plays:
        canvas.text(MARGIN, top + 14, "no card lies in the trick", quiet=True, size=12)
        return top + 22
    gaps = 14 * (len(plays) - 1)
    pitch = min(26.0, (TRICK_ROOM - gaps) / sum(max(2, cards_of(move).bit_count()) for _, move in plays))
    left: float = MARGIN
    for place, (seat, move) in enumerate(plays):
        names = card_names(cards_of(move))
        last = place == len(plays) - 1
        for index, name in enumerate(names):
            canvas.card(name, left + index * pitch, top, min(24, pitch - 1), marked=last)
        canvas.text(left, top + 52, f"seat {seat}", size=12, quiet=not last)
        left += min(max(len(names) * pitch, 34), max(2, len(names)) * pitch) + 14
    canvas.text(MARGIN, top + 72, trick_note(seen), size=12, bold=True)
    return top + 80


def trick_note(seen: RoundView) -> str:
    """Who holds the trick, with what, and what it is worth."""
    points = pile_points(seen.trick)
    holds = f"seat {seen.holder} holds it with {format_move(seen.standing)}, " if seen.standing else ""
    return f"{holds}{points} point{'' if points == 1 else 's'}"


def trick_of(seen: RoundView) -> list[tuple[Seat, int]]:
    """The combos of the trick, first to last, with who played each."""
    left, plays = seen.trick.bit_count(), []
    for seat, move in reversed(seen.history):
        if not left:
            break
        if move and kind_of(move) not in (BET, GIVE):
            plays.append((seat, move))
            left -= cards_of(move).bit_count()
    return plays[::-1]


def draw_hand(canvas: Canvas, top: float, seat: Seat, seen: RoundView) -> float:
    """Draw the viewer's own hand; the place below it."""
    whose = f"seat {seat} to act" if seen.actor == seat and seen.phase != "over" else f"seat {seat}"
    canvas.text(MARGIN, top + 12, whose, bold=True)
    canvas.text(END, top + 12, seat_note(seat, seen), size=12, quiet=True, anchor="end")
    names = card_names(seen.hand)
    if not names:
        canvas.text(MARGIN, top + 34, "no cards left", size=12, quiet=True)
        return top + 42
    pitch = min(HAND_PITCH, TRICK_ROOM / len(names))
    width = min(36, pitch - 1.5)
    canvas.cards(names, MARGIN, top + 22, width, pitch)
    return top + 24 + width * FACE_HEIGHT


def in_words(view: View, seen: RoundView) -> str:
    """The picture for people who do not see it."""
    sentences = [f"Haggis, {view.options.players} players, round {view.standing.number}"]
    if view.seat is not None:
        sentences.append(f"seat {view.seat} holds {' '.join(card_names(seen.hand)) or 'nothing'}")
    if seen.standing:
        sentences.append(f"{format_move(seen.standing)} by seat {seen.holder} is to beat")
    if seen.phase != "over":
        sentences.append(f"seat {seen.actor} is to act")
    return "; ".join(sentences)
