"""The page about the planner shows what its benchmark measures."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "planner.md").read_text(encoding="utf-8")


def test_plans_are_measured_and_every_row_is_on_the_page() -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "planner.py"), "--json"]
    few = [*command, "--positions", "3", "--cards", "8"]
    done = subprocess.run(few, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["plans"]
    assert [row["counters"] for row in rows] == [16, 24, 30]
    for row in rows:
        assert f"| {row['counters']} |" in PAGE
        assert 0 < row["times_a_game"] <= row["longest_times_a_game"]
        assert 0 < row["nodes"] <= row["most_nodes"]
