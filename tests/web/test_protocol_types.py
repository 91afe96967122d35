"""The page's types are the server's."""

from web import protocol


def test_the_types_were_written_from_this_protocol() -> None:
    assert protocol.FILE.read_text(encoding="utf-8") == protocol.types(), "run: python web/protocol.py"
