"""Which tests are run for a change."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location("touched", Path(__file__).parents[1] / "touched.py")
assert SPEC is not None
assert SPEC.loader is not None
MODULE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(MODULE)


@pytest.mark.parametrize(
    ("file", "folder"),
    [
        ("src/elfen_gold/auction.py", "gold"),
        ("src/elfen/land/moving.py", "rulebook"),
        ("src/elfen/bots/planner/search.py", "planner"),
        ("src/elfen/errors.py", "unit"),
        ("tests/saves/test_files.py", "saves"),
        ("docs/start.md", "docs"),
        ("README.md", "docs"),
        ("examples/minstrels/pyproject.toml", "docs"),
    ],
)
def test_a_file_is_tested_in_the_folder_of_its_name(file: str, folder: str) -> None:
    assert MODULE.touched([file]) == sorted(["tests/golden", f"tests/{folder}"])


def test_golden_games_are_always_played_and_other_files_have_no_tests() -> None:
    assert MODULE.touched([]) == ["tests/golden"]
    assert MODULE.touched(["LICENSE", "benchmarks/refresh.py"]) == ["tests/golden"]
