"""Phase 4: planning the travel routes; E7 forced passes; E10 secret and open counters."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from elfen import Game, PositionError, Ruleset, compile_ruleset
from elfen.kernel.builder import Builder
from elfen.land import (
    MOVE,
    OBSTACLE,
    OBSTACLES,
    PLAN,
    REMOVED,
    SECRET,
    SHOWN,
    Pass,
    Place,
    PlaceObstacle,
    PlaceSecret,
)
from elfen.plugin import Action, Kind, Manifest, Stock, hookimpl
from playing import asked, on_until, why_not, written

from .facts import A_ROAD, CHART
from .situations import build, elfenland, game_from, seats_asked

TABLES = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
WOODS, PLAINS = "feodor-lapphalya-woods", "lapphalya-virst-plains"


def planner(shown: Iterable[str] = (), secret: Iterable[str] = (), players: int = 2) -> Builder:
    """Seat 0 opens the planning phase with these counters in stock; the others have one each."""
    situation = build(players).at(PLAN, seat=0, round=1).asked(0)
    situation.zone(SHOWN.of(0), dict.fromkeys(shown, 1))
    situation.zone(SECRET.of(0), dict.fromkeys(secret, 1))
    for seat in range(1, players):
        situation.zone(SHOWN.of(seat), {"dragon": 1})
    return situation


# The transport chart ---------------------------------------------------------------------


@pytest.mark.parametrize("terrain", A_ROAD)
@pytest.mark.parametrize("counter", CHART)
def test_rg_a_counter_is_placed_only_where_the_transport_chart_allows(
    counter: str, terrain: str
) -> None:
    game = game_from(planner(shown=[counter], secret=[counter]))
    _, road = A_ROAD[terrain]
    if CHART[counter][terrain]:
        assert {f"place {counter} {road}", f"place secret {counter} {road}"} <= written(game)
        assert game.check(f"place {counter} {road}") is None
        assert game.check(f"place secret {counter} {road}") is None
    else:
        assert "is not suited" in why_not(game, f"place {counter} {road}")
        assert "is not suited" in why_not(game, f"place secret {counter} {road}")


@pytest.mark.parametrize("counter", CHART)
def test_rg_a_counter_may_go_on_every_road_of_a_region_that_suits_it(counter: str) -> None:
    game = game_from(planner(shown=[counter]))
    roads = {route.id for route in elfenland().board.routes if CHART[counter].get(route.terrain, 0)}
    assert {a.route for a in game.legal_actions if isinstance(a, Place)} == roads


def test_rg_a_giant_pig_may_not_be_placed_on_a_desert_road() -> None:
    game = game_from(planner(shown=["giant-pig"]))
    assert why_not(game, "place giant-pig albaran-feodor-desert") == (
        "a giant pig counter is not suited to desert (albaran-feodor-desert)"
    )


@pytest.mark.parametrize("counter", CHART)
def test_rg_no_counter_is_placed_on_a_river_or_a_lake(counter: str) -> None:
    game = game_from(planner(shown=[counter]))
    assert "is not suited to river" in why_not(game, f"place {counter} virst-ixara-river")
    assert "is not suited to lake" in why_not(game, f"place {counter} elvenhold-virst-lake")


def test_rg_a_counter_is_placed_on_a_route_that_there_is() -> None:
    game = game_from(planner(["dragon"], ["dragon"]))
    assert why_not(game, "place dragon nowhere") == "no route is called 'nowhere'"
    assert why_not(game, "place secret dragon nowhere") == "no route is called 'nowhere'"


# Turns ------------------------------------------------------------------------------------


@TABLES
def test_rg_planning_begins_with_the_start_player_and_goes_to_the_left(players: int) -> None:
    game = on_until(elfenland().new_game(players, seed=5), PLAN, round=2)
    assert seats_asked(game, PLAN) == [(1 + n) % players for n in range(players)]


def test_rg_a_counter_placed_leaves_the_stock_and_ends_the_turn() -> None:
    game = game_from(planner(shown=["dragon", "unicorn"])).play(f"place dragon {WOODS}")
    assert game.position.counts(SHOWN.of(0)) == {"unicorn": 1}
    assert [kind.id for kind in game.position.lying(WOODS)] == ["dragon"]
    assert asked(game) == (PLAN, 1)


def test_rg_only_one_counter_lies_on_a_road() -> None:
    game = game_from(planner(shown=["unicorn"]).lay(WOODS, "dragon"))
    assert "lies on feodor-lapphalya-woods already" in why_not(game, f"place unicorn {WOODS}")


@pytest.mark.parametrize("pieces", [("dragon", "unicorn"), ("dragon", "obstacle", "obstacle")])
def test_rg_no_position_has_two_counters_or_two_obstacles_on_a_road(pieces: tuple[str]) -> None:
    situation = build(2).lay(WOODS, *pieces)
    with pytest.raises(PositionError, match=WOODS):
        situation.state()


def test_rg_no_position_has_a_counter_on_a_road_that_it_does_not_suit() -> None:
    with pytest.raises(PositionError, match="giant pig counter is not suited to desert"):
        build(2).lay("dagamura-feodor-desert", "giant-pig").state()


def test_rg_one_cannot_place_a_counter_that_one_does_not_have() -> None:
    game = game_from(planner(shown=["unicorn"]))
    assert "you have no open dragon counter" in why_not(game, f"place dragon {WOODS}")


def test_rg_a_player_may_always_pass_instead() -> None:
    game = game_from(planner(shown=["dragon"])).play("pass")
    assert game.position.counts(SHOWN.of(0)) == {"dragon": 1}
    assert asked(game) == (PLAN, 1)


def test_rg_a_pass_does_not_bar_a_later_placement() -> None:
    game = game_from(planner(shown=["dragon"]))
    game = game.play("pass").play(f"place dragon {PLAINS}")
    assert asked(game) == (PLAN, 0)
    assert game.check(f"place dragon {WOODS}") is None


@TABLES
def test_rg_the_phase_ends_when_all_have_passed_in_a_row(players: int) -> None:
    game = game_from(planner(shown=["dragon"], players=players))
    for _ in range(players):
        assert asked(game)[0] == PLAN
        game = game.play("pass")
    assert asked(game) == (MOVE, 0)


@TABLES
def test_rg_whoever_placed_last_has_to_pass_too_before_the_phase_ends(players: int) -> None:
    game = game_from(planner(shown=["dragon", "unicorn"], players=players))
    game = game.play(f"place dragon {WOODS}")
    for _ in range(players - 1):
        game = game.play("pass")
    assert asked(game) == (PLAN, 0)
    assert asked(game.play("pass")) == (MOVE, 0)
    assert asked(game.play(f"place unicorn {A_ROAD['desert'][1]}")) == (PLAN, 1)


def test_rg_a_placement_interrupts_the_row_of_passes() -> None:
    game = game_from(planner(shown=["dragon", "unicorn"], players=3))
    game = game.play("pass").play("pass")
    assert asked(game) == (PLAN, 2)
    game = game.play(f"place dragon {WOODS}")
    for seat in (0, 1):
        assert asked(game) == (PLAN, seat)
        game = game.play("pass")
    assert asked(game) == (PLAN, 2)


# E10: secret and open counters are different choices --------------------------------------


def test_e10_a_secret_and_an_open_counter_of_one_kind_are_different_choices() -> None:
    game = game_from(planner(shown=["dragon"], secret=["dragon"]))
    open_one = game.play(f"place dragon {WOODS}").position
    secret_one = game.play(f"place secret dragon {WOODS}").position
    assert (open_one.size(SHOWN.of(0)), open_one.size(SECRET.of(0))) == (0, 1)
    assert (secret_one.size(SHOWN.of(0)), secret_one.size(SECRET.of(0))) == (1, 0)


def test_e10_a_secret_counter_is_placed_face_up() -> None:
    game = game_from(planner(secret=["unicorn"])).play(f"place secret unicorn {WOODS}")
    for seat in (0, 1, None):
        assert [str(k) for _, kinds in game.view(seat).lying for k in kinds] == ["unicorn"]


# The obstacle -----------------------------------------------------------------------------


def test_rg_an_obstacle_is_placed_instead_of_a_counter() -> None:
    game = game_from(planner(shown=["unicorn"]).lay(WOODS, "dragon"))
    game = game.play(f"place obstacle {WOODS}")
    assert [kind.id for kind in game.position.lying(WOODS)] == ["dragon", "obstacle"]
    assert game.position.counts(SHOWN.of(0)) == {"unicorn": 1}
    assert asked(game) == (PLAN, 1)


def test_rg_an_obstacle_needs_a_road_with_a_counter() -> None:
    game = game_from(planner(shown=["unicorn"]).lay(WOODS, "dragon"))
    assert "no transportation counter lies on" in why_not(game, f"place obstacle {PLAINS}")
    assert written(game, PlaceObstacle) == {f"place obstacle {WOODS}"}


def test_rg_any_counter_may_be_under_it_one_s_own_or_another_s() -> None:
    game = game_from(planner(shown=["unicorn"], players=3)).play(f"place unicorn {WOODS}")
    assert game.check(f"place obstacle {WOODS}") is None
    game = game.play("pass")
    assert game.check(f"place obstacle {WOODS}") is None


def test_rg_only_one_obstacle_lies_on_a_road() -> None:
    game = game_from(planner().lay(WOODS, "dragon")).play(f"place obstacle {WOODS}")
    assert "an obstacle lies on" in why_not(game, f"place obstacle {WOODS}")


def test_rg_obstacles_are_never_placed_on_rivers_and_lakes() -> None:
    game = game_from(planner().lay(WOODS, "dragon"))
    for water in ("virst-ixara-river", "elvenhold-virst-lake"):
        assert why_not(game, f"place obstacle {water}")


def test_rg_an_obstacle_is_placed_on_a_route_that_there_is() -> None:
    game = game_from(planner().lay(WOODS, "dragon"))
    assert why_not(game, "place obstacle nowhere") == "no route is called 'nowhere'"


BOULDER = Kind("boulder", OBSTACLE, name="boulder")


class Boulders:
    """An expansion with obstacles of its own, so many for each player."""

    def __init__(self, each: int = 0) -> None:
        self.each = each

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("boulders", rules_version=1, api=1, requires=("land",), help="Boulders")

    @hookimpl
    def elfen_kinds(self, rules: Ruleset) -> list[Kind]:
        return [BOULDER]

    @hookimpl
    def elfen_components(self, rules: Ruleset) -> list[Stock]:
        return [Stock("boulders/each", (BOULDER,), self.each, OBSTACLES)]


@pytest.mark.editions("rio-grande")
def test_rg_an_obstacle_is_placed_though_an_expansion_knows_another_kind() -> None:
    rules = compile_ruleset(expansions=[Boulders()])
    state = rules.build(2).at(PLAN, seat=0, round=1).asked(0).lay(WOODS, "dragon").state()
    game = game_from(state, rules)
    assert game.check(f"place obstacle {WOODS}") is None
    lying = game.play(f"place obstacle {WOODS}").position.lying(WOODS)
    assert [kind.id for kind in lying] == ["dragon", "obstacle"]


@pytest.mark.editions("rio-grande")
def test_rg_who_has_only_an_obstacle_of_an_expansion_has_none_to_place() -> None:
    rules = compile_ruleset(expansions=[Boulders(each=1)], options={"obstacles": 0})
    state = rules.build(2).at(PLAN, seat=0, round=1).asked(0).lay(WOODS, "dragon").state()
    game = game_from(state, rules)
    assert game.position.counts(OBSTACLES.of(0)) == {"boulder": 1}
    assert why_not(game, f"place obstacle {WOODS}") == "you have no obstacle left"
    assert not written(game, PlaceObstacle)
    assert rules.sample_action(state, Random(1)) == Pass()


def test_rg_each_player_places_an_obstacle_only_once_in_the_game() -> None:
    game = game_from(planner().lay(WOODS, "dragon")).play(f"place obstacle {WOODS}")
    assert game.position.size(OBSTACLES.of(0)) == 0
    for round in range(2, elfenland().most_rounds + 1):
        game = on_until(game, PLAN, round=round)
        while asked(game) != (PLAN, 0) or not any(game.state.routes):
            game = game.play(one_that_places(game))
        assert game.position.size(OBSTACLES.of(0)) == 0
        assert why_not(game, f"place obstacle {WOODS}") == "you have no obstacle left"
        assert not written(game, PlaceObstacle)


def one_that_places(game: Game) -> Action:
    """A placement if there is one, else a pass."""
    return next((a for a in game.legal_actions if isinstance(a, (Place, PlaceSecret))), Pass())


def test_rg_an_obstacle_leaves_the_game_at_the_end_of_its_round() -> None:
    game = game_from(planner().lay(WOODS, "dragon")).play(f"place obstacle {WOODS}")
    game = on_until(game, PLAN, round=2)
    assert game.position.lying(WOODS) == ()
    assert game.position.counts(REMOVED) == {"obstacle": 1}
    assert game.position.size(OBSTACLES.of(0)) == 0
    assert game.position.size(OBSTACLES.of(1)) == 1


def test_rg_an_obstacle_not_used_may_be_used_in_a_later_round() -> None:
    game = on_until(elfenland().new_game(2, seed=6), PLAN, round=elfenland().most_rounds)
    game = game.play(one_that_places(game))
    assert written(game, PlaceObstacle)


# E7: forced passes ------------------------------------------------------------------------


def test_e07_a_player_with_nothing_to_place_at_all_is_not_asked() -> None:
    situation = planner(shown=["dragon"], players=3)
    situation.zone(SHOWN.of(1), {}).zone(SECRET.of(1), {})
    game = game_from(without_obstacle(situation, 1)).play("pass")
    assert asked(game) == (PLAN, 2)


def without_obstacle(situation: Builder, seat: int) -> Builder:
    """The seat has used its obstacle in an earlier round."""
    return situation.zone(OBSTACLES.of(seat), {}).zone(REMOVED, {"obstacle": 1})


def test_e07_a_pass_made_for_a_player_counts_in_the_row_of_passes() -> None:
    situation = planner(shown=["dragon"], players=2).zone(SHOWN.of(1), {})
    game = game_from(without_obstacle(situation, 1)).play("pass")
    assert asked(game) == (MOVE, 0)


def test_e07_who_has_only_an_obstacle_is_asked_even_if_it_cannot_be_placed() -> None:
    game = game_from(planner(shown=["dragon"], players=3).zone(SHOWN.of(1), {})).play("pass")
    assert asked(game) == (PLAN, 1)
    assert written(game) == {"pass"}


@pytest.mark.parametrize("zone", [SECRET, SHOWN])
def test_e07_a_pass_is_offered_even_if_it_is_the_only_legal_action(zone: object) -> None:
    situation = planner(shown=["dragon"], players=3).zone(SHOWN.of(1), {})
    situation.zone(zone.of(1), {"giant-pig": 1})  # type: ignore[attr-defined]
    everywhere = [r.id for r in elfenland().board.routes if r.terrain in ("plains", "woods")]
    stock = ["dragon"] * 6 + ["elfcycle"] * 8 + ["troll-wagon"] * 6
    for road, counter in zip(everywhere, stock, strict=True):
        situation.lay(road, counter)
    game = game_from(without_obstacle(situation, 1)).play("pass")
    assert asked(game) == (PLAN, 1)
    assert written(game) == {"pass"}
    assert asked(game.play("pass")) == (PLAN, 2)


def test_e07_whether_one_is_asked_does_not_depend_on_what_the_secret_counter_is() -> None:
    for secret in CHART:
        situation = planner(shown=["dragon"], players=3).zone(SHOWN.of(1), {})
        situation.zone(SECRET.of(1), {secret: 1})
        game = game_from(without_obstacle(situation, 1)).play("pass")
        assert asked(game) == (PLAN, 1)
