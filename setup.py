"""Compiles the kernels where there is a C compiler (without one they are interpreted), and takes the page in."""

import os
import runpy
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError, LinkError

ROOT = Path(__file__).parent


def ensure_page() -> None:
    """Build the page, or stop with what is missing."""
    bundle = runpy.run_path(str(ROOT / "web" / "bundle.py"))
    try:
        bundle["ensure"]()
    except bundle["BundleError"] as error:
        raise SystemExit(f"parlour: {error}") from error


class WithPage(build_py):
    """A wheel has the page; an editable install finds it in the checkout, once script/web has built it."""

    def run(self) -> None:
        """Build the page first."""
        if not self.editable_mode:
            ensure_page()
        super().run()


class SourceWithPage(sdist):
    """Whoever installs from the sources needs no node: the built page is in them."""

    def run(self) -> None:
        """Build the page first."""
        ensure_page()
        super().run()


class WithThreads(build_ext):
    """The kernel that works on many games at once uses several threads where the compiler knows OpenMP, else one."""

    def build_extension(self, ext: Extension) -> None:
        """Try it with threads first."""
        if ext.name != "parlour.envs.kernel.batch":
            return super().build_extension(ext)
        plain = list(ext.extra_compile_args)
        ext.extra_compile_args, ext.extra_link_args = [*plain, "-fopenmp"], ["-fopenmp"]
        try:
            super().build_extension(ext)
        except (CompileError, LinkError):
            ext.extra_compile_args, ext.extra_link_args = plain, []
            super().build_extension(ext)
        return None


def kernels() -> list[Extension]:
    """Every module in a `kernel` folder, with the `.pxd` that is written from it."""
    written = runpy.run_path(str(ROOT / "script" / "pxd.py"))["write"]()
    sources = [path.with_suffix(".py") for path in written]
    extensions = [
        Extension(
            ".".join(source.relative_to(ROOT / "src").with_suffix("").parts),
            [str(source.relative_to(ROOT))],
            define_macros=[("CYTHON_CLINE_IN_TRACEBACK", "0")],
        )
        for source in sources
    ]
    compiled: list[Extension] = cythonize(extensions, build_dir="build/cython")
    for extension in compiled:
        extension.optional = True  # set here, because cythonize() drops it
        extension.extra_compile_args = ["-O3", "-g0"]
    return compiled


setup(
    ext_modules=kernels(),
    cmdclass={"build_ext": WithThreads, "build_py": WithPage, "sdist": SourceWithPage},
    options={"build_ext": {"parallel": os.cpu_count()}},
)
