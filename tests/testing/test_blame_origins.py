"""Where a wrong value came from, what is remembered, and what comes and goes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache
from types import CodeType
from typing import Any, Literal

import attrs
import pytest

from elfen.plugin import Memo, Reason
from elfen.testing.blaming.attributes import keepers, looked_up, own_reads, setters, writers
from elfen.testing.blaming.fickle import fickle
from elfen.testing.blaming.origins import condition, holds, leaves, sources
from elfen.testing.blaming.raised import cause_of, causes
from elfen.testing.blaming.trails import Line, Suspect, follow, plainly
from elfen.testing.blaming.watching import Passed, first_answered
from elfen.testing.law_broken import PURITY, LawBroken
from elfen.testing.misfits import misfits

ODD = (3, "odd")


def here(code: CodeType) -> bool:
    """Only what this file declares is watched."""
    return code.co_filename == __file__


def names(lines: Any) -> list[str]:
    """The functions of some lines."""
    return [code.co_name for code, _ in lines]


def answering(value: object, run: Callable[[], object]) -> Suspect:
    """The function that first answers a value."""
    suspect = first_answered(run, lambda answer: answer == value, here, math.inf)
    assert suspect is not None
    return suspect


@cache
def worked_out() -> tuple[tuple[int, str], ...]:
    return (ODD,)


class Shelf:
    """Things that were put there, and what was last taken."""

    def __init__(self) -> None:
        self.things = (ODD, (4, "even"))
        self.known = Memo[int, tuple[int, str]](lambda n: (n, "odd" if n % 2 else "even"))
        self.made = worked_out()
        self.twice = Memo[int, int](
            lambda n: self.doubled(n),
        )
        self.half = Memo(self.halved)
        self.last = 0

    def put(self, n: int) -> None:
        self.last = n

    def first(self) -> list[object]:
        return [self.things[0]]

    def third(self) -> list[object]:
        found = self.known[3]
        return [found]

    def taken(self) -> list[int]:
        return [self.last + n for n in (0,)]

    def counted(self) -> int:
        self.last += 1
        return self.last

    def up(self) -> object:
        return self.made[:1]

    def doubled(self, n: int) -> int:
        return n + n

    def halved(self, n: int) -> int:
        return n // 2

    def fourth(self) -> list[int]:
        return [self.twice[2]]

    def second(self) -> list[int]:
        return [self.half[4]]


def gives() -> int:
    return 97


def hands_on() -> list[int]:
    even, n = is_even(4), gives()
    return [n + even - 1]


def is_even(n: int) -> bool:
    return n % 2 == 0


def test_the_last_function_that_answered_a_value_is_its_source() -> None:
    suspect = answering([97], hands_on)
    assert names(sources(suspect, [97], here)) == ["gives"]
    assert names(sources(suspect, [("Item", 5, 97)], here)) == ["gives"]
    assert names(sources(suspect, [98], here)) == []


def test_the_maker_of_an_attribute_that_holds_a_value_is_its_source() -> None:
    shelf = Shelf()
    suspect = answering([ODD], shelf.first)
    assert names(sources(suspect, [plainly(ODD)], here)) == ["__init__"]
    assert names(sources(suspect, [plainly((5, "else"))], here)) == []


def test_a_value_in_a_memo_is_found_too() -> None:
    suspect = answering([ODD], Shelf().third)
    assert "__init__" in names(sources(suspect, [plainly(ODD)], here)) or "<lambda>" in names(
        sources(suspect, [plainly(ODD)], here)
    )


def test_a_message_is_compared_by_what_it_says() -> None:
    said = [Reason.of("odd/rule", "odd/one", "not {what}", what=what) for what in ("this", "that")]
    assert plainly(said[0]) == ("Reason", "odd/rule", "not this")
    assert plainly(said[0]) != plainly(said[1])


def test_values_that_are_everywhere_have_no_source() -> None:
    def nothing() -> list[None]:
        return [say_nothing()]

    def say_nothing() -> None:
        return None

    suspect = answering([None], nothing)
    assert names(sources(suspect, [None], here)) == []


def test_the_condition_of_a_line_is_the_last_yes_or_no() -> None:
    found = condition(answering([97], hands_on))
    assert found is not None
    assert found[0].co_name == "is_even"
    assert condition(answering(97, gives)) is None


def test_who_sets_what_a_method_reads_is_known() -> None:
    code = Shelf.taken.__code__
    assert own_reads(code) == ["last"]
    assert names(setters(Shelf, "last", here)) == ["put", "counted", "__init__"]
    assert names(writers((code, code.co_firstlineno), here)) == ["put", "counted"]


def test_what_reads_and_sets_the_same_may_remember() -> None:
    shelf = Shelf()
    trail = follow(lambda: (shelf.put(2), shelf.taken(), shelf.counted()), here, math.inf)
    assert names(keepers(trail)) == ["counted"]


def test_who_made_what_a_line_looks_up_is_found_in_a_cache() -> None:
    code = Shelf.up.__code__
    line: Line = (code, code.co_firstlineno + 1)
    ((made, at),) = looked_up(line, here)
    assert made is worked_out.__wrapped__.__code__
    assert at == made.co_firstlineno + 2  # after the decorator and the name
    ((made, _),) = looked_up((Shelf.first.__code__, Shelf.first.__code__.co_firstlineno + 1), here)
    assert made is Shelf.__init__.__code__


@pytest.mark.parametrize(("asks", "made"), [(Shelf.fourth, "doubled"), (Shelf.second, "halved")])
def test_a_method_that_fills_a_cache_made_what_is_looked_up_there(asks: Any, made: str) -> None:
    code = asks.__code__
    assert names(looked_up((code, code.co_firstlineno + 1), here)) == [made]


def goes_by_an_address(value: object) -> int:
    return id(value) % 7


def goes_by_the_clock() -> int:
    return int(time.time())


def goes_by_chance() -> float:
    number: float = __import__("random").random()
    return number


def goes_by_what_it_imports() -> float:
    from random import random

    return random()


@pytest.mark.parametrize(
    "odd",
    [
        lambda: goes_by_an_address(ODD),
        goes_by_the_clock,
        goes_by_chance,
        goes_by_what_it_imports,
    ],
)
def test_what_comes_and_goes_is_asked_for_by_name(odd: Callable[[], object]) -> None:
    (name,) = {*names(fickle(follow(odd, here, math.inf)))} - {"<lambda>"}
    assert name.startswith("goes_by")
    assert names(fickle(follow(hands_on, here, math.inf))) == []


def test_plain_data_is_found_within_plain_data() -> None:
    tree = plainly({"a": [1, ("b", 2.5)]})
    assert holds(tree, 2.5)
    assert holds(tree, plainly(("b", 2.5)))
    assert not holds(plainly([1]), 1.0)
    assert not holds(plainly([1]), True)
    assert 2.5 in leaves(tree)


def test_what_passes_a_value_on_can_be_asked_again() -> None:
    assert Passed(ODD, lambda: 7)() == 7


@attrs.frozen
class Box:
    """Something with typed fields."""

    n: int = 1
    texts: tuple[str, ...] = ()
    pair: tuple[int, bool] | None = None
    kind: Literal["a", "b"] = "a"
    anything: Any = None


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (Box(), []),
        (Box(True), [True]),  # type: ignore[arg-type]
        (Box(2.0), [2.0]),  # type: ignore[arg-type]
        (Box(texts=("a", None)), [None]),  # type: ignore[arg-type]
        (Box(texts=["a"]), [["a"]]),  # type: ignore[arg-type]
        (Box(pair=(1, True)), []),
        (Box(pair=(1, 1)), [1]),
        (Box(kind="c"), ["c"]),  # type: ignore[arg-type]
        (Box(anything=object), []),
    ],
)
def test_what_does_not_fit_a_type_is_found_where_it_lies(value: Box, found: list[object]) -> None:
    assert [*misfits(value, Box)] == found


def test_a_circle_of_causes_has_an_end() -> None:
    one, other, broken = LookupError("one"), LookupError("other"), LawBroken(PURITY, "it fails")
    one.__cause__, other.__cause__, broken.__cause__ = other, one, one
    assert [*causes(broken)] == [broken, one, other]
    assert cause_of(broken) is one
    broken.__cause__ = broken
    assert cause_of(broken) is None


class Drawer:
    """Fills a list and a table, and looks into them."""

    def __init__(self) -> None:
        self.items: list[int] = []
        self.named: dict[str, int] = {}

    def add(self, item: int) -> None:
        self.items.append(item)

    def name(self, name: str, item: int) -> None:
        self.named[name] = item

    def count(self, item: int) -> int:
        return self.items.count(item)

    def called(self, name: str) -> int:
        return self.named[name]


def test_who_puts_something_into_what_a_method_reads_is_known() -> None:
    for reads, puts in ((Drawer.count, "add"), (Drawer.called, "name")):
        line = reads.__code__, reads.__code__.co_firstlineno
        assert names(writers(line, here)) == [puts]
