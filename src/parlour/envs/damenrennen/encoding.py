"""Views, moves and actions of Damenrennen as numbers."""

from __future__ import annotations

from array import array
from operator import index
from typing import TYPE_CHECKING, Final

from parlour.envs.damenrennen.actions import ACTIONS, action_of, move_of
from parlour.envs.damenrennen.kernel.features import SIZES, write_move_rows, write_view_row
from parlour.envs.encoding import Encoding
from parlour.envs.fields import Field, Floats, lay_out, width_of, zeros
from parlour.games.damenrennen.position import HOLDERS, PHASES, SEATS
from parlour.games.damenrennen.view import Swap, View, unseen_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen import Damenrennen

VERSION: Final = 1
PILE: Final = 24
NOBODY: Final = HOLDERS.index(None)
NO_SWAP: Final = Swap(0, 0, 0)


class DamenrennenEncoding(Encoding[View, int, int]):
    """Damenrennen as numbers; which move an exchange is depends on the hand."""

    def __init__(self, game: Damenrennen) -> None:
        """Lay out the fields."""
        self.name = "damenrennen"
        self.version = f"{game.version}.{VERSION}"
        self.actions = ACTIONS
        self.fields = view_fields()
        self.move_fields = move_fields()
        self.view_size, self.move_size = SIZES
        assert width_of(self.fields) == self.view_size
        assert width_of(self.move_fields) == self.move_size

    def encode_view(self, view: View, out: Floats | None = None) -> Floats:
        seen = seen_of(checked(view))
        row = zeros((self.view_size,), out)
        write_view_row(seen, row)
        return row

    def encode_moves(self, view: View, legal: Sequence[int], out: Floats | None = None) -> Floats:
        """The features of moves of the viewer, one move a row."""
        checked(view)
        rows = zeros((len(legal), self.move_size), out)
        write_move_rows(legal if isinstance(legal, array) else array("q", legal), rows.reshape(-1))
        return rows

    def hand_of(self, view: View) -> int:
        """The viewer's hand."""
        return view.game.hand

    def action_of(self, move: int, hand: int) -> int:
        return action_of(move, hand)

    def move_of(self, action: int, hand: int) -> int:
        return move_of(index(action), hand)


def checked(view: View) -> View:
    """The same view, or ValueError where it is not one of a seat."""
    if not isinstance(view, View):
        raise ValueError(f"not a view of Damenrennen: {view!r}")  # noqa: TRY004 - a value that does not fit, like those below
    if view.seat is None:
        raise ValueError("a spectator's view is not encoded: no seat is at its centre")
    return view


def seen_of(view: View) -> array[int]:
    """What a view says, in the kernel's order (`SEEN`), the viewer first."""
    seat, seen, wins = view.seat, view.game, view.standing.wins
    assert seat is not None
    other = SEATS[1 - seat]
    swap = seen.swap or NO_SWAP
    holders = (seen.race_winner, seen.winner, *seen.advantages)
    race_winner, winner, *advantages = [NOBODY if holder is None else holder ^ seat for holder in holders]
    drawn = seen.drawn or (0, 0)
    return array(
        "q",
        (
            PHASES.index(seen.phase),
            (seat in view.to_act) + 2 * (other in view.to_act),
            seen.hand,
            seen.spent,
            seen.market,
            unseen_cards(view),
            seen.sealed or 0,
            swap.shown,
            swap.taken,
            swap.given,
            seen.full,
            seen.stack_size,
            race_winner,
            seen.ultimate,
            seen.picks,
            winner,
            view.options.needed,
            *advantages,
            *(seen.reserves[seat], seen.reserves[other]),
            *(seen.strikes[seat], seen.strikes[other]),
            *(seen.sizes[seat], seen.sizes[other]),
            *(seen.spent_sizes[seat], seen.spent_sizes[other]),
            *(seen.has_sealed[seat], seen.has_sealed[other]),
            *(seen.exchanged[seat], seen.exchanged[other]),
            *(seen.bombs[seat], seen.bombs[other]),
            *(drawn[seat], drawn[other]),
            *(wins[seat], wins[other]),
            *seen.rows[seat],
            *seen.rows[other],
            *(*seen.laid[seat], 0, 0, 0)[:3],
            *(*seen.laid[other], 0, 0, 0)[:3],
        ),
    )


BOTH: Final = "the viewer first, then the other"
COPIES: Final = "each of 24 cards in halves: 9c 9s 9h 9d Jc … Ad"


def view_fields() -> tuple[Field, ...]:
    """The fields of a view."""
    return lay_out(
        [
            ("phase", 9, f"what the game waits for, one-hot: {', '.join(PHASES)}"),
            ("asked", 2, f"who has still to choose, {BOTH}"),
            ("hand", PILE, f"one's own cards, {COPIES}"),
            ("spent", PILE, "what one discarded and gave up oneself, likewise"),
            ("market", PILE, "the market, likewise"),
            ("unseen", PILE, "cards in the stack or hidden with the other, likewise"),
            ("shown", PILE, "the two cards shown to the holder of hearts (D5.2), likewise"),
            ("taken", PILE, "the card that she took, likewise"),
            ("given", PILE, "the card that she gave for it, likewise"),
            ("sealed", PILE, "cards of one's own sealed choice, likewise"),
            ("sealed_diamonds", PILE, "diamonds that it takes in, likewise"),
            ("rows", 36, f"clubs, spades, hearts: six ranks each; {BOTH}"),
            ("reserves", 2 * PILE, f"{COPIES}; {BOTH}"),
            ("strikes", 6, f"clubs, spades, hearts; {BOTH}"),
            ("advantages", 6, "of clubs, spades, hearts: 1 for the viewer, 1 for the other (D5.0)"),
            ("full", 1, "1 in a race in which spades and hearts apply (D8.1)"),
            ("stack_size", 1, "cards in the stack, in parts of 42"),
            ("sizes", 2, f"cards in hand, in quarters, {BOTH}"),
            ("spent_sizes", 2, f"cards discarded and given up, in quarters, {BOTH}"),
            ("has_sealed", 2, f"1 where a choice is sealed, {BOTH}"),
            ("bombs", 2, f"1 where the hand is a bomb (D4.1), {BOTH}"),
            ("exchanged", 2 * PILE, f"diamonds taken in, {COPIES}; {BOTH}"),
            ("laid", 2 * PILE, f"cards laid in this race, {COPIES}; {BOTH}"),
            ("laid_ranks", 36, f"the ranks laid in tricks 1 to 3, one-hot each; {BOTH}"),
            ("drawn", 12, f"the ranks of the last tie-break, one-hot each; {BOTH}"),
            ("race_winner", 2, f"who won the race, {BOTH}"),
            ("ultimate", 1, "1 for an ultimate win (D6.2)"),
            ("picks", 4, "cards drafted, 0 to 3, one-hot"),
            ("wins", 2, f"games won, in parts of those that win the match, {BOTH}"),
            ("winner", 2, f"who won the game, {BOTH}"),
        ]
    )


def move_fields() -> tuple[Field, ...]:
    """The fields of a move."""
    return lay_out(
        [
            ("kind", 7, "show, swap, decline, discard, exchange, lay, take, one-hot"),
            ("cards", PILE, f"cards shown, given, discarded, laid or taken from the market, {COPIES}"),
            ("taken", PILE, "what a swap takes or an exchange takes in, likewise"),
        ]
    )
