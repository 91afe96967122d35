"""Walks the built documentation: python -m tests.clicks build/docs.

Every link within it leads to a page and a place that exist, and what newcomers ask is answered within two clicks of the
landing page. Only links in the text count, since phones hide the sidebar. Prints the clicks of each question.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

LANDING = "index.html"
MOST_CLICKS = 2
QUESTIONS = {
    "What is this?": "a Python package for two card games",
    "Do I need a compiler or Node.js?": "neither a compiler nor Node.js is needed",
    "Does it run on Windows and on a Mac?": "Windows x86-64",
    "How do I start a match against a bot?": "starts a match against a bot",
    "How do I play with a friend?": "send the link, or let them scan the code",
    "What does a bomb beat?": "It beats every set, every sequence and every lower bomb",
    "Are the rules there in German?": "45 Zahlenkarten",
    "How do I read 5r J Q as run?": "the run 5-6-7",
    "Which level is right for me?": "the net, seeing little more than its own cards",
    "What did I do wrong in this match?": "parlour review LOG --seat N",
    "Where are my matches, and how do I resume one?": "parlour play --resume LOG",
    "How do I write a bot, and enter it in the arena?": "parlour arena mine:make_first uniform",
    "Can I write it in C?": "cc -o uniform uniform.c",
    "How do I get games to learn from?": "parlour dataset haggis --bots",
    "How do I put a server behind TLS?": "Behind a reverse proxy, with TLS",
    "What does a server know about me?": "stores no network addresses",
    "How do I know that the deals are fair?": "commits to every deal before it deals",
    "How do I back up a server?": "while the server runs",
    "What may I do with it?": "MIT licence",
}
"""What newcomers ask, and words of the answer."""


class Link(NamedTuple):
    """A link as it stands on a page."""

    text: str
    target: str
    """The page and perhaps the place on it, from the root of the documentation: `play.html#with-friends`."""


class Page(HTMLParser):
    """The text, places and links of a page; `places` has the text of every section."""

    def __init__(self, name: str, source: str) -> None:
        super().__init__()
        self.name = name
        self.places: dict[str, str] = {"": ""}
        self.links: list[Link] = []
        self.text_links: list[Link] = []
        self.open: list[tuple[str, str]] = []
        self.href: str | None = None
        self.label = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        place = given.get("id") or ""
        if place:
            self.places.setdefault(place, "")
        if tag in ("article", "section"):
            self.open.append((tag, place))
        target = given.get("href") if tag in ("a", "link") else given.get("src")
        if target:
            self.links.append(Link("", self.resolved(target)))
            self.href, self.label = (target, "") if tag == "a" else (self.href, self.label)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("article", "section") and self.open:
            self.open.pop()
        if tag == "a" and self.href is not None:
            if self.open and self.label.strip("¶# \n"):
                self.text_links.append(Link(" ".join(self.label.split()), self.resolved(self.href)))
            self.href = None

    def handle_data(self, data: str) -> None:
        self.label += data
        for place in {"" for _ in self.open[:1]} | {place for _, place in self.open}:
            self.places[place] += data

    def resolved(self, target: str) -> str:
        """A link as seen from the root; one that leads out keeps its scheme."""
        return unquote(urljoin(self.name, target))


def read_pages(folder: Path) -> dict[str, Page]:
    """All pages by name."""
    names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.html"))]
    return {name: Page(name, (folder / name).read_text(encoding="utf-8")) for name in names}


def dead_links(pages: dict[str, Page], folder: Path) -> Iterator[str]:
    """Links within the documentation that lead nowhere."""
    for page in pages.values():
        for _, target in page.links:
            if urlsplit(target).scheme:
                continue
            name, place = urldefrag(target)
            name = urlsplit(name).path or page.name
            if name not in pages and not (folder / name).is_file():
                yield f"{page.name}: no file {name!r}"
            elif place and name in pages and place not in pages[name].places:
                yield f"{page.name}: no place {place!r} in {name}"


def clicks_to(words: str, pages: dict[str, Page]) -> list[Link] | None:
    """The fewest clicks from the landing page to these words: to a section that a link names, or to a page."""
    paths: list[list[Link]] = [[Link("landing page", LANDING)]]
    for _ in range(MOST_CLICKS + 1):
        for path in sorted(paths, key=lambda path: "#" not in path[-1].target):
            name, place = urldefrag(path[-1].target)
            text = pages[name].places.get(place, "") if name in pages else ""
            if words in " ".join(text.split()):
                return path[1:]
        ends = {urldefrag(path[-1].target)[0]: path for path in reversed(paths)}
        paths = [[*path, link] for name, path in ends.items() if name in pages for link in pages[name].text_links]
    return None


def main(folder: Path) -> int:
    """Check everything, and print the clicks; the number of faults."""
    pages = read_pages(folder)
    faults = list(dead_links(pages, folder))
    for question, words in QUESTIONS.items():
        path = clicks_to(words, pages)
        if path is None:
            faults.append(f"no answer within {MOST_CLICKS} clicks: {question} ({words!r})")
        else:
            steps = " → ".join(f"{link.text} ({link.target})" for link in path) or "on the landing page"
            sys.stdout.write(f"{question:50} {steps}\n")
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values()):,} links\n")
    return len(faults)


if __name__ == "__main__":
    sys.exit(min(1, main(Path(sys.argv[1]))))
