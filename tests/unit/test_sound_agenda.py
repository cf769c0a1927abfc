"""What is told of agendas and rounds that no game comes to, if plugins keep what they promise."""

from __future__ import annotations

from attrs import evolve

from elfen import compile_ruleset
from elfen.declare import Decide, Draw
from elfen.kernel.soundness import stock, totals

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
