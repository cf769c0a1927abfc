"""Restrictions reach what they are about, in the actions of plugins that never heard of them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import coaches
import fogs
import pytest

from elfen import Ruleset, RulesetError, State, compile_ruleset, plan
from elfen.land import HAND, MOVE, PLAN, SHOWN
from elfen.plugin import CROSSING, Manifest, Position, Reason, Restriction, hookimpl
from elfen.testing import check_game, check_rules, check_state, play_out
from elfen.text.explanation import explain

DESERT = "albaran-feodor-desert"
WOODS = "feodor-lapphalya-woods"


@cache
def rules_with(*probes: str, edition: str | None = None) -> Ruleset:
    found = [import_module(name) for name in probes if name not in INSTALLED]
    return compile_ruleset(edition, [*found, *(name for name in probes if name in INSTALLED)])


INSTALLED = ("gold", "sea", "favor")


def in_feodor(rules: Ruleset, cards: int = 4) -> State:
    """In Feodor, with a road through the desert and a road through woods."""
    build = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").visited(0, "feodor")
    build.zone(HAND.of(0), {"dragon": cards}).lay(DESERT, "dragon").lay(WOODS, "dragon")
    build.lay("albaran-wylhien-desert", "dragon").lay("lapphalya-virst-plains", "dragon")
    return build.state()


@pytest.mark.parametrize("what", ["move", "take express", "book mail coach"])
def test_no_ride_escapes_the_fog(what: str) -> None:
    clear, foggy = rules_with("coaches"), rules_with("coaches", "fogs")
    state = in_feodor(foggy)
    before = [str(a) for a in clear.legal_actions(in_feodor(clear)) if str(a).startswith(what)]
    after = [str(a) for a in foggy.legal_actions(state) if str(a).startswith(what)]
    assert any(WOODS in a for a in before)
    assert after == [a for a in before if "woods" not in a]
    hidden = next(a for a in before if WOODS in a)
    reason = foggy.check(state, foggy.parse(hidden))
    assert reason == Reason(fogs.FOG, f"fog lies on {WOODS}")


def test_a_plan_keeps_off_the_fog() -> None:
    clear, foggy = rules_with(), rules_with("fogs")
    ways = [plan(r.observe(in_feodor(r), 0)) for r in (clear, foggy)]
    assert any(step.route == WOODS for step in ways[0].steps) or ways[0].total >= ways[1].total
    assert all(step.route is None or "woods" not in step.route for step in ways[1].steps)
    assert ways[1].steps
    assert ways[1].complete


@pytest.mark.parametrize(
    ("plugin", "line"),
    [
        ("land", f"place dragon {DESERT}"),
        ("gold", f"double open open dragon {DESERT}"),
        ("carts", f"place dragon {DESERT}"),
    ],
)
def test_no_laying_escapes_the_fire(plugin: str, line: str) -> None:
    rules = rules_with("fogs") if plugin == "land" else rules_with(plugin, "fogs")
    build = rules.build(2).at(PLAN, seat=0, round=1)
    have = {"dragon": 1, "unicorn": 1}
    if plugin == "gold":
        have = {**have, "double": 1}
        build.lay(DESERT, "unicorn")
    state = build.zone(SHOWN.of(0), have).state()
    reason = rules.check(state, rules.parse(line))
    assert reason is not None
    assert reason.rule == fogs.FIRE
    assert reason.text.endswith(f"would set {DESERT} on fire")
    assert rules.parse(line) not in rules.legal_actions(state)


def test_no_exchange_is_laid_where_the_fire_forbids_every_swap() -> None:
    for names in ((), ("fogs",)):
        rules = rules_with("gold", *names)
        build = rules.build(2).at(PLAN, seat=0, round=1).zone(SHOWN.of(0), {"exchange": 1})
        build.lay(DESERT, "unicorn").lay(WOODS, "dragon")
        state = build.state()
        laying = rules.parse(f"lay exchange {DESERT}")
        assert (laying in rules.legal_actions(state)) is (not names)
        if names:
            reason = rules.check(state, laying)
            assert reason is not None
            assert reason.text == f"there is no transport to exchange with that on {DESERT}"
        else:
            after = rules.advance(state, laying)
            assert list(map(str, rules.legal_actions(after))) == [f"swap unicorn dragon {WOODS}"]
        build = rules.build(2).at(PLAN, seat=0, round=1).zone(SHOWN.of(0), {"exchange": 1})
        state = build.lay(DESERT, "unicorn").lay(WOODS, "troll-wagon").state()
        assert laying in rules.legal_actions(state)  # nothing burns


def test_what_answers_a_decision_is_restricted_whatever_it_is() -> None:
    rules = rules_with("carts", "fogs")
    for number, open_ones in ((1, {"place", "place cart", "ring", "pass"}), (4, {"pass"})):
        build = rules.build(2).at(PLAN, seat=0, round=number).zone(SHOWN.of(0), {"unicorn": 1})
        state = build.state()
        listed = {action.verb for action in rules.legal_actions(state)}
        assert listed - {"place obstacle"} == open_ones
    reason = rules.check(state, rules.parse("ring"))
    assert reason == Reason(fogs.NIGHT, "nothing is laid in the last round")


def test_explain_names_what_a_restriction_is_on() -> None:
    told = {
        item.name: item.words
        for item in explain(rules_with("coaches", "fogs")).section("Restrictions").items
    }
    assert told == {
        fogs.FOG: "nobody crosses woods; on crossing a route: move, take express,"
        " book mail coach, pay coachman",
        fogs.FIRE: "no dragons in the desert; on laying on a route: place, place secret,"
        " place obstacle",
        fogs.NIGHT: "nothing is laid in the last round; on land/plan: place, place secret,"
        " place obstacle, pass",
    }


@pytest.mark.alike(2)
@pytest.mark.parametrize("names", [("fogs",), ("fogs", "coaches"), ("fogs", "gold", "favor")])
def test_it_keeps_the_laws(names: tuple[str, ...]) -> None:
    rules = rules_with(*names)
    check_rules(rules)
    if "coaches" in names:
        check_state(rules, in_feodor(rules))
    game = play_out(rules, 2, seed=3)
    check_game(game, every=max(1, len(game.log) // 6))


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({}, "restricts one thing; give either type= or on="),
        ({"type": coaches.Express, "on": CROSSING}, "give either type= or on="),
        ({"on": 7}, "on=7 has to be CROSSING, LAYING or a decision's name"),
        ({"on": "land/dance"}, "restricts 'land/dance', which is no decision; there are: land/"),
    ],
)
def test_a_restriction_is_about_one_thing_that_there_is(
    about: dict[str, object], says: str
) -> None:
    class Faulty:
        @hookimpl
        def elfen_manifest(self) -> Manifest:
            return Manifest("odd", rules_version=1, api=1, requires=("land",), help="-")

        @hookimpl
        def elfen_restrictions(self, rules: Ruleset) -> list[Restriction]:
            def nothing(position: Position, seat: int, what: object) -> Reason | None:
                return None

            return [Restriction("odd/x", forbids=nothing, **about)]  # type: ignore[arg-type]

    with pytest.raises(RulesetError) as error:
        compile_ruleset(expansions=[coaches, Faulty()])
    assert says in str(error.value)
