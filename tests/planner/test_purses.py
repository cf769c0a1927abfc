"""Purses and bounds beside what they stand for, one piece and one step at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfen.bots.planner import purse
from elfen.bots.planner.follow import room
from elfen.bots.planner.labels import added
from elfen.bots.planner.purse import Demand, Packing, settle
from elfen.bots.planner.tallies import MIXED, STOCK, Tallies
from elfen.bots.planner.thrift import NewTowns
from elfen.declare import Counts

KINDS = 4

#: Sets of kinds that are asked for, what is held, and demands: which set, and how many pieces.
asked = st.lists(
    st.frozensets(st.integers(0, KINDS - 1), min_size=1), min_size=1, max_size=3, unique=True
)
holdings = st.tuples(*[st.integers(0, 4)] * KINDS)
demanded = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3)), max_size=4)


def packed(sets: list[frozenset[int]]) -> Packing:
    return Packing(frozenset([(0, places) for places in sets]), 6, frozenset([0]))


def demands(sets: list[frozenset[int]], some: list[tuple[int, int]]) -> list[Demand]:
    return [Demand(0, sets[n % len(sets)], pieces) for n, pieces in some]


def pays(sets: list[frozenset[int]], held: tuple[int, ...], some: list[tuple[int, int]]) -> bool:
    packing = packed(sets)
    left = packing.purse({0: held}) - packing.cost(demands(sets, some))
    return left & packing.guard == packing.guard


@given(asked, holdings, demanded)
def test_a_purse_pays_what_can_be_paid_piece_by_piece(
    sets: list[frozenset[int]], held: tuple[int, ...], some: list[tuple[int, int]]
) -> None:
    settled = settle({0: held}, demands(sets, some)) is not None
    assert pays(sets, held, some) == settled
    packing = packed(sets)
    assert packing.pieces(packing.cost(demands(sets, some))) == sum(n for _, n in some)


def test_a_purse_without_the_unions_of_sets_pays_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    sets, some = [frozenset([0, 1]), frozenset([1, 2])], [(0, 2), (1, 2)]
    assert not pays(sets, (0, 3, 0, 5), some)
    monkeypatch.setattr(purse, "_closed", set)
    assert pays(sets, (0, 3, 0, 5), some)


@given(asked, holdings, st.lists(demanded, min_size=1, max_size=6))
def test_purses_that_no_other_has_more_than_are_kept(
    sets: list[frozenset[int]], held: tuple[int, ...], paid: list[list[tuple[int, int]]]
) -> None:
    packing = packed(sets)
    fields = packing.top // packing.width

    def counts(of: int) -> list[int]:
        return [of >> n * packing.width & packing.ones for n in range(fields)]

    def has_as_much(one: int, other: int) -> bool:
        return all(a >= b for a, b in zip(counts(one), counts(other), strict=True))

    kept: list[int] = []
    slow: list[int] = []
    for some in paid:
        if not pays(sets, held, some):
            continue
        left = packing.purse({0: held}) - packing.cost(demands(sets, some))
        better = not any(has_as_much(other, left) for other in slow)
        assert added(kept, left, packing.guard) == better
        if better:
            slow = [*(other for other in slow if not has_as_much(left, other)), left]
        assert kept == slow


@given(
    st.lists(st.integers(0, 2), max_size=5),
    st.lists(st.integers(1, 3), max_size=5),
    st.integers(0, 3),
    st.integers(0, 8),
    st.integers(0, 5),
    st.booleans(),
)
def test_there_is_room_for_a_step_that_may_lead_to_more(
    gains: list[int], costs: list[int], over: int, worth: int, kept: int, by_towns: bool
) -> None:
    steps = min(len(gains), len(costs))
    hopes = [sum(gains[:n]) for n in range(len(gains) + 1)]
    left = sum(costs[:steps]) + over
    left_after = [left - sum(sorted(costs[:steps])[:n]) for n in range(steps + 1)]

    def better(n: int, left: int) -> bool:
        return hopes[n] > worth or (hopes[n] == worth and left > kept)

    def most(first: int) -> int:
        """By trying all: pay first, then as many of the cheapest steps as what was left allowed."""
        for paid in range(left, -1, -1):
            for n in range(steps + 1):
                if left_after[n] >= paid and better(min(n + first, steps), left_after[n] - paid):
                    return paid
        return -1

    hopeful, new, old = room(hopes, left_after, (worth, kept), by_towns)
    assert hopeful == any(better(n, left_after[n]) for n in range(steps + 1))
    assert max(new, -1) == most(1)
    assert max(old, -1) == most(0 if by_towns else 1)


#: What is taken on the way to a town: how many pieces, from which kind (or from several), and which
#: stock a piece is taken from (or none).
taken = st.tuples(
    st.integers(0, 4), st.none() | st.integers(0, KINDS - 1), st.none() | st.integers(0, 1)
)


@given(
    st.lists(st.lists(taken, max_size=4), max_size=5),
    holdings,
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
)
def test_new_towns_in_reach_are_as_counted_one_by_one(
    towns: list[list[tuple[int, int | None, int | None]]], held: tuple[int, ...], stock: Counts
) -> None:
    singles = [
        (zone, frozenset([n])) for zone, size in ((0, KINDS), (STOCK, 2)) for n in range(size)
    ]
    packing = Packing(frozenset(singles), 6, frozenset([0]))
    takes = [
        [
            (
                n,
                MIXED if kind is None else packing.shift(0, frozenset([kind])),
                None if laid is None else packing.shift(STOCK, frozenset([laid])),
            )
            for n, kind, laid in some
        ]
        for some in towns
    ]
    thrift = NewTowns(packing, [Tallies(packing).of(some) for some in takes])
    costs = [n for some in towns for n, kind, _ in some if kind is None]
    for place in range(KINDS):
        found = [n for some in towns for n, kind, laid in some if (kind, laid) == (place, None)]
        for at in (0, 1):
            found += sorted(
                n for some in towns for n, kind, laid in some if (kind, laid) == (place, at)
            )[: stock[at]]
        left = held[place]
        for n in sorted(found):
            left -= n
            costs += [n] * (left >= 0)
    slow = [sum(held)]
    for n in sorted(costs)[: len(towns)]:
        slow += [slow[-1] - n] * (slow[-1] >= n)
    assert thrift[packing.purse({0: held, STOCK: stock})] == tuple(slow)
    assert thrift.free == any(n == 0 and kind is None for some in towns for n, kind, _ in some)
