"""Golden counts on disk: one file per ruleset and rules versions, never replaced silently."""

from __future__ import annotations

import json
from pathlib import Path

from golden_counts import Record

DATA = Path(__file__).parent / "data"
COMMAND = "python tests/golden/regenerate.py"


class Refused(Exception):
    """The counts have changed, but no rules version has."""


def path_of(folder: Path, name: str, plugins: dict[str, int]) -> Path:
    """The file of a case at these rules versions."""
    at = "-".join(f"{plugin}{version}" for plugin, version in sorted(plugins.items()))
    return folder / f"{name}.{at}.json"


def load(folder: Path, name: str, plugins: dict[str, int]) -> Record | None:
    """The stored counts, or None."""
    path = path_of(folder, name, plugins)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def differences(kept: object, now: object, where: str = "") -> list[str]:
    """Every value in which two records differ, as text."""
    if isinstance(kept, dict) and isinstance(now, dict):
        keys = sorted({*kept, *now})
        return [d for k in keys for d in differences(kept.get(k), now.get(k), f"{where}/{k}")]
    return [] if kept == now else [f"{where}: kept {kept}, now {now}"]


def save(folder: Path, name: str, record: Record, force: bool = False) -> Path | None:
    """Store a record; None if the same record is stored already.

    Raises `Refused` if a different one is stored for the same rules versions, unless forced.
    """
    path = path_of(folder, name, record["plugins"])
    kept = load(folder, name, record["plugins"])
    if kept is not None:
        changed = differences(kept, record)
        if not changed:
            return None
        if not force:
            raise Refused(mend(name, record["plugins"], changed))
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return path


def mend(name: str, plugins: dict[str, int], changed: list[str]) -> str:
    """What has changed and what to do about it."""
    shown = "\n  ".join(changed[:10])
    return (
        f"golden counts of {name} have changed, but the rules versions {plugins} have not:\n"
        f"  {shown}\n"
        "If the rules did change, raise rules_version in that plugin's manifest and run"
        f" `{COMMAND}`; if not, this is a bug."
    )
