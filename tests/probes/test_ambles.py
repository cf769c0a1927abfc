"""Another plugin's actions answer a question of one's own, and leave what follows to it."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import ambles
import pytest
from ambles import AMBLE, ONE_STEP, AmbleData
from attrs import evolve

from elfen import Decide, Game, Ruleset, RulesetError, State, compile_ruleset, plan
from elfen.land import DISCARD, HAND, MOVE, Move
from elfen.plugin import CROSSING, Decision, Manifest, Reason, Restriction, data_of, hookimpl
from elfen.testing import check_game, check_rules, check_state, play_out
from elfen.text.explanation import explain

ROAD = "feodor-lapphalya-woods"
THERE = f"move {ROAD} unicorn"


@cache
def rules(*more: object) -> Ruleset:
    return compile_ruleset(expansions=[ambles, *more])


def ambling(chosen: Ruleset, cards: int = 3) -> State:
    """Seat 0 is asked first; both seats stand at one road, with some unicorns."""
    build = chosen.build(2).at(AMBLE, seat=0, round=1)
    build = build.boot(0, "feodor").boot(1, "feodor").lay(ROAD, "unicorn")
    build = build.zone(HAND.of(0), {"unicorn": cards}).zone(HAND.of(1), {"unicorn": cards})
    asked = (0, chosen.board.town_number["feodor"])
    *later, _, _ = (state := build.asked(*asked).state()).agenda
    due = chosen.steps(ONE_STEP, 0, asked)[:1]
    return evolve(state, agenda=(*later, *due, chosen.decide(AMBLE, 0, asked)))


def game_of(chosen: Ruleset) -> Game:
    return chosen.game_from(ambling(chosen), seed=1)


def test_the_seats_take_turns_step_by_step() -> None:
    game, asked = game_of(rules()), []
    for text in (THERE, THERE, THERE, "stop", THERE, "stop"):
        assert isinstance(game.pending, Decide)
        asked.append((game.pending.name, game.pending.seat))
        game = game.play(text)
    assert asked == [(AMBLE, 0), (AMBLE, 1), (AMBLE, 0), (AMBLE, 1), (AMBLE, 0), (AMBLE, 1)]
    assert game.pending.name == AMBLE  # type: ignore[union-attr]
    game = game.play("stop")
    assert game.pending.name != AMBLE  # type: ignore[union-attr]


def test_its_data_is_read_by_name() -> None:
    game = game_of(rules()).play("stop")
    assert isinstance(game.pending, Decide)
    feodor = rules().board.town_number["feodor"]
    assert data_of(AmbleData, game.pending) == AmbleData(stopped=1, town=feodor)


def test_a_move_in_one_s_own_turn_is_as_it_was() -> None:
    build = rules().build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").lay(ROAD, "unicorn")
    state = build.zone(HAND.of(0), {"unicorn": 2}).state()
    after = rules().apply(state, rules().parse(THERE))
    assert rules().pending(after) == Decide(MOVE, 0)


def test_a_step_is_the_same_the_short_way_and_the_long_way() -> None:
    state = ambling(rules())
    for action in rules().legal_actions(state):
        after = rules().advance(state, action)
        assert after == rules().trace(state, action).state
        assert rules().pending(after).name == AMBLE  # type: ignore[union-attr]
    check_state(rules(), state, breadth=None)


def test_players_read_its_own_text() -> None:
    game = game_of(rules())
    assert "take one step, or stop" in str(game.view(0))
    reason = game.check("pass")
    assert reason is not None
    assert "take one step, or stop; answers are: move, stop" in str(reason)


def test_the_planner_plans_across_the_turns_of_others() -> None:
    tour = plan(game_of(rules()).view(0))
    assert [step.town for step in tour.steps] == ["lapphalya", "feodor"]
    assert (tour.others_pass, tour.complete) == (True, True)


def mist(**on: Any) -> SimpleNamespace:
    """A plugin that forbids what leads through the woods, where it is asked about that."""

    def no_woods(position: object, seat: int, what: object) -> Reason | None:
        route = what.route if isinstance(what, Move) else str(what)
        return Reason("mist/woods", "mist") if route.endswith("woods") else None

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("mist", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_restrictions(rules: Ruleset) -> list[Restriction]:
        return [Restriction("mist/woods", forbids=no_woods, **on)]

    return SimpleNamespace(elfen_manifest=elfen_manifest, elfen_restrictions=elfen_restrictions)


@pytest.mark.parametrize("on", [{"type": Move}, {"on": CROSSING}, {"on": AMBLE}], ids=str)
def test_restrictions_hold_there_too(on: dict[str, Any]) -> None:
    chosen = compile_ruleset(expansions=[ambles, mist(**on)])
    state = ambling(chosen)
    assert [str(a) for a in chosen.legal_actions(state)] == ["stop"]
    assert str(chosen.check(state, chosen.parse(THERE))) == "mist"


def test_a_restriction_on_one_decision_is_not_on_another_that_the_same_action_answers() -> None:
    chosen = compile_ruleset(expansions=[ambles, mist(on=MOVE)])
    state = ambling(chosen)
    assert THERE in map(str, chosen.legal_actions(state))
    assert chosen.check(state, chosen.parse(THERE)) is None


def test_a_game_is_saved_and_loaded_there() -> None:
    game = game_of(rules()).play(THERE)
    again = Game.from_json(game.to_json(), plugins=[ambles])
    assert again.play(THERE).state == game.play(THERE).state


def test_explain_has_what_answers_and_where_a_short_cut_is_not_taken() -> None:
    told = explain(rules("gold"), players=2)
    (asked,) = [item for item in told.section("Decisions").items if item.name == AMBLE]
    assert [answer.name for answer in asked.items] == ["land/move", "land/stop"]
    (cut,) = [item for item in told.section("Short cuts").items if item.name == "land/stop"]
    assert f"but not at {AMBLE}" in cut.words or "not taken" in cut.words
    (plain,) = [
        item for item in explain(rules()).section("Short cuts").items if item.name == "land/move"
    ]
    assert plain.words.endswith(f"taken, but not at {AMBLE}")


def test_what_is_there_only_with_another_expansion_answers_too() -> None:
    chosen = compile_ruleset(expansions=[ambles, "gold"], options={"witches": True})
    (answers,) = [types for name, types in chosen.answers.items() if name == AMBLE]
    assert [owned.entry.name for owned in answers] == ["land/move", "land/stop", "gold/fly"]
    check_game(play_out(chosen, 3, seed=1), every=30)


@pytest.mark.alike(2)
@pytest.mark.parametrize("more", [(), ("favor",), ("gold",), ("sea",)], ids=str)
def test_it_keeps_the_laws(more: tuple[str, ...]) -> None:
    check_rules(rules(*more))
    check_game(play_out(rules(*more), 3, seed=2), every=25)


def test_greedy_players_amble() -> None:
    from elfen.bots import GreedyPlayer

    view = game_of(rules()).view(0)
    assert str(GreedyPlayer(rules(), seed=1).choose(view)) == THERE


def test_without_data_too_a_step_is_the_same_the_short_way_and_the_long_way() -> None:
    chosen = with_decision(one(also=("land/move", "land/stop")))
    build = chosen.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").lay(ROAD, "unicorn")
    state = build.zone(HAND.of(0), {"unicorn": 6}).state()
    state = evolve(state, agenda=(*state.agenda[:-1], chosen.decide("asks/it", 0, ())))
    for action in chosen.legal_actions(state):
        after = chosen.advance(state, action)
        assert after == chosen.trace(state, action).state
        assert chosen.pending(after) in (
            Decide(MOVE, 1),
            Decide(DISCARD, 0, (1,)),
            Decide(DISCARD, 0, (2,)),
        )


# What is refused ---------------------------------------------------------------------------


def with_decision(decision: Decision) -> Ruleset:
    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("asks", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_decisions(rules: Ruleset) -> list[Decision]:
        return [decision]

    plugin = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_decisions=elfen_decisions)
    return compile_ruleset(expansions=[plugin])


def one(**more: object) -> Decision:
    bound = lambda rules, players: 9  # noqa: E731
    return Decision("asks/it", text="which?", at_most=bound, **more)  # type: ignore[arg-type]


class Weight(NamedTuple):
    pounds: float


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (one(also=("land/hop",)), "says also='land/hop', which is no action type"),
        (one(also=("land/pass",)), "plugin 'land' does not declare it as reusable"),
        (one(like=MOVE, also=("land/stop",)), "answers it anyway; leave it out"),
        (one(like="land/hop"), "is like 'land/hop', which is no decision"),
        (one(like="land/plan"), "which nobody but plugin 'land' can ask"),
        (one(like="asks/it"), "which is like another itself"),
        (one(), "has no action to answer it"),
        (one(like=MOVE, data=int), "has to be a NamedTuple"),
        (one(like=MOVE, data=Weight), "field 'pounds' of Weight has to be int or str"),
        (one(like=DISCARD, data=AmbleData), "begin with the fields of 'land/discard': over"),
        (one(also=(7,)), "has to have names of action types"),
    ],
)
def test_what_cannot_be_is_refused(decision: Decision, told: str) -> None:
    with pytest.raises(RulesetError, match=told):
        with_decision(decision)


class OverAndWhy(NamedTuple):
    over: int
    why: str


@pytest.mark.parametrize(
    ("data", "right", "wrong"),
    [
        (None, [(1,), (1, "late")], [(), ("late",)]),
        (OverAndWhy, [(1, "late")], [(), (1,), (1, 2), ("late", 1)]),
    ],
    ids=["the-others", "more"],
)
def test_a_decision_like_another_has_its_data_and_what_it_adds_itself(
    data: Any, right: list[Any], wrong: list[Any]
) -> None:
    chosen = with_decision(one(like=DISCARD, data=data))
    state = chosen.build(2).at(MOVE, seat=0, round=1).state()

    def told(asked: Any) -> bool:
        """Whether it is a problem that the decision is asked with this data."""
        agenda = (*state.agenda[:-1], chosen.decide("asks/it", 0, asked))
        return any(
            "its data is (over: int" in one for one in chosen.validate(evolve(state, agenda=agenda))
        )

    assert [told(asked) for asked in right] == [False] * len(right)
    assert [told(asked) for asked in wrong] == [True] * len(wrong)


def test_other_data_than_declared_is_refused_when_it_is_asked() -> None:
    table = rules().build(2).at(AMBLE, seat=0)
    assert rules().validate(table.asked("here").draft()) == (
        f"decision {AMBLE!r} is asked with ('here',); its data is (stopped: int, town: int)",
    )
