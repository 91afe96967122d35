"""What OpenSpiel's observers see of a state: strings, tensors and their named parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from parlour.core.game import Seat
from parlour.envs.text import DESCRIBE, DESCRIBE_PRIVATE

if TYPE_CHECKING:
    from parlour.envs.fields import Floats
    from parlour.envs.spiel.history_node import Form
    from parlour.envs.spiel.state import State

ALONE = pyspiel.PrivateInfoType.SINGLE_PLAYER
NOBODY = pyspiel.PrivateInfoType.NONE


class Observer:
    """Sees as one seat, as a spectator, or only what a seat hides; with or without the past.

    There are tensors for a seat's whole view, of Haggis with the moves of the round too. The other
    observers have strings alone.
    """

    def __init__(self, form: Form, kind: pyspiel.IIGObservationType | None, params: dict[str, Any] | None) -> None:
        """Lay out the tensor, or raise SpielError where nobody sees so."""
        if params:
            raise pyspiel.SpielError(f"an observer takes no parameters, got {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info not in (ALONE, NOBODY):
            raise pyspiel.SpielError("nobody sees the cards of all players: private_info is SINGLE_PLAYER or NONE")
        self.form = form
        self.recall: bool = kind.perfect_recall
        self.public: bool = kind.public_info
        self.alone: bool = kind.private_info == ALONE
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        encoding = form.recalling if self.recall else form.encoding
        if self.public and self.alone and encoding is not None:
            self.tensor = np.zeros(encoding.view_size, np.float32)
            for field in encoding.fields:
                self.dict[field.name] = self.tensor[field.start : field.start + field.size]

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees into the tensor."""
        form, seen = self.form, state.now.state
        if self.tensor is None:
            return
        if self.recall and form.recalling is not None:
            form.recalling.encode_view(form.game.view(seen, Seat(player)), self.tensor)
        else:
            form.write_view(seen, Seat(player), self.tensor)

    def string_from(self, state: State, player: int) -> str:
        """Write what a player sees as text."""
        game, now = self.form.game, state.now
        eye = Seat(player) if self.alone else None
        if not self.public:
            return DESCRIBE_PRIVATE[game.name](game.view(now.state, eye)) if self.alone else ""
        return now.tale(eye) if self.recall else DESCRIBE[game.name](game.view(now.state, eye))
