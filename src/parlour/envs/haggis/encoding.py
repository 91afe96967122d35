"""Views, moves and actions of Haggis as numbers."""

from __future__ import annotations

from array import array
from operator import index
from typing import TYPE_CHECKING, Final

from parlour.envs.encoding import Encoding
from parlour.envs.fields import Field, Floats, lay_out, width_of, zeros
from parlour.envs.haggis.kernel.actions import ACTIONS, action_of, actions_of, move_of
from parlour.envs.haggis.kernel.features import SEEN, sizes, write_history_rows, write_move_rows, write_view_row
from parlour.games.haggis.position import NOBODY, PHASES
from parlour.games.haggis.view import View, hidden_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis import Haggis

VERSION: Final = 1
WILD_SHIFT: Final = 45
HISTORY: Final = {2: 70, 3: 160}
"""More moves than a round can have: at most one play a card, and after each every other may pass."""

MOST_SEATS: Final = max(HISTORY)
ORDERS: Final = {
    players: [[(seat + i) % players for i in range(players)] for seat in range(players)] for players in HISTORY
}
"""The seats, counted from each."""
PLACES: Final = {
    players: [[(other - seat) % players for other in range(players)] for seat in range(players)] for players in HISTORY
}
"""Where each seat is, counted from each."""
UNDEALT: Final = (NOBODY, NOBODY, 0, PHASES.index("over"), NOBODY, 0, NOBODY, NOBODY)
"""Before the first deal nobody is anything: from `holder` to `second_out`."""


class HaggisEncoding(Encoding[View, int, int]):
    """Haggis for two or three players as numbers; an action is the same move whatever the hand."""

    def __init__(self, game: Haggis, *, recall: bool = False) -> None:
        """Lay out the fields; with `recall` the moves of the round follow."""
        self.players = game.options.players
        self.recall = recall
        self.name = f"haggis-{self.players}{'-recall' if recall else ''}"
        self.version = f"{game.version}.{VERSION}"
        self.actions = ACTIONS[self.players]
        self.now_size, self.move_size, self.past_size = sizes(self.players)
        self.fields = view_fields(self.players, self.past_size if recall else 0)
        self.move_fields = move_fields(self.players)
        self.view_size = width_of(self.fields)

    def encode_view(self, view: View, out: Floats | None = None) -> Floats:
        """What a seat sees; before the first deal empty hands."""
        seen = seen_of(self.checked(view))
        row = zeros((self.view_size,), out)
        write_view_row(seen, row[: self.now_size])
        if self.recall and view.round is not None:
            history = view.round.history
            past = row[self.now_size : self.now_size + self.past_size * len(history)]
            seats = array("q", [seat for seat, _ in history])
            write_history_rows(seen, seats, array("q", [move for _, move in history]), past)
        return row

    def encode_moves(self, view: View, legal: Sequence[int], out: Floats | None = None) -> Floats:
        """The features of moves of the viewer, one move a row."""
        rows = zeros((len(legal), self.move_size), out)
        moves = legal if isinstance(legal, array) else array("q", legal)
        write_move_rows(seen_of(self.checked(view)), moves, rows.reshape(-1))
        return rows

    def checked(self, view: View) -> View:
        """The same view, or ValueError where it is not one that this encoding is for."""
        if not isinstance(view, View):
            raise ValueError(f"not a view of Haggis: {view!r}")  # noqa: TRY004 - a value that does not fit, like those below
        if view.seat is None:
            raise ValueError("a spectator's view is not encoded: no seat is at its centre")
        if view.options.players != self.players:
            raise ValueError(f"this encoding is for {self.players} players, the view for {view.options.players}")
        return view

    def hand_of(self, view: View) -> int:
        """The viewer's hand."""
        return 0 if view.round is None else view.round.hand

    def action_of(self, move: int, hand: int = 0) -> int:
        del hand
        return action_of(move, self.players)

    def move_of(self, action: int, hand: int = 0) -> int:
        del hand
        return move_of(index(action), self.players)

    def actions_of(self, legal: Sequence[int], hand: int = 0) -> list[int]:
        del hand
        return actions_of(legal, self.players)


