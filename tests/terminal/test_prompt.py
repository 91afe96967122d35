"""Lines that are asked for where no terminal is: `parlour play` in a pipe."""

from __future__ import annotations

import io

import pytest

from parlour.terminal.prompt import ask


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    lines = io.StringIO("play 5r\n\nquit")
    monkeypatch.setattr("sys.stdin", lines)
    return lines


@pytest.mark.usefixtures("typed")
def test_lines_are_asked_for_until_input_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert [ask("Your move: "), ask(), ask("> ")] == ["play 5r", "", "quit"]
    assert capsys.readouterr().out == "Your move: > "
    with pytest.raises(EOFError):
        ask()


def test_an_interrupt_that_comes_while_the_prompt_is_written_is_not_lost(
    typed: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(io.StringIO):
        def flush(self) -> None:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", Interrupted())
        with pytest.raises(KeyboardInterrupt):
            ask("Your move: ")

    assert typed.tell() == 0
