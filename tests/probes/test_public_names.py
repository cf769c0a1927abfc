"""The probes and the faults are outsiders: they use the names that are public for plugins."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import elfen.land
import elfen.plugin
import elfen_favor
import elfen_gold
import elfen_sea

HERE = Path(__file__).parent
OUTSIDERS = [
    *sorted(path for path in HERE.glob("*.py") if not path.stem.startswith("test_")),
    *sorted(HERE.parent.joinpath("laws", f"{name}.py") for name in ("faults", "leaks", "misfits")),
]
DOORS = {
    door.__name__: door.__all__
    for door in (elfen.plugin, elfen.land, elfen_gold, elfen_favor, elfen_sea)
}


@pytest.mark.parametrize("path", OUTSIDERS, ids=lambda path: path.stem)
def test_only_public_names_are_imported(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module in DOORS:
            assert {alias.name for alias in node.names} <= set(DOORS[node.module])
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    modules = {name.partition(".")[0] for name in imported}
    assert modules <= {*sys.stdlib_module_names, *(other.stem for other in OUTSIDERS)}


@pytest.mark.parametrize("path", OUTSIDERS, ids=lambda path: path.stem)
def test_nothing_private_is_touched(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    private = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.endswith("__")
    }
    assert private == set()
