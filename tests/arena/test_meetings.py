"""Who sits where: paired, rotated, and everybody meets everybody."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import pytest

from elfen import ElfenError
from elfen.arena import Meeting, schedule

SIZES = [(2, 2), (2, 4), (3, 4), (4, 4), (5, 4), (6, 2), (9, 6), (4, 6)]


def deals(players: int, seats: int, count: int, series: int = 1) -> list[tuple[Meeting, ...]]:
    return list(islice(schedule(players, seats, series), count))


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_in_each_deal_everybody_at_the_table_sits_everywhere_equally_often(
    players: int, seats: int
) -> None:
    for deal in deals(players, seats, 20):
        table = Counter(deal[0].lineup)
        for seat in range(seats):
            there = Counter(meeting.lineup[seat] for meeting in deal)
            assert {n: times * seats for n, times in there.items()} == {
                n: times * len(deal) for n, times in table.items()
            }


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_the_games_of_a_deal_share_its_seed_and_those_of_others_do_not(
    players: int, seats: int
) -> None:
    found = deals(players, seats, 20)
    assert all(len({meeting.seed for meeting in deal}) == 1 for deal in found)
    assert len({deal[0].seed for deal in found}) == 20
    assert all(len({meeting.lineup for meeting in deal}) == len(deal) for deal in found)


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_all_pairs_meet_and_equally_often(players: int, seats: int) -> None:
    met = Counter(
        pair
        for deal in deals(players, seats, 120)
        for pair in combinations(sorted(set(deal[0].lineup)), 2)
    )
    assert set(met) == set(combinations(range(players), 2))
    assert max(met.values()) <= 1.25 * min(met.values())


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_nobody_sits_more_often_than_others(players: int, seats: int) -> None:
    sat = Counter(n for deal in deals(players, seats, 120) for n in deal[0].lineup)
    assert max(sat.values()) - min(sat.values()) <= 6


def test_the_schedule_goes_by_its_series_alone() -> None:
    assert deals(3, 4, 5) == deals(3, 4, 5)
    assert deals(3, 4, 5) != deals(3, 4, 5, series=2)


def test_one_player_has_nobody_to_meet() -> None:
    with pytest.raises(ElfenError, match="two players"):
        deals(1, 4, 1)
