"""The page about favors shows the data."""

from __future__ import annotations

from pathlib import Path

from elfen_favor import FAVORS

PAGE = Path(__file__).parents[2] / "docs" / "favor.md"


def test_the_table_of_favors_is_that_of_the_data() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if "| `" in line]
    assert rows[0] == "| `favor` | English | German | tiles |"
    assert rows[1:] == [
        f"| `{favor}` | {data.en} | {data.de} | {data.tiles} |" for favor, data in FAVORS.items()
    ]


def test_page_and_data_say_that_the_numbers_are_not_sourced() -> None:
    data = Path(__file__).parents[2] / "src" / "elfen_favor" / "data" / "favors.toml"
    assert "not sourced" in PAGE.read_text(encoding="utf-8")
    assert "NOT SOURCED" in data.read_text(encoding="utf-8")
