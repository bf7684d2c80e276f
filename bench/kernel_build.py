"""Builds the .pyx files beside it against the package that Python imports, once per state."""

from __future__ import annotations

import hashlib
import importlib.util
import platform
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import tractor


def load_kernels(name: str = "kernels") -> ModuleType:
    """The kernels of a .pyx file; compiled when the package or the source has changed."""
    package = Path(tractor.__file__).parent
    original = Path(__file__).with_name(f"{name}.pyx")
    state = hashlib.sha256(sys.version.encode() + original.read_bytes())
    for part in sorted((package / "_core").glob("*.p[xy][dx]")):
        state.update(part.read_bytes())
    folder = Path(tempfile.gettempdir()) / f"tractor-{name}-{state.hexdigest()[:16]}"
    found = sorted(folder.glob(f"{name}*.so")) + sorted(folder.glob(f"{name}*.pyd"))
    if not found:
        _build(original, folder, package.parent)
        found = sorted(folder.glob(f"{name}*.so")) + sorted(folder.glob(f"{name}*.pyd"))
    spec = importlib.util.spec_from_file_location(name, found[0])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _build(original: Path, folder: Path, include: Path) -> None:
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    folder.mkdir(parents=True, exist_ok=True)
    source = folder / original.name
    source.write_bytes(original.read_bytes())
    flags = ["/O2"] if sys.platform == "win32" else ["-O3"]
    if platform.machine().lower() in ("x86_64", "amd64") and sys.platform != "win32":
        flags.append("-mpopcnt")
    extensions = cythonize(  # type: ignore[no-untyped-call]
        [Extension(original.stem, [str(source)], extra_compile_args=flags)],
        include_path=[str(include)],
        language_level=3,
        quiet=True,
    )
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.build_lib = command.build_temp = str(folder)
    command.ensure_finalized()
    command.run()
