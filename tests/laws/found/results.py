"""What the laws have found of the planted faults, kept beside them, and the table made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from found.trying import HERE, planted

RESULTS = HERE / "results.json"
PAGE = HERE.parents[2] / "docs" / "testing.md"
BEGIN, END = "<!-- found -->\n", "<!-- end of found -->\n"

_RULES, _CORE = "in Elfenland and its expansions", "in the core"

Results = dict[str, dict[str, Any]]


def results() -> Results:
    """What was found last time, by the name of the fault."""
    found: Results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def keep(found: Results) -> None:
    """Write down what was found, without faults that are no longer there."""
    names = {fault.name for fault in planted()}
    kept = {name: one for name, one in found.items() if name in names}
    RESULTS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def table(found: Results) -> Iterator[str]:
    """The shares by sort, and what was missed, as lines of Markdown."""
    yield "| sort | planted | tried | caught | with the function named |"
    yield "|---|---|---|---|---|"
    groups = {fault.sort: [0, 0, 0, 0] for fault in planted()}
    groups |= {name: [0, 0, 0, 0] for name in (_RULES, _CORE, "all")}
    for fault in planted():
        one = found.get(fault.name, {})
        for group in (fault.sort, _RULES if fault.is_of_rules else _CORE, "all"):
            for n, yes in enumerate((True, one, one.get("caught"), one.get("named"))):
                groups[group][n] += bool(yes)
    for group, numbers in groups.items():
        yield f"| {group} | {' | '.join(map(str, numbers))} |"
    missed = [
        fault for fault in planted() if found.get(fault.name, {"caught": 1})["caught"] is False
    ]
    if missed:
        yield ""
        yield "Missed:"
        yield ""
    for fault in missed:
        why = fault.missed or "not looked into"
        yield f"- `{fault.name}` ({fault.sort}, `{fault.file}`): {why}"


def written(found: Results) -> str:
    """The page with the table as it is now."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + "\n".join(table(found)) + "\n\n" + END + after
