"""Draws and rolls: outcomes with exact probabilities, samples that keep to them, checks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from elfen import Chance, Dealer, Decide, Pieces, Ruleset, RulesetError, State
from elfen.declare.chance import Drawn, Outcome, Rolled
from elfen.plugin import (
    PUBLIC,
    Action,
    Do,
    Kind,
    Phase,
    Position,
    Roll,
    SetupStep,
    Step,
    Stock,
    Table,
)

from .every_number import over_every_number
from .tiny import CARD, HAND, PILE, SAID, TinyState, Wait, addon, compiled

WEIGHTS = {"six": 1, "one": 3, "none": 0}


def rolled(table: Table, item: Chance, face: str) -> None:
    table.set(SAID, TinyState({"six": 6, "one": 1}[face] + len(item.data)))


def draw_three(table: Table) -> None:
    table.draw("tiny/deal", 1, 3)


ROLL = addon(
    "odd",
    elfen_chance=[Roll("odd/die", lambda position, item: WEIGHTS, rolled, visibility=PUBLIC)],
    elfen_setup=[SetupStep("odd/roll", lambda table: table.roll("odd/die", None, 1, 2))],
)
DRAW = addon("odd", elfen_phases=[Phase("odd/three", draw_three, before="tiny/deal")])

ROLLS, DRAWS = compiled(ROLL), compiled(DRAW)


def every_sample(rules: Ruleset, state: State) -> dict[Any, Any]:
    """What `sample` gives over every number that the dealer may come upon, each as likely."""
    return over_every_number(lambda: rules.sample(state, Dealer.seeded(1))[0])


def one_by_one(rules: Ruleset, state: State, n: int) -> dict[Outcome, Fraction]:
    """What n pieces drawn one at a time may be together, from the listed probabilities."""
    found: dict[Outcome, Fraction] = {Drawn(Pieces()): Fraction(1)}
    states = {Drawn(Pieces()): state}
    for _ in range(n):
        further: dict[Outcome, Fraction] = {}
        for so_far, weight in found.items():
            for single, probability in rules.outcomes(states[so_far]):
                both = Drawn(Pieces.of([*so_far.pieces, *single.pieces]))  # type: ignore[union-attr]
                further[both] = further.get(both, Fraction(0)) + weight * probability
                states[both] = rules.apply(states[so_far], single)
        found = further
    return found


# Draws -----------------------------------------------------------------------------------


def test_a_draw_lists_single_pieces_with_their_probabilities() -> None:
    state = DRAWS.start(2)
    assert DRAWS.pending(state) == Chance("tiny/deal", 1, (3,))
    assert DRAWS.outcomes(state) == (
        (Drawn(Pieces.of(["red"])), Fraction(1, 2)),
        (Drawn(Pieces.of(["blue"])), Fraction(1, 2)),
    )
    after = DRAWS.apply(state, Drawn(Pieces.of(["red"])))
    assert DRAWS.pending(after) == Chance("tiny/deal", 1, (2,))
    assert dict(DRAWS.outcomes(after)) == {
        Drawn(Pieces.of(["red"])): Fraction(5, 11),
        Drawn(Pieces.of(["blue"])): Fraction(6, 11),
    }


def test_what_there_is_none_of_is_not_listed() -> None:
    state = DRAWS.start(2)
    reds = with_pile(state, red=1, blue=0)
    assert DRAWS.outcomes(reds) == ((Drawn(Pieces.of(["red"])), Fraction(1)),)


def with_pile(state: State, red: int, blue: int) -> State:
    """The same state with another pile."""
    at = DRAWS.layout.index(PILE)
    zones = (*state.zones[:at], (red, blue), *state.zones[at + 1 :])
    return State(
        zones,
        state.boots,
        state.visited,
        state.routes,
        state.round,
        state.agenda,
        state.ext,
        state.ledger,
    )


@pytest.mark.parametrize(("red", "blue"), [(6, 6), (2, 1), (1, 4), (3, 0)])
def test_a_sample_of_several_is_distributed_as_one_after_the_other(red: int, blue: int) -> None:
    state = with_pile(DRAWS.start(2), red, blue)
    sampled = every_sample(DRAWS, state)
    assert sampled == one_by_one(DRAWS, state, 3)
    assert sum(sampled.values()) == 1


def test_a_sample_of_what_is_left_to_draw_is_distributed_as_one_after_the_other() -> None:
    state = DRAWS.apply(with_pile(DRAWS.start(2), 3, 2), Drawn(Pieces.of(["red"])))
    assert DRAWS.pending(state) == Chance("tiny/deal", 1, (2,))
    assert every_sample(DRAWS, state) == one_by_one(DRAWS, state, 2)


@pytest.mark.parametrize(
    ("drawn", "left", "there"), [("", 3, 2), ("red", 2, 1), ("red blue", 1, 0)]
)
def test_a_draw_of_more_than_there_is_says_what_is_to_be_drawn_and_what_is_there(
    drawn: str, left: int, there: int
) -> None:
    state = with_pile(DRAWS.start(2), 1, 1)
    if drawn:
        state = DRAWS.apply(state, Drawn(Pieces.parse(drawn)))
    words = f"tiny/deal is to draw {left} from tiny/pile, which has {there}; draw no more than"
    with pytest.raises(RulesetError, match=words):
        DRAWS.sample(state, Dealer.seeded(1))
    with pytest.raises(RulesetError, match=words):
        DRAWS.deal(state, Dealer.seeded(1))


def test_a_sample_of_one_is_distributed_as_listed() -> None:
    state = with_pile(DRAWS.start(2), 5, 2)
    state = DRAWS.apply(DRAWS.apply(state, Drawn(Pieces.of(["red"]))), Drawn(Pieces.of(["blue"])))
    assert DRAWS.pending(state) == Chance("tiny/deal", 1, (1,))
    assert every_sample(DRAWS, state) == dict(DRAWS.outcomes(state))


def test_a_draw_may_be_told_all_at_once_in_parts_or_singly() -> None:
    state = DRAWS.start(2)
    ways = (["red*2 blue"], ["red*2", "blue"], ["blue red", "red"], ["red", "blue", "red"])
    ends = set()
    for parts in ways:
        after = state
        for part in parts:
            after = DRAWS.apply(after, Drawn(Pieces.parse(part)))
        ends.add(after)
    (end,) = ends
    assert end.zones[DRAWS.layout.index(HAND, 1)] == (2, 1)
    assert end.zones[DRAWS.layout.index(PILE)] == (4, 5)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Drawn(Pieces.of({"red": 4})), "draws up to 3 pieces"),
        (Drawn(Pieces.of({"red": 2, "blue": 2})), "draws up to 3 pieces"),
        (Drawn(Pieces()), "draws up to 3 pieces"),
        (Drawn(Pieces.of(["green"])), "there are 0 green to draw, not 1"),
        (Drawn(Pieces.of(["red", "green"])), "there are 0 green to draw, not 1"),
        (Drawn(Pieces.of({"red": 999_999})), "draws up to 3 pieces"),
        (Rolled("red"), "does not answer tiny/deal, a draw"),
        (Wait(), "nobody decides now"),
    ],
)
def test_what_cannot_be_drawn_is_refused(outcome: Outcome | Action, words: str) -> None:
    reason = DRAWS.check(DRAWS.start(2), outcome)
    assert reason is not None
    assert words in str(reason)


def test_more_than_there_are_of_a_kind_cannot_be_drawn() -> None:
    state = with_pile(DRAWS.start(2), red=1, blue=5)
    reason = DRAWS.check(state, Drawn(Pieces.of({"red": 2})))
    assert str(reason) == "there are 1 red to draw, not 2"
    assert DRAWS.check(state, Drawn(Pieces.of({"red": 1, "blue": 2}))) is None


GREEN = Kind("green", CARD, name="green card")
THREE_KINDS = compiled(
    addon(elfen_kinds=[GREEN], elfen_components=[Stock("odd/greens", (GREEN,), 3, PILE)])
)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
@pytest.mark.parametrize("pile", [(1, 2, 3), (0, 4, 2), (6, 0, 0), (0, 0, 6)])
def test_a_draw_before_a_decision_is_dealt_as_pieces_one_after_the_other(
    n: int, pile: tuple[int, ...]
) -> None:
    """A single draw of any size, of kinds of which there are many, few, or none."""
    waiting = THREE_KINDS.build(2).at("tiny/choose", seat=0, round=1).state()
    zones, index = [*waiting.zones], THREE_KINDS.layout.index(PILE)
    zones[index] = pile
    due = Chance("tiny/deal", 1, (n,))
    state = evolve(waiting, zones=tuple(zones), agenda=(*waiting.agenda, due))

    def dealt() -> Outcome:
        played = THREE_KINDS.deal(state, Dealer.seeded(1))
        (outcome,) = played.outcomes
        assert played.state == THREE_KINDS.trace(state, outcome).state
        return outcome

    assert over_every_number(dealt) == one_by_one(THREE_KINDS, state, n)


def test_a_step_between_a_draw_and_a_decision_runs() -> None:
    def say(table: Table, item: Do) -> None:
        table.set(SAID, TinyState(7))

    rules = compiled(addon(elfen_steps=[Step("odd/say", say, of="odd/talk")]))
    waiting = rules.build(2).at("tiny/choose", seat=0, round=1).state()
    due = Chance("tiny/deal", 0, (1,))
    state = evolve(waiting, agenda=(*waiting.agenda, Do("odd/say"), due))
    played = rules.deal(state, Dealer.seeded(1))
    assert rules.pending(played.state) == rules.pending(waiting)
    assert played.state.ext[SAID] == TinyState(7)


# Rolls -----------------------------------------------------------------------------------


def test_a_roll_lists_its_faces_with_their_probabilities() -> None:
    state = ROLLS.start(2)
    assert ROLLS.pending(state) == Chance("odd/die", None, (1, 2))
    assert ROLLS.outcomes(state) == (
        (Rolled("one"), Fraction(3, 4)),
        (Rolled("six"), Fraction(1, 4)),
    )


def test_a_sample_of_a_roll_is_distributed_as_listed() -> None:
    state = ROLLS.start(2)
    assert every_sample(ROLLS, state) == dict(ROLLS.outcomes(state))


def test_a_roll_is_carried_out_with_its_item_and_face() -> None:
    after = ROLLS.apply(ROLLS.start(2), Rolled("six"))
    assert after.ext[SAID] == TinyState(8)


@pytest.mark.parametrize(
    "outcome", [Rolled("none"), Rolled("two"), Drawn(Pieces.of(["red"])), Drawn(Pieces())]
)
def test_what_cannot_be_rolled_is_refused(outcome: Outcome) -> None:
    assert "is not one of odd/die: one, six" in str(ROLLS.check(ROLLS.start(2), outcome))


# In a game -------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [ROLLS, DRAWS])
@pytest.mark.parametrize("seed", range(5))
def test_dealing_is_sampling_and_applying(rules: Ruleset, seed: int) -> None:
    start = rules.start(2)
    played = rules.deal(start, Dealer.seeded(seed))
    state, dealt = start, Dealer.seeded(seed)
    outcomes = []
    while isinstance(rules.pending(state), Chance):
        outcome, dealt = rules.sample(state, dealt)
        assert rules.check(state, outcome) is None
        state = rules.apply(state, outcome)
        outcomes.append(outcome)
    assert (played.state, played.dealer, played.outcomes) == (state, dealt, tuple(outcomes))
    assert isinstance(rules.pending(state), Decide)


def test_faces_may_depend_on_the_position_and_the_item() -> None:
    asked: list[tuple[int, Any]] = []

    def faces(position: Position, item: Chance) -> dict[str, int]:
        asked.append((position.players, item.data))
        return {str(item.data[0]): 1}

    apply: Callable[[Table, Chance, str], None] = lambda table, item, face: None  # noqa: E731
    odd = addon(
        "odd",
        elfen_chance=[Roll("odd/die", faces, apply, visibility=PUBLIC)],
        elfen_setup=[SetupStep("odd/roll", lambda table: table.roll("odd/die", None, 7))],
    )
    rules = compiled(odd)
    assert rules.outcomes(rules.start(3)) == ((Rolled("7"), Fraction(1)),)
    assert (3, (7,)) in asked
