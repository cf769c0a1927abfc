"""Errors in a line: `str` of every error is short and harmless, and nothing is lost beside it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial

import pytest
from attrs import evolve

from elfen import ElfenError, compile_ruleset
from elfen.errors import (
    BoardError,
    IllegalAction,
    Message,
    NotationError,
    PositionError,
    Reason,
    RuleFailed,
    RulesetError,
    SaveError,
    brief,
)
from elfen.kernel import NEXT_ROUND
from elfen.plugin import Decide, Do
from paced import seconds

LONG = "what is wrong\x1b[2J\n" + "x" * 100_000 + ", so mend it"

ERRORS: dict[str, Callable[[str], ElfenError]] = {
    "any": ElfenError,
    "ruleset": RulesetError,
    "board": BoardError,
    "notation": NotationError,
    "position": PositionError,
    "illegal": lambda text: IllegalAction(Reason("land/any", text)),
    "rule": lambda text: RuleFailed("plugin", "elfen_actions", "name", "at once", text),
    "rule of a long name": lambda text: RuleFailed(text, text, text, text, text),
    "save": lambda text: SaveError(text, "log[3]", "game.json"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_every_error_is_told_in_a_short_line(name: str) -> None:
    error = ERRORS[name](LONG)
    for told in (str(error), str(pickle.loads(pickle.dumps(error)))):
        assert len(told) <= 300
        assert told.isprintable()
        assert "what is wrong" in told
        assert " ... " in told


@pytest.mark.parametrize("name", ERRORS)
def test_a_short_error_is_told_as_it_is(name: str) -> None:
    assert "no ford: it is flooded" in str(ERRORS[name]("no ford: it is flooded"))


def test_nothing_is_lost_beside_the_line() -> None:
    assert PositionError(LONG).args == NotationError(LONG).args == (LONG,)
    error = IllegalAction(Reason("land/any", LONG))
    assert error.reason.text == LONG
    assert len(str(error.reason)) <= 300
    failed = RuleFailed("plugin", "elfen_actions", "name", "at once", LONG)
    assert failed.message == LONG
    assert failed.__reduce__()[1][-1] == LONG


def test_a_reason_is_told_in_a_line_too() -> None:
    assert str(Reason("land/any", "no ford\nthere")) == "no ford\N{REPLACEMENT CHARACTER}there"


def test_everything_that_is_wrong_with_a_position_is_told_in_a_line_and_listed() -> None:
    rules = compile_ruleset()
    state = rules.build(2).at("land/move").state()
    asked = [Decide(f"land/nothing-{n}", 0, ()) for n in range(1_000)]
    wrong = evolve(state, agenda=(Do(NEXT_ROUND), *asked))
    with pytest.raises(PositionError) as caught:
        rules.game_from(wrong)
    assert len(str(caught.value)) <= 300
    assert caught.value.args == ("; ".join(rules.validate(wrong)),)
    assert len(rules.validate(wrong)) == 1_000


def nine_times(value: object) -> list[str]:
    return [brief(value) for _ in range(9)]


def test_a_value_is_told_in_brief_without_all_of_it() -> None:
    """Not even a list that is too long to be written anywhere takes time or memory."""
    text = "\n" * 20_000
    values = ([text] * 20_000, (text,) * 20_000, dict.fromkeys(range(20000), text), [[[text] * 9]])
    for value in values:
        assert len(brief(value)) <= 63
        assert brief(value).endswith("...")
        assert seconds(partial(nine_times, value), 0.05) < 0.05
    nest: list[object] = []
    nest.append(nest)
    assert brief(nest) == "[" * 60 + "..."


@pytest.mark.parametrize(
    "value",
    [[], (), {}, set(), (1,), [1, "a", None], {"a": [1, (2, 3)], 4: {}}, {5}, frozenset({6}), "x'"],
    ids=repr,
)
def test_what_is_short_is_told_as_its_repr(value: object) -> None:
    assert brief(value) == repr(value)


def test_a_message_is_told_in_brief_as_the_text_it_is() -> None:
    assert brief(Message("mine/fare", "pay {n}", n=2)) == "'pay 2'"
    assert len(brief(Message("mine/long", "{n}", n="a" * 999))) <= 64
