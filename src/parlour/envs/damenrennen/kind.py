"""Damenrennen as the environments know it.

There is no encoding with recall: a match has no longest history. All that a seat knows of the race
is in its view, and of earlier races nothing stays hidden (D9.1).
"""

from typing import Final

from parlour.envs.catalogue import EnvKind
from parlour.envs.damenrennen.batch import start_batch
from parlour.envs.damenrennen.encoding import DamenrennenEncoding
from parlour.envs.damenrennen.spiel import SPIEL

KIND: Final = EnvKind(
    encoding=DamenrennenEncoding,
    batch=start_batch,
    drawing="parlour.envs.damenrennen.render:draw_damenrennen",
    spiel=SPIEL,
    opponents="sense",
)
