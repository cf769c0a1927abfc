"""Plans with favors: what lies open and is certain is taken, all else is turned down."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Ruleset, State, plan
from elfen.bots.planner.ways import Ways
from elfen.land import HAND, MOVE, Move
from elfen_favor import FREE_PATH_POOL, FREE_PATHS, TILES, Tiles
from elfen_favor.favors import FAVORS
from planner.positions import moving
from planner.twin import best_by_trying_all, goodness

from .scenes import favors, tiles

FREE_PATH = "free_path"


def compare(rules: Ruleset, state: State) -> None:
    found = plan(rules.observe(state, 0))
    assert found.complete
    at = state
    for step in found.steps:
        at = rules.apply(at, step.action)
    assert (found.total, found.kept) == goodness(rules, at, 0)
    assert (found.total, found.kept) == best_by_trying_all(rules, state, Move)


def with_tiles(rules: Ruleset, state: State, there: Tiles) -> State:
    return attrs.evolve(state, ext=state.ext.with_value(TILES, there))


def test_a_tour_goes_on_past_great_favors_by_declining_them() -> None:
    rules = favors("great")
    table = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").visited(0, "feodor")
    table.zone(HAND.of(0), {"unicorn": 1, "giant-pig": 1}).slot(TILES, tiles(rules))
    table.lay("feodor-lapphalya-woods", "unicorn").lay("lapphalya-virst-plains", "giant-pig")
    found = plan(rules.observe(table.state(), 0))
    assert (found.towns, found.complete) == (("lapphalya", "virst"), True)
    assert [str(action) for action in found.actions] == [
        "move feodor-lapphalya-woods unicorn",
        "decline favor",
        "move lapphalya-virst-plains giant-pig",
    ]
    assert "2. in Lapphálya: decline favor" in str(found)


def test_a_free_path_is_taken_with_the_last_card() -> None:
    rules = favors("great")
    table = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "rivinia")
    table.zone(HAND.of(0), {"raft": 1}).slot(TILES, tiles(rules, tichih=FREE_PATH))
    found = plan(rules.observe(table.state(), 0))
    assert list(map(str, found.actions)) == ["move rivinia-tichih-river raft", "use favor"]
    assert (found.total, found.kept, found.complete) == (1, 1, True)


def test_an_open_free_path_on_the_way_serves_the_next_road() -> None:
    rules = favors("great")
    table = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").visited(0, "feodor")
    table.zone(HAND.of(0), {"unicorn": 1, "giant-pig": 1}).slot(
        TILES, tiles(rules, lapphalya=FREE_PATH)
    )
    table.lay("feodor-lapphalya-woods", "unicorn").lay(
        "lapphalya-virst-plains", "giant-pig", "obstacle"
    )
    found = plan(rules.observe(table.state(), 0))
    assert found.towns == ("lapphalya", "virst")
    assert [str(action) for action in found.actions] == [
        "move feodor-lapphalya-woods unicorn",
        "use favor",
        "move lapphalya-virst-plains free-path giant-pig",
    ]
    there = table.visited(0, "feodor", "lapphalya").state()
    assert plan(rules.observe(there, 0)).towns == ()  # whoever is not new there is given nothing


@pytest.mark.parametrize("edition", ["rio-grande", "deluxe"])
@given(data=st.data())
@settings(max_examples=25)
def test_no_tour_with_great_favors_is_better(edition: str, data: st.DataObject) -> None:
    rules = favors("great", edition)
    state = data.draw(moving(rules, cards=4))
    kinds = st.sampled_from(["", "free-path", "free-path", *FAVORS])
    lying = data.draw(st.lists(kinds, min_size=21, max_size=21))
    there = [favor if rules.piece_towns >> n & 1 else "" for n, favor in enumerate(lying)]
    compare(rules, with_tiles(rules, state, Tiles(tuple(there))))


@given(data=st.data())
@settings(max_examples=25)
def test_no_tour_with_free_paths_in_hand_is_better(data: st.DataObject) -> None:
    rules = favors("small")
    state = data.draw(moving(rules, cards=4))
    own, pool = rules.layout.index(FREE_PATHS, 0), rules.layout.index(FREE_PATH_POOL)
    n = data.draw(st.integers(0, 2))
    zones = [*state.zones]
    zones[own], zones[pool] = (n,), (12 - n,)
    compare(rules, attrs.evolve(state, zones=tuple(zones)))


def test_a_planner_that_overlooks_gifts_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ways, "all_gifts", lambda ways: [])
    monkeypatch.setattr(Ways, "with_gift", lambda ways, way: None)
    with pytest.raises(AssertionError):
        test_an_open_free_path_on_the_way_serves_the_next_road()
