"""What OpenSpiel's observers see of a state: strings, tensors and their named parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from parlour.core.game import Seat

if TYPE_CHECKING:
    from parlour.envs.fields import Floats
    from parlour.envs.spiel.rules import SpielRules
    from parlour.envs.spiel.state import State

ALONE = pyspiel.PrivateInfoType.SINGLE_PLAYER
NOBODY = pyspiel.PrivateInfoType.NONE


class Observer:
    """Sees as one seat, as a spectator, or only what a seat alone sees; with or without the past.

    There are tensors for a seat's whole view, and for one with the moves of the round where the
    game has an encoding with recall. All other observers have strings only.
    """

    def __init__(
        self, rules: SpielRules, kind: pyspiel.IIGObservationType | None, params: dict[str, Any] | None
    ) -> None:
        """Lay out the tensor, or raise SpielError for an observer that there is not."""
        if params:
            raise pyspiel.SpielError(f"an observer takes no parameters, got {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info not in (ALONE, NOBODY):
            raise pyspiel.SpielError("nobody sees the cards of all players: private_info is SINGLE_PLAYER or NONE")
        self.rules = rules
        self.recall: bool = kind.perfect_recall
        self.public: bool = kind.public_info
        self.alone: bool = kind.private_info == ALONE
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        encoding = rules.recall_encoding if self.recall else rules.encoding
        if self.public and self.alone and encoding is not None:
            self.tensor = np.zeros(encoding.view_size, np.float32)
            for field in encoding.fields:
                self.dict[field.name] = self.tensor[field.start : field.start + field.size]

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees into the tensor."""
        rules, seen = self.rules, state.now.state
        if self.tensor is None:
            return
        if self.recall and rules.recall_encoding is not None:
            rules.recall_encoding.encode_view(rules.game.view(seen, Seat(player)), self.tensor)
        else:
            rules.write_view(seen, Seat(player), self.tensor)

    def string_from(self, state: State, player: int) -> str:
        """What a player sees, as text."""
        game, now = self.rules.game, state.now
        viewer = Seat(player) if self.alone else None
        if not self.public:
            return self.rules.traits.describe_private(game.view(now.state, viewer)) if self.alone else ""
        return now.information_string(viewer) if self.recall else game.describe(game.view(now.state, viewer))
