"""The rooms of `src/elfen`, read off the imports: who uses whom, and what goes round in a circle.

Imports count wherever they stand: at the top of a file, inside functions, and those that only a
type checker follows.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parents[2] / "src" / "elfen"

#: The rooms, the lowest first. A room uses those below it. `elfen` is the face, `__init__.py`.
STOREYS = (
    "errors",
    "declare",
    "boards",
    "knowledge",
    "kernel",
    "text",
    "views",
    "compiler",
    "game",
    "encoding",
    "bots",
    "arena",
    "draw",
    "stats",
    "adapters",
    "plugin",
    "land",
    "testing",
    "elfen",
    "web",
    "cli",
)

#: The one file whose imports lead upwards: it says where the types are that functions are given.
GIVEN = "elfen.declare.given"

#: Inner files that other rooms may name: each is a door of its own.
DOORS = (
    GIVEN,
    "elfen.declare.hookspecs",
    "elfen.game.saves",
    "elfen.bots.planner",
    "elfen.testing.suite.running",
    "elfen.testing.types",
)


class Arrow(NamedTuple):
    """One import of a name by a module of another one."""

    user: str
    used: str
    name: str


def room_of(module: str) -> str:
    """The room that a module is in."""
    return module.split(".")[1] if "." in module else "elfen"


@cache
def modules(source: Path = SOURCE) -> Mapping[str, Path]:
    """All modules by their dotted names."""
    found: dict[str, Path] = {}
    for path in sorted(source.rglob("*.py")):
        parts = [source.name, *path.relative_to(source).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def arrows(source: Path = SOURCE) -> tuple[Arrow, ...]:
    """Every import by one module of another."""
    return tuple(
        arrow for module, path in modules(source).items() for arrow in _of(module, path, source)
    )


def _of(module: str, path: Path, source: Path) -> Iterator[Arrow]:
    known = modules(source)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for one in node.names:
                if one.name in known:
                    yield Arrow(module, one.name, "")
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for one in node.names:
                inner = f"{node.module}.{one.name}"
                yield Arrow(module, inner if inner in known else node.module, one.name)


def upward(found: Iterable[Arrow]) -> list[Arrow]:
    """The imports that lead to a higher room."""
    return [a for a in found if STOREYS.index(room_of(a.used)) > STOREYS.index(room_of(a.user))]


def inside(found: Iterable[Arrow]) -> list[Arrow]:
    """The imports of another room's inner file."""
    return [
        a
        for a in found
        if room_of(a.user) != room_of(a.used) and a.used.count(".") > 1 and a.used not in DOORS
    ]


def circles(found: Iterable[Arrow]) -> list[list[str]]:
    """The groups of modules that use each other in a circle, each sorted."""
    uses: dict[str, set[str]] = {}
    for arrow in found:
        if arrow.user != arrow.used:
            uses.setdefault(arrow.user, set()).add(arrow.used)
    reached = {module: _reached(module, uses) for module in uses}
    groups = {
        tuple(sorted({module} | {o for o in reached[module] if module in reached.get(o, ())}))
        for module in uses
    }
    return [list(group) for group in sorted(groups) if len(group) > 1]


def _reached(module: str, uses: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    left = [*uses.get(module, ())]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += uses.get(one, ())
    return found
