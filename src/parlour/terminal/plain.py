"""Any game in plain lines, for games that bring no words of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.terminal.names import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.catalogue import AnyGame
    from parlour.scenes.plain import PlainScene
    from parlour.scenes.scene import Group, Update
    from parlour.terminal.names import Names

ALL_MOVES: Final = "moves"


class TypedMoves:
    """Moves that are typed whole, in the game's notation."""

    def plain_moves(self, scene: object) -> list[str]:
        """None: every move is in the answer."""
        del scene
        return []

    def selection(self, text: str) -> str | None:
        """None: every move is played as it is typed."""
        del text
        return None

    def read_move(self, game: AnyGame, legal: Sequence[Any], text: str) -> Any:
        """The move in the game's notation."""
        del legal
        return game.parse_move(text)

    def describe_move(self, text: str) -> str:
        """The notation says it all."""
        return text


class PlainWords(TypedMoves):
    """A game in the words of its own notation."""

    move_help: Final = "as '?' lists them"

    def table(self, scene: PlainScene, names: Names) -> list[str]:
        """The view as the game describes it."""
        waiting = [names[seat] for seat in scene.to_act]
        if scene.seat in scene.to_act or not waiting:
            return list(scene.lines)
        return [*scene.lines, f"Waiting for {' and '.join(waiting)}."]

    def score(self, scene: PlainScene, names: Names) -> str:
        """How the match stands."""
        return f"Score: {by_seat(scene.scores, names)}."

    def update(self, update: Update, scene: PlainScene, names: Names) -> list[str]:
        """A move, a deal or the end of a round."""
        del scene
        match update.kind:
            case "deal":
                return ["", "The cards are dealt."]
            case "round":
                return [f"The round is over: {by_seat(update.points, names)}."]
            case "move":
                assert update.seat is not None
                if update.move:
                    return [sentence(f"{names[update.seat]}: {update.move}")]
                return [sentence(f"{names.does(update.seat, 'has')} chosen")]
            case _:
                return []

    def groups(self, game: AnyGame, moves: Sequence[Any]) -> dict[str, list[str]]:
        """All moves in one group."""
        return {ALL_MOVES: [game.format_move(move) for move in moves]}

    def group_name(self, group: Group) -> str:
        """The one group has no name of its own."""
        return group.name or ALL_MOVES

    def explain(self, game: AnyGame, text: str) -> tuple[list[str], Any]:
        """A move as the game writes it."""
        move = game.format_move(game.parse_move(text))
        return [f"{text!r} is the move '{move}'."], {"move": move}


def by_seat(points: Sequence[int], names: Names) -> str:
    """Points with the seats that have them."""
    return ", ".join(f"{names[seat]} {each}" for seat, each in enumerate(points))
