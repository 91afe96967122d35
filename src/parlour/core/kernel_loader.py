"""Which kernel runs: compiled, or the same source interpreted.

`PARLOUR_INTERPRETED=1` in the environment runs the source also where a compiled kernel lies
beside it: for debugging, for coverage, and for comparing the two.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

ROOT: Final = Path(__file__).parents[2]
KERNELS: Final = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path.with_suffix(".py")
    for path in (ROOT / "parlour").glob("**/kernel/*.py")
    if path.stem != "__init__"
}
CYUTILITY: Final = ROOT / "parlour" / "core" / "cyutility.py"
"""Where the C code that all compiled kernels share would have its source."""


class SourceFinder:
    """Finds kernels as source, before Python finds them compiled.

    A finder by its method alone: importing `importlib.abc` would take a third of `import parlour`.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        source = KERNELS.get(fullname)
        return None if source is None else spec_from_file_location(fullname, source)


def is_compiled(source: Path) -> bool:
    """Whether a compiled kernel lies beside its source."""
    return any(source.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES)


def choose_kernel(*, interpret: bool) -> bool:
    """Set which kernel runs from here on; returns whether it is the compiled one."""
    whole = all(map(is_compiled, (CYUTILITY, *KERNELS.values())))
    if whole and not interpret:
        return True
    # Kernels share C functions, so it is all or none: where one is missing, all run as source.
    sys.meta_path.insert(0, SourceFinder())
    if not interpret:
        warnings.warn(
            "the kernels of parlour are not compiled and run about a hundred times slower;"
            " install it again where there is a C compiler",
            RuntimeWarning,
            stacklevel=2,
        )
    return False


compiled = choose_kernel(interpret=bool(os.environ.get("PARLOUR_INTERPRETED")))
