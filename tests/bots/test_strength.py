"""The figures of docs/players.md at small size: who is better than whom."""

from __future__ import annotations

import pytest

from elfen import compile_ruleset
from elfen.arena import Report, run

SEARCH = "ismcts:iterations=12,rollout=light"


@pytest.mark.parametrize(
    ("better", "worse", "names", "games"),
    [("planner", "greedy", ["gold"], 6), (SEARCH, "random", [], 2)],
)
def test_the_better_player_wins_most_meetings(
    better: str, worse: str, names: list[str], games: int
) -> None:
    rules = compile_ruleset(expansions=names)
    report = Report([*run(rules, [better, worse], games=games, seats=2, seed=1)])
    share = report.share(better, worse)
    assert share is not None
    assert share > 0.6
