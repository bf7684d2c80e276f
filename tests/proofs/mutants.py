"""Mutants of the core: a rule is changed, and the tests have to fail. `mutants.jsonl` has them.

    python tests/proofs/mutants.py              all, some half a minute each
    python tests/proofs/mutants.py -k throw     only those whose file or text contains the word

Build the checkout in place first (`python setup.py build_ext --inplace`); a copy of it is changed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
TESTS = (
    "test_cases.py test_laws.py test_core_vs_reference.py test_many_decks.py test_declaring.py "
    "test_house_rules.py test_rules.py test_plays_values.py test_plays.py test_stirring.py "
    "test_named_splits.py test_rounds.py test_state_machine.py test_players.py test_matches.py"
)


class Mutant(NamedTuple):
    """A change of one place.

    Attributes:
        module: Of `tractor/_core`.
        clause: Which rule it breaks.
        old: Text that is there once.
        new: What takes its place.
    """

    module: str
    clause: str
    old: str
    new: str


def mutants() -> list[Mutant]:
    """Those of `mutants.jsonl`, a line each."""
    lines = Path(__file__).with_suffix(".jsonl").read_text("utf-8").splitlines()
    return [Mutant(**json.loads(line)) for line in lines]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the interpreter at hand in the copy."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def build(folder: Path) -> None:
    """Compiles what has changed."""
    done = run(folder, "setup.py", "build_ext", "--inplace")
    if done.returncode:
        sys.exit(f"{done.stdout[-2000:]}{done.stderr[-2000:]}\na mutant does not compile")


def main() -> int:
    """The command; 1 if a mutant survives."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-k", metavar="WORD", default="", help="only mutants that contain this")
    options = parser.parse_args()
    chosen = [mutant for mutant in mutants() if options.k in " ".join(mutant)]
    texts = {
        mutant.module: (ROOT / "tractor" / "_core" / f"{mutant.module}.pyx").read_text("utf-8")
        for mutant in chosen
    }
    for mutant in chosen:
        if texts[mutant.module].count(mutant.old) != 1:
            sys.exit(f"{mutant.module}: {mutant.old!r} is not there just once")
    survivors = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "main")
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", ".venv", "site"))
        build(folder)
        tests = [f"tests/{name}" for name in TESTS.split()]
        for number, mutant in enumerate(chosen, 1):
            source = folder / "tractor" / "_core" / f"{mutant.module}.pyx"
            text = texts[mutant.module]
            source.write_text(text.replace(mutant.old, mutant.new), "utf-8")
            build(folder)
            start = time.perf_counter()
            done = run(folder, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests)
            source.write_text(text, "utf-8")
            killed = done.returncode == 1
            survivors += not killed
            by = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
            print(
                f"{number:>2} of {len(chosen)} {mutant.module:<11} {mutant.clause:<5}"
                f"{'killed' if killed else 'SURVIVED'} in {time.perf_counter() - start:.0f} s "
                f"{by[0].split(' - ')[0][7:] if by else ''}: {mutant.new!r:.60}",
                flush=True,
            )
    print(f"{len(chosen)} mutants, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
