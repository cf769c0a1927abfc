"""Lists, tables, numbers and yes or no, whoever hands them in: read once, or refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from elfen.declare.handed_in import listed, number, tabled, yes_or_no
from elfen.errors import ElfenError


class Array:
    """Does not say whether it is true, as arrays do not."""

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


def test_a_table_is_any_mapping_of_as_many_keys_at_most() -> None:
    assert tabled("names", {0: "Mila", 1: "Juno"}, most=2) == {0: "Mila", 1: "Juno"}
    with pytest.raises(ElfenError, match="names has more than 2"):
        tabled("names", {0: "Mila", 1: "Juno", 2: "Tove"}, most=2)
    with pytest.raises(ElfenError, match=r"names has to be a table, not \['Mila'\]"):
        tabled("names", ["Mila"])


def test_a_list_is_of_as_many_items_at_most() -> None:
    assert listed("seeds", iter((1, 2)), most=2) == (1, 2)
    with pytest.raises(ElfenError, match="seeds has more than 2"):
        listed("seeds", (1, 2, 3), most=2)


@pytest.mark.parametrize(("value", "least"), [(1, 1), (1.5, 1), (-3, float("-inf"))])
def test_a_number_may_be_the_least(value: float, least: float) -> None:
    assert number(value, "the pace", least) == value


@pytest.mark.parametrize("value", [0.5, float("inf"), float("nan"), "1", None, 10**400])
def test_other_numbers_are_refused(value: Any) -> None:
    with pytest.raises(ElfenError, match="the pace has to be a number from 1 on, not "):
        number(value, "the pace", 1)


def test_a_least_is_told_only_where_there_is_one() -> None:
    with pytest.raises(ElfenError, match=r"^the pace has to be a number, not 'fast'$"):
        number("fast", "the pace")


def test_what_does_not_say_whether_it_is_true_is_refused() -> None:
    assert [yes_or_no(value, "open") for value in (1, [], "", "no")] == [True, False, False, True]
    with pytest.raises(ElfenError, match="open has to be True or False, not "):
        yes_or_no(Array(), "open")
