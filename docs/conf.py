"""Sphinx settings: MyST markdown, the furo theme, an API reference from docstrings; warnings are errors."""

import re
from pathlib import Path
from typing import Any

project = "parlour"
html_title = "parlour"
html_show_copyright = False

extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True
# Types in signatures are shown as they are written; many have no page to link to.
nitpick_ignore_regex = [("py:class", ".*"), ("py:obj", ".*")]
suppress_warnings = ["ref.python"]  # both games export a State and a View

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["parlour.css"]
html_favicon = html_logo = "../web/public/icon.svg"
html_copy_source = False
# The colours of the page's light and dark theme (web/src/styles/tokens.css).
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {
        "color-brand-primary": "#8a3d0a",
        "color-brand-content": "#8a3d0a",
        "color-brand-visited": "#8a3d0a",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f0b45c",
        "color-brand-content": "#f0b45c",
        "color-brand-visited": "#f0b45c",
    },
}

TRANSLATED = Path(__file__).parents[1] / "web" / "src" / "rules"
TRANSLATION = re.compile(r"rules/(\w+)\.(\w\w)")
STATED = re.compile(r"^(- )?\[([HD]\d+)\.(\d+)\] ", re.MULTILINE)
CITED = re.compile(r"\[([HD]\d+)\.(\d+)\]")


def take_translation(_: object, docname: str, source: list[str]) -> None:
    """Fill a page of translated rules with the text that players read in the browser."""
    found = TRANSLATION.fullmatch(docname)
    if found is None:
        return
    name, language = found.groups()
    text = (TRANSLATED / f"{name}.{language}.md").read_text(encoding="utf-8")
    source[0] = translated_page(text, language)


def close_sessions(_: object, __: str, source: list[str]) -> None:
    """Leave out the blank line after a Python session, which only doctest needs."""
    source[0] = source[0].replace("\n\n```\n", "\n```\n")


def translated_page(text: str, language: str) -> str:
    """The browser's text as Markdown: every clause a paragraph with a label, citations as links, cards as code."""

    def state(clause: re.Match[str]) -> str:
        chapter, number = clause[2], clause[3]
        return f"\n({language}-{chapter.lower()}-{number})=\n**{chapter}.{number}** "

    def cite(clause: re.Match[str]) -> str:
        chapter, number = clause.groups()
        return f"[{chapter}.{number}](#{language}-{chapter.lower()}-{number})"

    linked = CITED.sub(cite, STATED.sub(state, text))
    spaced = re.sub(r"^([^-\n].*)\n- ", r"\1\n\n- ", linked, flags=re.MULTILINE)
    return re.sub(r"\{([^{}]*)\}", r"`\1`", spaced)


def setup(app: Any) -> None:  # noqa: ANN401 - Sphinx's own
    """Take the translations in, and close the sessions."""
    app.connect("source-read", take_translation)
    app.connect("source-read", close_sessions)
