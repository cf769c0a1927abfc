"""What a step of a plugin can get wrong on a table, and what it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from attrs import evolve

from elfen import Chance, Dealer, RulesetError, compile_ruleset
from elfen.errors import PositionError, RuleFailed, brief
from elfen.kernel.table import close_table, open_table
from elfen.land import (
    COUNTER,
    DRAW,
    HAND,
    OBSTACLE,
    PILE,
    PLAN,
    PLAYED,
    REMOVED,
    STACK,
    THE_OBSTACLE,
)
from elfen.plugin import PUBLIC, Manifest, Phase, Position, Roll, Ruleset, Table, hookimpl

from .tiny import LAST_ROUND, compiled

LAND = compile_ruleset()
DRAGON = next(kind for kind in LAND.layout.kinds_of(HAND) if kind.id == "dragon")
COUNTERS = LAND.layout.kinds_of(PILE)
ROAD = "feodor-lapphalya-woods"


class Clumsy:
    """Does one wrong thing at the beginning of a round."""

    def __init__(
        self, deed: Callable[[Table], None], faces: Mapping[object, object] | None = None
    ) -> None:
        self.deed = deed
        self.faces = faces or {"6": 1}

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("clumsy", rules_version=1, api=1, help="Gets it wrong.", requires=("land",))

    @hookimpl
    def elfen_phases(self, rules: Ruleset) -> list[Phase]:
        return [Phase("clumsy/deed", self.deed, before="land/deal")]

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Roll]:
        def faces(position: Position, item: Chance) -> Mapping[str, int]:
            return self.faces  # type: ignore[return-value]

        return [Roll("clumsy/die", faces, lambda table, item, face: None, visibility=PUBLIC)]


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (lambda table: table.run("clumsy/nothing"), "there is no procedure 'clumsy/nothing'"),
        (lambda table: table.do("clumsy/nothing"), "there is no step 'clumsy/nothing'"),
        (lambda table: table.ask("clumsy/nothing", 0), "there is no decision 'clumsy/nothing'"),
        (lambda table: table.draw("clumsy/nothing"), "there is no draw or roll"),
        (lambda table: table.draw("land/deal"), "say for which seat"),
        (lambda table: table.draw("land/deal", 0, 99), "draw 99 from land/stack, which has 72"),
        (lambda table: table.end("clumsy/never"), "there is no ending 'clumsy/never'"),
    ],
)
def test_a_wrong_name_or_number_is_told_at_once(deed: Callable[[Table], None], told: str) -> None:
    rules = compile_ruleset(expansions=[Clumsy(deed)])
    with pytest.raises(RulesetError, match=told):
        rules.new_game(players=2, seed=1)


#: What is put on the agenda for a seat, and its name.
FOR_A_SEAT = pytest.mark.parametrize(
    ("deed", "name"),
    [
        (lambda table, seat: table.ask(DRAW, seat), DRAW),
        (lambda table, seat: table.draw("land/deal", seat), "land/deal"),
        (lambda table, seat: table.roll("clumsy/die", seat), "clumsy/die"),
        (lambda table, seat: table.do("land/draw", seat), "land/draw"),
        (lambda table, seat: table.run("land/turn", seat), "land/turn"),
    ],
    ids=["ask", "draw", "roll", "do", "run"],
)


@pytest.mark.parametrize("seat", [True, False, 1.0, 2, 5, -1, "0", 10**5_000], ids=brief)
@FOR_A_SEAT
def test_what_is_for_a_seat_that_does_not_play_is_the_rule_s_failure(
    deed: Callable[[Table, object], None], name: str, seat: object
) -> None:
    """Also if the seat equals one that plays: such a game could be saved, but not loaded."""
    rules = compile_ruleset(expansions=[Clumsy(lambda table: deed(table, seat))])
    with pytest.raises(RuleFailed) as caught:
        rules.new_game(players=2, seed=1)
    assert (caught.value.plugin, caught.value.name) == ("clumsy", "clumsy/deed")
    assert "'clumsy/deed' (elfen_phases, do=): ValueError: " in str(caught.value)
    told = f"{name} for seat {brief(seat)}: 2 play, and seats are the whole numbers from 0 to 1"
    assert told in caught.value.message


@pytest.mark.parametrize("seat", [0, 1])
@FOR_A_SEAT
def test_what_is_for_a_seat_that_plays_is_put_on_the_agenda_for_it(
    deed: Callable[[Table, object], None], name: str, seat: int
) -> None:
    rules = compile_ruleset(expansions=[Clumsy(lambda table: None)])
    table = open_table(rules, rules.start(2))
    before = len(table.agenda)
    deed(table, seat)
    added = table.agenda[before:]
    assert added
    assert {item.seat for item in added} == {seat}
    assert name == "land/turn" or {item.name for item in added} == {name}


def test_a_decision_is_asked_of_a_seat() -> None:
    nobody: Any = None
    rules = compile_ruleset(expansions=[Clumsy(lambda table: table.ask(DRAW, nobody))])
    with pytest.raises(RuleFailed, match="land/draw for seat None: 2 play"):
        rules.new_game(players=2, seed=1)


@pytest.mark.parametrize("n", [True, 1.0, 1.5, float("inf"), float("nan"), None, "1"], ids=brief)
def test_a_draw_is_of_a_whole_number(n: Any) -> None:
    rules = compile_ruleset(expansions=[Clumsy(lambda table: table.draw("land/deal", 0, n))])
    with pytest.raises(RuleFailed, match=r"'clumsy/deed' .*land/deal of .* pieces: a draw is of"):
        rules.new_game(players=2, seed=1)


@pytest.mark.parametrize("source", [True, 1.0, float("nan"), "1"], ids=brief)
def test_a_draw_is_from_a_seat_that_plays(source: Any) -> None:
    rules = compile_ruleset(
        expansions=[Clumsy(lambda table: table.draw("land/deal", 0, 1, source))]
    )
    with pytest.raises(RuleFailed, match=r"'clumsy/deed' .*land/deal for seat .*: 2 play"):
        rules.new_game(players=2, seed=1)


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (lambda table: table.move(DRAGON, PLAYED, STACK), "^0 dragon in land/played, not 1$"),
        (lambda table: table.move(DRAGON, HAND.of(1), STACK, 99), "land/hand of seat 1, not 99$"),
        (lambda table: table.take_off(ROAD, COUNTERS[0], PILE), f"^no .* lies on {ROAD}$"),
    ],
)
def test_what_is_not_there_cannot_be_moved(deed: Callable[[Table], None], told: str) -> None:
    rules = compile_ruleset()
    state = rules.build(players=3).at(PLAN, seat=0, round=1).state()
    table = open_table(rules, state)
    with pytest.raises(PositionError, match=told):
        deed(table)
    assert close_table(table) == state


def test_an_ending_comes_once() -> None:
    rules = compiled()
    state = rules.new_game(2, 1).state
    assert not open_table(rules, evolve(state, round=1)).check_endings()
    table = open_table(rules, evolve(state, round=2))
    assert table.check_endings()
    assert table.ending == LAST_ROUND.name
    assert not table.check_endings()


def test_sweeping_into_a_zone_that_cannot_hold_it_is_told() -> None:
    rules = compile_ruleset()
    builder = rules.build(players=3).at(PLAN, seat=0, round=1)
    state = builder.lay("feodor-lapphalya-woods", "dragon").state()
    table = open_table(rules, state)
    with pytest.raises(PositionError, match="land/played does not hold every"):
        table.sweep(COUNTER, PLAYED)
    assert close_table(table) == state


def test_what_is_swept_goes_and_the_rest_stays() -> None:
    rules = compile_ruleset()
    builder = rules.build(players=3).at(PLAN, seat=0, round=1)
    builder = builder.lay("feodor-lapphalya-woods", "dragon", "obstacle")
    table = open_table(rules, builder.lay("elvenhold-lapphalya-plains", "giant-pig").state())
    pile, obstacles = table.size(PILE), table.size(REMOVED)
    table.sweep(COUNTER, PILE)
    assert table.size(PILE) == pile + 2
    assert table.lying("feodor-lapphalya-woods") == (THE_OBSTACLE,)
    assert table.lying("elvenhold-lapphalya-plains") == ()
    table.sweep(COUNTER, PILE)
    assert table.size(PILE) == pile + 2
    table.sweep(OBSTACLE, REMOVED)
    assert not any(table.routes)
    assert table.size(REMOVED) == obstacles + 1
    swept = table.routes
    table.sweep(OBSTACLE, REMOVED)
    table.sweep(COUNTER, PILE)
    assert table.routes is swept


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ({"6": 0}, "no face can come up"),
        ({"6": -1, "5": 2}, "weighs -1"),
        ({"6": 0.5}, "weighs 0.5"),
        ({"6": -(10**5_000)}, "weighs a number of about 5000 digits"),
        ({"6": 2**448, "5": 1}, "the weights of all faces together are more than"),
        ({"two words": 1}, "has to be one word"),
        ({6: 1}, "has to be one word"),
        (7, "^clumsy/die: its faces have to be a dict of weights, not 7\n"),
        ("ab", "its faces have to be a dict of weights, not 'ab'"),
        ([("a", 1)], r"its faces have to be a dict of weights, not \[\('a', 1\)\]"),
    ],
)
def test_a_die_that_cannot_be_rolled_is_told(faces: Mapping[object, object], told: str) -> None:
    rules = compile_ruleset(expansions=[Clumsy(lambda table: table.roll("clumsy/die"), faces)])
    with pytest.raises(RulesetError, match=told):
        rules.new_game(players=2, seed=1)


@pytest.mark.parametrize("weight", [10**30, 2**447], ids=["heavy", "as heavy as may be"])
def test_heavy_faces_cost_nothing(weight: int) -> None:
    faces = {"5": weight, "6": weight}
    rules = compile_ruleset(expansions=[Clumsy(lambda table: table.roll("clumsy/die"), faces)])
    rolled = set()
    for seed in range(20):
        played = rules.deal(rules.start(2), Dealer.seeded(seed))
        rolled.add(str(played.outcomes[1]))
    assert rolled == {"rolled 5", "rolled 6"}
    assert rules.pending(played.state).name == DRAW  # type: ignore[union-attr]
