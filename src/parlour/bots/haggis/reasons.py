"""The reasons that bots give for moves in Haggis: keys and the names of their parameters."""

from __future__ import annotations

from typing import Final

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "pass": (),
    "goes_out": (),
    "plays_left": ("count",),
    "spends_wilds": ("count",),
    "highest": (),
    "bet": ("amount", "percent"),
    "give": ("seat",),
}
"""Every parameter is a number; `percent` is the chance to go out first, `seat` is who gets the trick (H5.7)."""
