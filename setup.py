"""Compiles the kernels where there is a C compiler; without one they are interpreted."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).parent


def kernels() -> list[Extension]:
    """Every module with a `.pxd` beside it is a kernel."""
    sources = sorted(path.with_suffix(".py") for path in ROOT.glob("src/parlour/**/*.pxd"))
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


setup(ext_modules=kernels())
