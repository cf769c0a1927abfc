"""Write the golden counts: `python tests/golden/regenerate.py [--force]`.

Stored counts for the same rules versions are not overwritten unless forced: raise
`rules_version` in the manifest of the plugin whose rules have changed instead.
"""

from __future__ import annotations

import argparse
import sys

from golden_counts import cases, record
from golden_files import DATA, Refused, save


def main() -> int:
    """Write what is missing; 1 if anything was refused."""
    parser = argparse.ArgumentParser(description="Write the golden counts.")
    parser.add_argument(
        "--force", action="store_true", help="overwrite counts of the same rules versions"
    )
    force = parser.parse_args().force
    refused = 0
    for case in cases():
        try:
            path = save(DATA, case.name, record(case.compile()), force)
            print(f"{case.name}: {'as kept' if path is None else f'written to {path.name}'}")
        except Refused as reason:
            refused = 1
            print(reason, file=sys.stderr)
    return refused


if __name__ == "__main__":
    sys.exit(main())
