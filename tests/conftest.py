"""Whatever tests start as a process of its own imports the same `tractor` as the tests.

With the package installed, the sources in the current directory, which have no compiled core, must
not be found first. With the core compiled into the checkout, they must be found from everywhere.
"""

import os
import signal
from pathlib import Path

import tractor

ROOT = Path(__file__).parent.parent

# A shell's background job ignores it, and so would the programs to which tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

if Path(tractor.__file__).parent.parent == ROOT:
    os.environ["PYTHONPATH"] = str(ROOT)
else:
    os.environ["PYTHONSAFEPATH"] = "1"
