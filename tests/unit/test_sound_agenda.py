"""What is told of agendas and rounds that no game comes to, if plugins keep what they promise."""

from __future__ import annotations

import pytest
from attrs import evolve

from elfen import compile_ruleset
from elfen.declare import Chance, Decide, Do, Draw, Over
from elfen.kernel.soundness import stock, totals

from .tiny import HAND, LAST_ROUND, SPENT, addon, compiled, tiny

RULES = compile_ruleset()
STATE = RULES.new_game(3, 1).state
ASKED = STATE.agenda[-1]
DRAW = next(owned.entry for owned in RULES.chances if isinstance(owned.entry, Draw))


def told(*agenda: object) -> list[str]:
    return [*RULES.validate(evolve(STATE, agenda=(*STATE.agenda[:-1], *agenda)))]


def test_a_game_itself_is_sound_and_has_what_is_in_stock() -> None:
    assert told(ASKED) == []
    assert totals(RULES, STATE) == stock(RULES, 3)
    assert sum(totals(RULES, STATE).values()) > 100


def test_the_rules_know_the_steps_decisions_and_draws_that_they_have() -> None:
    assert RULES.knows(ASKED)
    assert RULES.knows(Chance(DRAW.name, 0, (1,)))
    for item in (Chance("odd/draw"), Decide("odd/choose", 0), Do("odd/step"), Over("odd/end")):
        assert not RULES.knows(item)
    for stray in (Chance(ASKED.name), Decide(DRAW.name, 0), Over(DRAW.name)):
        assert not RULES.knows(stray)


def test_a_game_has_no_more_rounds_than_the_first_ending_leaves() -> None:
    others = [evolve(LAST_ROUND, name=f"tiny/{n}", latest=lambda rules, n=n: n) for n in (5, 3)]
    unbounded = evolve(LAST_ROUND, name="tiny/any", latest=None)
    assert compiled(base=tiny(elfen_endings=[others[0], unbounded])).most_rounds == 5
    assert compiled(base=tiny(elfen_endings=[*others, unbounded])).most_rounds == 3


def test_a_round_after_the_last_is_told() -> None:
    last = RULES.most_rounds
    assert [*RULES.validate(evolve(STATE, round=last))] == []
    assert [*RULES.validate(evolve(STATE, round=last + 1))] == [
        f"round {last + 1}: a game has {last} at most"
    ]


def test_a_decision_that_is_asked_more_often_than_a_game_can_is_told() -> None:
    assert isinstance(ASKED, Decide)
    most = RULES.at_most(ASKED.name, 3)
    more = most - sum(item.name == ASKED.name for item in STATE.agenda[:-1])
    assert told(*[ASKED] * more) == []
    assert told(*[ASKED] * (more + 1)) == [
        f"the agenda asks {ASKED.name!r} {most + 1} times; {most} are the most in a game of 3"
    ]


def test_a_draw_of_more_than_there_is_is_told() -> None:
    there = sum(STATE.zones[RULES.layout.index(DRAW.source)])
    assert told(RULES.chance(DRAW.name, 0, (there,))) == []
    (found,) = told(RULES.chance(DRAW.name, 0, (there + 1,)))
    assert found.startswith("the agenda has a draw that cannot be")


def test_an_empty_agenda_is_told() -> None:
    found = RULES.validate(evolve(STATE, agenda=()))
    assert found[0].startswith("the agenda is empty: nothing would happen next")


def test_a_step_that_is_due_is_told() -> None:
    step = RULES.procedures["round"][0].entry.name
    assert told(Do(step)) == [f"the step {step} is due, but a state waits for no step"]


@pytest.mark.parametrize("seat", [-1, 3])
def test_whatever_is_on_the_agenda_for_a_seat_that_does_not_play_is_told(seat: int) -> None:
    assert told(Do("land/hand-limit", seat), ASKED) == [
        f"the agenda has 'land/hand-limit' for seat {seat}, which does not play"
    ]


def test_an_ending_that_is_not_declared_is_told() -> None:
    def over(ending: str) -> tuple[str, ...]:
        return RULES.validate(evolve(STATE, agenda=(Over(ending),)))

    assert over(RULES.endings[0].name) == ()
    assert over("odd/never") == ("there is no ending 'odd/never'",)


# Draws from a seat -------------------------------------------------------------------------

DROP = compiled(addon(elfen_chance=[Draw("odd/drop", source=HAND, target=SPENT)]))


def dropping(players: int, source: int, n: int = 1) -> list[str]:
    """What is told of n cards that are due from a hand, where only seat 0 has two."""
    state = DROP.build(players).at("tiny/choose", seat=0, round=1).zone(HAND.of(0), {"red": 2})
    for seat in range(1, players):
        state.zone(HAND.of(seat), {})
    asked = state.state()
    drop = Chance("odd/drop", None, (n, source))
    return [*DROP.validate(evolve(asked, agenda=(*asked.agenda, drop)))]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_cards_can_be_due_from_a_seat_that_plays_and_from_no_other(players: int) -> None:
    assert dropping(players, 0, 2) == []
    assert dropping(players, players) == [
        f"the agenda has 'odd/drop' from seat {players}, which does not play"
    ]


def test_more_cards_than_that_seat_has_cannot_be_due() -> None:
    for source, n in ((0, 3), (1, 1)):
        (found,) = dropping(2, source, n)
        assert found.startswith("the agenda has a draw that cannot be")
