"""Every phase of Damenrennen in its hardest case for the layout: long names, many cards, all advantages."""

from __future__ import annotations

from typing import Final

from tests.damenrennen.positions import DamenTable, table_at

NAMES: Final = ("Mora von Hohenzollern-He", "Annegret Wallenstein-Gro")
OWNED: Final = (
    "rows Jc Kc 10c Js Ks 9s | Jh Kh 10h; reserve As 9h Jd Qd Kd 10d Ad | 9c Ac As 9d; strikes Jc | Kh;"
    " race 12; games 1 | 1"
)
FULL: Final = f"{OWNED}; market Js 10s 10h 9h; hands 9c Ah 10c Ad | 9s Qd Ah"
THREE: Final = f"{OWNED}; market Js 10s 10h 9h; spent Ad |; hands 9c Ah 10c | 9s Qd Ah"
TIED: Final = f"{OWNED}; market Js 10s 10h 9h; advantages - 0 1; spent Ad |; hands |; tricks 9c Qd / Ah 9s / 10c 10s"
PHASES: Final[dict[str, tuple[str, int]]] = {
    "show": (f"{FULL}; phase show", 0),
    "wait": (f"{FULL}; phase show", 1),
    "swap": (f"{FULL}; phase swap; shown 9c Ad", 1),
    "discard": (f"{FULL}; phase discard; shown 9c Ad", 0),
    "exchange": (f"{THREE}; phase exchange; shown 9c Ad", 0),
    "lay": (f"{THREE}; phase lay; shown 9c Ad; sealed - | lay 9s", 0),
    "sealed": (f"{THREE}; phase lay; shown 9c Ad; sealed lay Ah | -", 0),
    "second": (f"{OWNED}; market Js 10s 10h 9h; spent Ad |; hands 10c | Ah; phase lay; tricks 9c Qd / Ah 9s", 0),
    "draft": (f"{TIED}; phase draft; drawn Kd | Kc; won 1 simple", 0),
}
"""By name, the position and who looks at it."""


def tables() -> dict[str, tuple[DamenTable, int]]:
    """Every phase as a table, and whose view is shown."""
    return {name: (table_at(text, best_of=3), seat) for name, (text, seat) in PHASES.items()}
