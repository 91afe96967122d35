"""The reasons that bots of any game give, in English words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from parlour.core.game import Parameter, Reason

    Phrases = Mapping[str, str | Callable[..., str]]
    """By key: a format string, or a function of the parameters."""


def counted(number: Parameter, noun: str) -> str:
    """A number with its noun in the singular or plural: `1 play`, `2 plays`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


PHRASES: Final[Phrases] = {
    "only_move": "the only legal move",
    "random": lambda count: f"drawn at random from {counted(count, 'legal move')}",
    "sampled": lambda moves, worlds: f"the best of {counted(moves, 'move')} in {counted(worlds, 'sampled deal')}",
}


def reason_text(reason: Reason, own: Phrases) -> str:
    """A reason in words: the game's own, else those that fit every game; a key without words is shown as it is."""
    phrase = own.get(reason.key) or PHRASES.get(reason.key)
    if phrase is None:
        return reason.key.replace("_", " ")
    fill = phrase.format if isinstance(phrase, str) else phrase
    return fill(**reason.parameters)
