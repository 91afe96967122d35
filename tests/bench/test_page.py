"""The page's benchmark measures what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.bench import page
from parlour.core.errors import OptionError
from tests.web.browser import build_page, chromium


@pytest.mark.browser
@pytest.mark.server
@pytest.mark.slow
def test_paint_and_movement_are_measured_in_a_real_browser() -> None:
    if chromium() is None:
        pytest.skip("no Chromium on the PATH: script/browser finds or installs one")
    build_page()
    done: list[int] = []

    result = page.bench_page(0, lambda part, _: done.append(part), screens=("start", "replay"), visits=1)

    assert done == [1, 2, 3, 4]
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
