"""The programs on the page about research run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="the extra rl is not installed")
pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"^```python\n# (\w+)\.py\n(.*?)^```$", PAGE, re.M | re.S))


@pytest.mark.parametrize("name", ["walk", "against", "solve", "many"])
def test_a_program_of_the_page_runs_to_its_end(name: str) -> None:
    names: dict[str, object] = {}
    exec(compile(PROGRAMS[name], f"{name}.py", "exec"), names)
    assert {"walk": "agent", "against": "over", "solve": "outcome", "many": "game"}[name] in names
