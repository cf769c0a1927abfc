"""What costs nothing says how often it does: bounds count it, and who does not say is refused."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import lodgings
import pytest
from attrs import evolve

from elfen import Ruleset, RulesetError, State, compile_ruleset, plan
from elfen.kernel import gone_free
from elfen.land import HAND, MOVE, Move
from elfen.plugin import Base, CostTerm, Manifest, Need, Offer, Price, Replace, Waive, hookimpl
from elfen.testing import LawBroken, check_game, check_rules, play_out

LAKE = "elvenhold-virst-lake"
MOST = {2: 40, 4: 80}


@cache
def with_lodgings() -> Ruleset:
    return compile_ruleset(expansions=[lodgings])


def with_terms(*terms: CostTerm) -> Ruleset:
    """Rules with these terms of a plugin `lodgings` instead of its own."""

    @hookimpl
    def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
        return [*terms]

    hooks: dict[str, Any] = {"elfen_manifest": lodgings.elfen_manifest}
    return compile_ruleset(expansions=[SimpleNamespace(**hooks, elfen_move_cost=elfen_move_cost)])


def as_declared(**changes: Any) -> CostTerm:
    (term,) = lodgings.elfen_move_cost(with_lodgings())
    return evolve(term, **changes)


def at_the_lake(rules: Ruleset, *visited: str) -> State:
    scene = rules.build(2).at(MOVE, seat=0).boot(0, "elvenhold").zone(HAND.of(0), {"raft": 1})
    return scene.visited(0, *visited).state()


def test_a_newcomer_goes_free_and_whoever_was_there_pays() -> None:
    rules = with_lodgings()
    assert [str(p) for p in rules.quote(at_the_lake(rules), 0, LAKE)] == ["2 raft", "nothing"]
    game = rules.game_from(at_the_lake(rules), seed=1)
    after = game.play(f"move {LAKE} -")
    assert (after.position.town(0), after.position.size(HAND.of(0))) == ("virst", 1)
    assert [str(p) for p in rules.quote(at_the_lake(rules, "virst"), 0, LAKE)] == ["2 raft"]


def test_which_term_lets_a_step_go_free_is_told_and_of_no_other_action() -> None:
    rules = with_lodgings()
    scene = rules.build(2).at(MOVE, seat=0).boot(0, "elvenhold").zone(HAND.of(0), {"raft": 2})
    state = scene.state()
    free = gone_free(rules, state, rules.parse(f"move {LAKE} -"))
    assert free is not None
    assert (free.plugin, free.entry.name) == ("lodgings", "lodgings/welcome")
    for paid in (f"move {LAKE} raft*2", "stop"):
        assert rules.parse(paid) in rules.legal_actions(state)
        assert gone_free(rules, state, rules.parse(paid)) is None


def test_free_steps_are_counted_in_what_bounds_a_game() -> None:
    plain, free = compile_ruleset(), with_lodgings()
    for players, more in MOST.items():
        assert free.at_most(MOVE, players) == plain.at_most(MOVE, players) + more
        assert free.longest(players) == plain.longest(players) + more


def test_the_planner_goes_where_it_costs_nothing() -> None:
    rules = with_lodgings()
    found = plan(rules.observe(at_the_lake(rules), 0))
    assert found.complete
    plain = compile_ruleset()
    assert found.total > plan(plain.observe(at_the_lake(plain), 0)).total
    assert any(isinstance(one, Move) and not one.cards for one in found.actions)


def test_it_keeps_the_laws() -> None:
    check_rules(with_lodgings())
    for players in (2, 4):
        check_game(play_out(with_lodgings(), players, seed=players), every=25)


FREE = {
    "a base price of no card": Base("lodgings/walk", lambda c: [Price.any(HAND, 0)], text="-"),
    "a price without a need": Offer("lodgings/walk", lambda c, p: [Price(())], text="-"),
    "a card less of one": Offer(
        "lodgings/walk", lambda c, p: [one.more(-1) for one in p], text="-"
    ),
    "needs of nothing instead": Replace(
        "lodgings/walk", lambda c, p: [Price((Need(HAND, 0, ("raft",)),))], text="-"
    ),
    "what a state could allow": as_declared(name="lodgings/walk", free=None),
}


@pytest.mark.parametrize("term", FREE.values(), ids=FREE)
def test_a_price_of_nothing_without_a_bound_is_refused(term: CostTerm) -> None:
    with pytest.raises(
        RulesetError, match=r"plugin 'lodgings': by 'lodgings/walk' .* give it free="
    ):
        with_terms(term)
    bounded = evolve(term, free=lambda rules, players: 7 * players)
    assert with_terms(bounded).at_most(MOVE, 2) == compile_ruleset().at_most(MOVE, 2) + 14


def test_who_makes_it_nothing_is_named_and_not_who_made_the_price() -> None:
    one = Base("lodgings/walk", lambda c: [Price.any(HAND, 1)], text="-")
    less = Offer("lodgings/gift", lambda c, p: [old.more(-1) for old in p], text="-")
    with pytest.raises(RulesetError, match="by 'lodgings/gift'"):
        with_terms(one, less)


def bare(crossing: Any) -> list[Price]:
    return [] if crossing.contents else [Price.any(HAND, 0)]


def test_a_price_of_nothing_where_nothing_lies_is_refused() -> None:
    with pytest.raises(RulesetError, match="by 'lodgings/walk' a crossing can cost nothing"):
        with_terms(Base("lodgings/walk", bare, text="-"))


def on_one_road(crossing: Any) -> list[Price]:
    return [Price.any(HAND, 0)] if crossing.route.id == LAKE else []


def test_what_only_one_road_has_is_refused_as_soon_as_it_is_asked_about() -> None:
    rules = with_terms(Base("lodgings/walk", on_one_road, text="-"))
    said = "by 'lodgings/walk' a crossing can cost nothing"
    with pytest.raises(RulesetError, match=said):
        rules.legal_actions(at_the_lake(compile_ruleset()))
    with pytest.raises(RulesetError, match=said):
        _ = rules.actions


def test_a_surcharge_on_nothing_at_all_says_what_to_ask_for() -> None:
    with pytest.raises(RulesetError, match=r"Price\.any\(zone, 0\)"):
        Price(()).more(1)


def test_a_waiver_leaves_what_the_price_was() -> None:
    """Surcharges that are dropped for nothing leave a price of pieces: that is no free step."""
    rules = with_terms(Waive("lodgings/pass", "obstacle", lambda c, p: (), text="-"))
    assert rules.at_most(MOVE, 2) == compile_ruleset().at_most(MOVE, 2)


class Understated:
    """Lodgings that say that nothing is ever free."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return lodgings.elfen_manifest()

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        return [evolve(one, free=lambda *given: 0) for one in lodgings.elfen_move_cost(rules)]


def test_a_bound_that_is_too_low_breaks_a_law_and_names_the_plugin() -> None:
    rules = compile_ruleset(expansions=[Understated()])
    game = play_out(rules, 6, seed=0)
    moves = [entry.move for entry in game.log]
    assert any(isinstance(move, Move) and not move.cards for move in moves)
    with pytest.raises(LawBroken, match=r"free by 'lodgings/welcome' .* free says 0") as broken:
        check_game(game, every=1000)
    assert broken.value.where == "cost term 'lodgings/welcome', plugin 'lodgings'"
    bound, *others = (place.function for place in broken.value.places)
    assert bound.endswith("elfen_move_cost.<locals>.<listcomp>.<lambda>")
    assert any(function.endswith(".welcome") for function in others)


def test_a_bound_has_to_be_a_number() -> None:
    with pytest.raises(RulesetError, match="'lodgings/welcome', free"):
        with_terms(as_declared(free=lambda rules, players: None))
