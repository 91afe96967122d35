"""The page's benchmark measures what it says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from parlour.bench import page, page_match
from parlour.core.errors import OptionError
from tests.web.browser import build_page, chromium


@pytest.mark.browser
@pytest.mark.server
@pytest.mark.slow
def test_paint_and_movement_are_measured_in_a_real_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    if chromium() is None:
        pytest.skip("no Chromium on the PATH: script/browser finds or installs one")
    build_page()
    monkeypatch.setattr(page_match, "MOST", 2)
    done: list[int] = []

    with ThreadPoolExecutor(1) as thread:  # a browser of other tests may keep an event loop running here
        result = thread.submit(
            page.bench_page,
            0,
            lambda part, _: done.append(part),
            screens=("start", "replay"),
            visits=1,
            matches=(page.USUAL,),
        ).result()

    assert done == [1, 2, 3, 4, 5, 6, 7]
    assert set(result["match"][page.USUAL]) == {"390", "844", "1440"}
    for figures in result["match"][page.USUAL].values():
        assert figures["decisions"] == 2
        assert 0 <= figures["layout_shift"] <= figures["layout_shift_with_input"] < 1
    for screen in ("start", "replay"):
        for figures in result["page"][screen].values():
            assert 0 < figures["first_paint_ms"] <= figures["largest_paint_ms"]
            assert 0 <= figures["layout_shift"] < 1  # on a busy machine something may come late
            assert 20_000 < figures["received_bytes"] < result["gzip"]["in_all"]


def test_a_page_that_is_not_built_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "WEB", tmp_path)

    with pytest.raises(OptionError, match="script/web builds it"):
        page.bench_page(0, lambda *_: None)


def test_movement_is_added_up_and_names_what_moved() -> None:
    still = {"first": 300.0, "largest": 400.0, "moved": [], "received": 90}
    moving = {**still, "first": 500.0, "moved": [{"value": 0.01, "what": "hand"}, {"value": 0.02, "what": "dock"}]}

    summary = page.summed_up([still, moving, still])

    assert (summary["first_paint_ms"], summary["slowest_first_paint_ms"]) == (300, 500)
    assert summary["layout_shift"] == 0.03
    assert summary["moved"] == "dock; hand"
    assert "moved" not in page.summed_up([still])


def test_shifts_of_a_match_are_told_apart_from_those_that_follow_a_tap() -> None:
    moved = [
        {"value": 0.01, "input": False, "what": "dock"},
        {"value": 0.02, "input": True, "what": "hand"},
        {"value": 0.03, "input": False, "what": "dock"},
    ]

    summary = page_match.summed_up(moved, 12)

    assert (summary["layout_shift"], summary["layout_shift_with_input"]) == (0.04, 0.06)
    assert summary["moved"] == "dock 0.040; hand 0.020"
    assert summary["decisions"] == 12
