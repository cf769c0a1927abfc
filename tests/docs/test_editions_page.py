"""The table of docs/editions.md is that of the code."""

from __future__ import annotations

from pathlib import Path

from elfen.land.editions import EDITIONS, OPTIONS, TABLE

PAGE = Path(__file__).parents[2] / "docs" / "editions.md"


def rows() -> list[list[str]]:
    """The cells of the table, the heading first."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]


def said(value: object) -> str:
    """A value as the page writes it."""
    return f"`{str(value).lower()}`" if isinstance(value, bool) else f"`{value}`"


def test_the_page_s_table_is_the_one_in_use() -> None:
    heading, _, *found = rows()
    editions = [name.strip("`") for name in heading[1:4]]
    assert set(editions) == set(EDITIONS)
    columns = [list(EDITIONS).index(edition) for edition in editions]
    assert found == [
        [
            said(option.name),
            *(said(TABLE[option.name][column]) for column in columns),
            f"{option.help} ({option.wanted})",
        ]
        for option in OPTIONS
    ]
