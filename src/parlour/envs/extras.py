"""What the environments need beside parlour itself: there, or named."""

from __future__ import annotations

from importlib.util import find_spec


def need(module: str) -> None:
    """Raise ModuleNotFoundError that says how to install a module, where it is missing."""
    if find_spec(module) is None:
        raise ModuleNotFoundError(
            f"this needs {module}, which is not installed: pip install 'parlour[envs]'", name=module
        )
