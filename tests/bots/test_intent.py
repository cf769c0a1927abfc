"""A greedy player keeps in mind which tour it lays counters for, until something happens to it."""

from __future__ import annotations

import pytest

import elfen
from elfen import Ruleset, compile_ruleset
from elfen.bots import GreedyPlayer
from elfen.kernel.builder import Builder
from elfen.land import HAND, PLAN, SHOWN
from elfen.land.advice import Thoughts
from elfen.plugin import Planner

#: A road on which nobody with dragons goes.
AWAY = "beata-strykhaven-plains"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Planner]:
    """The planners that have been asked for the best tour with counters of a stock."""
    found: list[Planner] = []
    best = Planner.best

    def noted(self: Planner, stock: object = None, *args: object, **kwargs: object) -> object:
        if stock:
            found.append(self)
        return best(self, stock, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Planner, "best", noted)
    return found


def planning(rules: Ruleset, counters: dict[str, int]) -> Builder:
    """A seat with four dragons, about to lay counters."""
    table = rules.build(2).at(PLAN, seat=0, round=1).asked(0).boot(0, "feodor")
    return table.zone(HAND.of(0), {"dragon": 4}).zone(SHOWN.of(0), counters)


def chosen(player: GreedyPlayer, rules: Ruleset, table: Builder) -> str:
    return str(player.choose(rules.game_from(table.state()).view(0)))


def test_it_goes_on_with_its_tour(rules: Ruleset, searches: list[Planner]) -> None:
    player = GreedyPlayer(rules, 1)
    first = chosen(player, rules, planning(rules, {"dragon": 2}))
    assert first.startswith("place dragon ")
    road = first.split()[-1]
    left = planning(rules, {"dragon": 1}).lay(road, "dragon").lay(AWAY, "elfcycle")
    second = chosen(player, rules, left)
    assert second.startswith("place dragon ")
    assert second != first
    assert len(searches) == 1
    assert chosen(GreedyPlayer(rules, 1), rules, left).startswith("place dragon ")
    assert len(searches) == 2


@pytest.mark.parametrize("lying", [("troll-wagon",), ("dragon", "obstacle")])
def test_it_thinks_anew_if_others_lay_something_on_the_way(
    rules: Ruleset, searches: list[Planner], lying: tuple[str, ...]
) -> None:
    player = GreedyPlayer(rules, 1)
    road = chosen(player, rules, planning(rules, {"dragon": 2})).split()[-1]
    chosen(player, rules, planning(rules, {"dragon": 2}).lay(road, *lying))
    assert len(searches) == 2


def test_it_thinks_anew_with_other_cards_or_too_few_counters(
    rules: Ruleset, searches: list[Planner]
) -> None:
    player = GreedyPlayer(rules, 1)
    chosen(player, rules, planning(rules, {"dragon": 2}))
    chosen(player, rules, planning(rules, {"dragon": 2}).zone(HAND.of(0), {"dragon": 3}))
    assert len(searches) == 2
    chosen(player, rules, planning(rules, {"troll-wagon": 1}).zone(HAND.of(0), {"dragon": 3}))
    assert len(searches) == 3


def test_without_a_player_nothing_is_kept_in_mind(rules: Ruleset, searches: list[Planner]) -> None:
    state = planning(rules, {"dragon": 2}).state()
    for _ in range(2):
        assert Thoughts(rules.game_from(state).view(0)).laid
    assert elfen.plugin.memory() == {}
    assert len(searches) == 2


def test_whoever_looks_beyond_the_round_always_thinks_anew(
    rules: Ruleset, searches: list[Planner]
) -> None:
    player = elfen.bots.PlannerPlayer(rules, 1)
    for _ in range(2):
        chosen(player, rules, planning(rules, {"dragon": 2}))
    assert len(searches) == 2
