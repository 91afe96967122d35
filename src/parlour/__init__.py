"""A card parlour: Haggis and Damenrennen with complete rules, for people and for programs."""

from parlour.core.kernel_loader import compiled

__all__ = ["compiled"]
__version__ = "0.1.0"