def seen_of(view: View) -> array[int]:
    """What a view says, in the kernel's order (`SEEN`), seats counted from the viewer."""
    seat, players, standing = view.seat, view.options.players, view.standing
    assert seat is not None
    order = ORDERS[players][seat]
    fill = (0,) * (MOST_SEATS - players)
    scores = tuple([standing.scores[other] for other in order])
    seen = view.round
    if seen is None:
        nothing = (0,) * (SEEN["scores"] - SEEN["sizes"])
        return array("q", (players, 0, 0, 0, *UNDEALT, view.options.target, *nothing, *scores, *fill, seat))
    relative = PLACES[players][seat]
    outs = (*[relative[out] for out in seen.outs], NOBODY, NOBODY)
    by_seat = [
        (
            seen.sizes[other],
            seen.wilds[other] >> WILD_SHIFT,
            seen.captured[other],
            0 if (bet := seen.bets[other]) is None else bet + 1,
            seen.played[other],
            seen.left_over[other],
        )
        for other in order
    ]
    return array(
        "q",
        (
            players,
            seen.hand,
            hidden_cards(view, seen),
            seen.standing,
            relative[seen.holder] if seen.standing else NOBODY,
            NOBODY if seen.runner_up is None else relative[seen.runner_up],
            seen.passes,
            PHASES.index(seen.phase),
            NOBODY if seen.phase == "over" else relative[seen.actor],
            seen.trick,
            outs[0],
            outs[1],
            view.options.target,
            *[value for values in zip(*by_seat, strict=True) for value in (*values, *fill)],
            *scores,
            *fill,
            seat,
        ),
    )


COMBO_PARTS: Final = (
    ("width", 8, "cards of a rank, 1 to 8, one-hot; sets and sequences only"),
    ("length", 12, "ranks, 1 to 12, one-hot; sets and sequences only"),
    ("top", 12, "the top rank, 2 to 10, J, Q, K, one-hot; sets and sequences only"),
    ("bomb", 6, "the rank of a bomb (H4.8), lowest first, one-hot"),
)
SEATS: Final = "one-hot by seat, counted clockwise from the viewer, herself first"


def view_fields(players: int, past_size: int) -> tuple[Field, ...]:
    """The fields of a view; with recall the moves of the round follow, `past_size` numbers each."""
    spots = 9 * (players + 2)
    suits = "roygb"[: players + 2]
    parts: list[tuple[str, int, str]] = [
        ("hand", spots, f"one's own spot cards, 2 to 10, suits {suits} within a rank"),
        ("hand_wilds", 3, "one's own J, Q, K"),
        ("unseen", spots, "spot cards in other hands or in the haggis, laid out like the hand"),
    ]
    for i in range(1, players):
        parts.append((f"wilds_{i}", 3, f"J, Q, K of the seat {i} to the left"))
        parts.append((f"size_{i}", 18, f"cards in the hand of the seat {i} to the left, 0 to 17, one-hot"))
    parts += [
        ("turn", players, f"whose turn it is, {SEATS}; zeros when the round is over"),
        ("giving", 1, "1 while a bombed trick waits to be given away (H5.7)"),
        ("standing_kind", 3, "the combo to beat is a set, a sequence, a bomb; zeros on the lead"),
        *((f"standing_{name}", size, f"the combo to beat: {meaning}") for name, size, meaning in COMBO_PARTS),
        ("holder", players, f"who played it, {SEATS}"),
    ]
    if players == MOST_SEATS:
        parts += [
            ("runner_up", players, f"who played the combo below it in this trick, {SEATS}"),
            ("passes", 1, "passes since it was played"),
            ("first_out", players, f"who went out first, {SEATS}"),
            ("second_out", players, f"who went out second, {SEATS}"),
            ("left_over", players, "by seat: the fullest hand when this seat went out, in seventeenths (H7.1)"),
        ]
    parts += [
        ("trick_points", 1, "points in the trick, in fiftieths"),
        ("points", players, "by seat, the viewer first: points captured, in fiftieths"),
        ("scores", players, "by seat: points in the match, in parts of the target"),
        ("played", players, "by seat: 1 once a card was played, and no bet is possible (H3.1)"),
    ]
    for i in range(players):
        parts.append((f"bet_{i}", 4, f"the bet of the seat {i} to the left: none yet, 0, 15, 30, one-hot"))
    if past_size:
        length = HISTORY[players]
        text = f"{length} moves of the round, oldest first, each {past_size} numbers: who, {SEATS}, then as a move"
        parts.append(("history", length * past_size, f"{text} without its last three fields"))
    return lay_out(parts)


def move_fields(players: int) -> tuple[Field, ...]:
    """The fields of a move."""
    parts: list[tuple[str, int, str]] = [
        ("kind", 6, "pass, set, sequence, bomb, bet, gift, one-hot"),
        ("cards", 9 * (players + 2), "spot cards, laid out like the hand"),
        ("wilds", 3, "J, Q, K"),
        *COMBO_PARTS,
        ("bet", 3, "0, 15, 30, one-hot"),
    ]
    if players == MOST_SEATS:
        parts.append(("to", players, f"who is given a bombed trick, {SEATS}"))
    parts += [
        ("left", 1, "cards in hand afterwards, in seventeenths"),
        ("out", 1, "1 where none are left"),
        ("card_points", 1, "points of the cards, in fiftieths"),
    ]
    return lay_out(parts)
