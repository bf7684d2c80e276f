"""Many threads on the same objects for a long time: every answer is what one thread alone gets.

python tests/proofs/soak.py --threads 8 --seconds 300
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import sys
import threading
import time
from collections import Counter

from calls import cheap_calls, long_calls


def main() -> int:
    """The command; 1 if an answer differed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=300)
    options = parser.parse_args()
    faulthandler.enable()
    calls = cheap_calls() | long_calls()
    right = {name: call() for name, call in calls.items()}
    names = list(calls)
    wrong: list[str] = []
    done: list[Counter[str]] = []
    # Threads change often, in the middle of calls too.
    sys.setswitchinterval(1e-5)
    end = time.monotonic() + options.seconds

    def work(number: int) -> None:
        rng = random.Random(number)
        mine: Counter[str] = Counter()
        done.append(mine)
        while time.monotonic() < end and not wrong:
            name = rng.choice(names)
            try:
                answer = calls[name]()
            except BaseException as error:
                answer = error
            if answer != right[name]:
                wrong.append(f"{name}: {answer!r} is not {right[name]!r}"[:2000])
            mine[name] += 1

    threads = [threading.Thread(target=work, args=(n,)) for n in range(options.threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total = sum(done, Counter())
    print(
        f"{options.threads} threads, {options.seconds:.0f} s: {sum(total.values()):,} calls of "
        f"{len(total)} kinds, {min(total.values()):,} of the rarest; {len(wrong)} wrong"
    )
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
