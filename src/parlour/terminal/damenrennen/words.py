"""Damenrennen in plain lines; every card with letter and symbol, `Kh♥`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.core.errors import NotationError
from parlour.games.damenrennen.cards import RANKS, ROW_SUITS, card_count, card_names, parse_cards
from parlour.games.damenrennen.kernel.tricks import race_law
from parlour.games.damenrennen.notation import KIND_NAMES, format_move, kind_of
from parlour.games.damenrennen.position import SEATS
from parlour.terminal.names import count, sentence
from parlour.terminal.plain import TypedMoves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.catalogue import AnyGame
    from parlour.scenes.damenrennen import DamenrennenScene
    from parlour.scenes.scene import Cards, Group, Landing, Update
    from parlour.terminal.names import Names

SYMBOLS: Final = {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}
ROW_NAMES: Final = ("clubs ♣", "spades ♠", "hearts ♥")
COLUMNS: Final = "{:<15}{:<15}{:<15}{:<9}{}"
QUESTIONS: Final = {
    "show": "Your opponent has hearts: show two of your cards.",
    "swap": "You have hearts: take one of the shown cards for one of yours, or decline.",
    "discard": "You have spades: discard one card.",
    "exchange": "You may exchange diamonds of your reserve for hand cards.",
    "lay": "Lay a card, face down.",
    "draft": "Take a card from the market.",
}
UNSEEN: Final = {
    "show": "shows two cards",
    "swap": "swaps a card",
    "discard": "discards a card",
    "exchange": "has decided about an exchange",
    "lay": "has laid a card",
}
"""A choice whose cards the reader may not see."""
LANDINGS: Final = {"row": "into the row", "reserve": "into the reserve", "strike": "a strike"}
LAW_NAMES: Final = ("ultimate win", "simple win", "tie, broken by a draw", "simple loss", "ultimate loss")
LAW_KEYS: Final = ("ultimate_win", "simple_win", "tie", "simple_loss", "ultimate_loss")


class DamenrennenWords(TypedMoves):
    """Damenrennen in the words of card players."""

    move_help: Final = (
        "'lay Kh', 'take 10d', 'show 9c Jc', 'swap Ah for 9c', 'decline', 'discard 9c', 'exchange Ad for 9c',"
        " 'exchange nothing' (ranks 9 J Q K 10 A, suits c s h d)"
    )

    def table(self, scene: DamenrennenScene, names: Names) -> list[str]:
        """The market, both rows, and what the seat is asked."""
        market = cards_words(tuple(each.card for each in scene.market))
        lines = [f"Race {scene.race}. Market: {market}. Stack: {count(scene.stack, 'card')}."]
        lines += rows_lines(scene, names)
        lines += market_lines(scene)
        if scene.phase == "swap" and scene.shown:
            lines.append(f"Shown: {cards_words(scene.shown)}.")
        if scene.phase not in ("race", "draft", "over") and scene.seat is not None:
            lines.append(f"Your hand: {cards_words(scene.hand)}.")
        if scene.question:
            lines.append(QUESTIONS[scene.question])
        elif scene.to_act:
            lines.append(f"Waiting for {' and '.join(names[seat] for seat in scene.to_act)}.")
        return lines

    def score(self, scene: DamenrennenScene, names: Names) -> str:
        """How the match stands."""
        wins = [f"{names[seat]} {runner.games}" for seat, runner in enumerate(scene.runners)]
        drawn = f", {scene.drawn_games} drawn" if scene.drawn_games else ""
        return sentence(f"games won: {', '.join(wins)}{drawn}; best of {scene.best_of}")

    def update(self, update: Update, scene: DamenrennenScene, names: Names) -> list[str]:
        """Something that has happened."""
        match update.kind:
            case "match" | "exchanged" if update.kind == "match" or update.seat == names.reader:
                return []  # the caller announces the end, and one's own exchange was shown when it was sealed
            case "deal":
                return deal_lines(update, scene, names)
            case "draw":
                return [sentence(f"tie-break: {by_seat(update.cards, names)}")]
            case "reveal":
                return [sentence(f"turned over: {by_seat(update.cards, names)}{trick_words(update, names)}")]
            case "game" if update.seat is None:
                reason = "the stack has run out" if update.how == "stack" else "the tie cannot be broken"
                return [f"The game is drawn: {reason}."]
            case _:
                return [sentence(seat_update(update, names))]

    def groups(self, game: AnyGame, moves: Sequence[Any]) -> dict[str, list[str]]:
        """Legal moves by their kind."""
        del game
        found: dict[str, list[str]] = {}
        for move in moves:
            found.setdefault(KIND_NAMES[kind_of(move)], []).append(format_move(move))
        return found

    def group_name(self, group: Group) -> str:
        """Groups are called by the first word of their moves."""
        return group.name

    def explain(self, game: AnyGame, text: str) -> tuple[list[str], Any]:
        """The exact odds of a race between two hands, for every holder of clubs."""
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
        lines = [
            f"{cards_words(card_names(hands[0]))} against {cards_words(card_names(hands[1]))}, laid in random order:"
        ]
        data = []
        for clubs, who in ((None, "nobody"), (0, "the first"), (1, "the second")):
            law = race_law(hands[0], hands[1], clubs)
            total = sum(law)
            data.append({"clubs": clubs} | {key: ways / total for key, ways in zip(LAW_KEYS, law, strict=True)})
            odds = [f"{name} {ways}/{total}" for name, ways in zip(LAW_NAMES, law, strict=True) if ways]
            lines.append(f"- {who} has clubs: {', '.join(odds)}")
        lines.append("Whoever lays in random order has these odds, whatever the opponent does [D3.3].")
        return lines, data


def cards_words(cards: Cards) -> str:
    """Cards with letter and symbol."""
    return " ".join(name + SYMBOLS[name[-1]] for name in cards) or "none"


def by_seat(cards: Cards, names: Names) -> str:
    """A card for each seat."""
    return ", ".join(f"{names[seat]} {cards_words((card,))}" for seat, card in enumerate(cards))


def row_words(row: Cards) -> str:
    """The ranks of a row in order, a dot where one is missing."""
    ranks = {name[:-1] for name in row}
    return " ".join(rank if rank in ranks else "·" for rank in RANKS)


def rows_lines(scene: DamenrennenScene, names: Names) -> list[str]:
    """What lies before both seats, and who has which advantage in this race."""
    held = ["nobody" if holder is None else names[holder] for holder in scene.advantages]
    short = "" if scene.full else "cards are short: spades and hearts do not apply"
    lines = [("", COLUMNS.format(*ROW_NAMES, "strikes", "reserve"))]
    for seat, runner in enumerate(scene.runners):
        rows = [row_words(row) for row in runner.rows]
        strikes = " ".join(runner.strikes) or "none"
        lines.append((names[seat], COLUMNS.format(*rows, strikes, cards_words(runner.reserve))))
    lines.append(("advantage", COLUMNS.format(*(f"{name} " for name in held), short, "")))
    width = max(len(head) for head, _ in lines)
    return [f"{head:<{width}} {cells}".rstrip() for head, cells in lines]


def market_lines(scene: DamenrennenScene) -> list[str]:
    """What each card of the market would do for the seat that is asked to take one."""
    if scene.question != "draft" or scene.seat is None:
        return []
    return [f"- {cards_words((each.card,))}: {landing_words(each.landings[scene.seat])}" for each in scene.market]


def landing_words(landing: Landing) -> str:
    """Where a card goes."""
    chain = f", {cards_words(landing.chain)} with it" if landing.chain else ""
    return f"{LANDINGS[landing.place]}{chain}{', and wins the game' if landing.wins else ''}"


def deal_lines(update: Update, scene: DamenrennenScene, names: Names) -> list[str]:
    """The beginning of a race."""
    first = ["", f"Game {scene.game_number}."] if update.number == 1 and scene.game_number > 1 else [""]
    sizes = ", ".join(f"{names[seat]} {count(size, 'card')}" for seat, size in enumerate(update.points))
    return [*first, f"Race {update.number}. The market: {cards_words(update.cards)}. Dealt: {sizes}."]


def trick_words(update: Update, names: Names) -> str:
    """Who won a trick; a bomb leaves none."""
    if update.number is None:
        return ""
    return "; it counts for nobody" if update.seat is None else f"; {names[update.seat]} won the trick"


def seat_update(update: Update, names: Names) -> str:
    """What a seat chose, had or won."""
    seat, cards = update.seat, cards_words(update.cards)
    assert seat is not None
    match update.kind:
        case "bomb":
            return f"{names[seat]} had a bomb: {cards}"
        case "race":
            return f"{names.does(seat, 'wins')} the race, {'a simple win' if update.number == 1 else 'an ultimate win'}"
        case "game":
            how = f"with the row {ROW_NAMES[ROW_SUITS.index(update.cards[0][-1])]}" if update.how == "row" else ""
            return f"{names.does(seat, 'wins')} the game {how or 'with strikes in all three suits'}"
        case "exchanged":
            return f"{names[seat]} exchanged {cards + ' in' if update.cards else 'nothing'}"
        case _:
            return choice_words(update, seat, names)


def choice_words(update: Update, seat: int, names: Names) -> str:
    """A choice, without cards where the reader may not see them."""
    cards, given = cards_words(update.cards), cards_words(update.given)
    if update.kind == "decline":
        return f"{names.does(seat, 'declines')} to swap"
    if update.kind == "exchange" and seat == names.reader:
        return f"you exchange {cards} for {given}" if update.cards else "you exchange nothing"
    if not update.cards:
        return f"{names[seat]} {UNSEEN[update.kind]}"
    more = "" if update.landing is None else f": {landing_words(update.landing)}"
    return f"{names.does(seat, update.kind + 's')} {cards}{f' for {given}' if update.given else ''}{more}"
