"""Damenrennen in plain lines; every card with letter and symbol, `Kh♥`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.core.errors import NotationError
from parlour.core.game import Seat
from parlour.games.damenrennen.cards import RANKS, card_count, card_names, parse_cards
from parlour.games.damenrennen.notation import (
    DECLINE,
    DISCARD,
    EXCHANGE,
    KIND_NAMES,
    LAY,
    SHOW,
    SWAP,
    TAKE,
    Deal,
    Draw,
    cards_of,
    diamonds_of,
    format_move,
    kind_of,
    swapped_card,
)
from parlour.games.damenrennen.tricks import race_law
from parlour.terminal.names import count, name_of, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Actor
    from parlour.games.damenrennen import Damenrennen, View
    from parlour.games.damenrennen.view import GameView

SYMBOLS: Final = {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}
ROW_NAMES: Final = ("clubs ♣", "spades ♠", "hearts ♥")
SEATS: Final = (Seat(0), Seat(1))
COLUMNS: Final = "{:<10}{:<15}{:<15}{:<15}{:<9}{}"
QUESTIONS: Final = {
    "show": "The other has hearts: show two of your cards.",
    "swap": "You have hearts: take one of the shown cards for one of yours, or decline.",
    "discard": "You have spades: discard one card.",
    "exchange": "You may exchange diamonds of your reserve for hand cards.",
    "lay": "Lay a card, face down.",
    "draft": "Take a card from the market.",
}
LAW_NAMES: Final = ("ultimate win", "simple win", "tie, broken by a draw", "simple loss", "ultimate loss")
LAW_KEYS: Final = ("ultimate_win", "simple_win", "tie", "simple_loss", "ultimate_loss")


class DamenrennenWords:
    """Says what happens in a match of Damenrennen."""

    move_help: Final = (
        "'lay Kh', 'take 10d', 'show 9c Jc', 'swap Ah for 9c', 'decline', 'discard 9c', 'exchange Ad for 9c',"
        " 'exchange nothing' (ranks 9 J Q K 10 A, suits c s h d)"
    )

    def table(self, view: View) -> list[str]:
        """Draw the table for a seat that is to choose."""
        seen = view.game
        assert view.seat is not None
        lines = [f"Race {seen.races}. Market: {cards_words(seen.market)}. Stack: {count(seen.stack_size, 'card')}."]
        lines += rows_lines(view)
        if seen.phase == "swap" and seen.swap is not None:
            lines.append(f"Shown to you: {cards_words(seen.swap.shown)}.")
        if seen.phase != "draft":
            lines.append(f"Your hand: {cards_words(seen.hand)}.")
        lines.append(QUESTIONS[seen.phase])
        return lines

    def score(self, view: View) -> str:
        """Say how the match stands."""
        wins = [f"{name_of(seat, view.seat)} {view.standing.wins[seat]}" for seat in SEATS]
        drawn = f", {view.standing.drawn} drawn" if view.standing.drawn else ""
        return sentence(f"games won: {', '.join(wins)}{drawn}; best of {view.options.best_of}")

    def event(self, actor: Actor, move: int | Deal | Draw, before: View, after: View) -> list[str]:
        """Tell what happened, no more than the listener may know."""
        if isinstance(move, Deal):
            return deal_lines(before, after)
        if isinstance(move, Draw):
            drawn = [f"{name_of(seat, after.seat)} {cards_words(move.cards[seat])}" for seat in SEATS]
            return [sentence(f"tie-break: {', '.join(drawn)}"), *race_end_lines(before, after), *end_lines(after)]
        assert actor is not None
        line = choice_line(actor, move, after)
        return [line, *reveal_lines(before, after), *race_end_lines(before, after), *end_lines(after)]

    def groups(self, moves: Sequence[int]) -> dict[str, list[str]]:
        """Sort legal moves by their kind."""
        found: dict[str, list[str]] = {}
        for move in moves:
            found.setdefault(KIND_NAMES[kind_of(move)], []).append(format_move(move))
        return found

    def explain(self, game: Damenrennen, text: str) -> tuple[list[str], Any]:
        """Say the exact odds of a race between two hands, for every holder of clubs."""
        del game
        parts = text.split("|")
        if len(parts) != len(SEATS):
            raise NotationError(
                f"say two hands with | between them, like 'Ah Kc 9s | 10h 10c Qd', got {text!r}", "D3.3"
            )
        hands = [parse_cards(part) for part in parts]
        parse_cards(" ".join(parts))
        if card_count(hands[0]) != card_count(hands[1]) or not 1 <= card_count(hands[0]) <= 3:  # noqa: PLR2004 - D2.2
            raise NotationError(f"a race is between two hands of one, two or three cards, got {text!r}", "D2.2")
        lines = [f"{cards_words(hands[0])} against {cards_words(hands[1])}, laid in random order:"]
        data = []
        for clubs, who in ((None, "nobody"), (0, "the first"), (1, "the second")):
            law = race_law(hands[0], hands[1], clubs)
            total = sum(law)
            data.append({"clubs": clubs} | {key: ways / total for key, ways in zip(LAW_KEYS, law, strict=True)})
            odds = [f"{name} {ways}/{total}" for name, ways in zip(LAW_NAMES, law, strict=True) if ways]
            lines.append(f"- {who} has clubs: {', '.join(odds)}")
        lines.append("Whoever lays in random order has these odds, whatever the other does [D3.3].")
        return lines, data


def cards_words(pile: int) -> str:
    """Write cards with letter and symbol."""
    return " ".join(name + SYMBOLS[name[-1]] for name in card_names(pile)) or "none"


def row_words(row: int) -> str:
    """Draw a row: its ranks in order, a dot where one is missing."""
    return " ".join(rank if row >> place & 1 else "·" for place, rank in enumerate(RANKS))


def rows_lines(view: View) -> list[str]:
    """Draw what lies before both seats, and who has which advantage in this race."""
    seen = view.game
    lines = [COLUMNS.format("", *ROW_NAMES, "strikes", "reserve").rstrip()]
    for seat in SEATS:
        rows = [row_words(row) for row in seen.rows[seat]]
        strikes = " ".join(name[-1] for suit, name in enumerate(ROW_NAMES) if seen.strikes[seat] >> suit & 1)
        who = name_of(seat, view.seat)
        lines.append(COLUMNS.format(who, *rows, strikes or "none", cards_words(seen.reserves[seat])).rstrip())
    held = ["nobody" if holder is None else name_of(holder, view.seat) for holder in seen.advantages]
    short = "" if seen.full else "cards are short: spades and hearts do not apply"
    return [*lines, COLUMNS.format("advantage", *held, short, "").rstrip()]


def deal_lines(before: View, after: View) -> list[str]:
    """Tell the beginning of a race."""
    seen = after.game
    fresh = seen.races == 1
    number = sum(after.standing.wins) + after.standing.drawn + 1
    lines = ["", f"Game {number}."] if fresh and (before.game.races != 0 or number > 1) else [""]
    sizes = ", ".join(f"{name_of(seat, after.seat)} {count(seen.sizes[seat], 'card')}" for seat in SEATS)
    return [*lines, f"Race {seen.races}. The market: {cards_words(seen.market)}. Dealt: {sizes}."]


def choice_line(actor: Seat, move: int, after: View) -> str:
    """Tell a choice; sealed ones of the other are told without their cards."""
    mine = actor == after.seat
    kind = kind_of(move)
    known = mine or kind == TAKE or (kind in (SHOW, SWAP, DECLINE) and after.seat is not None)
    if not known:
        words = {
            SHOW: "shows two cards",
            SWAP: "swaps a card",
            DECLINE: "declines to swap",
            DISCARD: "discards a card",
            EXCHANGE: "has decided about an exchange",
            LAY: "has laid a card",
        }[kind]
    else:
        verb = KIND_NAMES[kind] + ("" if mine else "s")
        cards = cards_words(cards_of(move))
        words = {
            SWAP: f"{verb}: {cards_words(swapped_card(move))} for {cards}",
            DECLINE: f"{verb} to swap",
            EXCHANGE: f"{verb} {cards_words(diamonds_of(move))} for {cards}" if cards_of(move) else f"{verb} nothing",
        }.get(kind, f"{verb} {cards}")
    return sentence(f"{name_of(actor, after.seat)} {words}")


def reveal_lines(before: View, after: View) -> list[str]:
    """Tell what was turned over or shown, once both had chosen."""
    was, now = before.game, after.game
    lines = []
    if was.phase == "exchange" and now.phase != "exchange":
        taken = [f"{name_of(seat, after.seat)} {cards_words(now.exchanged[seat])}" for seat in SEATS]
        lines.append(sentence(f"diamonds exchanged in: {', '.join(taken)}"))
    if len(now.laid[0]) > len(was.laid[0]):
        lines.append(trick_line(now, after.seat))
    fresh = [seat for seat in SEATS if now.bombs[seat] and not was.bombs[seat]]
    return lines + [
        sentence(f"{name_of(seat, after.seat)} had a bomb: {cards_words(now.bombs[seat])}") for seat in fresh
    ]


def trick_line(now: GameView, listener: Seat | None) -> str:
    """Tell the last trick, and who won it."""
    cards = [now.laid[seat][-1] for seat in SEATS]
    turned = ", ".join(f"{name_of(seat, listener)} {cards_words(cards[seat])}" for seat in SEATS)
    if any(now.bombs):
        return sentence(f"turned over: {turned}")
    law = race_law(cards[0], cards[1], now.advantages[0])
    taker = Seat(0) if law[1] else Seat(1) if law[3] else None
    won = "it counts for nobody" if taker is None else f"{name_of(taker, listener)} won the trick"
    return sentence(f"turned over: {turned}; {won}")


def race_end_lines(before: View, after: View) -> list[str]:
    """Tell who won a race, and how."""
    seen = after.game
    if seen.race_winner is None or before.game.race_winner is not None:
        return []
    who = name_of(seen.race_winner, after.seat)
    how = "an ultimate win" if seen.ultimate else "a simple win"
    return [sentence(f"{who} {'win' if who == 'you' else 'wins'} the race, {how}")]


def end_lines(after: View) -> list[str]:
    """Tell the end of a game."""
    seen = after.game
    if seen.phase != "over":
        return []
    if seen.winner is None:
        reason = "the stack has run out" if seen.ending == "stack" else "the tie cannot be broken"
        return [f"The game is drawn: {reason}."]
    who = name_of(seen.winner, after.seat)
    how = "with strikes in all three suits"
    if seen.ending_suit is not None:
        how = f"with the row {ROW_NAMES[seen.ending_suit]}"
    return [sentence(f"{who} {'win' if who == 'you' else 'wins'} the game {how}")]
