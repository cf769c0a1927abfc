"""Try the laws with many seeds on rules that keep them: whatever they find is a false alarm.

    python tests/laws/alarms.py                    # all rules, seeds 1 to 50, one after the other
    python tests/laws/alarms.py land minstrels     # only these
    python tests/laws/alarms.py --seeds 1 3        # only seeds 1 to 3
    python tests/laws/alarms.py --part 30          # of each seed, one of thirty trials
    python tests/laws/alarms.py --table            # write the table in docs/testing.md anew

The rules are Elfenland, the expansions shipped with it, the example `minstrels`, and the plugins in
`tests/probes`. Each is tried as `elfen laws NAME --seed N` does, in a process of its own, in which
it is installed beside those that are shipped. That takes up to three minutes of processor time.
Of seeds that are tried in part, each tries other trials, so that thirty seeds try all of them once.
Results are kept in `alarms.json`, and what has been tried is left out: so stop it when you like.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from found.trying import PROGRAM, SOURCE

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RESULTS = HERE / "alarms.json"
PAGE = ROOT / "docs" / "testing.md"
BEGIN, END = "<!-- alarms -->\n", "<!-- end of alarms -->\n"

SHIPPED = ("land", "gold", "sea", "favor")
PROBES = HERE.with_name("probes")
MANIFEST = re.compile(r'^def elfen_manifest\(.*?\bManifest\(\s*"([^"]+)"', re.MULTILINE | re.DOTALL)
#: By the name of other rules, the module of the plugin and the folder in which it is.
OTHERS = {"minstrels": ("elfen_minstrels.plugin", ROOT / "examples" / "minstrels" / "src")} | {
    manifest[1]: (path.stem, PROBES)
    for path in sorted({*PROBES.glob("*.py")} - {*PROBES.glob("test_*.py")})
    if (manifest := MANIFEST.search(path.read_text(encoding="utf-8")))
}

#: By name and seed: what was found wrong (None: nothing), the seconds, and trials without time; and
#: if only a part was tried, one of how many trials.
Results = dict[str, dict[str, dict[str, Any]]]


def results() -> Results:
    """What was found so far."""
    found: Results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def tried(name: str, seed: int, part: int = 1) -> dict[str, Any]:
    """What the laws find in rules that should keep them, by one of `part` trials."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [folder, str(SOURCE)]
        if name in OTHERS:
            module, where = OTHERS[name]
            facts = Path(folder) / f"{name}-1.0.dist-info"
            facts.mkdir()
            (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            (facts / "entry_points.txt").write_text(f"[elfen.expansions]\n{name} = {module}\n")
            paths.append(str(where))
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, json.dumps([name, "", seed, part, str(SOURCE)])],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "ELFEN_EXAMPLES": ""},
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        return {"alarm": (done.stderr.strip().splitlines() or ["nothing was said"])[-1]}
    found = json.loads(done.stdout.splitlines()[-1])
    alarm = f"{found['trial']}: {found['told']}" if found["caught"] else None
    one = {"alarm": alarm, "seconds": round(found["seconds"]), "stopped": found["stopped"]}
    return one | ({"part": part} if part > 1 else {})


def told(found: Results) -> Iterator[str]:
    """The table: which seeds were tried on which rules, and what came of it."""
    yield "| rules | seeds | seeds in part | false alarms | trials left out | seconds in all |"
    yield "|---|---|---|---:|---:|---:|"
    for name in [one for one in (*SHIPPED, *OTHERS) if one in found]:
        of_name = found[name]
        some = [of_name[seed] for seed in sorted(of_name, key=int)]
        alarms = sum(one["alarm"] is not None for one in some)
        left_out = sum(len(one.get("stopped", ())) for one in some)
        seconds = sum(one.get("seconds", 0) for one in some)
        whole = spans([int(seed) for seed, one in of_name.items() if "part" not in one])
        parts = sorted({one["part"] for one in some if "part" in one})
        of = "; ".join(
            f"{spans([int(s) for s, one in of_name.items() if one.get('part') == n])} (1/{n})"
            for n in parts
        )
        yield f"| {name} | {whole} | {of} | {alarms} | {left_out} | {seconds} |"
    left = [one for one in (*SHIPPED, *OTHERS) if one not in found]
    yield ""
    yield f"Not tried yet: {', '.join(left)}." if left else "All have been tried."


def spans(numbers: list[int]) -> str:
    """Numbers in short, such as `1-3, 7`."""
    parts: list[list[int]] = []
    for n in sorted(numbers):
        if parts and parts[-1][-1] == n - 1:
            parts[-1].append(n)
        else:
            parts.append([n])
    return ", ".join(f"{p[0]}-{p[-1]}" if len(p) > 1 else str(p[0]) for p in parts)


def main() -> None:
    """Run what was asked for."""
    asking = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asking.add_argument("names", nargs="*", metavar="NAME")
    asking.add_argument("--seeds", nargs=2, type=int, default=(1, 50), metavar=("FROM", "TO"))
    asking.add_argument("--part", type=int, default=1, metavar="N")
    asking.add_argument("--table", action="store_true")
    asked = asking.parse_args()
    if asked.part < 1:
        asking.error("--part: give a whole number from 1")
    if unknown := {*asked.names}.difference(SHIPPED, OTHERS):
        asking.error(f"there are no rules {min(unknown)!r}, only {', '.join((*SHIPPED, *OTHERS))}")
    found = results()
    if asked.table:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        lines = "\n".join(["", *told(found), "", ""])
        PAGE.write_text(f"{before}{BEGIN}{lines}{END}{rest.partition(END)[2]}", encoding="utf-8")
        return
    first, last = asked.seeds
    for seed in range(first, last + 1):
        for name in asked.names or (*SHIPPED, *OTHERS):
            before = found.get(name, {}).get(str(seed))
            if before is not None and before.get("part", 1) <= asked.part:
                continue
            one = tried(name, seed, asked.part)
            found = results()  # another run may have added to them
            found.setdefault(name, {})[str(seed)] = one
            RESULTS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            print(f"{name:12} seed {seed:3} {one.get('seconds', '?'):>4} s  {one['alarm']}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
