"""Try the laws on all planted faults.

    python tests/laws/found                 # all of them; the results go to results.json
    python tests/laws/found NAME ...        # only these
    python tests/laws/found --missed        # only those that were missed, or are new
    python tests/laws/found --table         # write the table in docs/testing.md anew

Each run takes up to three minutes of processor time; `--jobs N` runs several side by side.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from trying import HERE, Fault, blamed, planted, tried

RESULTS = HERE / "results.json"
PAGE = HERE.parents[2] / "docs" / "testing.md"
BEGIN, END = "<!-- found -->\n", "<!-- end of found -->\n"

Results = dict[str, dict[str, Any]]


def results() -> Results:
    """What was found last time, by the name of the fault."""
    found: Results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def table(found: Results) -> Iterator[str]:
    """The shares by sort, as lines of Markdown."""
    yield "| sort | planted | caught | with the function named |"
    yield "|---|---|---|---|"
    planted_ones, caught, named = Counter[str](), Counter[str](), Counter[str]()
    for fault in planted():
        one = found.get(fault.name, {})
        planted_ones[fault.sort] += 1
        caught[fault.sort] += bool(one.get("caught"))
        named[fault.sort] += bool(one.get("named"))
    for sort, number in planted_ones.items():
        yield f"| {sort} | {number} | {caught[sort]} | {named[sort]} |"
    yield f"| all | {planted_ones.total()} | {caught.total()} | {named.total()} |"


def written(found: Results) -> str:
    """The page with the table as it is now."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + "\n".join(table(found)) + "\n\n" + END + after


def main() -> None:
    """Run what was asked for."""
    asking = argparse.ArgumentParser(description=__doc__, usage="python tests/laws/found")
    asking.add_argument("names", nargs="*")
    asking.add_argument("--missed", action="store_true")
    asking.add_argument("--table", action="store_true")
    asking.add_argument("--jobs", type=int, default=1)
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
            print(f"{fault.sort:12}{fault.name:45}{one['seconds']:6.0f} s  {named:10} {how}")
            RESULTS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(*table(found), sep="\n")


def _chosen(fault: Fault, asked: argparse.Namespace, found: Results) -> bool:
    if asked.names:
        return fault.name in asked.names
    return not asked.missed or not found.get(fault.name, {}).get("caught")


if __name__ == "__main__":
    main()
