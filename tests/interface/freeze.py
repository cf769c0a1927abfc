"""The plugin interface as data: `python tests/interface/freeze.py` writes it to a file.

It is written once per interface number, when that is introduced, to `data/v<number>.json`.
"""

from __future__ import annotations

import inspect
import json
from enum import EnumType
from pathlib import Path
from types import ModuleType
from typing import Any

import elfen.land
import elfen.plugin
from elfen.compiler.hooks import HOOKS
from elfen.declare import hookspecs
from elfen.declare.interface import INTERFACE, Stability, mark_of

DATA = Path(__file__).parent / "data"
DOORS: tuple[ModuleType, ...] = (elfen.plugin, elfen.land)

#: Classes that plugins are given and never make: their constructors are no part of it.
GIVEN = (
    elfen.plugin.Crossing,
    elfen.plugin.Observation,
    elfen.plugin.PaymentTable,
    elfen.plugin.Position,
    elfen.plugin.Ruleset,
    elfen.plugin.Table,
    elfen.plugin.View,
    elfen.plugin.Words,
)


def interface() -> dict[str, Any]:
    """The arguments of stable hooks by name; by module and name, what can be called and read."""
    return {
        "hooks": {
            name: list(arguments)
            for name, arguments in HOOKS.items()
            if mark_of(getattr(hookspecs, name)).stability is Stability.STABLE
        },
        "names": {
            door.__name__: {name: described(getattr(door, name)) for name in door.__all__}
            for door in DOORS
        },
    }


def described(thing: object) -> dict[str, Any]:
    """The arguments of what can be called, and the public attributes of a class."""
    out: dict[str, Any] = {}
    if inspect.isclass(thing):
        pythons = {name for cls in thing.__mro__ if of_python(cls) for name in vars(cls)}
        declared = {name for cls in thing.__mro__ for name in vars(cls).get("__annotations__", {})}
        out["attributes"] = {
            name: arguments(getattr(thing, name, None))
            for name in sorted({*dir(thing), *declared} - pythons)
            if not name.startswith("_")
        }
    if callable(thing) and thing not in GIVEN:
        out["arguments"] = arguments(thing)
    return out


def of_python(cls: type) -> bool:
    """Whether a class is Python's own, whose attributes differ from version to version."""
    return cls.__module__ in ("builtins", "enum", "typing")


def arguments(thing: object) -> list[str] | None:
    """`name` for a required argument, `name=` for an optional one; None if it is not callable."""
    if not callable(thing):
        return None
    try:
        parameters = [*inspect.signature(thing).parameters.values()]
    except (TypeError, ValueError):
        return None
    if isinstance(thing, EnumType):  # from Python 3.12 on it does not say what it takes
        call = inspect.signature(EnumType.__call__).parameters.values()
        parameters = [p for p in call if p.name != "cls" and p.kind is not p.VAR_POSITIONAL]
    return [
        {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        + p.name
        + ("=" if p.default is not p.empty else "")
        for p in parameters
    ]


def broken(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """The parts of an old interface that a new one breaks."""
    out = [
        f"hook {name}({', '.join(wanted)}) is {new['hooks'].get(name)}"
        for name, wanted in old["hooks"].items()
        if new["hooks"].get(name) != wanted
    ]
    for door, names in old["names"].items():
        for name, before in names.items():
            now = new["names"][door].get(name)
            if now is None:
                out.append(f"{door}.{name} is gone")
                continue
            pairs = [(f"{door}.{name}", before.get("arguments"), now.get("arguments"))]
            for attribute, wanted in before.get("attributes", {}).items():
                where = f"{door}.{name}.{attribute}"
                if attribute not in now.get("attributes", {}):
                    out.append(f"{where} is gone")
                else:
                    pairs.append((where, wanted, now["attributes"][attribute]))
            out += [
                f"{where} takes ({', '.join(is_now or ())}), not ({', '.join(was)})"
                for where, was, is_now in pairs
                if was is not None and not still_takes(was, is_now or [])
            ]
    return out


def still_takes(was: list[str], is_now: list[str]) -> bool:
    """Whether a callable that took these arguments before still takes them."""
    kept = is_now[: len(was)]
    same = all(a in (b, b + "=") for a, b in zip(kept, was, strict=False))
    return len(kept) == len(was) and same and all("=" in a or "*" in a for a in is_now[len(was) :])


def main() -> None:
    """Write the interface of the current number to its file, unless the file exists."""
    path = DATA / f"v{INTERFACE}.json"
    if path.exists():
        raise SystemExit(f"{path} is there; an interface is written down once")
    path.write_text(json.dumps(interface(), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
