"""Where Elfenland's short cuts are taken: wherever they could be, not only somewhere."""

from __future__ import annotations

import random
from typing import Any

import pytest
from attrs import evolve

from elfen import Decide, Pieces, Ruleset, State, compile_ruleset
from elfen.kernel import obstruction, taken_for
from elfen.land import (
    DISCARD,
    DRAW,
    HAND,
    MOVE,
    OPEN,
    PLAN,
    PLAYED,
    SECRET,
    SHOWN,
    STACK,
    TOP_CARD,
    TURN,
    DrawBlind,
    DrawOpen,
    Move,
    Pass,
    Place,
    PlaceObstacle,
    Planning,
    Stop,
)
from elfen.land.planning import PlaceSecret
from elfen.plugin import PUBLIC, Group, Kind, RouteZone, Step, Stock, TableZone
from playing import at_once

from .test_short_cuts import decisions, of_type, rules_of
from .tiny import manifest, plugin

RULES = rules_of("rio-grande")
STOP = Stop()
DRAWN = "land/draw-shown"
CUT = (Move, Place, PlaceSecret, PlaceObstacle, DrawBlind)


def moving(cards: int = 0) -> State:
    """Seat 0 of two moves, with so many cards."""
    held = {"dragon": min(cards, 8), "unicorn": max(0, cards - 8)}
    return RULES.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), held).state()


def asked(state: State, action: Any = STOP) -> tuple[str, int, tuple[Any, ...]] | None:
    """What is asked after a short cut; None if the long way is gone. Both lead to the same."""
    after = at_once(RULES, state, action)
    if after is None:
        return None
    assert after == RULES.trace(state, action).state
    item = after.agenda[-1]
    assert isinstance(item, Decide)
    return item.name, item.seat, tuple(item.data)


def test_all_actions_are_asked_about_without_a_position() -> None:
    with_one = {owned.entry.name for owned in RULES.action_types if not owned.entry.bare}
    assert with_one == {"land/keep", "land/keep-secret"}


def test_what_other_plugins_can_use_again() -> None:
    decisions = {one.entry.name for one in RULES.decisions if one.entry.reusable}
    assert decisions == {"land/discard", "land/draw", "land/keep", "land/move"}
    types = [owned.entry for owned in RULES.action_types]
    assert {entry.name for entry in types if entry.reusable} == {
        "land/draw-blind",
        "land/draw-open",
        "land/move",
        "land/stop",
    }


def test_discards_of_one_to_four_cards_are_in_the_domain() -> None:
    (discard,) = (one.entry for one in RULES.action_types if one.entry.name == "land/discard")
    assert {len(action.cards) for action in discard.domain()} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (0, (MOVE, 1, ())),
        (4, (MOVE, 1, ())),
        (5, (DISCARD, 0, (1,))),
        (12, (DISCARD, 0, (8,))),
    ],
)
def test_a_stop_is_cut_short(cards: int, expected: tuple[Any, ...]) -> None:
    state = moving(cards)
    assert asked(state) == expected
    assert asked(evolve(state, agenda=state.agenda[-3:])) == expected


def test_a_stop_goes_the_long_way_where_it_does_not_end_a_turn() -> None:
    *later, turn, limit, move = moving().agenda
    before = evolve(moving(), agenda=(*later, turn, limit, move))
    assert asked(before) is not None
    for agenda in ((turn, move), (*later, limit, move), (*later, limit, turn, move), (move,)):
        assert asked(evolve(before, agenda=agenda)) is None
        if agenda[0] is not move:
            assert RULES.advance(before, STOP) == RULES.trace(before, STOP).state


def test_all_other_actions_are_cut_short_if_the_seat_or_the_next_one_is_asked() -> None:
    numbers, met = random.Random(1), set()
    for seed in range(2):
        for state, _ in decisions(RULES, 3, seed):
            due: Any = RULES.pending(state)
            for action in of_type(RULES.legal_actions(state), numbers):
                after = RULES.trace(state, action).state
                following: Any = RULES.pending(after)
                seat = (due.seat + 1) % 3 if due.name == PLAN else due.seat
                goes_on = following.name in (due.name, DRAWN) and following.seat == seat
                if isinstance(action, CUT) and goes_on:
                    assert at_once(RULES, state, action) == after, action
                    met.add(type(action))
    assert met == {*CUT}


def planning(players: int = 3) -> State:
    """All of these seats have something left to place, where a counter lies already."""
    build = RULES.build(players).at(PLAN, seat=0, round=1)
    for seat in range(players):
        build.zone(SHOWN.of(seat), {"dragon": 1}).zone(SECRET.of(seat), {"unicorn": 1})
    return build.lay("feodor-lapphalya-woods", "dragon").state()


def placed(state: State) -> list[Any]:
    """An action of each type that places something."""
    first: dict[type, Any] = {}
    for action in RULES.legal_actions(state):
        if not isinstance(action, Pass):
            first.setdefault(type(action), action)
    return [*first.values()]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_next_seat_plans_after_each_piece_however_many_there_are(players: int) -> None:
    state = planning(players)
    actions = placed(state)
    assert len(actions) == 3
    for action in actions:
        assert asked(state, action) == (PLAN, 1 % players, (0,))


