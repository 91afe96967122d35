"""Tells the version of these sources, from the last tag: python script/version.py.

- tagged v0.2.0: 0.2.0
- three commits after that tag: 0.2.1.dev3+g1a2b3c4
- no tag yet, 120 commits: 0.1.0.dev120+g1a2b3c4
- unpacked from an sdist: what its PKG-INFO says
- neither git nor PKG-INFO: 0.1.0.dev0
"""

# ruff: noqa: INP001 - a script of the build, not a package

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FIRST: Final = "0.1.0"
"""The version that comes while there is no tag."""
DESCRIBED: Final = re.compile(r"v(\d+\.\d+)\.(\d+)((?:a|b|rc)\d+)?-(\d+)-(g[0-9a-f]+)")


class VersionError(Exception):
    """The last tag is no version."""


def version(root: Path = ROOT) -> str:
    """The version of the sources in a folder."""
    packed = root / "PKG-INFO"
    if packed.is_file():
        return packed.read_text(encoding="utf-8").partition("\nVersion: ")[2].partition("\n")[0]
    if not (root / ".git").exists():
        return f"{FIRST}.dev0"
    if described := git(root, "describe", "--tags", "--long", "--match", "v[0-9]*"):
        return tagged_version(described)
    commits, commit = git(root, "rev-list", "--count", "HEAD"), git(root, "rev-parse", "--short", "HEAD")
    return f"{FIRST}.dev{commits}+g{commit}" if commit else f"{FIRST}.dev0"


def tagged_version(described: str) -> str:
    """The version that follows from what `git describe --long` says."""
    found = DESCRIBED.fullmatch(described)
    if found is None:
        raise VersionError(f"the last tag is no version such as v1.2.3 or v1.2.3rc1: {described!r}")
    series, patch, before, distance, commit = found.groups(default="")
    if distance == "0":
        return f"{series}.{patch}{before}"
    following = int(patch) + (not before)
    return f"{series}.{following}.dev{distance}+{commit}"


def git(root: Path, *arguments: str) -> str:
    """What git says, or nothing where there is none or it fails."""
    try:
        command = ["git", *arguments]  # ours, and whichever git is on the PATH
        said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - see above
    except OSError:
        return ""
    return said.stdout.strip()


if __name__ == "__main__":
    print(version())  # noqa: T201 - what it is for
