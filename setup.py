"""Compiles the kernels where there is a C compiler (without one they are interpreted), and takes the page in.

The environment decides what a build may leave out:

    PARLOUR_REQUIRE_KERNELS=1    fail where the kernels cannot be compiled, or without OpenMP (wheels)
    PARLOUR_SKIP_KERNELS=1       compile nothing: they are compiled apart (script/setup)
"""

import os
import runpy
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError, LinkError, PlatformError

ROOT = Path(__file__).parent
REQUIRED = bool(os.environ.get("PARLOUR_REQUIRE_KERNELS"))
SKIPPED = bool(os.environ.get("PARLOUR_SKIP_KERNELS"))
SHARED = "parlour.core.cyutility"
"""Cython's own code for memoryviews and functions, compiled once instead of in every kernel."""
THREADED = "parlour.envs.kernel.batch"
"""The kernel that works on many games at once: on several threads where the compiler knows OpenMP, else on one."""
PROGRESS_STEP = 10
OPTIMIZE = {"msvc": ["/O2", "/std:c11"]}
OPENMP = {"msvc": (["/openmp"], [])}


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
    """Translates the kernels to C and compiles them on all cores: all, or none."""

    def build_extensions(self) -> None:
        """Compile all kernels, or say why there are none."""
        try:
            if not self.compiles():
                raise PlatformError("no C compiler works here")  # noqa: TRY301 - like one that is found out later
            self.compile_kernels()
        except (CompileError, LinkError, PlatformError) as error:
            if REQUIRED:
                raise
            for each in self.extensions:
                Path(self.get_ext_fullpath(each.name)).unlink(missing_ok=True)
            self.extensions = []
            print(f"parlour: {error}: the rules run interpreted, about a hundred times slower", file=sys.stderr)

    def compile_kernels(self) -> None:
        """Translate all, then compile, the largest first."""
        count, cores = len(self.extensions), os.cpu_count() or 1
        print(f"translating {count} kernels to C", file=sys.stderr)
        plain = [Extension(each.name, each.sources) for each in self.extensions]
        found = cythonize(
            plain, nthreads=cores, quiet=True, build_dir="build/cython", shared_utility_qualified_name=SHARED
        )
        sources = {each.name: each.sources for each in found}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
            extension.extra_compile_args = OPTIMIZE.get(self.compiler.compiler_type, ["-O3", "-g0"])
        largest_first = sorted(self.extensions, key=lambda each: -Path(each.sources[0]).stat().st_size)
        pool = ThreadPoolExecutor(cores)
        try:
            jobs = [pool.submit(self.build_extension, each) for each in largest_first]
            for done, job in enumerate(as_completed(jobs), 1):
                job.result()
                if done % PROGRESS_STEP == 0 or done == count:
                    print(f"compiled {done} of {count} kernels", file=sys.stderr)
        finally:
            pool.shutdown(cancel_futures=True)

    def build_extension(self, ext: Extension) -> None:
        """Compile one kernel, with threads where it uses them and the compiler has them."""
        if ext.name == THREADED:
            compiling, linking = OPENMP.get(self.compiler.compiler_type, (["-fopenmp"], ["-fopenmp"]))
            if self.compiles(compiling, linking):
                ext.extra_compile_args = [*ext.extra_compile_args, *compiling]
                ext.extra_link_args = linking
            elif REQUIRED and sys.platform != "darwin":
                raise PlatformError("the C compiler has no OpenMP")
        super().build_extension(ext)

    def compiles(self, compiling: "list[str] | None" = None, linking: "list[str] | None" = None) -> bool:
        """Whether the C compiler makes a library of an empty program, with these options."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("int probe(void) { return 0; }\n", encoding="ascii")
            try:
                objects = self.compiler.compile([str(source)], folder, extra_postargs=compiling)
                self.compiler.link_shared_object(objects, str(Path(folder, "probe")), extra_postargs=linking)
            except (CompileError, LinkError, PlatformError):
                return False
        return True


def kernels() -> list[Extension]:
    """Every module in a `kernel` folder, with the `.pxd` that is written from it, and what they share."""
    written = runpy.run_path(str(ROOT / "script" / "pxd.py"))["write"]()
    sources = [path.with_suffix(".py").relative_to(ROOT) for path in written]
    names = {".".join(source.relative_to("src").with_suffix("").parts): source.as_posix() for source in sources}
    names[SHARED] = f"src/{SHARED.replace('.', '/')}.c"
    macros = [("CYTHON_CLINE_IN_TRACEBACK", "0")]
    return [Extension(name, [path], define_macros=macros) for name, path in names.items()]


if __name__ == "__main__":  # Cython's processes import this file where they are not forked
    setup(
        version=runpy.run_path(str(ROOT / "script" / "version.py"))["version"](),
        ext_modules=[] if SKIPPED else kernels(),
        cmdclass={"build_ext": BuildKernels, "build_py": WithPage, "sdist": SourceWithPage},
    )
