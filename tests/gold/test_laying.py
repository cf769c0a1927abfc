"""What is laid in phase 5: gold tiles, obstacles (G6), double transport (G7), exchange (G8)."""

from __future__ import annotations

import pytest

from elfen import PositionError, compile_ruleset
from elfen.land import OBSTACLES, PILE, SECRET, SHOWN, THE_OBSTACLE
from elfen.plugin import Manifest, Ruleset, Stock, hookimpl
from elfen_gold.exchange import SWAP
from elfen_gold.pieces import DOUBLE, GOLD, TREE
from playing import asked, payments, why_not

from .scenes import game_from, gold, planner, played, traveller, written

WOODS, PLAINS, DESERT = "feodor-lapphalya-woods", "lapphalya-virst-plains", "albaran-feodor-desert"
RIVER, FERRY = "virst-ixara-river", "elvenhold-virst-lake"
IXARA = "ixara-lapphalya-woods"


def test_g06_one_tile_a_turn_or_a_pass() -> None:
    game = game_from(planner({"gold": 1, "sea-monster": 1}).lay(WOODS, "dragon"))
    assert f"lay gold {WOODS}" in written(game)
    assert "pass" in written(game)
    assert asked(game.play(f"lay gold {WOODS}")) == ("land/plan", 1)


@pytest.mark.parametrize("tile", ["gold", "tree"])
def test_g06_gold_and_trees_need_a_transport_and_are_alone(tile: str) -> None:
    scene = planner({tile: 1}).lay(WOODS, "dragon").lay(PLAINS, "dragon", "gold")
    game = game_from(scene.lay(DESERT, "dragon", "tree").lay(RIVER, "sea-monster"))
    assert written(game, "lay") == {f"lay {tile} {WOODS}"}
    name = {"gold": "gold tile", "tree": "tree obstacle"}[tile]
    assert (
        why_not(game, f"lay {tile} {IXARA}") == f"no transport lies on {IXARA}: a {name} needs one"
    )
    assert why_not(game, f"lay {tile} {PLAINS}") == f"a gold tile lies on {PLAINS} already"
    assert why_not(game, f"lay {tile} {DESERT}") == f"an obstacle lies on {DESERT} already"
    assert "no transport lies on" in why_not(game, f"lay {tile} {RIVER}")


def test_g06_a_sea_monster_lives_in_a_river_or_on_a_ferry_link_one_on_each() -> None:
    game = game_from(planner({"sea-monster": 1}).lay(FERRY, "sea-monster").lay(WOODS, "dragon"))
    routes = {action.split()[-1] for action in written(game, "lay")}
    water = {r.id for r in game.rules.board.routes if r.terrain in ("river", "lake")}
    assert routes == water - {FERRY}
    assert why_not(game, f"lay sea-monster {FERRY}") == f"a sea monster is on {FERRY} already"
    assert "is a road" in why_not(game, f"lay sea-monster {WOODS}")


@pytest.mark.parametrize("edition", ["rio-grande", "deluxe"])
def test_g06_a_sea_monster_takes_one_raft_more(edition: str) -> None:
    rules = gold(edition)
    for town, route, rafts in [
        ("virst", RIVER, 2),
        ("ixara", RIVER, 3),
        ("elvenhold", FERRY, 3),
        ("virst", FERRY, 3),
        ("grangor", "grangor-yttar-lake", 3),
    ]:
        scene = traveller(town, {"raft": 5}, rules=rules).lay(route, "sea-monster")
        game = game_from(scene, rules)
        assert payments(game, route) == {f"raft*{rafts}"}
        (price,) = rules.quote(game.state, 0, route)
        assert [(line.text, line.amount) for line in price.lines][-1] == ("sea monster", 1)


def test_g06_a_sea_monster_takes_one_more_of_what_the_boatmen_take() -> None:
    rules = gold("white-wind")
    scene = traveller("grangor", {"raft": 2, "dragon": 4}, rules=rules)
    game = game_from(scene.lay("grangor-yttar-lake", "sea-monster"), rules)
    assert payments(game, "grangor-yttar-lake") == {
        "raft*2",
        "dragon*4",
        "dragon*3 raft",
        "dragon*2 raft*2",
    }


def test_g06_one_obstacle_covers_both_transports_and_the_caravan() -> None:
    hand = {"dragon": 4, "elfcycle": 2}
    scene = traveller("ixara", hand).lay(IXARA, "dragon", "elfcycle", "double", "tree")
    game = game_from(scene)
    alone = {"dragon*3", "elfcycle*2"}
    caravans = {"dragon*4", "dragon*3 elfcycle", "dragon*2 elfcycle*2"}
    assert payments(game, IXARA) == alone | caravans


