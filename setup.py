"""The list of compiled modules; everything else stands in pyproject.toml."""

import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = Path("tractor", "_core")

if sys.platform == "win32":
    flags = ["/O2"]
else:
    flags = ["-O3", "-fno-strict-overflow"]
    # Popcount is one instruction on every x86-64 processor since 2008; the core checks for it at
    # import. TRACTOR_PORTABLE=1 builds without it. Never -march=native: wheels travel.
    if platform.machine().lower() in ("x86_64", "amd64") and not os.environ.get("TRACTOR_PORTABLE"):
        flags.append("-mpopcnt")

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"tractor._core.{source.stem}",
                [source.as_posix()],
                extra_compile_args=flags,
            )
            for source in sorted(CORE.glob("*.pyx"))
        ],
        language_level=3,
    )
)
