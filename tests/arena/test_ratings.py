"""Ratings: openskill's published example, and players of known strength."""

from __future__ import annotations

import random
from itertools import pairwise, repeat
from statistics import stdev
from typing import Any

import pytest
from attrs import evolve
from synthetic import results

from elfen import ElfenError
from elfen.arena import GameResult, Ratings, Report
from elfen.arena.ratings import ORDERS, rated, rated_in_orders

NAMES = ("strong", "middling", "weak")


def test_two_new_players_are_rated_as_openskill_says() -> None:
    """Its manual: two of 25 and 25/3, the first wins: 27.63 and 22.36."""
    won = results({"a": 50.0, "b": -50.0}, 1, 1, seats=2)[:1]
    found = rated([won], ("a", "b"))
    assert found["a"] == pytest.approx(27.6352, abs=0.01)
    assert found["b"] == pytest.approx(22.3648, abs=0.01)


def test_known_strengths_are_found_in_their_order_and_beyond_doubt() -> None:
    drawn = results({"strong": 1.0, "middling": 0.5, "weak": 0.0}, 30, 1)
    report = Report(drawn)
    assert tuple(row.name for row in report.rows) == NAMES
    for better, worse in pairwise(NAMES):
        assert report.ratings.difference(better, worse).low > 0
        assert (report.share(better, worse) or 0) > 0.5


def test_the_interval_of_equal_players_rarely_excludes_zero() -> None:
    """It should in 2 of 40; more than 5 would be a chance of 1 in 70."""
    excluded = 0
    for seed in range(40):
        found = Ratings(results({"a": 0.0, "b": 0.0}, 15, seed), ("a", "b"), drawn=40, orders=1)
        difference = found.difference("a", "b")
        excluded += not difference.low <= 0 <= difference.high
    assert excluded <= 5


def test_ratings_hardly_hang_on_the_order_of_the_deals() -> None:
    played = [[one] for one in results({"a": 0.4, "b": 0.0}, 30, 5)]
    chance = random.Random(1)

    def spread(orders: int) -> float:
        """The standard deviation of the difference, with the same deals in other orders."""
        found = [rated_in_orders(played, ("a", "b"), orders, chance) for _ in range(40)]
        return stdev(one["a"] - one["b"] for one in found)

    assert spread(ORDERS) < 0.7 * spread(1)


def test_ratings_are_of_players_in_the_arena() -> None:
    found = Ratings(results({"a": 1.0, "b": 0.0}, 2, 1), ("a", "b"), drawn=1, orders=1)
    for ask in (found.of, lambda name: found.difference("a", name)):
        for wrong in ("nosuch", None, []):
            with pytest.raises(KeyError, match="is no player of this arena") as caught:
                ask(wrong)  # type: ignore[arg-type]
            assert isinstance(caught.value, ElfenError)


@pytest.mark.parametrize("wrong", [0, -1, 1.0, "x"])
def test_ratings_take_a_draw_and_an_order_at_least(wrong: Any) -> None:
    played = results({"a": 1.0, "b": 0.0}, 1, 1)
    with pytest.raises(ElfenError, match=r"^orders= has to be a whole number from 1 on"):
        Ratings(played, ("a", "b"), orders=wrong)
    with pytest.raises(ElfenError, match=r"^drawn= has to be a whole number from 1 on"):
        Ratings(played, ("a", "b"), drawn=wrong)
    with pytest.raises(ElfenError, match=r"^names has more than 10000 entries"):
        Ratings(played, repeat("a"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("asked", "of_all", "of_drawn"), [(None, ORDERS, 1), (3, 3, 3)])
def test_many_games_are_rated_in_few_orders_unless_more_are_asked_for(
    asked: int | None, of_all: int, of_drawn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    def counting(deals: Any, names: Any, orders: int, chance: Any) -> Any:
        counted.append(orders)
        return dict.fromkeys(names, 25.0)

    monkeypatch.setattr("elfen.arena.ratings.MOST_RATED", 20)
    monkeypatch.setattr("elfen.arena.ratings.rated_in_orders", counting)
    Ratings(results({"a": 0.0, "b": 0.0}, 20, 1), ("a", "b"), drawn=5, orders=asked)
    assert counted == [of_all, *[of_drawn] * 5]


def test_more_deals_make_the_interval_narrower() -> None:
    few, many = (
        Ratings(results({"a": 0.5, "b": 0.0}, deals, 3), ("a", "b"), 40).difference("a", "b")
        for deals in (10, 90)
    )
    assert many.high - many.low < (few.high - few.low) / 1.5


def test_games_of_one_deal_are_no_evidence_of_their_own() -> None:
    """The same game told five times says no more than once; as many deals it would."""
    told = [result for result in results({"a": 0.4, "b": 0.0}, 12, 5) for _ in range(5)]

    def width(told: list[GameResult]) -> float:
        found = Ratings(told, ("a", "b"), drawn=40).difference("a", "b")
        return found.high - found.low

    assert width(told) > 1.6 * width([evolve(one, deal=n) for n, one in enumerate(told)])


def test_means_are_those_of_the_seats() -> None:
    drawn = results({"a": 0.4, "b": 0.0}, 7, 5)
    for row in Report(drawn).rows:
        seats = [(r, n) for r in drawn for n in range(4) if r.players[n] == row.name]
        assert row.rank == pytest.approx(sum(r.ranks[n] for r, n in seats) / len(seats))
        assert row.score == pytest.approx(sum(r.scores[n] for r, n in seats) / len(seats))
        assert row.games == len(drawn)


def test_the_matrix_is_the_slow_count_of_pairs() -> None:
    drawn: list[GameResult] = results({"a": 0.4, "b": 0.0, "c": -1.0}, 20, 5)
    ahead = met = 0.0
    for result in drawn:
        for seat in range(4):
            for other in range(4):
                if (result.players[seat], result.players[other]) == ("a", "c"):
                    met += 1
                    ahead += result.ranks[seat] < result.ranks[other]
    assert Report(drawn).share("a", "c") == pytest.approx(ahead / met)
    assert Report(drawn).share("a", "nobody") is None
