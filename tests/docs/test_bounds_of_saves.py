"""The pages on saves and boards tell the bounds that are kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from elfen.declare import bounds

DOCS = Path(__file__).parents[2] / "docs"


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", text))


def bounds_told() -> dict[str, tuple[int, ...]]:
    """The numbers in each row of the table of what a save can hold."""
    page = (DOCS / "saves.md").read_text(encoding="utf-8")
    table = page.partition("## What a save can hold")[2].partition("\n\n")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split("|") for line in table.splitlines()[2:]]
    return {what.strip(): numbers(most) for what, most in rows}


@pytest.mark.parametrize(
    ("what", "kept"),
    [
        ("characters", (bounds.MOST_CHARACTERS, bounds.MOST_OF_BOARD)),
        ("lists and tables in each other", (bounds.MOST_DEPTH, bounds.DEPTH_OF_EXTRA)),
        ("values", (bounds.MOST_VALUES, bounds.MOST_IN_EXTRA)),
        ("characters of a text or a key", (bounds.MOST_TEXT,)),
        ("characters of a number", (bounds.MOST_DIGITS,)),
        ("towns and routes of a board", (bounds.MOST_TOWNS, bounds.MOST_ROUTES)),
    ],
)
def test_what_a_save_can_hold_is_what_its_page_says(what: str, kept: tuple[int, ...]) -> None:
    assert bounds_told()[what] == kept


def test_the_largest_board_is_what_the_page_of_boards_says() -> None:
    page = " ".join((DOCS / "boards.md").read_text(encoding="utf-8").split())
    largest = re.search(r"A board has at most ([\d,]+) towns and ([\d,]+) routes\.", page)
    longest = re.search(r"A board file has at most ([\d,]+) bytes\.", page)
    assert largest
    assert longest
    assert numbers(largest[0]) == (bounds.MOST_TOWNS, bounds.MOST_ROUTES)
    assert numbers(longest[0]) == (bounds.MOST_OF_BOARD,)
