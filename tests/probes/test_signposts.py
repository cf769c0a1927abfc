"""Signposts: room for more on a route, a place there for some kinds, and pieces without a price."""

from __future__ import annotations

import random
from typing import Any

import pytest
import signposts

from elfen import Dealer, Game, PositionError, RulesetError, compile_ruleset
from elfen.bots.planner.prices import known_prices
from elfen.kernel.builder import Builder
from elfen.land import COUNTER, HAND, MOVE, PLAN, PLAYED, ROUTE_COUNTER, SHOWN, STACK
from elfen.plugin import (
    PUBLIC,
    Base,
    Group,
    Kind,
    Manifest,
    Price,
    RouteZone,
    Stock,
    Surcharge,
    TableZone,
    Terrain,
    hookimpl,
)
from elfen.testing import agreement, check_game, check_rules, play_out
from elfen.testing.corners.draft import Draft
from elfen.text import entries, rules_as_data
from elfen_sea.pieces import BONUS

RULES = compile_ruleset(expansions=[signposts])
WOODS = "feodor-lapphalya-woods"


def traveller(*lying: str) -> Builder:
    scene = RULES.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    return scene.zone(HAND.of(0), {"dragon": 2, "elfcycle": 2}).lay(WOODS, *lying)


def test_two_counters_have_room_and_three_have_not() -> None:
    state = traveller("dragon", "elfcycle").state()
    assert [str(price) for price in RULES.quote(state, 0, WOODS)] == [
        "2 dragon",
        "1 elfcycle",
        "any 3",
    ]
    found = RULES.validate(traveller("dragon", "elfcycle", "unicorn").draft())
    assert found == (f"{WOODS}: 3 pieces of land/route-counter, at most 2",)


def test_without_the_plugin_there_is_room_for_one() -> None:
    plain = compile_ruleset()
    draft = plain.build(2).lay(WOODS, "dragon", "elfcycle").draft()
    assert f"{WOODS}: 2 pieces of land/route-counter, at most 1" in plain.validate(draft)


def test_a_signpost_may_stand_beside_a_bonus_counter_of_elfensea() -> None:
    rules = compile_ruleset(expansions=["sea", signposts])
    woods = next(one.id for one in rules.board.routes if one.terrain == "woods")

    def wrong(*lying: Kind) -> tuple[str, ...]:
        return rules.validate(rules.build(2).at(PLAN, seat=0).lay(woods, *lying).draft())

    bonus = rules.layout.kind("dragon", BONUS)
    assert wrong(bonus, signposts.SIGNPOST) == ()
    assert "there can be one" in "".join(wrong(bonus, rules.layout.kind("dragon", COUNTER)))


class Crowds:
    """A plugin that makes even more room, or whatever it is told to."""

    def __init__(self, given: Any) -> None:
        self.given = given

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("crowds", rules_version=1, api=1, requires=("land",), help="Crowds.")

    @hookimpl
    def elfen_room(self, rules: Any) -> Any:
        return self.given


def test_the_most_room_wins_in_any_order() -> None:
    for given, room in ((3, 3), (1, 2)):
        rules = compile_ruleset(expansions=[Crowds({ROUTE_COUNTER.name: given}), signposts])
        assert rules.layout.room[ROUTE_COUNTER.name] == room


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], "elfen_room has to return a dict"),
        ({"land/hand": 3}, "names 'land/hand', no zone of the routes; there are: land/route-"),
        ({ROUTE_COUNTER.name: 0}, "0 has to be a whole number from 1"),
        ({ROUTE_COUNTER.name: True}, "True has to be a whole number from 1"),
    ],
)
def test_room_that_makes_no_sense_is_refused(given: Any, words: str) -> None:
    with pytest.raises(RulesetError, match=words) as refused:
        compile_ruleset(expansions=[Crowds(given)])
    assert "plugin 'crowds'" in str(refused.value)


