"""The notebook of a first look runs, and shows what is stored in it."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("nbclient", reason="nbclient is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")

import nbformat
from notebook import FILE, notebook, written


@pytest.fixture(scope="module")
def stored() -> Any:
    """The notebook in the examples."""
    return nbformat.read(FILE, as_version=4)


def test_the_notebook_shows_what_its_cells_show_when_they_run() -> None:
    assert written(notebook()) == FILE.read_text(encoding="utf-8"), (
        "run: python tests/examples/notebook.py"
    )


def test_the_board_the_view_the_plan_and_the_page_are_shown(stored: Any) -> None:
    data = [
        output["data"]
        for cell in stored.cells
        for output in cell.get("outputs", ())
        if "data" in output
    ]
    assert sum("image/svg+xml" in one for one in data) == 3
    pages = [one["text/html"] for one in data if "<iframe" in one.get("text/html", "")]
    assert len(pages) == 1
    assert not [o for c in stored.cells for o in c.get("outputs", ()) if o.output_type == "error"]
