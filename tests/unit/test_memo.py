"""Memos: what is made is kept, up to a bound, and mistakes come through."""

from __future__ import annotations

from typing import Any

import pytest

from elfen.declare.memo import SameMemo
from elfen.plugin import Memo


def counting(most: int = 4096) -> tuple[Memo[Any, Any], list[Any]]:
    """A memo of squares, and the keys for which one was made, in order."""
    made: list[Any] = []

    def square(key: Any) -> Any:
        made.append(key)
        return key * key

    return Memo(square, most), made


def test_it_makes_once() -> None:
    memo, made = counting()
    assert [memo[3], memo[3], memo[4], memo[3]] == [9, 9, 16, 9]
    assert made == [3, 4]


def test_it_keeps_what_is_none_or_false_too() -> None:
    asked: list[int] = []
    memo = Memo[int, None](asked.append)
    assert memo[1] is None
    assert memo[1] is None
    assert asked == [1]


def test_with_so_many_it_forgets_all_and_begins_anew() -> None:
    memo, made = counting(most=2)
    assert [memo[1], memo[2]] == [1, 4]
    assert memo.kept == {1: 1, 2: 4}
    assert memo[3] == 9
    assert memo.kept == {3: 9}
    assert memo[1] == 1
    assert made == [1, 2, 3, 1]


def test_what_is_kept_stays_the_same_dictionary() -> None:
    memo, _ = counting(most=2)
    kept = memo.kept
    assert type(kept) is dict
    for n in range(7):
        assert memo[n] == n * n
        assert memo.kept is kept
        assert kept[n] == n * n


def test_a_key_without_a_hash_is_an_error() -> None:
    memo, made = counting()
    with pytest.raises(TypeError, match="unhashable"):
        memo[[1]]
    with pytest.raises(TypeError, match="unhashable"):
        memo.of([[2]])
    assert made == []


def test_a_key_error_while_making_comes_through_and_nothing_is_kept() -> None:
    prices = {"raft": 1}
    memo = Memo[str, int](lambda kind: prices[kind] + 1)
    with pytest.raises(KeyError, match="dragon") as caught:
        memo["dragon"]
    assert caught.value.__context__ is None
    assert memo.kept == {}
    with pytest.raises(KeyError, match="dragon"):
        memo.of(["raft", "dragon"])
    prices["dragon"] = 2
    assert memo["dragon"] == 3


def test_of_several_it_makes_what_is_missing() -> None:
    memo, made = counting()
    assert memo[3] == 9
    assert memo.of((2, 3, 2, 5)) == [4, 9, 4, 25]
    assert made == [3, 2, 5]
    assert memo.of([5, 3]) == [25, 9]
    assert memo.of([]) == []
    assert made == [3, 2, 5]


def test_of_more_than_it_keeps_it_gives_them_all() -> None:
    memo, _ = counting(most=2)
    assert memo.of(range(6)) == [0, 1, 4, 9, 16, 25]
    assert len(memo.kept) <= 2


def test_by_identity_an_equal_key_is_another_and_so_many_are_forgotten() -> None:
    made: list[list[int]] = []
    memo = SameMemo[list[int], None](made.append, most=2)
    one, other, third = [1], [1], [3]
    for key in (one, other, one, other):
        assert memo[key] is None
    assert made == [one, other]
    assert memo[third] is None
    assert [*memo.kept] == [id(third)]
