"""What is measured of every game; one without a line of its own is stepped through the protocol."""

from __future__ import annotations

from typing import Final

from parlour.bench.cases import Cases
from parlour.core.registry import Registry

CASES: Final[Registry[Cases]] = Registry(
    "parlour.bench",
    {
        "haggis": "parlour.bench.haggis:CASES",
        "damenrennen": "parlour.bench.damenrennen:CASES",
    },
    default=lambda name: Cases(variants={name: {}}),
)
