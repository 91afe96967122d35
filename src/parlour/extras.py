"""Modules that need an optional extra, imported when they are asked for."""

from __future__ import annotations

import importlib
from typing import Any

from parlour.core.errors import OptionError


def load_extra(module: str, extra: str) -> Any:
    """Import a module of an optional extra, or raise OptionError that says how to install it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("parlour"):
            raise
        raise OptionError(f"this needs {error.name}, which is not installed: pip install 'parlour[{extra}]'") from error
