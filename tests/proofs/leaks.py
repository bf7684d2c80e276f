"""Memory stays flat over ten million calls.

    python tests/proofs/leaks.py --calls 10000000

Each call is repeated until it is warm, then many times more; the process must not grow by more than
a megabyte over these, which is less than a byte in ten of a call. Linux only.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time

from calls import Call, cheap_calls, long_calls

MOST_GROWTH = 1_000_000


def memory() -> int:
    """Bytes that the process holds."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def repeat(call: Call, times: int) -> None:
    """So many calls."""
    for _ in range(times):
        call()


def main() -> int:
    """The command; 1 if memory grew."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", type=int, default=10_000_000)
    options = parser.parse_args()
    start = time.perf_counter()
    cheap, long = cheap_calls(), long_calls()
    times = {name: options.calls // len(cheap) + 1 for name in cheap}
    times |= dict.fromkeys(long, 500)
    grown = 0
    for name, call in (cheap | long).items():
        repeat(call, times[name] // 5)
        before = memory()
        repeat(call, times[name] - times[name] // 5)
        growth = memory() - before
        if growth > MOST_GROWTH:
            print(f"{name}: {growth:,} bytes more after {times[name]:,} calls")
            grown += 1
    seconds = time.perf_counter() - start
    print(
        f"{sum(times.values()):,} calls of {len(times)} kinds in {seconds:.0f} s, "
        f"{memory():,} bytes held; {grown} of them grew"
    )
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
