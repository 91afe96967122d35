"""What a browser runs on, as two keys that the page puts into words; nothing else of its header is stored."""

from __future__ import annotations

from typing import Final

BROWSERS: Final = (
    ("Firefox/", "firefox"),
    ("FxiOS/", "firefox"),
    ("Edg", "edge"),
    ("OPR/", "opera"),
    ("SamsungBrowser/", "samsung"),
    ("Chrome/", "chrome"),
    ("CriOS/", "chrome"),
    ("Safari/", "safari"),
)
"""What the header says, and who says so; the first that fits, for most browsers name others too."""
SYSTEMS: Final = (
    ("iPhone", "iphone"),
    ("iPad", "ipad"),
    ("Android", "android"),
    ("Windows", "windows"),
    ("Mac OS X", "mac"),
    ("CrOS", "chromeos"),
    ("Linux", "linux"),
)


def device_of(user_agent: str) -> str:
    """A browser and a system, such as `firefox android`; `other` stands for what is not known."""
    return f"{named(user_agent, BROWSERS)} {named(user_agent, SYSTEMS)}"


def named(user_agent: str, signs: tuple[tuple[str, str], ...]) -> str:
    return next((name for sign, name in signs if sign in user_agent), "other")