def test_g06_a_secret_tile_is_laid_open() -> None:
    scene = planner({}).zone(SECRET.of(0), {"tree": 1}).lay(WOODS, "dragon")
    game = game_from(scene)
    assert written(game, "lay") == {f"lay secret tree {WOODS}"}
    assert why_not(game, f"lay tree {WOODS}") == "you have no open tree obstacle"
    game = game.play(f"lay secret tree {WOODS}")
    assert TREE in game.position.lying(WOODS)
    assert game.position.size(SECRET.of(0)) == 0


class Fences:
    """A plugin by which everyone has one of Elfenland's obstacles."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest(
            "fences",
            rules_version=1,
            api=1,
            requires=("land",),
            help="Obstacles for all.",
        )

    @hookimpl
    def elfen_components(self, rules: Ruleset) -> list[Stock]:
        return [Stock("fences/obstacles", (THE_OBSTACLE,), 1, OBSTACLES)]


def test_g06_obstacles_of_other_plugins_lie_with_neither_gold_nor_tree() -> None:
    rules = compile_ruleset(expansions=["gold", Fences()])
    scene = planner({"tree": 1, "gold": 1}, rules=rules).lay(WOODS, "dragon", "gold")
    scene = scene.lay(PLAINS, "dragon", "tree").lay(DESERT, "dragon")
    game = game_from(scene.lay(IXARA, "dragon"), rules)
    assert written(game, "place obstacle") == {f"place obstacle {r}" for r in (DESERT, IXARA)}
    assert why_not(game, f"place obstacle {WOODS}") == f"a gold tile lies on {WOODS} already"
    game = played(game, f"place obstacle {DESERT}", "pass")
    assert written(game, "lay") == {f"lay {tile} {IXARA}" for tile in ("gold", "tree")}


def test_obstacles_are_only_restricted_where_there_are_any_of_other_plugins() -> None:
    assert gold().restrictions == ()
    rules = compile_ruleset(expansions=["gold", Fences()])
    assert [owned.entry.name for owned in rules.restrictions] == ["gold/obstacle"]


def test_g06_a_tile_that_cannot_be_laid_alone_and_a_route_that_there_is_not_are_refused() -> None:
    game = game_from(planner({"gold": 1, "double": 1, "dragon": 1}).lay(WOODS, "dragon"))
    for tile in ("double", "dragon", "yak"):
        assert why_not(game, f"lay {tile} {WOODS}") == (
            f"'{tile}' cannot be laid like this; these: gold, tree, sea-monster, exchange"
        )
    assert why_not(game, "lay gold nowhere") == "no route is called 'nowhere'"


# Double transport -------------------------------------------------------------------------


def test_g07_the_second_transport_is_placed_in_the_same_turn() -> None:
    game = game_from(planner({"double": 1, "elfcycle": 1}).lay(IXARA, "dragon"))
    assert written(game, "double") == {f"double open open elfcycle {IXARA}"}
    game = game.play(f"double open open elfcycle {IXARA}")
    assert [kind.id for kind in game.position.lying(IXARA)] == ["dragon", "elfcycle", "double"]
    assert game.position.size(SHOWN.of(0)) == 0
    assert asked(game) == ("land/plan", 1)


def test_g07_only_where_a_transport_lies_and_with_one_that_fits() -> None:
    scene = planner({"double": 1, "giant-pig": 1}).lay(DESERT, "dragon").lay(WOODS, "giant-pig")
    game = game_from(scene)
    assert written(game, "double") == {f"double open open giant-pig {WOODS}"}, "the same kind too"
    assert "not suited" in why_not(game, f"double open open giant-pig {DESERT}")
    assert "no transport lies" in why_not(game, f"double open open giant-pig {IXARA}")
    assert why_not(game, f"double open open dragon {WOODS}") == "you have no open dragon"
    lonely = game_from(planner({"double": 1}).lay(WOODS, "giant-pig"))
    assert written(lonely) == {"pass"}, "without a transport in stock it cannot be laid"


def test_g07_a_double_transport_names_two_stocks_and_a_transport_that_there_are() -> None:
    game = game_from(planner({"double": 1, "giant-pig": 1}).lay(WOODS, "dragon"))
    assert "'shut' is neither open nor secret" in why_not(game, f"double shut open dragon {WOODS}")
    assert "'shut' is neither open nor secret" in why_not(game, f"double open shut dragon {WOODS}")
    assert "no transport is called 'yak'" in why_not(game, f"double open open yak {WOODS}")


def test_g07_whoever_has_an_open_tile_or_a_secret_one_may_be_asked_for_a_double_transport() -> None:
    rules = gold()
    (offered,) = (t.entry.offered for t in rules.action_types if t.entry.name == "gold/double")
    assert callable(offered)
    for zone in (SHOWN, SECRET):
        scene = planner({}).zone(SHOWN.of(1), {}).zone(zone.of(0), {"double": 1})
        position = rules.position(scene.draft())
        assert [offered(position, seat) for seat in (0, 1)] == [True, False]


def test_g07_a_double_transport_may_be_a_secret_one_and_has_to_be_there() -> None:
    scene = planner({"dragon": 1}).zone(SECRET.of(0), {"double": 1}).lay(WOODS, "giant-pig")
    game = game_from(scene)
    assert written(game, "double") == {f"double secret open dragon {WOODS}"}
    assert "you have no open double" in why_not(game, f"double open open dragon {WOODS}")
    game = game_from(planner({"dragon": 1}).lay(WOODS, "giant-pig"))
    assert written(game, "double") == set()
    assert "you have no secret double" in why_not(game, f"double secret open dragon {WOODS}")


def test_g07_either_of_the_two_may_be_secret() -> None:
    scene = planner({"double": 1, "dragon": 1}).zone(SECRET.of(0), {"double": 1, "dragon": 1})
    game = game_from(scene.lay(WOODS, "giant-pig"))
    stocks = ("open", "secret")
    assert written(game, "double") == {
        f"double {spell} {stock} dragon {WOODS}" for spell in stocks for stock in stocks
    }
    game = game.play(f"double open secret dragon {WOODS}")
    assert game.position.counts(SHOWN.of(0)) == {"dragon": 1}
    assert game.position.counts(SECRET.of(0)) == {"double": 1}


def test_g07_at_most_one_spell_and_two_transports_a_road() -> None:
    scene = planner({"double": 1, "dragon": 1}).lay(WOODS, "giant-pig", "unicorn", "double")
    game = game_from(scene)
    assert written(game, "double") == set()
    assert why_not(game, f"double open open dragon {WOODS}") == f"a spell lies on {WOODS} already"
    assert "already" in why_not(game, f"place dragon {WOODS}")


@pytest.mark.parametrize(
    "pieces", [("double", "double"), ("gold", "gold"), ("tree", "tree"), ("tree", "sea-monster")]
)
def test_g06_g07_no_position_has_two_tiles_of_a_sort_on_a_road(pieces: tuple[str, ...]) -> None:
    with pytest.raises(PositionError, match=WOODS):
        planner({}).lay(WOODS, "dragon", *pieces).state()


def test_g07_gold_or_a_tree_may_lie_there() -> None:
    scene = planner({"double": 1, "dragon": 1, "tree": 1}).lay(WOODS, "giant-pig", "gold")
    game = game_from(scene).play(f"double open open dragon {WOODS}").play("pass")
    assert {DOUBLE, GOLD} <= set(game.position.lying(WOODS))
    assert "gold tile" in why_not(game, f"lay tree {WOODS}")


def test_g07_travellers_may_use_either_transport() -> None:
    hand = {"dragon": 3, "elfcycle": 1}
    game = game_from(traveller("ixara", hand).lay(IXARA, "dragon", "elfcycle", "double"))
    assert payments(game, IXARA) == {"dragon*2", "elfcycle", "dragon*3", "dragon*2 elfcycle"}


def test_two_transports_of_one_kind_are_one_price() -> None:
    rules = gold()
    game = game_from(traveller("ixara", {"dragon": 2}).lay(IXARA, "dragon", "dragon", "double"))
    assert [str(price) for price in rules.quote(game.state, 0, IXARA)] == ["2 dragon", "any 3"]


# Exchange ---------------------------------------------------------------------------------


def test_g08_troll_wagon_and_magic_cloud_change_between_woods_and_plains() -> None:
    scene = planner({"exchange": 1}).lay(WOODS, "troll-wagon").lay(PLAINS, "magic-cloud")
    game = game_from(scene)
    before = game.position.size(PILE)
    game = game.play(f"lay exchange {WOODS}")
    assert asked(game) == (SWAP, 0)
    assert written(game) == {f"swap troll-wagon magic-cloud {PLAINS}"}
    game = game.play(f"swap troll-wagon magic-cloud {PLAINS}")
    assert [kind.id for kind in game.position.lying(WOODS)] == ["magic-cloud"]
    assert [kind.id for kind in game.position.lying(PLAINS)] == ["troll-wagon"]
    assert game.position.size(PILE) == before + 1, "the spell is mixed into the pile"
    assert asked(game) == ("land/plan", 1)


def test_g08_on_a_road_with_two_transports_one_is_named() -> None:
    scene = planner({"exchange": 1}).lay(WOODS, "troll-wagon", "dragon", "double", "gold")
    scene = scene.lay(PLAINS, "magic-cloud", "tree")
    game = game_from(scene).play(f"lay exchange {WOODS}")
    swaps = {f"swap {kind} magic-cloud {PLAINS}" for kind in ("troll-wagon", "dragon")}
    assert written(game) == swaps
    game = game.play(f"swap dragon magic-cloud {PLAINS}")
    lying = {route: {k.id for k in game.position.lying(route)} for route in (WOODS, PLAINS)}
    assert lying[WOODS] == {"troll-wagon", "magic-cloud", "double", "gold"}, "gold stays"
    assert lying[PLAINS] == {"dragon", "tree"}, "and so does a tree"


def test_g08_the_other_road_may_have_two_transports_as_well() -> None:
    scene = planner({"exchange": 1}).lay(PLAINS, "magic-cloud")
    game = game_from(scene.lay(WOODS, "troll-wagon", "dragon", "double"))
    game = game.play(f"lay exchange {PLAINS}")
    assert written(game) == {
        f"swap magic-cloud {kind} {WOODS}" for kind in ("troll-wagon", "dragon")
    }


def test_g08_without_a_partner_it_cannot_be_played() -> None:
    alone = game_from(planner({"exchange": 1}).lay(WOODS, "dragon"))
    assert written(alone) == {"pass"}
    assert "no transport to exchange" in why_not(alone, f"lay exchange {WOODS}")
    alike = game_from(planner({"exchange": 1}).lay(WOODS, "dragon").lay(PLAINS, "dragon"))
    assert written(alike) == {"pass"}, "of another kind it has to be"
    unfit = game_from(planner({"exchange": 1}).lay(WOODS, "giant-pig").lay(DESERT, "dragon"))
    assert written(unfit) == {"pass"}, "a giant pig does not fit the desert"


@pytest.mark.parametrize(("exchanges", "players"), [(2, 2), (2, 6), (1, 4)])
def test_g08_as_many_exchanges_as_there_are_can_be_used_in_a_round(
    exchanges: int, players: int
) -> None:
    assert gold(exchanges=exchanges).at_most(SWAP, players) == 6 * exchanges


def test_g08_a_swap_is_refused_with_its_reason() -> None:
    scene = planner({"exchange": 1}).lay(WOODS, "giant-pig", "dragon", "double")
    scene = scene.lay(DESERT, "unicorn").lay(PLAINS, "dragon")
    game = game_from(scene).play(f"lay exchange {WOODS}")
    assert why_not(game, f"swap giant-pig unicorn {DESERT}") == (
        f"a giant pig is not suited to {DESERT}"
    )
    assert "different kinds" in why_not(game, f"swap dragon dragon {PLAINS}")
    assert "another road" in why_not(game, f"swap dragon giant-pig {WOODS}")
    assert "no unicorn transport lies" in why_not(game, f"swap dragon unicorn {PLAINS}")
    assert why_not(game, "swap dragon unicorn nowhere") == "no route is called 'nowhere'"


def test_g08_a_swap_may_ever_be_of_any_two_kinds_that_both_suit_the_other_road() -> None:
    domain = {t.entry.name: t.entry.domain for t in gold().action_types}
    fits = {(str(action.counter), str(action.route)) for action in domain["land/place"]()}
    assert {action.values() for action in domain["gold/swap"]()} == {
        (one, other, road)
        for one, road in fits
        for other, at in fits
        if at == road and one != other
    }


def test_g08_a_secret_exchange_works_the_same() -> None:
    scene = planner({}).zone(SECRET.of(0), {"exchange": 1})
    scene = scene.lay(WOODS, "troll-wagon").lay(PLAINS, "magic-cloud")
    game = played(
        game_from(scene), f"lay secret exchange {PLAINS}", f"swap magic-cloud troll-wagon {WOODS}"
    )
    assert game.position.size(SECRET.of(0)) == 0
    assert [kind.id for kind in game.position.lying(WOODS)] == ["magic-cloud"]
