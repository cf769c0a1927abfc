"""Carts: a plugin's own counters, decisions asked again, and options that it settles."""

from __future__ import annotations

from functools import cache

import carts
import pytest
from carts import BELLS, CART, PlaceCart, Ring

from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.land import PLAN, SHOWN, Place
from elfen.testing import check_game, check_rules, play_out
from elfen.text.explanation import explain

ROAD, WOODS = "elvenhold-lapphalya-plains", "dagamura-ixara-woods"


@cache
def with_carts() -> Ruleset:
    return compile_ruleset(expansions=[carts])


def test_a_cart_is_laid_by_the_rules_of_counters() -> None:
    game = with_carts().game_from(with_carts().build(2).at(PLAN, seat=0).state(), seed=1)
    assert f"place cart cart {ROAD}" in map(str, game.legal_actions)
    reason = game.check(f"place cart cart {WOODS}")
    assert reason is not None
    assert "not suited to woods" in reason.text
    laid = game.play(f"place cart cart {ROAD}")
    assert laid.position.lying(ROAD) == (CART,)
    assert laid.seat == 1


def test_one_lies_on_a_road_whosever_counters_they_are() -> None:
    build = with_carts().build(2).at(PLAN, seat=0).zone(SHOWN.of(0), {"dragon": 1})
    taken = with_carts().game_from(build.lay(ROAD, CART).state(), seed=1)
    for action in (f"place dragon {ROAD}", f"place cart cart {ROAD}"):
        reason = taken.check(action)
        assert reason is not None
        assert "lies on" in reason.text
    busy = with_carts().game_from(build.lay(ROAD, "dragon").state(), seed=1)
    reason = busy.check(f"place cart cart {ROAD}")
    assert reason is not None
    laying = [a for a in busy.legal_actions if isinstance(a, (Place, PlaceCart))]
    assert ROAD not in {a.route for a in laying}


@pytest.mark.parametrize(
    ("action", "which", "id"),
    [
        (f"place dragon {ROAD}", "open", "land/open-one"),
        (f"place secret dragon {ROAD}", "secret", "land/secret-one"),
        (f"place cart cart {ROAD}", "own", "own"),
    ],
)
def test_who_lacks_a_counter_is_told_which_and_a_program_by_its_id(
    action: str, which: str, id: str
) -> None:
    build = with_carts().build(2).at(PLAN, seat=0).zone(carts.SHED.of(0), {})
    reason = with_carts().game_from(build.draft(), seed=1).check(action)
    assert reason is not None
    kind = action.removeprefix("place secret ").removeprefix("place ").split()[0]
    assert reason.text == f"you have no {which} {kind} counter"
    assert reason.to_data()["arguments"]["which"] == {"message": id, "arguments": {}}


def test_a_decision_may_be_asked_again_so_often_as_more_says() -> None:
    rules = with_carts()
    own = next(o.entry for o in rules.decisions if o.entry.name == PLAN)
    assert rules.at_most(PLAN, 3) == own.at_most(rules, 3) + 3 * BELLS
    assert rules.longest(3) == sum(rules.at_most(o.entry.name, 3) for o in rules.decisions)
    game = rules.game_from(rules.build(2).at(PLAN, seat=0).state(), seed=1)
    for _ in range(BELLS):
        game = game.play(Ring())
        assert game.seat == 0
    assert Ring() not in game.legal_actions


@pytest.mark.alike(3)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_whole_games_keep_the_laws(players: int) -> None:
    game = play_out(with_carts(), players, seed=players)
    check_game(game, every=25)
    assert any(isinstance(entry.move, PlaceCart) for entry in game.log)


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(with_carts())


def test_what_is_settled_is_not_to_be_chosen() -> None:
    assert with_carts().option("land.caravan") == 4
    same = compile_ruleset("white-wind", expansions=[carts], options={"caravan": 4})
    assert same.option("land.caravan") == 4
    with pytest.raises(RulesetError, match=r"option land\.caravan: 3 does not go with 'carts'"):
        compile_ruleset(expansions=[carts], options={"caravan": 3})


def test_what_is_settled_is_explained() -> None:
    options = {item.name: item for item in explain(with_carts()).section("Options").items}
    assert "settled by carts" in options["land.caravan = 4"].words
    assert "settled" not in options["land.rounds = 4"].words


def test_an_obstacle_goes_on_a_road_with_any_counter() -> None:
    build = with_carts().build(2).at(PLAN, seat=0).lay(ROAD, CART)
    game = with_carts().game_from(build.state(), seed=1).play(f"place obstacle {ROAD}")
    assert with_carts().validate(game.state) == ()
    lonely = with_carts().build(2).lay(WOODS, "obstacle").draft()
    assert "where there is no counter" in "".join(with_carts().validate(lonely))


def test_what_is_worked_out_once_is_there_for_all() -> None:
    rules = with_carts()
    made: list[Ruleset] = []

    def make(of: Ruleset) -> object:
        made.append(of)
        return object()

    assert rules.once(make) is rules.once(make)
    assert made == [rules]
