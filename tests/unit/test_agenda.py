"""Items of the agenda: what all of them have, and how the last one is told."""

from __future__ import annotations

import pytest

from elfen.declare import Chance, Decide, Do, Item, Over, in_short

END = Over("odd/last-round")


def test_what_is_over_has_the_name_of_its_ending_and_nobody_to_act() -> None:
    assert (END.name, END.seat, END.data) == ("odd/last-round", None, ())


@pytest.mark.parametrize(
    ("agenda", "told"),
    [
        ([], "nothing due"),
        ([END], "over: odd/last-round"),
        ([END, Do("odd/deal")], "odd/deal"),
        ([END, Do("odd/turn", 0)], "odd/turn of seat 0"),
        ([END, Decide("odd/choose", 2)], "odd/choose of seat 2"),
    ],
)
def test_what_comes_next_is_told_in_short(agenda: list[Item], told: str) -> None:
    assert in_short(agenda) == told


def test_a_draw_is_from_the_table_unless_its_data_name_a_seat() -> None:
    assert Chance("odd/rob", 1, (2,)).source is None
    assert Chance("odd/rob", 1, (2, 0)).source == 0
