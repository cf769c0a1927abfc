"""A plugin of anybody's that takes away what other expansions add, if they are there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.land import HAND, MOVE
from elfen.plugin import Manifest, Phase, Remove, hookimpl, maybe

ROAD = "feodor-lapphalya-woods"


class ClearRoads:
    """Obstacles cost nothing, whoever lays them, and there is no income."""

    removed: Sequence[Remove] = (
        Remove("land/obstacle"),
        Remove(maybe("gold/tree")),
        Remove(maybe("gold/sea-monster")),
    )

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("clear", rules_version=1, api=1, requires=("land",), help="Clear roads.")

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> Sequence[Remove]:
        return self.removed

    @hookimpl
    def elfen_phases(self, rules: Ruleset) -> list[Remove | Phase]:
        return [Remove(maybe("gold/income"))]


def prices(rules: Ruleset, *lying: str) -> list[str]:
    scene = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").lay(ROAD, *lying)
    state = scene.zone(HAND.of(0), {"unicorn": 3}).state()
    return [str(price) for price in rules.quote(state, 0, ROAD)]


def test_what_is_there_is_removed() -> None:
    rules = compile_ruleset(expansions=["gold", ClearRoads()])
    assert prices(compile_ruleset(expansions=["gold"]), "unicorn", "tree") == ["2 unicorn", "any 4"]
    assert prices(rules, "unicorn", "tree") == ["1 unicorn", "any 3"]
    assert "gold/income" not in [owned.entry.name for owned in rules.procedures["round"]]


def test_what_is_not_there_is_passed_over() -> None:
    rules = compile_ruleset(expansions=[ClearRoads()])
    assert prices(rules, "unicorn", "obstacle") == ["1 unicorn", "any 3"]
    phases = [owned.entry.name for owned in rules.procedures["round"]]
    assert phases == [owned.entry.name for owned in compile_ruleset().procedures["round"]]


def test_what_has_to_be_there_is_still_an_error() -> None:
    strict = ClearRoads()
    strict.removed = (Remove("gold/tree"),)
    with pytest.raises(RulesetError) as caught:
        compile_ruleset("rio-grande", expansions=[strict])
    assert str(caught.value) == (
        "move cost: plugin 'clear' removes 'gold/tree', which nobody adds; there is:"
        " land/caravan, land/chart, land/obstacle, land/rafts; if it is another plugin's, require"
        " that plugin or use Remove(maybe('gold/tree'))"
    )


def test_what_the_core_adds_is_there() -> None:
    class NoRanking(ClearRoads):
        @hookimpl
        def elfen_ranking(self, rules: Ruleset) -> list[Remove]:
            return [Remove(maybe("core/ranking"))]

    with pytest.raises(RulesetError, match="there has to be one ranking"):
        compile_ruleset(expansions=[NoRanking()])
