"""The tables of layouts in the manual are those that code makes."""

from __future__ import annotations

from .tables import PAGE, page


def test_the_tables_of_layouts_are_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/encoding/tables.py"
