"""Start-up times as multiples of `import chess`, each measured in a fresh process.

The kinds of process alternate, and the median of each counts, in processor time. Names of elfen are
loaded when they are first asked for, so it is the import and the first ruleset together that count.
All modules have been compiled before, as an installation does.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from statistics import median

TIMED = {
    "import chess": ("", "import chess"),
    "import elfen": ("", "import elfen"),
    "import elfen; elfen.compile_ruleset()": ("", "import elfen; elfen.compile_ruleset()"),
    "import attrs, cattrs, pluggy": ("", "import attrs, cattrs, pluggy"),
}

PROGRAM = """
from time import process_time
{before}
start = process_time()
{timed}
print(process_time() - start)
"""


def seconds(before: str, timed: str, compiled: str) -> float:
    """The seconds that a statement takes in a fresh process, after the statement `before`.

    Compiled modules are kept in the folder `compiled`.
    """
    program = PROGRAM.format(before=before, timed=timed)
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**kept, "PYTHONPYCACHEPREFIX": compiled},
    )
    return float(done.stdout)


def measure(rounds: int) -> dict[str, float]:
    """The median times, as multiples of `import chess`. The first round only compiles modules."""
    times: dict[str, list[float]] = {name: [] for name in TIMED}
    with tempfile.TemporaryDirectory() as compiled:
        for n in range(rounds + 1):
            for name, (before, timed) in TIMED.items():
                taken = seconds(before, timed, compiled)
                if n:
                    times[name].append(taken)
    yardstick = median(times["import chess"])
    return {name: median(taken) / yardstick for name, taken in times.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=31, help="processes of each (default: 31)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args(arguments)
    found = measure(given.rounds)
    if given.json:
        print(json.dumps({"rounds": given.rounds, "times_import_chess": found}, indent=2))
        return
    print("| | times `import chess` |\n| --- | ---: |")
    for name, times in found.items():
        print(f"| `{name}` | {times:.2f} |")


if __name__ == "__main__":
    main()
