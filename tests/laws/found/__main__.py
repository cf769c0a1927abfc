"""Try the laws on all planted faults.

    python tests/laws/found                 # all of them; the results go to results.json
    python tests/laws/found NAME ...        # only these
    python tests/laws/found --missed        # only those that were missed, or are new
    python tests/laws/found --table         # write the table in docs/testing.md anew

Each run takes up to three minutes of processor time; `--jobs N` runs several side by side.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from found.results import PAGE, Results, keep, results, table, written
from found.trying import Fault, blamed, planted, tried


def main() -> None:
    """Run what was asked for."""
    asking = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asking.add_argument("names", nargs="*", metavar="NAME")
    asking.add_argument("--missed", action="store_true")
    asking.add_argument("--table", action="store_true")
    asking.add_argument("--jobs", type=int, default=1, metavar="N")
    asked = asking.parse_args()
    found = results()
    if asked.table:
        PAGE.write_text(written(found), encoding="utf-8")
        return
    chosen = [fault for fault in planted() if _chosen(fault, asked, found)]
    with ThreadPoolExecutor(asked.jobs) as pool:
        running = {pool.submit(tried, fault): fault for fault in chosen}
        for done in as_completed(running):
            fault, one = running[done], done.result()
            one["named"] = blamed(fault, one)
            found[fault.name] = one
            how = f"{one['law']} ({one['trial']})" if one["caught"] else "MISSED"
            named = "named" if one["named"] else "not named"
            line = f"{fault.sort:12}{fault.name:50}{one['seconds']:6.0f} s  {named:10} {how}"
            print(line, flush=True)
            keep(found)
    print(*table(found), sep="\n")


def _chosen(fault: Fault, asked: argparse.Namespace, found: Results) -> bool:
    if asked.names:
        return fault.name in asked.names
    return not asked.missed or not found.get(fault.name, {}).get("caught")


if __name__ == "__main__":
    main()
