"""Writes src/protocol.ts, the types of the server's messages, from their schema: python web/protocol.py.

The server leaves fields out that have their default. The page wants them all, so the file also holds
what `complete` needs to put them back: `SHAPES`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.bots.catalogue import LEVELS
from parlour.server import protocol
from parlour.server.commitments import Deals
from parlour.server.http_types import Me, TablePage
from parlour.server.identity.types import Identity, MatchRecord
from parlour.server.profile_types import Profile
from parlour.server.puzzle_types import PuzzleAnswer, PuzzleHint, PuzzleList, PuzzlePage, PuzzleSolution
from parlour.server.ratings.types import Leaders, MatchRating, MyRatings
from parlour.server.replay import Frames
from parlour.server.review_types import ReviewPart
from parlour.server.tables import NewTable
from parlour.server.tournaments.types import TournamentList, TournamentOpened, TournamentState

FILE: Final = Path(__file__).parent / "src" / "protocol.ts"
HEAD: Final = """\
/** The messages between page and server. Written by web/protocol.py from the server's schema: do not edit. */
"""
Schema = dict[str, Any]
PUZZLES: Final = (PuzzleList, PuzzlePage, PuzzleHint, PuzzleSolution, PuzzleAnswer)
MINE: Final = (Me, TablePage, Profile, Identity, MatchRecord)
RATINGS: Final = (Leaders, MyRatings, MatchRating)
OVER_HTTP: Final = (NewTable, Deals, Frames, ReviewPart, *MINE, *RATINGS, *PUZZLES)
TOURNAMENTS: Final = (TournamentState, TournamentList, TournamentOpened)


def types() -> str:
    """The text of the file."""
    (client, server, *_), parts = msgspec.json.schema_components([protocol.FromClient, protocol.FromServer, *OVER_HTTP])
    parts |= tournament_parts()
    spoken = {"NewTable", "TournamentTerms", *(name_of(each) for each in client["anyOf"])}
    lines = [HEAD, f"export const VERSION = {protocol.VERSION};"]
    lines += ["/** The bots, weakest first. */", f"export const LEVELS = {json.dumps(LEVELS)} as const;"]
    lines += ["export type Level = (typeof LEVELS)[number];"]
    for name, schema in parts.items():
        lines += ["", interface(name, schema, sent=name in spoken)]
    lines += ["", f"export type FromClient = {typescript(client)};", f"export type FromServer = {typescript(server)};"]
    lines += ["export type Command = Extract<FromClient, { id: string }>;", ""]
    lines += ["/** Fields with a default, by that default (- for none); `:` names the type in it, `*` a tagged one. */"]
    lines += ["export const SHAPES: Record<string, Record<string, string>> = {"]
    loose = loose_types(parts)
    for name, schema in parts.items():
        if name not in spoken and (shape := shape_of(schema, loose)):
            fields = (f'{key(default)}: "{" ".join(names)}"' for default, names in shape.items())
            lines.append(f"  {name}: {{ {', '.join(fields)} }},")
    scenes = parts["TableState"]["properties"]["scene"]
    lines += ["};", "/** The types behind the tags `t` of messages and `game` of scenes. */"]
    lines += ["export const TAGS: Record<string, string> = {"]
    for union in (server, scenes):
        lines += [f'  {tag}: "{name_of({"$ref": ref})}",' for tag, ref in union["discriminator"]["mapping"].items()]
    return "\n".join([*lines, "};", ""])


def tournament_parts() -> Schema:
    """What is said about tournaments; their terms are not those of a table."""
    _, parts = msgspec.json.schema_components(TOURNAMENTS)
    text = json.dumps(parts).replace('#/$defs/Terms"', '#/$defs/TournamentTerms"')
    named: Schema = json.loads(text)
    named["TournamentTerms"] = named.pop("Terms")
    return named


def interface(name: str, schema: Schema, *, sent: bool) -> str:
    """Write one message; of those that we send, fields with a default may be left out."""
    required = schema.get("required", ())
    fields = [
        f"  {field}{'?' if sent and field not in required else ''}: {typescript(each)};"
        for field, each in schema["properties"].items()
    ]
    about = re.sub(r"\s+", " ", schema["description"])
    return "\n".join([f"/** {about} */", f"export interface {name} {{", *fields, "}"])


def typescript(schema: Schema) -> str:  # noqa: PLR0911 - a case for every kind of schema
    """Write a type."""
    if "$ref" in schema:
        return name_of(schema)
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(typescript(each) for each in schema["anyOf"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(typescript(each) for each in schema['prefixItems'])}]"
        case "array":
            item = typescript(schema["items"])
            return f"({item})[]" if "|" in item else f"{item}[]"
        case "integer" | "number":
            return "number"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"Record<string, {typescript(schema['additionalProperties'])}>"
        case "object":
            return "Record<string, unknown>"
        case "string" | "boolean" | "null" as kind:
            return str(kind)
    raise NotImplementedError(f"no type for {schema!r}")


def loose_types(parts: dict[str, Schema]) -> set[str]:
    """The types that have fields with a default, or hold such a type at any depth."""
    fields = {name: schema["properties"].values() for name, schema in parts.items()}
    loose = {name for name, each in fields.items() if any("default" in field for field in each)}
    while (
        more := {name for name, each in fields.items() if any(loose.intersection(names_in(field)) for field in each)}
        - loose
    ):
        loose |= more
    return loose


def shape_of(schema: Schema, loose: set[str]) -> dict[str, list[str]]:
    """The fields of a message that may be missing or hold such, by their default (`-` for none) as JSON."""
    shape: dict[str, list[str]] = {}
    for field, each in schema["properties"].items():
        named = set(names_in(each))
        held = named if named & loose else set()
        default = json.dumps(each["default"], separators=(",", ":")) if "default" in each else "-"
        if held:
            shape.setdefault(default, []).append(f"{field}:{held.pop() if len(held) == 1 else '*'}")
        elif "default" in each:
            shape.setdefault(default, []).append(field)
    return shape


def key(default: str) -> str:
    """A default as the key of an object."""
    return default if default.isalnum() else f"'{default}'"


def names_in(schema: Schema) -> list[str]:
    """List the types that a field may hold, at any depth."""
    if "$ref" in schema:
        return [name_of(schema)]
    inner = [*schema.get("anyOf", ()), *schema.get("prefixItems", ())]
    if isinstance(schema.get("items"), dict):
        inner.append(schema["items"])
    return [name for each in inner for name in names_in(each)]


def name_of(schema: Schema) -> str:
    """The name that a reference leads to."""
    return str(schema["$ref"]).rsplit("/", 1)[-1]


if __name__ == "__main__":
    FILE.write_text(types(), encoding="utf-8")
