"""The reference says of every decision what it is asked with, and whether others may ask it."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

import elfen_gold
from elfen import compile_ruleset, land
from elfen.plugin import Decision

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


def wrong(module: ModuleType, plugin: str, page: str) -> list[str]:
    """The decisions of a plugin of which a table has no row, or one that is not true."""
    rules = compile_ruleset(expansions=[] if plugin == "land" else [plugin])
    return [
        owned.entry.name
        for owned in rules.decisions
        if owned.plugin == plugin
        and not any(
            re.search(row(name, owned.entry), page)
            for name in module.__all__
            if getattr(module, name) == owned.entry.name
        )
    ]


def row(name: str, decision: Decision) -> str:
    data = "none" if decision.data is None else f"`{decision.data.__name__}`"
    reusable = "yes" if decision.reusable else r"no\b[^|]*"
    return rf"\| `{name}` \| [^|]+ \| {data} \| {reusable} ?\|"


@pytest.mark.parametrize(
    ("module", "plugin", "file"),
    [(land, "land", "land.md"), (elfen_gold, "gold", "expansions.md")],
)
def test_the_tables_are_true(module: ModuleType, plugin: str, file: str) -> None:
    page = (REFERENCE / file).read_text(encoding="utf-8")
    assert wrong(module, plugin, page) == []
    assert wrong(module, plugin, page.replace("| yes |", "| no |")) != []