def test_whether_a_seat_passes_is_only_asked_if_it_may_have_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = planning()
    actions = placed(state)
    monkeypatch.setattr(Ruleset, "settled", None)
    for action in actions:
        assert asked(state, action) == (PLAN, 1, (0,))


def test_the_tables_of_vacant_roads_are_carried_on_by_any_way() -> None:
    state = planning()
    vacancy = RULES.once(Planning).vacancy
    for action in placed(state):
        for way in (RULES.advance, lambda *step: RULES.trace(*step).state):
            vacancy.of(state.routes)
            after = way(state, action)
            assert after.routes != state.routes
            assert vacancy.last[0] is after.routes


def test_the_short_cuts_that_are_taken_are_those_of_the_action_types_themselves() -> None:
    rules = compile_ruleset()
    assert {obstruction(rules, one.entry) for one in rules.short_cuts} == {""}
    taken = {one.entry.name: taken_for(rules, one) for one in rules.action_types}
    found = {name: cut.of for name, cut in taken.items() if cut is not None}
    assert found
    assert found == {name: name for name in found}
    assert found.keys() <= {one.entry.of for one in rules.short_cuts}


@pytest.mark.parametrize(("laid", "left"), [("dragon", []), ("unicorn", ["dragon"])])
def test_what_all_know_of_secret_counters_is_used_up_only_when_that_one_is_laid(
    laid: str, left: list[str]
) -> None:
    build = RULES.build(2).at(PLAN, seat=0, round=1).zone(SHOWN.of(1), {"dragon": 1})
    build.zone(SECRET.of(0), {"dragon": 1, "unicorn": 1}).known(SECRET.of(0), {"dragon": 1})
    action = PlaceSecret(laid, "feodor-lapphalya-woods")
    state = build.state()
    assert asked(state, action) == (PLAN, 1, (0,))
    known = RULES.observe(RULES.advance(state, action), None).known
    assert [str(one.pieces) for one in known.there if one.pieces] == left


@pytest.mark.parametrize("way", ["advance", "apply", "trace"])
def test_a_move_can_be_made_before_anybody_has_asked_what_it_costs(way: str) -> None:
    rules, road = compile_ruleset(), "feodor-lapphalya-woods"
    build = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").lay(road, "dragon")
    state = build.zone(HAND.of(0), {"dragon": 3}).state()
    made: Any = getattr(rules, way)(state, Move(road, Pieces.of({"dragon": 2})))
    after: State = made.state if way == "trace" else made
    assert rules.position(after).town(0) == "lapphalya"
    assert rules.position(after).counts(HAND.of(0)) == {"dragon": 1}


def test_a_counter_is_laid_beside_what_an_expansion_has_there() -> None:
    stones, road = Group("stone", noun="stone"), "feodor-lapphalya-woods"
    stone = Kind("stone", stones, name="stone")
    box = TableZone("mine/box", holds=(stones,), visibility=PUBLIC, text="stones")
    mine = plugin(
        elfen_manifest=manifest("mine", requires=("land",)),
        elfen_kinds=[stone],
        elfen_zones=[box, RouteZone("mine/on-route", holds=(stones,), at_most=1)],
        elfen_components=[Stock("mine/stones", (stone,), 1, box)],
    )
    rules = compile_ruleset(expansions=[mine])
    build = rules.build(2).at(PLAN, seat=0, round=1).lay(road, "stone")
    for seat in (0, 1):
        build.zone(SHOWN.of(seat), {"dragon": 1})
    state, action = build.state(), Place("dragon", road)
    after = at_once(rules, state, action)
    assert after is not None
    assert after == rules.trace(state, action).state
    assert {kind.id for kind in rules.position(after).lying(road)} == {"dragon", "stone"}


@pytest.mark.parametrize("row", [2, 5])
def test_an_open_counter_is_taken_without_a_table(row: int) -> None:
    state = RULES.build(2).at(DRAW, seat=0, round=1).zone(OPEN, {"dragon": row}).state()
    after = at_once(RULES, state, DrawOpen("dragon"))
    assert after is not None
    assert after == RULES.trace(state, DrawOpen("dragon")).state
    assert RULES.pending(after) == RULES.chance("land/refill", None, (6 - row,))


@pytest.mark.parametrize(
    ("stack", "played", "then"), [(3, 5, (3, 5)), (0, 5, (5, 0)), (1, 0, (1, 0)), (0, 0, (0, 0))]
)
def test_who_wants_the_top_card_gets_the_played_ones_shuffled_if_there_is_none(
    stack: int, played: int, then: tuple[int, int]
) -> None:
    top = Step("mine/top", lambda table, item: table.run(TOP_CARD), of=TURN, before="land/moving")
    mine = plugin(elfen_manifest=manifest("mine", requires=("land",)), elfen_steps=[top])
    rules = compile_ruleset(expansions=[mine])
    build = rules.build(2).at(MOVE, seat=0, round=1)
    cards = rules.position(build.state()).counts(STACK)
    build.zone(PLAYED, {"raft": played}).zone(
        HAND.of(1), {**cards, "raft": cards["raft"] - stack - played}
    )
    after = rules.position(rules.apply(build.state(), STOP))
    assert after.agenda[-1] == rules.decide(MOVE, 1, ())
    assert (after.size(STACK), after.size(PLAYED)) == then
