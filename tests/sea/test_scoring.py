"""S7: points for village pieces and for majorities; and the fifth printed example."""

from __future__ import annotations

import pytest

from elfen import State
from elfen.land import MOVE
from elfen_sea import BONUS_COUNTERS, BONUS_HELD
from elfen_sea.scoring import majorities

from .situations import build, elfensea, game_from, to_the_end

# dragon, unicorn, whale, giant pig, magic cloud, raft
ORDER = ("dragon", "unicorn", "whale", "giant-pig", "magic-cloud", "raft")
EXAMPLE_5 = {
    "Anna": ((3, 0, 2, 0, 2, 1), 5),
    "Natalie": ((2, 2, 0, 1, 2, 3), 8),
    "Scott": ((1, 1, 4, 0, 0, 3), 5),
    "Todd": ((1, 1, 1, 3, 1, 1), 3),
}


def holding(*counts: dict[str, int]) -> State:
    """The end of a game in which nobody went anywhere and everyone had these bonus counters."""
    situation = build(len(counts)).at(MOVE, seat=0, round=1).round(4)
    for seat, held in enumerate(counts):
        situation = situation.zone(BONUS_HELD.of(seat), held)
    return to_the_end(game_from(situation)).state


def totals(state: State) -> list[int]:
    """The score of every seat."""
    return [result.total for result in elfensea().results(state)]


def test_example_5_gives_5_8_5_3() -> None:
    table = [dict(zip(ORDER, counts, strict=True)) for counts, _ in EXAMPLE_5.values()]
    assert totals(holding(*table)) == [5, 8, 5, 3] == [points for _, points in EXAMPLE_5.values()]


def test_example_5_is_explained_kind_by_kind() -> None:
    table = [dict(zip(ORDER, counts, strict=True)) for counts, _ in EXAMPLE_5.values()]
    anna = elfensea().results(holding(*table))[0]
    assert {line.name: line.points for line in anna.lines if line.points} == {
        "sea/most-dragon": 2,
        "sea/most-whale": 1,
        "sea/most-magic-cloud": 2,
    }


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([3, 2, 1], [2, 1, 0]),
        ([1, 0, 0], [2, 0, 0]),  # second with none
        ([0, 0, 0], [0, 0, 0]),  # nobody has any
        ([2, 2, 1], [2, 2, 0]),  # tied for the most: no second
        ([2, 2, 2], [2, 2, 2]),
        ([4, 1, 1, 0], [2, 1, 1, 0]),  # tied for the second most
        ([1, 5, 3, 3, 2, 0], [0, 2, 1, 1, 0, 0]),
        ([0, 2], [0, 2]),
    ],
)
def test_s7_majorities(counts: list[int], points: list[int]) -> None:
    assert majorities(counts) == points
    assert majorities(counts[::-1]) == points[::-1]


def test_s7_a_village_piece_is_worth_a_point() -> None:
    situation = build(2).at(MOVE, seat=0, round=1).round(4)
    situation = situation.visited(0, "wolfsboro", "soltisen", "kimbourg").visited(1, "lowtide")
    assert totals(to_the_end(game_from(situation)).state) == [3, 1]


def test_s7_ordinary_counters_are_worth_nothing() -> None:
    lines = {line.entry.name for line in elfensea().score_lines}
    assert lines == {"land/town-pieces", *(f"sea/most-{kind.id}" for kind in BONUS_COUNTERS)}
    state = to_the_end(elfensea().new_game(2, seed=1)).state
    assert totals(state) == [0, 0]


def test_s7_a_bonus_counter_on_the_board_does_not_score() -> None:
    situation = build(2).at("land/plan", seat=0, round=4).zone(BONUS_HELD.of(0), {"dragon": 2})
    situation = situation.zone(BONUS_HELD.of(1), {"dragon": 1})
    kept = to_the_end(game_from(situation))
    assert totals(kept.state) == [2, 1]
    game = game_from(situation).play("place bonus dragon annashaven-krantz_rapids-plains")
    assert totals(to_the_end(game).state) == [2, 2]


def test_s7_most_points_win_and_the_bounds_hold_them() -> None:
    state = holding({"raft": 2}, {"raft": 1, "whale": 1})
    standings = elfensea().standings(state)
    assert [(s.rank, s.seat, s.total) for s in standings] == [(1, 1, 3), (2, 0, 2)]
    assert elfensea().score_bounds == (0, 32 + 12)
