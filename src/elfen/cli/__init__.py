"""The command line. It needs click and rich, which `pip install 'elfen[cli]'` brings.

It uses what every front end has: rulesets, games, views and words.

Open `app` first: the commands. Each has a file of its name; `playing` is the table of `elfen play`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `elfen` with these arguments (None: those of the process) and return the exit code.

    0 is success, 1 a broken pipe (nobody reads the output any more), 2 an error, reported in one
    line on stderr, and 130 an interruption.
    """
    try:
        try:
            from elfen.cli.app import run

            return run(arguments)  # loads the command that is called
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in ("click", "rich"):
                raise
            print("elfen: the command line needs more: pip install 'elfen[cli]'", file=sys.stderr)
            return 2
    except KeyboardInterrupt:
        print("elfen: interrupted", file=sys.stderr)
        return 130
