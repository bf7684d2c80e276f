"""Which lines the tests reach: of the core by gcc's counters, of everything else by coverage.

    python tests/proofs/covered.py              some fifteen minutes: a copy is built and tested
    python tests/proofs/covered.py --misses     each line of the core that was not reached, too

It fails if more than one line or branch in a thousand outside the core is not reached (all are, but
some only where the machine is slow or quick enough), or more than two lines in a hundred of the
core. It needs gcc, gcov and `pip install '.[test]'`.

gcc counts each line of the C text; Cython's comments in it say to which line of a `.pyx` or `.pxd`
the next lines belong. (Cython's own tracer calls Python for every line, which the tests that play
many rounds cannot afford.) What Cython writes around functions - type checks of arguments,
reference counts at the end - is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from copies import copy_sources

LEAST = 98.0  # percent of the lines of the core
# What these check is the checkout and its tools, not what the library does.
ELSEWHERE = ("test_build.py", "test_cimport.py", "test_layout.py", "test_typing.py")
MARK = re.compile(r' */\* "(tractor/.*)":(\d+)$')
ENDS = ("  /* function exit code */", "}")
FUNCTIONS = ("__pyx_f_", "__pyx_pf_", "__pyx_pw_", "__pyx_specialmethod_")


def origins(c_text: str) -> dict[int, tuple[str, int]]:
    """For lines of a translated module the file and line they come from."""
    found = {}
    origin = None
    for number, line in enumerate(c_text.splitlines(), 1):
        if match := MARK.match(line):
            origin = match[1], int(match[2])
        elif line in ENDS:
            origin = None
        if origin:
            found[number] = origin
    return found


def counts_of_core(folder: Path) -> dict[str, Counter[int]]:
    """How often each line of the core ran, by file; what no function has is not there."""
    counts: dict[str, Counter[int]] = {}
    for notes in sorted(folder.glob("build/temp*/tractor/_core/*.gcno")):
        translated = f"tractor/_core/{notes.stem}.c"
        origin_of = origins((folder / translated).read_text("utf-8"))
        command = ["gcov", "--json-format", "--stdout", notes.name]
        told = subprocess.run(command, cwd=notes.parent, capture_output=True, text=True, check=True)
        for file in json.loads(told.stdout)["files"]:
            if not file["file"].endswith(translated):
                continue
            for line in file["lines"]:
                origin = origin_of.get(line["line_number"])
                if origin and line.get("function_name", "").startswith(FUNCTIONS):
                    counts.setdefault(origin[0], Counter())[origin[1]] += line["count"]
    return counts


def report_core(folder: Path, misses: bool) -> float:
    """Prints a line for each file that is not wholly covered; percent of all lines."""
    counts = counts_of_core(folder)
    missed = {
        name: sorted(line for line, count in lines.items() if not count)
        for name, lines in counts.items()
    }
    total = sum(map(len, counts.values()))
    share = 100 * (1 - sum(map(len, missed.values())) / total)
    for name in sorted(name for name in missed if missed[name]):
        print(f"{name:<32} {len(counts[name]):>5} lines, {len(missed[name]):>3} missed")
        text = (folder / name).read_text("utf-8").splitlines()
        for line in missed[name] if misses else ():
            print(f"{line:>8}  {text[line - 1]}")
    print(f"core: {total} lines, {share:.2f} % of them reached (at least {LEAST:.0f} %)")
    return share


def main() -> int:
    """The command; 1 if too little is covered or a test fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--misses", action="store_true", help="print the lines not reached")
    parser.add_argument("tests", nargs="*", help="other arguments for pytest: files, -k, -x")
    options, rest = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve() / "main"
        copy_sources(folder)
        environment = {**os.environ, "PYTHONPATH": str(folder), "TRACTOR_COVERAGE": "1"}

        def run(*arguments: str) -> int:
            return subprocess.run(
                [sys.executable, *arguments], cwd=folder, env=environment, check=False
            ).returncode

        failed = run("setup.py", "--quiet", "build_ext", "--inplace", f"-j{os.cpu_count() or 1}")
        if failed:
            return failed
        ignored = [f"--ignore=tests/{name}" for name in ELSEWHERE]
        failed = run("-m", "coverage", "run", "-m", "pytest", "-q", *ignored, *options.tests, *rest)
        failed |= run("-m", "coverage", "report", "--skip-covered", "-m", "--fail-under=99.9")
        failed |= report_core(folder, options.misses) < LEAST
        return int(failed)


if __name__ == "__main__":
    sys.exit(main())
