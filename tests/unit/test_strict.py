"""Strict reading: nothing is coerced, nothing is passed over."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from attrs import field, frozen
from cattrs import BaseValidationError

from elfen.declare import fitting
from elfen.declare.fitting import Misfit, structured
from elfen.declare.strict_data import complaints, strict_converter


@frozen
class Inner:
    n: int
    word: str | None = None


@frozen
class Outer:
    flag: bool
    pair: tuple[int, str]
    many: tuple[int, ...]
    items: list[Inner]
    table: dict[str, Inner] = field(factory=dict)
    anything: Any = None


GOOD: dict[str, Any] = {
    "flag": True,
    "pair": [1, "a"],
    "many": [1, 2, 3],
    "items": [{"n": 1}, {"n": 2, "word": "two"}],
    "table": {"x": {"n": 3, "word": None}},
    "anything": [1.5, {"free": True}],
}


def read(**changes: Any) -> Outer:
    return strict_converter().structure({**GOOD, **changes}, Outer)


def test_what_is_right_is_read() -> None:
    assert read() == Outer(
        True,
        (1, "a"),
        (1, 2, 3),
        [Inner(1), Inner(2, "two")],
        {"x": Inner(3)},
        [1.5, {"free": True}],
    )
    assert read(many=[], items=[], table={}).many == ()


def test_what_is_right_is_read_without_cattrs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "_converted", lambda data, cls: pytest.fail("cattrs was asked"))
    none: dict[str, Any] = {}
    others: list[dict[str, Any]] = [{"many": [], "items": [], "table": none}, {"anything": None}]
    for changes in (none, *others):
        assert structured({**GOOD, **changes}, Outer) == read(**changes)
    assert structured({"n": 1}, Inner) == Inner(1)
    assert structured({**GOOD, "table": none}, Outer).table is not none


def test_what_a_class_itself_refuses_is_told_with_its_place() -> None:
    def is_even(instance: object, attribute: object, n: int) -> None:
        if n % 2:
            raise ValueError(f"{n} is odd")

    @frozen
    class Even:
        n: int = field(validator=is_even)

    assert structured({"n": 4}, Even) == Even(4)
    with pytest.raises(Misfit, match=r"^3 is odd$"):
        structured({"n": 3}, Even)


def test_what_cattrs_alone_can_read_is_read_by_cattrs() -> None:
    assert structured([1, "two"], list[int | str]) == [1, "two"]
    assert structured({"x": [[1], []]}, dict[str, tuple[list[int], ...]]) == {"x": ([1], [])}
    assert structured("two", Literal["one", "two"]) == "two"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"flag": 1}, "flag: expected true or false, not 1"),
        ({"flag": "true"}, "flag: expected true or false, not 'true'"),
        ({"flag": None}, "flag: expected true or false, not None"),
        ({"pair": [1.0, "a"]}, "pair[0]: expected a whole number, not 1.0"),
        ({"pair": [True, "a"]}, "pair[0]: expected a whole number, not True"),
        ({"pair": ["1", "a"]}, "pair[0]: expected a whole number, not '1'"),
        ({"pair": [1, 2]}, "pair[1]: expected a text, not 2"),
        ({"pair": [1, b"a"]}, "pair[1]: expected a text, not b'a'"),
        ({"pair": [1]}, "pair: expected 2 items, not 1"),
        ({"pair": "1a"}, "pair: expected a list, not '1a'"),
        ({"pair": (1, "a")}, "pair: expected a list, not (1, 'a')"),
        ({"pair": {"1": "a"}}, "pair: expected a list"),
        ({"many": "123"}, "many: expected a list, not '123'"),
        ({"many": [1, None]}, "many[1]: expected a whole number, not None"),
        ({"many": {1: 2}}, "many: expected a list"),
        ({"items": {"n": 1}}, "items: expected a list"),
        ({"items": [3]}, "items[0]: expected a table of keys and values, not 3"),
        ({"items": ["n"]}, "items[0]: expected a table"),
        ({"items": [{}]}, "items[0].n: the key is missing"),
        ({"items": [{"n": 1, "m": 2}]}, "items[0]: unknown keys: m"),
        ({"items": [{"n": 1, "word": 2}]}, "items[0].word: expected a text, not 2"),
        ({"table": [["x", {"n": 1}]]}, "table: expected a table of keys and values"),
        ({"table": {"x": 3}}, "table['x']: expected a table of keys and values, not 3"),
        ({"table": {"x": {"n": "1"}}}, "table['x'].n: expected a whole number, not '1'"),
        ({"table": {3: {"n": 1}}}, "expected a text, not 3"),
        ({"more": 1}, "unknown keys: more"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BaseValidationError) as caught:
        read(**changes)
    assert words in complaints(caught.value)
    assert "\n" not in complaints(caught.value)
    with pytest.raises(Misfit) as misfit:
        structured({**GOOD, **changes}, Outer)
    assert str(misfit.value) == complaints(caught.value)


def test_all_that_is_wrong_is_told() -> None:
    with pytest.raises(BaseValidationError) as caught:
        read(flag=0, many=[1, "2", "3"])
    assert complaints(caught.value) == (
        "flag: expected true or false, not 0; many[1]: expected a whole number, not '2';"
        " many[2]: expected a whole number, not '3'"
    )


def test_what_is_wrong_at_the_top_has_no_place() -> None:
    with pytest.raises(BaseValidationError) as caught:
        read(more=1)
    assert complaints(caught.value) == "unknown keys: more"


def test_what_is_shown_is_short() -> None:
    with pytest.raises(BaseValidationError) as caught:
        read(flag="x" * 1000)
    assert len(complaints(caught.value)) < 150


@pytest.mark.parametrize(
    "changes",
    [
        {"many": ["x"] * 100_000},
        {"items": [{"n": "x", "word": 3}] * 50_000},
        {"items": [3] * 100_000},
        {"table": {str(n): 3 for n in range(100_000)}},
        {"table": {str(n): {"n": "x"} for n in range(50_000)}},
    ],
    ids=lambda changes: min(changes),
)
def test_what_is_wrong_all_through_is_not_read_to_its_end(changes: dict[str, Any]) -> None:
    with pytest.raises(BaseValidationError) as caught:
        read(**changes)
    told = complaints(caught.value).split("; ")
    assert 50 < len(told) <= 102
    assert told[-1].endswith(": this and what follows has not been looked at")
    assert "]: expected " in told[0] or "].n: expected " in told[0]


def test_a_hundred_faults_are_all_told() -> None:
    with pytest.raises(BaseValidationError) as caught:
        read(many=["x"] * 100)
    told = complaints(caught.value).split("; ")
    assert told == [f"many[{n}]: expected a whole number, not 'x'" for n in range(100)]


@pytest.mark.parametrize("wrong", [101, 102, 500])
def test_where_reading_stops_is_told_once(wrong: int) -> None:
    with pytest.raises(BaseValidationError) as caught:
        read(many=["x"] * wrong)
    told = complaints(caught.value).split("; ")
    assert told[100:] == ["many[100]: this and what follows has not been looked at"]


def test_faults_in_lists_of_lists_are_counted_together() -> None:
    with pytest.raises(BaseValidationError) as caught:
        strict_converter().structure([["x"] * 99] * 2_000, list[list[int]])
    assert len(complaints(caught.value).split("; ")) < 210
