"""How the core is translated: no call in a hot path may take the GIL again."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from setuptools import find_packages

ROOT = Path(__file__).parent.parent
HINT = "performance hint"

TRANSLATE = """
import sys
from pathlib import Path
from Cython.Build import cythonize

sources = sorted(str(path) for path in Path("tractor", "_core").glob("*.pyx"))
cythonize(sources, language_level=3, force=True)
"""


def copy_of_the_core(folder: Path) -> Path:
    """The .py, .pyx and .pxd files that Cython reads, without anything built."""
    for path in (ROOT / "tractor").rglob("*"):
        if path.suffix in (".py", ".pyx", ".pxd"):
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    shutil.copyfile(ROOT / "setup.py", folder / "setup.py")
    return folder


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def core(tmp_path: Path) -> Path:
    return copy_of_the_core(tmp_path)


def test_cython_has_no_performance_hint(core: Path) -> None:
    status, output = run(core, "-c", TRANSLATE)
    assert status == 0, output
    assert HINT not in output, output[output.index(HINT) :]
    assert not re.search(r"^warning: ", output, re.MULTILINE), output


def test_the_build_fails_on_a_performance_hint(core: Path) -> None:
    for path in (core / "tractor" / "_core").glob("*.pyx"):
        if path.stem != "cpu":  # one small module is enough
            path.unlink()
    with (core / "tractor" / "_core" / "cpu.pyx").open("a") as module:
        module.write(
            "\ncdef void count(int *number) nogil:\n"
            "    number[0] += 1\n"
            "\n"
            "def counted(int number):\n"
            "    with nogil:\n"
            "        count(&number)\n"
            "    return number\n"
        )
    for _ in range(2):  # and not only the first time
        status, output = run(core, "setup.py", "--quiet", "build_ext", "--inplace")
        assert status != 0
        assert HINT in output
        assert "add noexcept or except" in output


def test_every_package_is_found() -> None:
    """Packages are found by their names' pattern: one that it misses would be in no wheel."""
    find = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    find = find["tool"]["setuptools"]["packages"]["find"]
    assert not find["namespaces"]  # so that a folder without __init__.py is missed here as well
    folders = {
        ".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "tractor").rglob("*.py")
    }
    assert set(find_packages(str(ROOT), include=find["include"])) == folders
