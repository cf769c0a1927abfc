"""What Elfenland advises: the trip that looks best, seen in what a greedy player then does."""

from __future__ import annotations

import pytest

from elfen import Ruleset, State, compile_ruleset
from elfen.bots import GreedyPlayer
from elfen.kernel.builder import Builder
from elfen.land import HAND, KEEP, MOVE, PLAN, SHOWN, PlaceObstacle


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


def chosen(rules: Ruleset, state: State, seat: int = 0) -> str:
    """What a greedy player does; all seeds have to agree."""
    view = rules.game_from(state).view(seat)
    (action,) = {str(GreedyPlayer(rules, seed).choose(view)) for seed in range(5)}
    return action


def moving(rules: Ruleset, hand: dict[str, int]) -> Builder:
    return rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").zone(HAND.of(0), hand)


def planning(rules: Ruleset, hand: dict[str, int], counters: dict[str, int]) -> Builder:
    table = rules.build(2).at(PLAN, seat=0, round=1).asked(0).boot(0, "feodor")
    return table.zone(HAND.of(0), hand).zone(SHOWN.of(0), counters)


def test_a_new_town_is_worth_going_to(rules: Ruleset) -> None:
    table = moving(rules, {"dragon": 1}).lay("albaran-feodor-desert", "dragon")
    assert chosen(rules, table.state()) == "move albaran-feodor-desert dragon"


def test_a_town_that_leads_nowhere_new_is_not(rules: Ruleset) -> None:
    table = moving(rules, {"dragon": 1}).lay("albaran-feodor-desert", "dragon")
    assert chosen(rules, table.visited(0, "albaran").state()) == "stop"


def test_the_way_to_more_towns_goes_before_the_nearest_one(rules: Ruleset) -> None:
    table = (
        moving(rules, {"dragon": 2})
        .visited(0, "feodor")
        .lay("albaran-feodor-desert", "dragon")
        .lay("feodor-throtmanni-desert", "dragon")
        .lay("jaccaranda-throtmanni-mountains", "dragon")
    )
    assert chosen(rules, table.state()) == "move feodor-throtmanni-desert dragon"


def test_a_visited_town_on_the_way_to_new_ones_is_passed_through(rules: Ruleset) -> None:
    table = (
        moving(rules, {"dragon": 3})
        .visited(0, "feodor", "throtmanni")
        .lay("feodor-throtmanni-desert", "dragon")
        .lay("jaccaranda-throtmanni-mountains", "dragon")
    )
    assert chosen(rules, table.state()) == "move feodor-throtmanni-desert dragon"


def test_an_obstacle_is_reckoned_with(rules: Ruleset) -> None:
    table = (
        moving(rules, {"dragon": 3})
        .visited(0, "albaran", "feodor")
        .lay("albaran-feodor-desert", "dragon", "obstacle")
        .lay("albaran-wylhien-desert", "dragon")
    )
    assert chosen(rules, table.state()) == "move albaran-feodor-desert dragon*2"
    assert chosen(rules, table.zone(HAND.of(0), {"dragon": 2}).state()) == "stop"


def test_a_caravan_is_better_than_to_stay(rules: Ruleset) -> None:
    table = moving(rules, {"raft": 1, "unicorn": 1, "elfcycle": 1})
    table.lay("albaran-feodor-desert", "dragon")
    assert chosen(rules, table.state()) == "move albaran-feodor-desert elfcycle raft unicorn"


def test_rafts_go_down_a_river_for_one_card(rules: Ruleset) -> None:
    table = moving(rules, {"raft": 1}).boot(0, "rivinia").visited(0, "rivinia")
    assert chosen(rules, table.state()) == "move rivinia-tichih-river raft"


def test_a_counter_in_stock_is_no_help_when_moving(rules: Ruleset) -> None:
    table = (
        moving(rules, {"dragon": 3})
        .visited(0, "feodor")
        .zone(SHOWN.of(0), {"dragon": 1})
        .lay("albaran-feodor-desert", "dragon")
        .lay("feodor-throtmanni-desert", "dragon")
        .lay("jaccaranda-throtmanni-mountains", "dragon")
        .lay("dagamura-mahdavikia-mountains", "dragon")
        .lay("grangor-mahdavikia-mountains", "dragon")
    )
    assert chosen(rules, table.state()) == "move feodor-throtmanni-desert dragon"


def test_a_counter_is_laid_where_the_hand_can_use_it(rules: Ruleset) -> None:
    table = planning(rules, {"unicorn": 2}, {"unicorn": 1, "giant-pig": 1}).visited(
        0, "lapphalya", "rivinia", "throtmanni", "dagamura"
    )
    assert chosen(rules, table.state()) == "place unicorn albaran-feodor-desert"


def test_who_needs_no_more_counters_passes(rules: Ruleset) -> None:
    table = planning(rules, {"dragon": 1}, {"dragon": 1}).lay("albaran-feodor-desert", "dragon")
    towns = [town.id for town in rules.board.towns if town.id not in ("elvenhold", "albaran")]
    assert chosen(rules, table.visited(0, *towns).state()) == "pass"


def test_the_obstacle_goes_where_others_mean_to_go_but_not_on_ones_own_way(rules: Ruleset) -> None:
    def value(state: State, route: str) -> float:
        return GreedyPlayer(rules, 1).value(rules.game_from(state).view(0), PlaceObstacle(route))

    def others_with(cards: dict[str, int]) -> State:
        table = (
            rules.build(4)
            .at(PLAN, seat=0, round=1)
            .boot(0, "feodor")
            .zone(HAND.of(0), {"dragon": 1})
            .lay("albaran-feodor-desert", "dragon")
            .lay("beata-elvenhold-plains", "dragon")
            .lay("jaccaranda-tichih-mountains", "dragon")
        )
        for seat in (1, 2, 3):
            table.zone(HAND.of(seat), cards).known(HAND.of(seat), cards)
        return table.state()

    assert value(others_with({"dragon": 1}), "beata-elvenhold-plains") > 0
    assert value(others_with({"unicorn": 1}), "beata-elvenhold-plains") < 0
    assert value(others_with({"dragon": 1}), "jaccaranda-tichih-mountains") < 0
    assert value(others_with({"dragon": 1}), "albaran-feodor-desert") < 0


def test_the_counter_that_goes_with_the_hand_is_kept(rules: Ruleset) -> None:
    table = rules.build(2).at(KEEP, seat=0).zone(HAND.of(0), {"dragon": 3, "unicorn": 1})
    table.zone(SHOWN.of(0), {"dragon": 1, "unicorn": 1, "giant-pig": 1})
    assert chosen(rules, table.state()) == "keep dragon"
