"""What is wrong with a value that has an extent, in words."""

from __future__ import annotations

import pytest

from elfen.declare import BySeat, Extent, Means, SeatSet, UpTo, Within
from elfen.declare.extents import beyond


@pytest.mark.parametrize(
    ("extent", "value", "told"),
    [
        (Within(1, 3), 3, ""),
        (Within(1, 3), 0, "0 is no number from 1 to 3"),
        (SeatSet(), 3, ""),
        (SeatSet(), 4, "4 is no set of 2 seats"),
        (UpTo(2, Within(0, 1)), (1, 0), ""),
        (UpTo(2, Within(0, 1)), 1, "1 is no tuple"),
        (UpTo(2, Within(0, 1)), (1, 0, 1), "(1, 0, 1) has more than 2 values"),
        (BySeat(Within(0, 1)), (), ""),
        (BySeat(Within(0, 1)), (1,), "(1,) has no value for each of 2 seats"),
        (BySeat(Within(0, 1)), (1, 2), "2 is no number from 0 to 1"),
        (Means.TOWN, "nowhere", ""),
        (Means.SEAT, 1, ""),
        (Means.SEAT, -1, ""),
        (Means.SEAT, None, ""),
        (Means.SEAT, 2, "2 is none of 2 seats"),
        (Means.SEAT, -2, "-2 is none of 2 seats"),
    ],
)
def test_it_is_told_in_words(extent: Extent, value: object, told: str) -> None:
    assert beyond(extent, value, players=2) == told
