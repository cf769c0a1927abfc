"""The example, and what `elfen new-expansion` writes, are made of nothing but public names."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import elfen.land
import elfen.plugin
from elfen.cli.scaffold import write_expansion

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "minstrels" / "src" / "elfen_minstrels"
DOORS = {"elfen.plugin": elfen.plugin.__all__, "elfen.land": elfen.land.__all__}


def not_public(package: Path) -> Iterator[str]:
    """What the modules of a package import that is neither their own, nor Python's, nor public."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
                yield f"{path.name}: {node.attr}"
            for module, name in imported(node):
                root = module.partition(".")[0]
                if root in sys.stdlib_module_names or root == package.name:
                    continue
                if name not in DOORS.get(module, ()):
                    yield f"{path.name}: {name} of {module}"


def imported(node: ast.AST) -> list[tuple[str, str]]:
    """The modules and names that a statement imports."""
    if isinstance(node, ast.Import):
        return [(alias.name, "") for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [(str(node.module), alias.name) for alias in node.names]
    return []


def test_the_example_uses_public_names_alone() -> None:
    assert list(not_public(EXAMPLE)) == []


def test_a_new_expansion_uses_public_names_alone(tmp_path: Path) -> None:
    write_expansion("market", tmp_path, "0.1.0")
    assert list(not_public(tmp_path / "src" / "elfen_market")) == []


@pytest.mark.parametrize(
    "line",
    [
        "from elfen.game.ruleset import Ruleset",
        "from elfen.plugin import CORE",
        "import elfen_gold",
        "x = y._hidden",
    ],
)
def test_what_is_not_public_is_noticed(line: str, tmp_path: Path) -> None:
    (tmp_path / "plugin.py").write_text(line + "\n")
    assert len(list(not_public(tmp_path))) == 1
