"""Wheels for every CPython at hand; each has to pass the tests from another folder.

    python tests/proofs/wheels.py                          python3.11 and later on PATH, and pyenv's
    python tests/proofs/wheels.py python3.12 -- -k follow  one of them, and arguments for pytest

A source archive is made, a wheel built from it alone and installed into an empty environment. The
tests are copied elsewhere, without the package, and run from an empty folder.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from copies import copy_sources

VERSIONS = range(11, 15)
# What these check is the checkout, not what is installed.
ELSEWHERE = ("test_build.py", "test_layout.py")


def interpreters() -> list[str]:
    """One of each version, by path: what is first on PATH and works, else the newest of pyenv."""
    found = []
    for minor in VERSIONS:
        homes = sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python3"))
        for path in (shutil.which(f"python3.{minor}"), *map(str, reversed(homes))):
            # A shim of pyenv is there for every version, and works for those that are chosen.
            if path and not subprocess.run([path, "-c", ""], capture_output=True).returncode:
                found.append(path)
                break
    return found


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; the program ends if it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(
            f"{done.stdout[-4000:]}{done.stderr[-4000:]}\n{' '.join(map(str, command))} failed"
        )
    return done.stdout


def check(python: str, archive: Path, tests: Path, folder: Path, arguments: list[str]) -> str:
    """Builds, installs and tests; the last line that pytest prints."""
    folder.mkdir()
    run(python, "-m", "venv", folder / "venv", cwd=folder)
    inside = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    quiet = ("--quiet", "--disable-pip-version-check")
    run(inside, "-m", "pip", "wheel", *quiet, "--no-deps", "-w", folder, archive, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    run(inside, "-m", "pip", "install", *quiet, f"{wheel}[test]", cwd=folder)
    empty = folder / "empty"
    empty.mkdir()
    ignored = [f"--ignore={tests / 'tests' / name}" for name in ELSEWHERE]
    command: list[str | Path] = [
        inside,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *ignored,
        *arguments,
    ]
    told = run(*command, tests / "tests", cwd=empty)
    installed = sum(
        file.stat().st_size
        for file in (folder / "venv").rglob("site-packages/tractor/**/*")
        if file.is_file() and file.suffix != ".pyc"
    )
    return f"{wheel.name}: {installed / 1e6:.1f} MB installed; {told.splitlines()[-1]}"


def main() -> int:
    """The command; it ends with an error at the first wheel that fails."""
    arguments = sys.argv[1:]
    if {"-h", "--help"} & set(arguments):
        print(__doc__)
        return 0
    chosen, _, rest = " ".join(arguments).partition("-- ")
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary).resolve()
        copy = work / "copy"
        copy_sources(copy)
        make = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
        run(sys.executable, "-c", make, work / "archive", cwd=copy)
        (archive,) = (work / "archive").iterdir()
        shutil.rmtree(copy / "tractor")
        for number, python in enumerate(chosen.split() or interpreters()):
            version = run(python, "-c", "import sys; print(sys.version.split()[0])", cwd=work)
            told = check(python, archive, copy, work / f"wheel{number}", rest.split())
            print(f"CPython {version.strip()}: {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
