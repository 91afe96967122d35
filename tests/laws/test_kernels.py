"""Twins: the compiled kernel and the interpreted one are the same."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core.kernel_loader import KERNELS, SourceFinder, choose_kernel, is_compiled
from tests.sampling import sample

ROOT = Path(__file__).parents[2]
PXD: dict[str, Any] = runpy.run_path(str(ROOT / "script" / "pxd.py"))
CONSTANT = re.compile(r'^    (?:const [a-z ]+ )?([A-Z_]+) (?:= |")(-?\d+)(?:U?LL")?$', re.MULTILINE)


def run_twin(deals: int, *, interpreted: bool) -> tuple[str, str]:
    environment = dict(os.environ)
    environment.pop("PARLOUR_INTERPRETED", None)
    if interpreted:
        environment["PARLOUR_INTERPRETED"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.twin", str(deals)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not parlour.compiled, reason="there is no compiled kernel to compare with")
def test_compiled_and_interpreted_agree_deal_by_deal() -> None:
    deals = sample(200, 1000)
    compiled, said = run_twin(deals, interpreted=False)
    interpreted, said_too = run_twin(deals, interpreted=True)

    assert said == "compiled True\n"
    assert said_too == "compiled False\n"
    assert interpreted == compiled
    assert compiled.count("\n") > deals // 2


def test_the_constants_of_every_pxd_are_those_of_its_kernel() -> None:
    written = PXD["texts"]()
    said = {name: dict(CONSTANT.findall(written[source.with_suffix(".pxd")])) for name, source in KERNELS.items()}
    code = (
        "import importlib, json, sys; wanted = json.load(sys.stdin);"
        "print(json.dumps({name: {key: str(getattr(importlib.import_module(name), key)) for key in keys}"
        " for name, keys in wanted.items()}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=dict(os.environ, PARLOUR_INTERPRETED="1"),
        input=json.dumps(said),
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(done.stdout) == said
    assert sum(map(len, said.values())) > 200
    assert said["parlour.core.kernel.bits"]["ONE"] == "1"
    assert said["parlour.envs.haggis.kernel.actions"]["NO_ACTION"] == "-1"


KERNEL = """
if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp
    from parlour.kernel.low import BITS, One, spread as spread_low

    SIZE = 2 * BITS
    FIRST, SECOND = range(2)
    MASK = cython.declare(cython.ulonglong, (1 << 64) - 1)
    Ask = Callable[[cython.p_longlong, One], cython.int]
    TABLE = [0] * SIZE

@cython.cclass
class Two(One):
    s: cython.longlong[SIZE]
    ask: Ask
    @cython.ccall
    def copy(self) -> Two: ...
    def plain(self) -> int: ...

@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def step(s: cython.p_longlong, two: Two) -> cython.void: ...

@cython.cfunc
def unshared(row: cython.int[::1]) -> cython.int: ...
"""
LOW = """
if not cython.compiled:
    BITS = 5

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.kernel.high import step
    Whole = int

@cython.cclass
class One:
    def plain(self) -> int: ...

@cython.cfunc
def spread(n: cython.int) -> cython.int: ...
"""
HIGH_PXD = """\
# Written by script/pxd.py from high.py: change that one.
from parlour.kernel.low cimport BITS, One, spread as spread_low

cdef enum:
    SIZE = 10
    FIRST = 0
    SECOND = 1

cdef extern from *:
    const unsigned long long MASK "18446744073709551615ULL"

ctypedef int (*Ask)(long long*, One) noexcept nogil

cdef class Two(One):
    cdef long long s[SIZE]
    cdef Ask ask
    cpdef Two copy(self)

cdef void step(long long* s, Two two) noexcept nogil
"""
LOW_PXD = """\
# Written by script/pxd.py from low.py: change that one.
from parlour.kernel.high cimport step

cdef enum:
    BITS = 5

cdef class One:
    pass

cdef int spread(int n)
"""


def write_kernels(sources: Path, **kernels: str) -> Path:
    folder = sources / "parlour" / "kernel"
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in {"__init__": "", **kernels}.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return folder


def test_a_pxd_declares_what_its_kernel_says(tmp_path: Path) -> None:
    folder = write_kernels(tmp_path, high=KERNEL, low=LOW)

    assert PXD["texts"](tmp_path) == {folder / "high.pxd": HIGH_PXD, folder / "low.pxd": LOW_PXD}


def test_only_what_has_changed_is_written_and_what_has_no_kernel_is_removed(tmp_path: Path) -> None:
    folder = write_kernels(tmp_path, high=KERNEL, low=LOW)
    PXD["write"](tmp_path)
    for name in ("high.pxd", "low.pxd"):
        os.utime(folder / name, (1, 1))
    (folder / "gone.pxd").write_text(HIGH_PXD, encoding="utf-8")
    (folder / "own.pxd").write_text("# by hand", encoding="utf-8")
    write_kernels(tmp_path, high=KERNEL.replace("range(2)", "7, 8"))

    assert PXD["write"](tmp_path) == [folder / "high.pxd", folder / "low.pxd"]
    assert sorted(path.name for path in folder.glob("*.pxd")) == ["high.pxd", "low.pxd", "own.pxd"]
    assert (folder / "low.pxd").stat().st_mtime == 1
    assert (folder / "high.pxd").stat().st_mtime > 1
    assert "    SECOND = 8\n" in (folder / "high.pxd").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("SIZE = 2 * BITS", "SIZE = 1 << 31", "SIZE is no C int; say its type with cython.declare"),
        ("import BITS,", "import BITS, plain,", "low has no constant, C function or class plain"),
        ("two: Two", "two", "step has an argument without a type: two"),
        ("two: Two", "two: list[int]", r"no C type: list\[int\]"),
        ("-> cython.void", "", "step has no return type"),
        ("Callable[[cython.p_longlong, One], cython.int]", "Callable[..., cython.int]", "Ask is no pointer"),
    ],
)
def test_what_cannot_be_declared_is_an_error_that_names_it(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in KERNEL
    write_kernels(tmp_path, high=KERNEL.replace(old, new), low=LOW)

    with pytest.raises(PXD["KernelError"], match=complaint):
        PXD["texts"](tmp_path)


def test_without_compiled_kernels_there_is_one_clear_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("parlour.core.kernel_loader.KERNELS", {"none": tmp_path / "none.py"})
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))

    with pytest.warns(RuntimeWarning, match="not compiled and run about a hundred times slower"):
        assert choose_kernel(interpret=False) is False
    assert isinstance(sys.meta_path[0], SourceFinder)


def test_a_compiled_kernel_beside_its_source_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    suffix = EXTENSION_SUFFIXES[0]
    (tmp_path / f"some{suffix}").touch()
    monkeypatch.setattr("parlour.core.kernel_loader.KERNELS", {"some": tmp_path / "some.py"})

    assert is_compiled(tmp_path / "some.py")
    assert choose_kernel(interpret=False) is True


def test_on_request_the_source_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))

    assert choose_kernel(interpret=True) is False
    finder = sys.meta_path[0]
    assert isinstance(finder, SourceFinder)
    spec = finder.find_spec("parlour.games.haggis.kernel.round", None)
    assert spec is not None
    assert spec.origin is not None
    assert spec.origin.endswith("round.py")
    assert finder.find_spec("json", None) is None
