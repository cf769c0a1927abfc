"""Outside plugins that use the newest doors keep the laws together, with all that is shipped."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import almanac
import ambles
import bandits
import coaches
import eagles
import epilogue
import fogs
import half_map
import lodgings
import pytest
import sledges
import tithes
import whispers

from elfen import Ruleset, compile_ruleset
from elfen.testing import check_game, check_rules, play_out

#: Where boots begin, what may be crossed and laid, journeys, flights, what is free, robbing,
#: questions that are borrowed or asked in other words, and the moment before the end.
ALL = (ambles, bandits, coaches, eagles, epilogue, fogs, lodgings, sledges, tithes, whispers)
SHIPPED: dict[tuple[str, ...], tuple[ModuleType, ...]] = {
    (): (half_map, *ALL),
    ("favor",): (half_map, *ALL),
    ("gold", "favor"): (almanac, half_map, *ALL),
    ("sea",): ALL,  # which has a board of its own
}


@cache
def everybody(shipped: tuple[str, ...]) -> Ruleset:
    return compile_ruleset(expansions=[*shipped, *SHIPPED[shipped]])


@pytest.mark.alike(2)
@pytest.mark.parametrize("shipped", SHIPPED, ids="+".join)
def test_all_keep_the_laws_together(shipped: tuple[str, ...]) -> None:
    rules = everybody(shipped)
    check_rules(rules)
    check_game(play_out(rules, rules.fewest_players, seed=1), every=40)
