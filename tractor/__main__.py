"""``python -m tractor``: the command line."""

import sys

from tractor.cli import main

if __name__ == "__main__":
    sys.exit(main())
