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


def ensure_page(*, required: bool) -> None:
    """Build the page, or stop with what is missing; where it is not required, only a page that fails to build stops."""
    bundle = runpy.run_path(str(ROOT / "web" / "bundle.py"))
    try:
        bundle["ensure"]()
    except bundle["NoNodeError"] as error:
        if required:
            raise SystemExit(f"parlour: {error}") from error
        print(f"parlour: installing without the page for the browser; everything else works. {error}")
    except bundle["BundleError"] as error:
        raise SystemExit(f"parlour: {error}") from error


class WithPage(build_py):
    """A wheel has the page where there is node; an editable install finds it once script/web has built it."""

    def run(self) -> None:
        """Build the page first."""
        if not self.editable_mode:
            ensure_page(required=False)
        super().run()


class SourceWithPage(sdist):
    """Whoever installs from the sources needs no node: the built page is in them."""

    def run(self) -> None:
        """Build the page first."""
        ensure_page(required=True)
        super().run()


class BuildKernels(build_ext):
    """Translates the kernels to C only where they are compiled: files can be packed without waiting for that.

    The kernel that works on many games at once uses several threads where the compiler knows OpenMP, else one.
    """

    def run(self) -> None:
        """Translate all, then compile."""
        plain = [Extension(each.name, each.sources) for each in self.extensions]
        translated = {each.name: each.sources for each in cythonize(plain, build_dir="build/cython")}
        for extension in self.extensions:
            extension.sources = translated[extension.name]
        super().run()

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
    return [
        Extension(
            ".".join(source.relative_to(ROOT / "src").with_suffix("").parts),
            [str(source.relative_to(ROOT))],
            define_macros=[("CYTHON_CLINE_IN_TRACEBACK", "0")],
            extra_compile_args=["-O3", "-g0"],
            optional=True,
        )
        for source in sources
    ]


setup(
    ext_modules=kernels(),
    cmdclass={"build_ext": BuildKernels, "build_py": WithPage, "sdist": SourceWithPage},
    options={"build_ext": {"parallel": os.cpu_count()}},
)
