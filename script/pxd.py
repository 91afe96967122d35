"""Writes the `.pxd` of every kernel from its `.py`; the build runs it.

A kernel is one `.py` file in Cython's pure-Python mode. What its `.pxd` must declare for other
kernels is already there, as what the interpreted kernel needs:

    .py                                                     .pxd
    if not cython.compiled:
        from parlour.a.kernel.b import SIZE, step           from parlour.a.kernel.b cimport SIZE, step
        OVER = 2                                            cdef enum: OVER = 2
        ONE = cython.declare(cython.longlong, 1)            a constant of that C type
        Ask = Callable[[cython.p_longlong], cython.int]     ctypedef int (*Ask)(long long*) noexcept nogil
    @cython.cfunc  def step(...)                            cdef void step(...), if a kernel imports it
    @cython.cclass class Round                              cdef class Round: attributes, C methods

Kernels that another one needs for types alone are imported under `if TYPE_CHECKING:`.
"""

# ruff: noqa: INP001 - a script of the build, not a package

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

SOURCES: Final = Path(__file__).resolve().parents[1] / "src"
KERNELS: Final = "parlour/**/kernel/*.py"
HEADER: Final = "# Written by script/pxd.py from"
C_TYPES: Final = {
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "schar": "signed char",
    "uchar": "unsigned char",
    "ushort": "unsigned short",
    "Any": "object",
}
INT_BITS: Final = 31
LITERAL_SUFFIXES: Final = {"longlong": "LL", "ulonglong": "ULL"}


class KernelError(Exception):
    """A kernel says something that its `.pxd` cannot declare."""


@dataclass
class Kernel:
    """What one kernel shares with others, as far as it was read."""

    name: str
    imports: list[tuple[str, list[ast.alias]]] = field(default_factory=list)
    values: dict[str, int] = field(default_factory=dict)
    enums: list[str] = field(default_factory=list)
    typed: dict[str, str] = field(default_factory=dict)
    """The C types of the constants that are no enum."""
    pointers: dict[str, str] = field(default_factory=dict)
    classes: dict[str, list[str]] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)

    def shares(self, name: str) -> bool:
        return any(name in shared for shared in (self.enums, self.typed, self.pointers, self.classes, self.functions))


def c_type(node: ast.expr) -> str:
    """The C spelling of an annotation."""
    match node:
        case ast.Attribute(value=ast.Name(id="cython"), attr=name):
            pointer = name.startswith("p_")
            name = name.removeprefix("p_")
            return C_TYPES.get(name, name) + "*" * pointer
        case ast.Name(id=name):
            return C_TYPES.get(name, name)
        case ast.Subscript(value=element, slice=ast.Slice() | ast.Tuple() as axes):
            return f"{c_type(element)}[{ast.unparse(axes).strip('()')}]"  # a memoryview
    raise KernelError(f"line {node.lineno}: no C type: {ast.unparse(node)}")


def declared(name: str, annotation: ast.expr) -> str:
    """A C declaration, of an array too."""
    if isinstance(annotation, ast.Subscript):
        return f"{c_type(annotation.value)} {name}[{ast.unparse(annotation.slice)}]"
    return f"{c_type(annotation)} {name}"


def decorators(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    return {ast.unparse(each).removeprefix("cython.") for each in node.decorator_list}


def signature(node: ast.FunctionDef) -> str:
    """A C function's declaration without `cdef`."""
    marks = decorators(node)
    arguments = []
    for argument in node.args.args:
        if argument.arg == "self":
            arguments.append("self")
        elif argument.annotation is None:
            raise KernelError(f"line {node.lineno}: {node.name} has an argument without a type: {argument.arg}")
        else:
            arguments.append(f"{c_type(argument.annotation)} {argument.arg}")
    if node.returns is None:
        raise KernelError(f"line {node.lineno}: {node.name} has no return type")
    flags = " noexcept" * ("exceptval(check=False)" in marks) + " nogil" * ("nogil" in marks)
    return f"{c_type(node.returns)} {node.name}({', '.join(arguments)}){flags}"


def interpreted_block(node: ast.stmt) -> list[ast.stmt]:
    """What stands under `if not cython.compiled:` or its like; under `if TYPE_CHECKING:` the imports alone count."""
    match node:
        case ast.If(test=test, body=body, orelse=otherwise):
            imports: list[ast.stmt] = [each for each in body if isinstance(each, ast.ImportFrom)]
            blocks = {"not cython.compiled": body, "cython.compiled": otherwise, "TYPE_CHECKING": imports}
            return blocks.get(ast.unparse(test), [])
    return []


class Reader:
    """Reads kernels, and those that they import first."""

    def __init__(self, sources: Path) -> None:
        self.sources = sources
        self.kernels: dict[str, Kernel] = {}

    def kernel(self, name: str) -> Kernel:
        if name not in self.kernels:
            path = self.sources.joinpath(*name.split(".")).with_suffix(".py")
            self.kernels[name] = Kernel(name)
            try:
                self.read(self.kernels[name], ast.parse(path.read_text(encoding="utf-8")))
            except KernelError as error:
                raise KernelError(f"{path}: {error}") from error
        return self.kernels[name]

    def read(self, kernel: Kernel, tree: ast.Module) -> None:
        for node in tree.body:
            for statement in interpreted_block(node):
                self.read_interpreted(kernel, statement)
            match node:
                case ast.FunctionDef() if "cfunc" in decorators(node):
                    kernel.functions[node.name] = node
                case ast.ClassDef() if "cclass" in decorators(node):
                    bases = f"({', '.join(map(ast.unparse, node.bases))})" * bool(node.bases)
                    kernel.classes[node.name] = [
                        f"cdef class {node.name}{bases}:",
                        *(members(node) or ["    pass"]),
                    ]

    def read_interpreted(self, kernel: Kernel, node: ast.stmt) -> None:
        match node:
            case ast.ImportFrom(module=str(module), names=names) if ".kernel." in module:
                kernel.imports.append((module, names))
                for alias in names:
                    values = self.kernel(module).values
                    if alias.name in values:
                        kernel.values.setdefault(alias.asname or alias.name, values[alias.name])
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func, args=[kind, value])) if (
                ast.unparse(func) == "cython.declare"
            ):
                kernel.values[name] = evaluate(value, kernel.values)
                kernel.typed[name] = ast.unparse(kind).removeprefix("cython.")
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Subscript(value=ast.Name(id="Callable"), slice=form)
            ):
                kernel.pointers[name] = pointer(name, form)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                add_enum(kernel, node, name, evaluate(value, kernel.values))
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                for each, number in zip(names, evaluate(value, kernel.values), strict=True):
                    add_enum(kernel, node, ast.unparse(each), number)


