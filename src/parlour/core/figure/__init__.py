"""Positions as pictures: one SVG file that needs nothing else, for notebooks, docs and papers."""

from parlour.core.figure.canvas import WIDTH, Canvas, Theme
from parlour.core.figure.drawing import Bar, Drawing, text_drawing

__all__ = ["WIDTH", "Bar", "Canvas", "Drawing", "Theme", "text_drawing"]
