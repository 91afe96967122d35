"""A table of Haggis as an image."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.game import Seat
from parlour.envs.render_canvas import CARD_HEIGHT, CARD_WIDTH, CHALK, GOLD, HEIGHT, WIDTH, Canvas
from parlour.games.haggis.cards import card_names, pile_points
from parlour.games.haggis.notation import cards_of, format_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parlour.games.haggis.view import RoundView, View

PLACES: Final = {
    2: ((WIDTH / 2, HEIGHT - 118, 640), (WIDTH / 2, 62, 640)),
    3: ((WIDTH / 2, HEIGHT - 118, 640), (WIDTH / 4 + 6, 62, 330), (WIDTH * 3 / 4 - 6, 62, 330)),
}
"""The middle, the top and the width of every hand, the viewer's first."""


def draw_haggis(views: Sequence[View]) -> NDArray[np.uint8]:
    """Draw a match, with the hands of all seats whose views are given."""
    view = views[0]
    canvas = Canvas()
    seen = view.round
    canvas.text(WIDTH / 2, HEIGHT / 2 + 84, f"Haggis · round {view.standing.number} · {view.options.target} points", 13)
    if seen is None:
        return canvas.finished()
    hands = {other.seat: other.round.hand for other in views if other.seat is not None and other.round is not None}
    players = view.options.players
    for number, (x, y, width) in enumerate(PLACES[players]):
        seat = Seat(((view.seat or 0) + number) % players)
        canvas.fan(x, y, hand_names(seen, seat, hands.get(seat)), width)
        draw_name(canvas, view, seen, seat, (x, y + CARD_HEIGHT + 18))
    draw_middle(canvas, seen)
    return canvas.finished()


def hand_names(seen: RoundView, seat: int, hand: int | None) -> list[str]:
    """The cards of a hand; spot cards that are not seen are face down, wilds are open."""
    if seen.shown is not None:
        hand = seen.shown[seat]
    if hand is not None:
        return list(card_names(hand))
    wilds = card_names(seen.wilds[seat])
    return ["?"] * (seen.sizes[seat] - len(wilds)) + list(wilds)


def draw_name(canvas: Canvas, view: View, seen: RoundView, seat: int, place: tuple[float, float]) -> None:
    """Write the seat, its points and bet; in gold where it is its turn."""
    bet = "" if seen.bets[seat] is None else f" · bet {seen.bets[seat]}"
    out = f" · out {seen.outs.index(seat) + 1}." if seat in seen.outs else ""
    text = f"seat {seat} · {view.standing.scores[seat]} points · captured {pile_points(seen.captured[seat])}{bet}{out}"
    acting = seen.phase != "over" and seen.actor == seat
    canvas.text(*place, text, 15, GOLD if acting else CHALK)


def draw_middle(canvas: Canvas, seen: RoundView) -> None:
    """Draw the combo to beat, and the haggis."""
    y = HEIGHT / 2 - CARD_HEIGHT / 2 - 6
    if seen.standing:
        canvas.fan(WIDTH / 2, y, card_names(cards_of(seen.standing)), 420)
        reading = format_move(seen.standing).partition(" as ")[2]
        canvas.text(WIDTH / 2, y + CARD_HEIGHT + 16, f"by seat {seen.holder}{f' as {reading}' if reading else ''}", 14)
    elif seen.phase == "playing":
        canvas.text(WIDTH / 2, HEIGHT / 2, f"seat {seen.actor} leads", 17)
    else:
        canvas.text(WIDTH / 2, HEIGHT / 2, "the round is over", 17)
    if seen.haggis is not None:
        canvas.fan(WIDTH - 150, y, card_names(seen.haggis), 200)
    else:
        for number in range(3):
            canvas.back(WIDTH - 130 + 4 * number, y + 3 * number)
    canvas.text(WIDTH - 130 + CARD_WIDTH / 2, y + CARD_HEIGHT + 18, "haggis", 14)
