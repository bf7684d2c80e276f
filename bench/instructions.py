"""Machine instructions of the simulation, counted by callgrind: they hold on a noisy machine.

    python bench/instructions.py            a table
    python bench/instructions.py --json     one JSON object for programs

It needs valgrind. Each policy plays a small and a large number of rounds; the difference of the two
runs, divided by the tricks between them, is free of what starting Python costs. Instructions change
with the compiler and the kind of processor, not with its load: compare runs of one machine.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SMALL, LARGE = 1_000, 41_000  # starting Python varies by some millions
POLICIES = ("random", "uniform", "greedy")
PLAY = """
import sys
from tractor import STANDARD, Trump
from tractor._core.playout import Playout
print(Playout(STANDARD, Trump.all(), (sys.argv[1],) * 4).run(1, 0, int(sys.argv[2]))[0]["tricks"])
"""


def count(policy: str, rounds: int) -> tuple[int, int]:
    """Tricks played and instructions executed by a Python that plays so many rounds."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "callgrind.out")
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        command += [sys.executable, "-c", PLAY, policy, str(rounds)]
        # A fixed hash seed: the dictionaries of both runs are the same.
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode:
            sys.exit(f"{done.stderr}\nvalgrind failed")
        totals = [line for line in out.read_text().splitlines() if line.startswith("totals:")]
    return int(done.stdout), int(totals[-1].split()[1])


def instructions_per_trick(policy: str) -> float:
    """What one trick costs when all four seats play a policy."""
    (few, before), (many, after) = count(policy, SMALL), count(policy, LARGE)
    return (after - before) / (many - few)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed: your system's package manager has it")
    figures = {f"simulate_{p}_instructions": instructions_per_trick(p) for p in POLICIES}
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        print(f"{name:<34}{figure:>10,.0f} a trick")


if __name__ == "__main__":
    main()
