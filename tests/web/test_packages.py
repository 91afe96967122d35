"""Whoever installs parlour from its sources gets the page with them, and needs no node."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.serving import PATIENCE, Server
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
    # In Python, `extractall` needs a filter from 3.12 on, and knows none before 3.11.4.
    subprocess.run([sys.executable, "-m", "tarfile", "-e", packed, tmp_path], check=True, env=environment)
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
def test_without_node_and_compiler_a_checkout_installs_all_but_the_page_and_says_so(tmp_path: Path) -> None:
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
    command = [sys.executable, "-m", "parlour"]
    check_terminal(command, environment)
    with Server(tmp_path, "--workers", "1", command=command, environment=environment) as server:
        with pytest.raises(HTTPError) as missing:
            urlopen(server.address, timeout=PATIENCE)  # noqa: S310 - our own server
        answer = missing.value.read().decode()
    for said in (server.said(), answer):
        assert "In a checkout, script/web builds the page." in said


def check_terminal(parlour: list[str], environment: dict[str, str]) -> None:
    """Play in the terminal and in the arena, with interpreted kernels."""

    def run(*words: str, typed: str = "") -> str:
        done = subprocess.run(
            [*parlour, *words], input=typed, capture_output=True, text=True, check=False, env=environment
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    log = str(Path(environment["PYTHONPATH"], "log.jsonl"))
    assert "interpreted kernels" in run("--version")
    assert "Your move" in run("play", "haggis", "--seed", "5", "--level", "beginner", "--log", log, typed="?\nquit\n")
    (pair,) = json.loads(run("arena", "sense", "uniform", "--deals", "2", "--json"))["pairs"]
    assert pair["rounds"] == 4


@pytest.mark.parametrize(("required", "code"), [("", 0), ("1", 1)])
def test_without_a_compiler_the_kernels_are_left_out_unless_they_are_required(
    tmp_path: Path, required: str, code: int
) -> None:
    environment = {**os.environ, "PATH": str(tmp_path), "PARLOUR_REQUIRE_KERNELS": required}
    build = [*SETUP, "build_ext", "--build-lib", str(tmp_path / "lib"), "--build-temp", str(tmp_path / "temp")]

    built = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)

    assert built.returncode == code, built.stderr
    assert "no C compiler works here" in built.stderr
    assert ("the rules run interpreted" in built.stderr) == (code == 0)
    assert not list(tmp_path.rglob("*.so"))


def test_the_version_follows_from_the_last_tag() -> None:
    version = runpy.run_path(str(ROOT / "script" / "version.py"))

    assert version["tagged_version"]("v0.2.0-0-g1a2b3c4") == "0.2.0"
    assert version["tagged_version"]("v0.2.0-3-g1a2b3c4") == "0.2.1.dev3+g1a2b3c4"
    assert version["tagged_version"]("v1.0.0rc1-0-g1a2b3c4") == "1.0.0rc1"
    assert version["tagged_version"]("v1.0.0rc1-2-g1a2b3c4") == "1.0.0.dev2+g1a2b3c4"
    with pytest.raises(version["VersionError"], match="'v1-0-g1a2b3c4'"):
        version["tagged_version"]("v1-0-g1a2b3c4")


def test_sources_without_git_have_a_version(tmp_path: Path) -> None:
    version = runpy.run_path(str(ROOT / "script" / "version.py"))["version"]

    assert version(tmp_path) == "0.1.0.dev0"
    (tmp_path / "PKG-INFO").write_text("Metadata-Version: 2.4\nName: parlour\nVersion: 3.1.4\n", encoding="utf-8")
    assert version(tmp_path) == "3.1.4"


def test_a_checkout_without_a_tag_counts_its_commits(tmp_path: Path) -> None:
    version = runpy.run_path(str(ROOT / "script" / "version.py"))["version"]
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.example", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    assert version(tmp_path) == "0.1.0.dev0"

    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "one"], check=True)
    untagged = version(tmp_path)
    subprocess.run([*git, "tag", "v0.3.0"], check=True)

    assert re.fullmatch(r"0\.1\.0\.dev1\+g[0-9a-f]+", untagged)
    assert version(tmp_path) == "0.3.0"


def test_the_fragments_of_the_changelog_can_be_collected() -> None:
    draft = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9.9"]
    done = subprocess.run(draft, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert "## 9.9.9 (" in done.stdout
    assert "<!-- releases -->\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "prepared", "why"),
    [
        ([], [], "VERSION is such as 1.2.3 or 1.2.3rc1, got ''"),
        (["v1.2.3"], [], "got 'v1.2.3'"),
        (["1.2.3", "--wet"], [], "the only option is --dry-run, got '--wet'"),
        (["1.2.3", "--dry-run"], ["tag", "v1.2.3"], "v1.2.3 is already tagged"),
        (["1.2.3"], ["rm", "--quiet", "--cached", "script/release"], "there are changes that are not committed"),
        (["1.2.3"], ["switch", "--quiet", "--create", "trial"], "releases are made on main, this is 'trial'"),
    ],
)
def test_a_release_that_cannot_be_made_says_why_and_changes_nothing(
    tmp_path: Path, words: list[str], prepared: list[str], why: str
) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.example", "-C", str(tmp_path)]
    script = tmp_path / "script" / "release"
    script.parent.mkdir()
    shutil.copy(ROOT / "script" / "release", script)
    begin = (["init", "--quiet", "--initial-branch", "main"], ["add", "."], ["commit", "--quiet", "--message", "one"])
    for step in filter(None, (*begin, prepared)):
        subprocess.run([*git, *step], check=True)

    done = subprocess.run([script, *words], capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert why in done.stderr
    commits = subprocess.run([*git, "rev-list", "--count", "--all"], capture_output=True, text=True, check=True)
    assert commits.stdout == "1\n"
