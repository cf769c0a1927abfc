"""The pictures in the manual can be drawn."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from elfen.draw import Svg

BEGIN = "```{picture}"
DOCS = Path(__file__).parents[2] / "docs"


def extension() -> ModuleType:
    """What draws pictures for Sphinx."""
    pytest.importorskip("docutils", reason="Sphinx is not installed")
    spec = importlib.util.spec_from_file_location("pictures", DOCS / "_ext" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pages() -> list[Path]:
    """The pages with pictures."""
    return [
        page for page in sorted(DOCS.rglob("*.md")) if "```{picture}" in page.read_text("utf-8")
    ]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_every_picture_on_the_page_is_drawn(page: Path) -> None:
    pictures = extension()
    text, names = page.read_text("utf-8"), dict[str, Any]()
    with pictures.modules(text):
        found = [pictures.drawn(code, names) for code in pictures.blocks(text)]
    assert len(found) == text.count(BEGIN)
    assert all(isinstance(one, Svg) and "<svg" in one for one in found)


def test_a_block_may_import_the_modules_of_its_page_and_no_other_page_may() -> None:
    pictures = extension()
    page = "```python\n# town_of.py\nTOWN = 'virst'\n```\n"
    page += "\n```python\n# town_of.py, continued\nN = 1\n```\n"
    code = "import elfen, elfen.draw, town_of\nboard = elfen.compile_ruleset().board\n"
    code += "elfen.draw.board(board, highlight={town_of.TOWN: town_of.N})"
    with pictures.modules(page):
        assert 'data-highlight="virst"' in pictures.drawn(code, {})
    with pytest.raises(ModuleNotFoundError, match="town_of"):
        pictures.drawn(code, {})


def test_a_block_that_gives_no_picture_is_refused() -> None:
    pictures = extension()
    with pytest.raises(ValueError, match="no picture: x = 1"):
        pictures.drawn("x = 1", {})
    with pytest.raises(Exception, match="cannot be drawn"):
        pictures.drawn("7", {})
