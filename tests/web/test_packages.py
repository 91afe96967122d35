"""Whoever installs parlour from its sources gets the page with them, and needs no node."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.serving import PATIENCE
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


@pytest.mark.server
@pytest.mark.slow
def test_without_node_a_checkout_installs_without_the_page_and_says_so(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    left_out = shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__", "node_modules")
    for folder in ("script", "src", "web"):
        shutil.copytree(ROOT / folder, checkout / folder, ignore=left_out)
    shutil.rmtree(checkout / bundle.BUNDLE.relative_to(ROOT), ignore_errors=True)
    for name in ("LICENSE", "README.md", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, checkout)
    environment = {**os.environ, "PATH": str(tmp_path), "PYTHONWARNINGS": "ignore"}
    build = [*SETUP, "build_py", "--build-lib", str(tmp_path / "lib")]

    built = subprocess.run(build, cwd=checkout, capture_output=True, text=True, check=False, env=environment)
    packed = subprocess.run(
        [*SETUP, "sdist"], cwd=checkout, capture_output=True, text=True, check=False, env=environment
    )

    assert built.returncode == 0, built.stderr
    assert built.stdout.count("\n") == 1
    assert "installing without the page" in built.stdout
    assert packed.returncode != 0, "sources without the page are of no use to anybody without node"
    environment["PYTHONPATH"] = str(tmp_path / "lib")
    with serving([sys.executable, "-m", "parlour"], environment) as address, pytest.raises(HTTPError) as missing:
        urlopen(address, timeout=PATIENCE)  # noqa: S310 - our own server
    assert "In a checkout, script/web builds the page." in missing.value.read().decode()
