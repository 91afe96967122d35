"""Whoever installs parlour from its sources gets the page with them, and needs no node."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.web.browser import ROOT, build_page
from tests.web.served import parts, serving
from web import bundle

SETUP = [sys.executable, "setup.py", "--quiet"]


@pytest.mark.server
@pytest.mark.slow
def test_the_sources_carry_the_page_and_what_is_built_from_them_serves_it(tmp_path: Path) -> None:
    build_page()
    environment = {**os.environ, "PATH": str(tmp_path), "PYTHONWARNINGS": "ignore"}
    make_sdist = [*SETUP, "egg_info", "--egg-base", str(tmp_path), "sdist", "--dist-dir", str(tmp_path)]
    subprocess.run(make_sdist, cwd=ROOT, check=True)
    (packed,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    (sources,) = (each for each in tmp_path.glob("parlour-*") if each.is_dir())

    # The files of a wheel, without the compiler's: on a PATH without node.
    subprocess.run([*SETUP, "build_py", "--build-lib", str(tmp_path / "lib")], cwd=sources, check=True, env=environment)
    environment["PYTHONPATH"] = str(tmp_path / "lib")
    with serving([sys.executable, "-m", "parlour"], environment) as address:
        served = parts(address)

    assert not list(sources.rglob("node_modules"))
    assert served["/"] == (bundle.BUNDLE / "index.html").stat().st_size
    assert any(part.endswith(".css") for part in served)
    assert any(part.startswith("/assets/") and part.endswith(".js") for part in served)
    assert all(served.values())
