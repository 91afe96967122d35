"""Verdicts in a file: an interrupted review is resumed, and nothing else is overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from parlour.review.reviewing import AnyTable, ReviewError, review_steps
from parlour.review.storage import Head, ReviewFile
from parlour.review.verdict import Judge, Verdict

pytestmark = pytest.mark.usefixtures("few_worlds")


def saved(path: Path, match: AnyTable, found: Sequence[Verdict] = ()) -> list[Verdict]:
    """A whole review, saved: what the file and `found` lack is judged."""
    with ReviewFile(path, match, 0) as file:
        verdicts = list(review_steps(match, 0, [*file.known, *found]))
        for verdict in verdicts:
            file.add(verdict)
    return verdicts


def test_what_was_saved_is_read_back(match: AnyTable, tmp_path: Path) -> None:
    path = tmp_path / "x.review"
    verdicts = saved(path, match)

    assert verdicts
    assert ReviewFile(path, match, 0).known == verdicts
    assert saved(path, match) == verdicts
    assert ReviewFile(path, match, 0).known == verdicts


def test_a_line_that_was_cut_off_is_judged_again(
    match: AnyTable, verdicts: tuple[Verdict, ...], tmp_path: Path
) -> None:
    path = tmp_path / "x.review"
    whole = saved(path, match, verdicts)
    path.write_bytes(path.read_bytes()[:-20])

    assert ReviewFile(path, match, 0).known == whole[:-1]
    assert saved(path, match) == whole
    assert path.read_bytes().endswith(b"\n")


def test_verdicts_of_another_version_do_not_count(
    match: AnyTable, verdicts: tuple[Verdict, ...], tmp_path: Path
) -> None:
    path = tmp_path / "x.review"
    saved(path, match, verdicts)
    first, rest = path.read_bytes().split(b"\n", 1)
    head = msgspec.json.decode(first, type=Head)
    older = msgspec.structs.replace(head, judge=Judge(head.judge.name, 0))
    path.write_bytes(msgspec.json.encode(older) + b"\n" + rest)

    file = ReviewFile(path, match, 0)
    assert file.known == []
    assert file.earlier == Judge(head.judge.name, 0)


@pytest.mark.parametrize("text", ["", "not a review", '{"parlour":1,"game":"x"}\n'])
def test_a_file_of_something_else_is_refused(match: AnyTable, tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.review"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ReviewError, match="not the review of a match"):
        ReviewFile(path, match, 0)
    assert path.read_text(encoding="utf-8") == text


def test_the_review_of_another_seat_is_refused(match: AnyTable, verdicts: tuple[Verdict, ...], tmp_path: Path) -> None:
    path = tmp_path / "x.review"
    saved(path, match, verdicts)

    with pytest.raises(ReviewError, match="another match or seat"):
        ReviewFile(path, match, 1)


def test_a_damaged_line_is_told(match: AnyTable, verdicts: tuple[Verdict, ...], tmp_path: Path) -> None:
    path = tmp_path / "x.review"
    saved(path, match, verdicts)
    head, _, rest = path.read_bytes().split(b"\n", 2)
    path.write_bytes(head + b'\n{"round":"one"}\n' + rest)

    with pytest.raises(ReviewError, match="damaged"):
        ReviewFile(path, match, 0)
