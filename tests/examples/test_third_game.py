"""German Whist, a package of its own, installed beside parlour: everything plays it, and parlour does not know it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from parlour.laws import LAWS, Law
from tests.rules import ROOT
from tests.serving import PARLOUR, PATIENCE
from tests.web.browser import GuestFactory, Site, build_page

EXAMPLE: Final = ROOT / "examples" / "third_game"
GAME: Final = "german_whist"
MOST_DECISIONS: Final = 200
Environment = Mapping[str, str]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which the package is installed; its sources stay as they are."""
    folder = tmp_path_factory.mktemp("third_game")
    shutil.copytree(EXAMPLE, folder / "sources", ignore=shutil.ignore_patterns("__pycache__"))
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    place = folder / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", place, folder / "sources"], check=True
    )
    return {**os.environ, "PYTHONPATH": str(place)}


def run(installed: Environment, *command: str, typed: str = "") -> str:
    done = subprocess.run(
        command, env=installed, input=typed, capture_output=True, text=True, timeout=10 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def parlour(installed: Environment, *arguments: str, typed: str = "") -> str:
    return run(installed, *PARLOUR, *arguments, typed=typed)


def module(monkeypatch: pytest.MonkeyPatch, name: str) -> Any:
    for folder in (EXAMPLE, EXAMPLE / "tests"):
        monkeypatch.syspath_prepend(str(folder))
    return import_module(name)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_keeps_every_law(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, support = (module(monkeypatch, name) for name in (f"{GAME}.rules", f"{GAME}_laws"))

    law(rules.GermanWhist(rules.Options(rounds=2)), support.GermanWhistSupport())


@pytest.mark.slow
def test_a_whole_match_is_played_in_the_terminal(installed: Environment, tmp_path: Path) -> None:
    cards = [
        rank + suit for rank in (["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]) for suit in "cdhs"
    ]
    log = tmp_path / "match.jsonl"

    said = parlour(installed, "play", GAME, "--seed", "3", "--log", str(log), typed="\n".join(cards * 26))

    assert "does not follow suit [G2]" in said
    assert "The match is over" in said or "wins the match" in said or "you win" in said.lower(), said[-500:]
    assert "points" in parlour(installed, "replay", str(log))
    assert parlour(installed, "show", "--log", str(log), "--at", "5", "--seat", "0").startswith("<svg")


@pytest.mark.slow
def test_the_search_of_every_game_beats_uniform_in_the_arena(installed: Environment) -> None:
    said = parlour(
        installed, "arena", "search:nodes=120", "uniform", "--game", GAME, "--deals", "12", "--seed", "5", "--json"
    )

    (pair,) = json.loads(said)["pairs"]
    assert (pair["a"], pair["b"]) == ("search:nodes=120", "uniform")
    assert pair["points_ci"][0] > 0


@pytest.mark.slow
def test_it_is_counted_and_measured_like_every_game(installed: Environment) -> None:
    counted = parlour(installed, "stats", GAME, "--matches", "3", "--game-rounds", "2", "--json")  # stats has --rounds
    assert json.loads(counted)["card"] == 3 * 2 * 52
    assert "5c" in parlour(installed, "explain", GAME, "5c")
    assert GAME in parlour(installed, "play", "--help")


ENVIRONMENTS: Final = f"""
import warnings
import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
import parlour.envs.gymnasium
from parlour.envs.pettingzoo import {GAME}_v0

warnings.simplefilter("ignore")
env = gymnasium.make("parlour/GermanWhist-v0", opponents="search:nodes=20")
check_env(env.unwrapped, skip_render_check=True)
api_test({GAME}_v0.env(), num_cycles=500)
env.reset(seed=1)
print(env.unwrapped.episode.game.name)
"""


@pytest.mark.slow
def test_the_frameworks_own_checks_accept_its_environments(installed: Environment) -> None:
    assert GAME in run(installed, sys.executable, "-c", ENVIRONMENTS)


@pytest.fixture
def new_guest(installed: Environment, browser: Browser, tmp_path: Path) -> Iterator[GuestFactory]:
    build_page()
    site = Site(tmp_path)
    site.environment = installed
    with site:
        new_guest = GuestFactory(site, browser)
        yield new_guest
        new_guest.close()
        assert site.stop() == 0, site.said()


@pytest.mark.server
def test_a_match_is_played_on_the_plain_table_in_the_browser(new_guest: GuestFactory) -> None:
    ada = new_guest("Ada", width=390, height=844)
    ada.open(GAME, ["", "beginner"], rounds=2)
    page = ada.page
    moves = page.get_by_role("toolbar", name="Legal moves").get_by_role("button")
    foot = page.locator("footer button.primary:enabled")

    expect(page.get_by_text("trump")).to_be_visible()
    expect(page.get_by_text("German Whist").first).to_be_visible()
    for _ in range(MOST_DECISIONS):
        ready = page.locator("#app:has(.lit.lamp) .moves button:enabled, footer button.primary:enabled").first
        ready.wait_for()
        if page.get_by_role("button", name="Play again").is_visible():
            break
        if foot.count():
            foot.first.click()
            expect(foot).to_have_count(0)
            continue
        decision = page.locator("main.table").get_attribute("data-decision")
        assert decision is not None
        moves.first.click()
        page.locator(f"main.table:not([data-decision='{decision}'])").wait_for()

    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("won")
    assert ada.violations() == []


@pytest.mark.server
def test_the_start_page_offers_it_beside_the_others(new_guest: GuestFactory) -> None:
    ada = new_guest("Ada")
    ada.visit("/")

    expect(ada.page.get_by_text("German Whist").first).to_be_visible()
    assert ada.violations() == []
