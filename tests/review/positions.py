"""Positions of Haggis for two in which few cards are hidden: all others were captured."""

from __future__ import annotations

import re

DECK = [f"{rank}{suit}" for rank in range(2, 11) for suit in "royg"]


def with_captured(text: str) -> str:
    """A position in which seat 0 has captured every spot card that the text does not name."""
    named = set(re.findall(r"\b(?:10|[2-9])[royg]\b", text))
    return f"{text}; captured {' '.join(card for card in DECK if card not in named)} |"
