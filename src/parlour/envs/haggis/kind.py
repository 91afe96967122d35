"""Haggis as the environments know it.

A bet is declared at one's own turns, before one's first card [ruling]: whoever would speak earlier
can wait for her turn and then knows more; between others' turns a bet changes nothing but what they
know.
"""

from functools import partial
from typing import Final

from parlour.envs.catalogue import EnvKind
from parlour.envs.haggis.batch import start_batch
from parlour.envs.haggis.encoding import HaggisEncoding
from parlour.envs.haggis.spiel import SPIEL

KIND: Final = EnvKind(
    encoding=HaggisEncoding,
    recall_encoding=partial(HaggisEncoding, recall=True),
    batch=start_batch,
    drawing="parlour.envs.haggis.render:draw_haggis",
    spiel=SPIEL,
    length=0,
    opponents="sense",
)
