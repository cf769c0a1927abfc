"""`python -m elfen.cli` is `elfen`."""

import sys

from elfen.cli import main

if __name__ == "__main__":
    sys.exit(main())
