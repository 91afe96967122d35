"""Draws public/og/GAME.png, which links to tables show elsewhere: python -m web.og (with Chromium and Pillow).

Each is a moment of the game's guided round, as a figure. Run it when figures look different.
"""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.web.browser import chromium

WEB: Final = Path(__file__).resolve().parent
WIDTH, HEIGHT = 1200, 630
COLOURS: Final = 64
"""Enough for flat figures, and a picture takes a tenth of the bytes."""
MOMENT: Final = "12"
"""After so many events there are cards on the table."""
PAGE: Final = """<style>
    body {{ margin: 0; height: 100vh; display: grid; place-items: center; background: #ddd2bd }}
    svg {{ width: 1140px !important; height: 600px !important }}
</style>{figure}"""


def figure(log: Path) -> str:
    """A moment of a log as SVG, as the first seat sees it."""
    command = [sys.executable, "-m", "parlour", "show", "--log", str(log), "--at", MOMENT, "--seat", "0"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Draw one picture per guided round."""
    folder = WEB / "public" / "og"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for log in sorted((WEB / "src" / "rules" / "guided").glob("*.jsonl")):
            page.set_content(PAGE.format(figure=figure(log)))
            picture = Image.open(io.BytesIO(page.screenshot())).quantize(COLOURS)
            picture.save(folder / f"{log.stem}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
