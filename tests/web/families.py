"""The fonts of people's systems, for tests of the layout: a page shows itself in any of them."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

FOLDER: Final = Path(__file__).parent / "fonts"
OWN: Final = "own"
FAMILIES: Final = (OWN, "dejavu", "liberation", "noto")
"""The page's own serif with the system's sans; then whole families, as if our own serif had not arrived."""
LOAD: Final = """files => Promise.all(files.map(([family, weight, data]) => {
    const bytes = Uint8Array.from(atob(data), each => each.charCodeAt(0));
    const face = new FontFace(family, bytes.buffer, { weight });
    document.fonts.add(face);
    return face.load();
})).then(() => {
    window.wanted = new CSSStyleSheet();
    document.adoptedStyleSheets = [window.wanted];
})"""


def load_fonts(page: Page) -> None:
    """Make all families known to a page that is open."""
    files = [
        (f"{family} {kind}", weight, base64.b64encode((FOLDER / f"{family}-{name}.woff2").read_bytes()).decode())
        for family in FAMILIES[1:]
        for kind, weight, name in (("serif", "600", "serif"), ("sans", "400", "sans"), ("sans", "600", "sans-bold"))
    ]
    page.evaluate(LOAD, files)


def font_css(family: str) -> str:
    """What `window.wanted` has to contain for the page to be shown in a family."""
    return "" if family == OWN else f":root {{ --serif: '{family} serif'; --sans: '{family} sans' }}"