def add_enum(kernel: Kernel, node: ast.stmt, name: str, value: object) -> None:
    if not isinstance(value, int):
        return  # a table, which compiled is a C array of this kernel alone
    if value.bit_length() > INT_BITS:
        raise KernelError(f"line {node.lineno}: {name} is no C int; say its type with cython.declare")
    kernel.values[name] = value
    kernel.enums.append(name)


def evaluate(node: ast.expr, values: dict[str, int]) -> Any:  # noqa: ANN401 - a number, or several
    """A constant expression's value; it may use constants that stand before it."""
    code = compile(ast.Expression(node), "<kernel>", "eval")
    return eval(code, {"__builtins__": {"range": range, "sum": sum}, **values})  # noqa: S307 - our own source


def pointer(name: str, form: ast.expr) -> str:
    """A pointer to a C function that raises nothing and needs no lock."""
    match form:
        case ast.Tuple(elts=[ast.List(elts=arguments), returned]):
            return f"ctypedef {c_type(returned)} (*{name})({', '.join(map(c_type, arguments))}) noexcept nogil"
    raise KernelError(f"line {form.lineno}: {name} is no pointer to a function")


def members(node: ast.ClassDef) -> list[str]:
    """The attributes and C methods of an extension class."""
    found = []
    for each in node.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                found.append(f"    cdef {declared(name, annotation)}")
            case ast.FunctionDef() if "ccall" in decorators(each):
                found.append(f"    cpdef {signature(each)}")
            case ast.FunctionDef() if "cfunc" in decorators(each):
                found.append(f"    cdef {signature(each)}")
    return found


def text(kernel: Kernel, kernels: dict[str, Kernel], wanted: set[str]) -> str:
    """A `.pxd`; of its functions those alone that other kernels want, so that the C compiler may inline the rest."""
    lines = [f"{HEADER} {kernel.name.rpartition('.')[2]}.py: change that one."]
    for module, names in kernel.imports:
        for alias in names:
            if not kernels[module].shares(alias.name):
                raise KernelError(f"{kernel.name}: {module} has no constant, C function or class {alias.name}")
        spelled = ", ".join(ast.unparse(alias) for alias in names)
        lines.append(f"from {module} cimport {spelled}")
    if kernel.enums:
        lines += ["", "cdef enum:", *(f"    {name} = {kernel.values[name]}" for name in kernel.enums)]
    if kernel.typed:
        # A C name may be any expression: so the C compiler sees a literal.
        lines += ["", "cdef extern from *:"]
        for name, kind in kernel.typed.items():
            literal = f"{kernel.values[name]}{LITERAL_SUFFIXES[kind]}"
            lines.append(f'    const {C_TYPES[kind]} {name} "{literal}"')
    lines += ["", *kernel.pointers.values()]
    for lines_of_class in kernel.classes.values():
        lines += ["", *lines_of_class]
    lines += ["", *(f"cdef {signature(node)}" for name, node in kernel.functions.items() if name in wanted)]
    return "\n".join(lines).strip().replace("\n\n\n", "\n\n") + "\n"


def texts(sources: Path = SOURCES) -> dict[Path, str]:
    """The `.pxd` files of all kernels."""
    reader = Reader(sources)
    paths = [path for path in sorted(sources.glob(KERNELS)) if path.stem != "__init__"]
    names = {path: ".".join(path.relative_to(sources).with_suffix("").parts) for path in paths}
    for name in names.values():
        reader.kernel(name)
    wanted: dict[str, set[str]] = {name: set() for name in reader.kernels}
    for kernel in reader.kernels.values():
        for module, aliases in kernel.imports:
            wanted[module] |= {alias.name for alias in aliases}
    return {
        path.with_suffix(".pxd"): text(reader.kernels[name], reader.kernels, wanted[name])
        for path, name in names.items()
    }


def write(sources: Path = SOURCES) -> list[Path]:
    """Write the `.pxd` files that have changed, remove those whose kernel is gone, and return all that there are."""
    found = texts(sources)
    for path, content in found.items():
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8")
    for path in set(sources.glob(KERNELS.replace(".py", ".pxd"))) - set(found):
        if path.read_text(encoding="utf-8").startswith(HEADER):
            path.unlink()
    return sorted(found)


if __name__ == "__main__":
    write()
