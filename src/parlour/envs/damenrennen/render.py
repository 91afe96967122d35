"""A table of Damenrennen as an image."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.game import Seat
from parlour.envs.render_canvas import CARD_HEIGHT, CARD_WIDTH, CHALK, GOLD, HEIGHT, WIDTH, Canvas
from parlour.games.damenrennen.cards import ROW_SUITS, card_names, row_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parlour.games.damenrennen.view import GameView, View

ROW_WIDTH: Final = 150
MIDDLE: Final = HEIGHT / 2 - CARD_HEIGHT / 2


def draw_damenrennen(views: Sequence[View]) -> NDArray[np.uint8]:
    """Draw a match, with the hands of all seats whose views are given."""
    view = views[0]
    canvas = Canvas()
    seen = view.game
    hands = {other.seat: other.game.hand for other in views if other.seat is not None}
    mine = view.seat or Seat(0)
    draw_side(canvas, view, mine, hands.get(mine), (HEIGHT - 110, HEIGHT - 190, HEIGHT - 34))
    other = Seat(1 - mine)
    draw_side(canvas, view, other, hands.get(other), (44, 124, 34))
    draw_middle(canvas, seen)
    return canvas.finished()


def draw_side(canvas: Canvas, view: View, seat: Seat, hand: int | None, heights: tuple[float, float, float]) -> None:
    """Draw a seat's hand, rows and reserve; its name is in gold where it is its turn."""
    seen = view.game
    top, rows, name = heights
    names = ["?"] * seen.sizes[seat] if hand is None else list(card_names(hand))
    canvas.fan(WIDTH / 2, top, names, 220)
    for suit, row in enumerate(seen.rows[seat]):
        x = 150 + suit * (ROW_WIDTH + 22)
        canvas.fan(x, rows, card_names(row_cards(row, suit)), ROW_WIDTH)
        if seen.advantages[suit] == seat:
            canvas.text(x, rows + (CARD_HEIGHT + 9 if rows < HEIGHT / 2 else -9), "advantage", 12, GOLD)
    canvas.fan(WIDTH - 235, rows, card_names(seen.reserves[seat]), 170)
    canvas.fan(WIDTH - 90, rows, card_names(seen.strike_cards[seat]), 90)
    strikes = " ".join(name for suit, name in enumerate(ROW_SUITS) if seen.strikes[seat] >> suit & 1)
    text = f"seat {seat} · {view.standing.wins[seat]} games" + (f" · strikes {strikes}" if strikes else "")
    acting = seat in view.to_act
    canvas.text(210, name + (0 if name < HEIGHT / 2 else -8), text, 15, GOLD if acting else CHALK)


def draw_middle(canvas: Canvas, seen: GameView) -> None:
    """Draw the market, the stack, and the cards that were laid."""
    canvas.fan(WIDTH / 2 - 130, MIDDLE, card_names(seen.market), 220)
    canvas.text(WIDTH / 2 - 130, MIDDLE + CARD_HEIGHT + 12, f"market · race {seen.races} · {seen.phase}", 14)
    for number in range(3):
        canvas.back(100 + 3 * number, MIDDLE + 2 * number)
    canvas.text(100 + CARD_WIDTH / 2, MIDDLE + CARD_HEIGHT + 14, f"stack {seen.stack_size}", 14)
    for number, cards in enumerate(zip(*seen.laid, strict=True)):
        x = WIDTH / 2 + 90 + number * 62
        for seat, card in enumerate(cards):
            canvas.fan(x, MIDDLE - 14 + 28 * seat, card_names(card), CARD_WIDTH)
    if seen.ending is not None:
        won = "the game is drawn" if seen.winner is None else f"seat {seen.winner} wins the game"
        canvas.text(WIDTH - 180, HEIGHT / 2, won, 18, GOLD)
