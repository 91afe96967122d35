"""Documentation from code: messages and their parts as Markdown, and the codes that sources mention."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

JSON_NAMES: Final = {"int": "integer", "float": "number", "str": "string", "bool": "boolean", "Any": "any value"}


def described_message(kind: type[msgspec.Struct], examples: Iterable[msgspec.Struct]) -> str:
    """A message, with examples."""
    tag = kind.__struct_config__.tag
    lines = [f"### `{tag}`", "", about(kind), "", fields_table(kind)]
    for example in examples:
        lines += ["", "```json", msgspec.json.encode(example).decode(), "```"]
    return "\n".join(lines) + "\n"


def described_part(kind: type[msgspec.Struct]) -> str:
    """A type that messages hold."""
    return f"### {kind.__name__}\n\n{about(kind)}\n\n{fields_table(kind)}\n"


def about(kind: type) -> str:
    """The docstring of a type."""
    return inspect.cleandoc(kind.__doc__ or "")


def fields_table(kind: type[msgspec.Struct]) -> str:
    """The fields of a type."""
    rows = []
    notes = field_notes(kind)
    for field in msgspec.structs.fields(kind):
        note, written = notes[field.name]
        default = "" if field.required else f"`{shown_default(field)}`"
        rows.append((f"`{field.encode_name}`", f"`{written}`", default, note))
    return table(("field", "type", "default", "about"), rows) if rows else "It has no fields.\n"


def shown_default(field: msgspec.structs.FieldInfo) -> str:
    """The default of a field, as JSON."""
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.json.encode(default).decode()


def field_notes(kind: type) -> dict[str, tuple[str, str]]:
    """By field: the string below it in the source, and its type."""
    notes: dict[str, tuple[str, str]] = {}
    for base in reversed(kind.__mro__):
        if not issubclass(base, msgspec.Struct) or base is msgspec.Struct:
            continue
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(definition, ast.ClassDef)
        last = ""
        for node in definition.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    last = name
                    notes[last] = ("", json_type(annotation))
                case ast.Expr(value=ast.Constant(value=str(text))) if last:
                    notes[last] = (" ".join(text.split()), notes[last][1])
                case _:
                    last = ""
    return notes


def json_type(annotation: ast.expr) -> str:
    """A type in the words of JSON, without its constraints: readers need not know Python."""
    match annotation:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return JSON_NAMES.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{json_type(left)} or {json_type(right)}"
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=parts)):
            return generic_type(name, parts)
        case ast.Subscript(value=ast.Name(id=name), slice=part):
            return generic_type(name, [part])
        case _:
            return ast.unparse(annotation)


def generic_type(name: str, parts: list[ast.expr]) -> str:
    """A type that is made of others: a list, a tuple, a dict, a choice of values."""
    if name == "Literal":
        return " or ".join(msgspec.json.encode(ast.literal_eval(part)).decode() for part in parts)
    held = json_type(parts[0])
    if name == "Annotated":
        return held
    if name == "dict":
        return f"object of {json_type(parts[1])}"
    if name == "list" or ast.unparse(parts[-1]) == "...":
        return f"({held})[]" if " or " in held else f"{held}[]"
    return f"[{', '.join(map(json_type, parts))}]"


def structs_in(kinds: tuple[Any, ...]) -> list[type[msgspec.Struct]]:
    """Every struct that types hold, at any depth, in the order of first occurrence."""
    found: dict[type[msgspec.Struct], None] = {}

    def visit(info: msgspec.inspect.Type) -> None:
        match info:
            case msgspec.inspect.StructType(cls=cls, fields=fields):
                if cls not in found:
                    found[cls] = None
                    for field in fields:
                        visit(field.type)
            case msgspec.inspect.UnionType(types=types) | msgspec.inspect.TupleType(item_types=types):
                for each in types:
                    visit(each)
            case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.Metadata(type=item):
                visit(item)
            case _:
                return

    for kind in kinds:
        visit(msgspec.inspect.type_info(kind))
    return list(found)


def codes_in(path: Path, calls: Collection[str]) -> Iterator[tuple[str, str]]:
    """The codes in the calls of a module that have one of these names, each with its sentence."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in calls:
                given = [*args, *(word.value for word in keywords if word.arg in ("code", "reason"))]
                texts = [literal(each) for each in given]
                places = [place for place, text in enumerate(texts) if is_code(text)]
                for place in places[:1]:
                    yield texts[place], "".join(texts[place + 1 : place + 2])
            case _:
                continue


def is_code(text: str) -> bool:
    """Whether a text is a code."""
    first, slash, second = text.partition("/")
    return bool(slash) and first.isalpha() and second.isalpha() and text.islower()


def literal(node: ast.expr) -> str:
    """A string of the source; what is filled in is `…`."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join("…" if isinstance(each, ast.FormattedValue) else literal(each) for each in values)
        case _:
            return ""


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)