class Foreign:
    """A plugin with a zone for a kind of another group."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("foreign", rules_version=1, api=1, requires=("land",), help="Foreign.")

    @hookimpl
    def elfen_zones(self, rules: Any) -> list[RouteZone]:
        kinds = (signposts.SIGNPOST,)
        return [RouteZone("foreign/zone", holds=(HAND.holds[0],), kinds=kinds, at_most=1)]


def test_the_kinds_of_a_zone_are_of_its_groups() -> None:
    with pytest.raises(RulesetError, match="is no kind of the groups in holds="):
        compile_ruleset(expansions=[Foreign()])


def wet(terrain: Terrain) -> bool:
    """Whether a terrain is travelled by water."""
    return not terrain.road


class Buoys:
    """Buoys lie on water; beside one, the ferry costs a card more, whoever asks and whenever."""

    GROUP = Group("buoy", noun="buoy")
    BUOY = Kind("buoy", GROUP, name="buoy")
    BOX = TableZone("buoys/box", holds=(GROUP,), visibility=PUBLIC)

    def __init__(self, terrains: Any = wet) -> None:
        self.zone = RouteZone("buoys/afloat", holds=(self.GROUP,), at_most=1, terrains=terrains)

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("buoys", rules_version=1, api=1, requires=("land",), help="Buoys.")

    @hookimpl
    def elfen_kinds(self, rules: Any) -> list[Kind]:
        return [self.BUOY]

    @hookimpl
    def elfen_zones(self, rules: Any) -> list[Any]:
        return [self.zone, self.BOX]

    @hookimpl
    def elfen_components(self, rules: Any) -> list[Stock]:
        return [Stock("buoys/buoys", (self.BUOY,), 3, self.BOX)]

    @hookimpl
    def elfen_move_cost(self, rules: Any) -> list[Surcharge]:
        def slower(crossing: Any, price: Any) -> int:
            return len(crossing.lying(self.GROUP))

        return [Surcharge("buoys/slower", "buoy", slower, text="buoy")]


LAKE = "elvenhold-virst-lake"


def test_a_zone_may_be_on_some_terrains_alone() -> None:
    rules = compile_ruleset(expansions=[Buoys()])

    def wrong(route: str) -> tuple[str, ...]:
        return rules.validate(rules.build(2).lay(route, Buoys.BUOY).draft())

    assert wrong(LAKE) == ()
    assert wrong(WOODS) == (f"{WOODS}: 1 pieces of buoys/afloat, which is not on routes of woods",)
    with pytest.raises(PositionError, match="buoys/afloat, which is not on routes of woods"):
        rules.build(2).lay(WOODS, Buoys.BUOY).state()
    (told,) = [item for item in entries.zones(rules) if item.name == "buoys/afloat"]
    assert told.details[0] == "on each route of these terrains, 1 at most: lake, river"
    data = rules_as_data.catalogue(rules)["zones"]
    assert data["buoys/afloat"]["terrains"] == ["lake", "river"]
    assert data[ROUTE_COUNTER.name]["terrains"] is None


def test_what_could_lie_somewhere_decides_which_moves_there_are() -> None:
    """With a buoy a ferry costs three cards, a road never one more than it did."""
    rules = compile_ruleset(expansions=[Buoys()])
    everywhere = compile_ruleset(expansions=[Buoys(terrains=None)])
    plain = {str(action) for action in compile_ruleset().actions}

    def added(rules: Any) -> set[str]:
        return {action.route for action in rules.actions if str(action) not in plain}

    by_water = {one.id for one in rules.board.routes if wet(rules.terrains[one.terrain])}
    assert added(rules) == by_water
    assert added(everywhere) == {one.id for one in rules.board.routes}


def test_positions_of_the_laws_keep_to_the_terrains_of_zones() -> None:
    rules = compile_ruleset(expansions=[Buoys()])
    game = rules.new_game(2, seed="buoys")
    draft = Draft(rules, game.state, random.Random(0))
    buoy, routes = rules.layout.kind_number[Buoys.BUOY], rules.board.route_number
    assert not draft.laid(buoy, routes[WOODS])
    assert draft.laid(buoy, routes[LAKE])
    assert not draft.laid(buoy, routes[LAKE]), "there is room for one"
    check_game(play_out(rules, 2, seed=3))


class Rafts(Buoys):
    """Whoever crosses by a buoy pays a card of any kind, wherever it lies."""

    @hookimpl
    def elfen_move_cost(self, rules: Any) -> list[Any]:
        def by_buoy(crossing: Any) -> list[Price]:
            return [Price.any(HAND, 1)] if crossing.lying(self.GROUP) else []

        return [Base("buoys/by-buoy", by_buoy, text="by buoy")]


def test_planners_lay_pieces_only_where_their_zone_is() -> None:
    for terrains, on_land in ((wet, False), (None, True)):
        rules = compile_ruleset(expansions=[Rafts(terrains)])
        buoy, routes = rules.layout.kind_number[Buoys.BUOY], rules.board.route_number
        layable = known_prices[rules].layable
        assert bool(layable[routes[LAKE], (), (buoy,)])
        assert bool(layable[routes[WOODS], (), (buoy,)]) == on_land


class Fords(Buoys):
    """Roads on which a buoy lies are crossed for nothing."""

    @hookimpl
    def elfen_move_cost(self, rules: Any) -> list[Any]:
        def by_ford(crossing: Any) -> list[Price]:
            return [Price([])] if crossing.lying(self.GROUP) and crossing.terrain.road else []

        return [Base("buoys/by-ford", by_ford, text="by ford")]


def test_a_term_that_makes_steps_free_where_no_piece_can_lie_needs_no_bound() -> None:
    compile_ruleset(expansions=[Fords()])
    with pytest.raises(RulesetError, match="by 'buoys/by-ford' a crossing can cost nothing"):
        compile_ruleset(expansions=[Fords(terrains=None)])


@pytest.mark.parametrize(
    ("terrains", "words"),
    [
        (("lake",), "has to be a function of a Terrain"),
        (lambda terrain: terrain.wet, "terrains raised AttributeError"),
        (lambda terrain: terrain.name, "has to give True or False, not 'desert'"),
    ],
)
def test_terrains_that_make_no_sense_are_refused(terrains: Any, words: str) -> None:
    with pytest.raises(RulesetError, match=words) as refused:
        compile_ruleset(expansions=[Buoys(terrains)])
    assert "plugin 'buoys': zone 'buoys/afloat'" in str(refused.value)


def test_a_kind_with_a_zone_of_its_own_takes_no_room_elsewhere() -> None:
    assert RULES.validate(traveller("dragon", "elfcycle", "signpost").draft()) == ()
    found = RULES.validate(traveller("signpost", "signpost").draft())
    assert found == (f"{WOODS}: 2 pieces of signposts/on-route, at most 1",)


def test_the_move_cost_does_not_see_what_is_not_priced() -> None:
    bare = RULES.quote(traveller("dragon").state(), 0, WOODS)
    assert RULES.quote(traveller("dragon", "signpost").state(), 0, WOODS) == bare
    assert not any(line.tag == "toll" for price in bare for line in price.lines)


def planner() -> Builder:
    scene = RULES.build(2).at(PLAN, seat=0, round=1).zone(SHOWN.of(1), {"dragon": 1})
    return scene.zone(SHOWN.of(0), {"signpost": 2})


def begun(scene: Builder) -> Game:
    return Game.begin(RULES, scene.state(), Dealer.seeded("signposts"))


def test_after_laying_it_is_the_next_seats_turn_and_nobody_has_passed() -> None:
    game = begun(planner()).play(f"put up signpost {WOODS}")
    assert game.pending == RULES.decide(PLAN, 1, (0,))


def test_a_card_is_drawn_from_the_stack_or_from_what_was_played() -> None:
    game = begun(planner()).play(f"put up signpost {WOODS}")
    assert game.position.size(HAND.of(0)) == 1
    cards = {kind.id: 10 for kind in RULES.layout.kinds_of(STACK)}
    cards["raft"] = 12
    few = {**dict.fromkeys(cards, 0), "raft": 2}
    rest = {kind: n - few[kind] for kind, n in cards.items()}
    game = begun(planner().zone(HAND.of(1), rest).zone(PLAYED, few))
    game = game.play(f"put up signpost {WOODS}")
    assert game.position.counts(HAND.of(0)) == {"raft": 1}
    assert game.position.counts(STACK) == {"raft": 1}
    assert game.position.size(PLAYED) == 0
    game = begun(planner().zone(HAND.of(1), cards)).play(f"put up signpost {WOODS}")
    assert game.position.size(HAND.of(0)) == 0, "there is none to draw"


def test_the_laws_hold() -> None:
    check_rules(RULES)
    for players in (2, 4, 6):
        check_game(play_out(RULES, players, seed=players), every=40)


def test_explain_says_how_much_room_there_is() -> None:
    assert "on each route, 2 at most" in str(elfen_explain())


def elfen_explain() -> str:
    from elfen.text.explanation import explain

    return str(explain(RULES))


def test_a_signpost_is_drawn_by_lottery() -> None:
    """Every route has a ticket, and is a blank if no signpost may be put up there."""
    build = RULES.build(2).at(PLAN, seat=0, round=1).lay(WOODS, "signpost")
    state = build.zone(SHOWN.of(0), {"signpost": 1}).state()
    listed = RULES.legal_actions(state)
    assert {a.verb for a in listed} == {"put up signpost", "pass"}
    assert signposts.PutUp(WOODS) not in listed
    agreement(RULES, state)
    rng = random.Random(1)
    assert {RULES.sample_action(state, rng) for _ in range(900)} == {*listed}
