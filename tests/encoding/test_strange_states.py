"""What writes numbers refuses what it cannot write, and goes on as if it had not been asked."""

from __future__ import annotations

from typing import Any

import pytest

from elfen import PositionError, RulesetError, compile_ruleset
from elfen.encoding import encoding_of
from elfen.errors import NotationError

RULES = compile_ruleset()
STATE = RULES.new_game(3, seed=1).state
FOREIGN = compile_ruleset(expansions=["gold"]).new_game(3, seed=1).state
ENCODING = encoding_of(RULES, 3)

STRANGE = {
    "None": None,
    "5": 5,
    "a game": RULES.new_game(3, seed=1),
    "of two": RULES.new_game(2, seed=1).state,
    "of four": RULES.new_game(4, seed=1).state,
    "of other rules": FOREIGN,
}
EVERY = pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE)


@EVERY
def test_an_observer_refuses_what_is_no_state_of_its_games(strange: Any) -> None:
    one, other = ENCODING.observer(0), ENCODING.observer(0)
    for observer in (one, other):
        observer.look(STATE)
    with pytest.raises(PositionError):
        one.look(strange)
    one.look(STATE)
    assert one.cells == other.cells


@EVERY
def test_onlookers_refuse_what_is_no_state_of_their_games(strange: Any) -> None:
    pytest.importorskip("numpy", reason="numpy is not installed")
    onlookers = ENCODING.onlookers()
    before = bytes(onlookers.numbers(STATE, 1))
    with pytest.raises(PositionError):
        onlookers.numbers(strange, 1)
    assert bytes(onlookers.numbers(STATE, 1)) == before
    for seat in (None, 3, -1, 1.5, "1", []):
        with pytest.raises(RulesetError, match="the seats are 0 to 2"):
            onlookers.numbers(STATE, seat)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "strange",
    [None, 5, STATE, RULES.observe(STATE, 1), RULES.observe(STRANGE["of four"], 0)],
    ids=["None", "5", "a state", "of another seat", "of four"],
)
def test_an_observer_refuses_what_is_no_observation_of_its_seat(strange: Any) -> None:
    one, other = ENCODING.observer(0), ENCODING.observer(0)
    for observer in (one, other):
        observer.write(RULES.observe(STATE, 0))
    with pytest.raises(PositionError):
        one.write(strange)
    one.write(RULES.observe(STATE, 0))
    assert one.cells == other.cells


@pytest.mark.parametrize("strange", [None, 1.5, float("nan"), "1", [], -1, 10**400])
def test_what_is_no_index_is_no_action_and_has_no_word(strange: Any) -> None:
    for ask in (ENCODING.numbering.action, ENCODING.spelling.word):
        with pytest.raises(NotationError) as told:
            ask(strange)
        assert len(str(told.value)) <= 300


@pytest.mark.parametrize("strange", [None, 5, [], {}])
def test_what_is_no_action_has_no_index(strange: Any) -> None:
    with pytest.raises(NotationError, match="is no action"):
        ENCODING.numbering.index(strange)


@pytest.mark.parametrize("strange", [None, 5, [[]]])
def test_what_is_no_word_spells_nothing(strange: Any) -> None:
    with pytest.raises(NotationError, match="is no word of letters"):
        ENCODING.spelling.index(strange)
