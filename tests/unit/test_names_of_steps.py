"""Every phase, procedure and step of what comes along has a constant that plugins can import."""

from __future__ import annotations

from types import ModuleType

import pytest

import elfen_favor
import elfen_gold
import elfen_sea
from elfen import Ruleset, compile_ruleset, land

RULESETS = [
    compile_ruleset(options={"town_cards": True}),
    compile_ruleset(expansions=["gold"]),
    compile_ruleset(expansions=["sea"]),
    compile_ruleset(expansions=["favor"], options={"variant": "small"}),
    compile_ruleset(expansions=["favor"], options={"variant": "great"}),
]


def unnamed(plugin: str, module: ModuleType, rules: Ruleset) -> set[str]:
    """What a plugin has put into procedures, and has no public constant for."""
    constants = [getattr(module, name) for name in module.__all__ if name.isupper()]
    named = {value for value in constants if isinstance(value, str)}
    steps = {
        owned.entry.name
        for steps in rules.procedures.values()
        for owned in steps
        if owned.plugin == plugin
    }
    procedures = {name for name in rules.procedures if name.startswith(f"{plugin}/")}
    decisions = {owned.entry.name for owned in rules.decisions if owned.plugin == plugin}
    return {*steps, *procedures, *decisions} - named


@pytest.mark.parametrize(
    ("plugin", "module"),
    [("land", land), ("gold", elfen_gold), ("sea", elfen_sea), ("favor", elfen_favor)],
)
def test_every_step_has_a_constant(plugin: str, module: ModuleType) -> None:
    assert {name for rules in RULESETS for name in unnamed(plugin, module, rules)} == set()


def test_a_step_without_a_constant_is_noticed() -> None:
    assert "sea/reveal" in unnamed("sea", elfen_gold, RULESETS[2])
