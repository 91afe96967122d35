"""The studies that there are, by game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.studies.study import Study

STUDIES: Final[Registry[Callable[[], Study]]] = Registry(
    "parlour.studies",
    {
        "haggis": "parlour.studies.haggis:HaggisStudy",
        "damenrennen": "parlour.studies.damenrennen:DamenrennenStudy",
    },
)
