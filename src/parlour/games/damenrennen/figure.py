"""A view of Damenrennen as a picture; made from a view alone, so it shows what the seat may see (D9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.figure.canvas import BACK, MARGIN, WIDTH, Canvas, Theme
from parlour.core.figure.drawing import Bar, Drawing, draw_bars
from parlour.games.damenrennen.cards import RANKS, ROW_SUITS, card_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen.view import GameView, View

END: Final = WIDTH - MARGIN
ROOM: Final = END - MARGIN
SUIT_WORDS: Final = ("clubs", "spades", "hearts")
ROW_WIDTH: Final = 144
ROW_PITCH: Final = 152
CARD_PITCH: Final = 22.6


def draw(view: View, *, theme: Theme = "light", bars: Sequence[Bar] = ()) -> Drawing:
    """Draw the other side, the market and the race, and the viewer's own side below."""
    canvas, seen = Canvas(theme), view.game
    wins = " : ".join(map(str, view.standing.wins))
    canvas.title(f"Damenrennen, race {seen.races}", f"games {wins}, stack {seen.stack_size}")
    near = 0 if view.seat is None else view.seat
    top = draw_side(canvas, 46, view, 1 - near)
    canvas.rule(top + 4)
    top = draw_middle(canvas, top + 12, view)
    canvas.rule(top + 4)
    top = draw_side(canvas, top + 12, view, near)
    return Drawing(canvas.svg(draw_bars(canvas, top, bars) + 12, in_words(view)))


def draw_side(canvas: Canvas, top: float, view: View, seat: int) -> float:
    """Draw rows, reserve and hand of a seat; the place below them."""
    seen = view.game
    canvas.text(MARGIN, top + 13, f"seat {seat} to act" if seat in view.to_act else f"seat {seat}", bold=True)
    canvas.text(END, top + 13, side_note(seen, seat), size=12, quiet=True, anchor="end")
    for suit, row in enumerate(seen.rows[seat]):
        left = MARGIN + suit * ROW_PITCH
        canvas.well(left, top + 20, ROW_WIDTH, 45)
        for place, rank in enumerate(RANKS):
            draw_place = canvas.card if row >> place & 1 else canvas.slot
            name = rank + ROW_SUITS[suit] if row >> place & 1 else rank
            draw_place(name, left + 5 + place * CARD_PITCH, top + 28, 21)
    canvas.text(MARGIN, top + 88, "reserve", size=12, quiet=True)
    reserve = card_names(seen.reserves[seat])
    canvas.cards(reserve, 66, top + 71, 19, min(21.0, 250 / max(1, len(reserve))))
    hand = card_names(seen.hand) if seat == view.seat else (BACK,) * seen.sizes[seat]
    if hand:
        canvas.text(END - 21 * len(hand) - 6, top + 88, "hand", size=12, quiet=True, anchor="end")
        canvas.cards(hand, END - 21 * len(hand) + 2, top + 71, 19, 21)
    return top + 98


def side_note(seen: GameView, seat: int) -> str:
    """The strikes and advantages of a seat."""
    strikes = [word for suit, word in enumerate(SUIT_WORDS) if seen.strikes[seat] >> suit & 1]
    held = [word for word, holder in zip(SUIT_WORDS, seen.advantages, strict=True) if holder == seat]
    parts = [f"strikes {', '.join(strikes)}" if strikes else "no strike"]
    return "; ".join(parts + ([f"advantage of {', '.join(held)}"] if held else []))


def draw_middle(canvas: Canvas, top: float, view: View) -> float:
    """Draw the market, and the tricks of the race below it; the place below them."""
    seen = view.game
    canvas.text(MARGIN, top + 24, "market", bold=True)
    canvas.text(MARGIN, top + 41, seen.phase, size=12, quiet=True)
    market = card_names(seen.market)
    if market:
        canvas.cards(market, 110, top, 36, min(44.0, (END - 146) / len(market)))
    else:
        canvas.text(110, top + 24, "empty", quiet=True)
    top += 56
    for seat, laid in enumerate(seen.laid):
        names = [name for card in laid for name in card_names(card)]
        if names:
            canvas.text(MARGIN + 228 * seat, top + 20, f"seat {seat} laid", size=12, quiet=True)
            canvas.cards(names, MARGIN + 228 * seat + 78, top + 2, 21, 23)
    return top + (36 if any(seen.laid) else 0)


def in_words(view: View) -> str:
    """The picture for people who do not see it."""
    seen = view.game
    sentences = [f"Damenrennen, race {seen.races}, {seen.phase}"]
    sentences.append(f"market {' '.join(card_names(seen.market)) or 'empty'}")
    if view.seat is not None:
        sentences.append(f"seat {view.seat} holds {' '.join(card_names(seen.hand)) or 'nothing'}")
    acting = [str(seat) for seat in view.to_act if seat is not None]
    return "; ".join(sentences + ([f"seat {' and '.join(acting)} to act"] if acting else []))
