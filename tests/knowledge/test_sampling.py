"""The quick sampler gives every arrangement as often as the full count of arrangements does."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

import hypothesis
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from elfen import PositionError
from elfen.knowledge import (
    Arrangements,
    Filling,
    Sampler,
    Unknown,
    arrangements,
    dealing,
    dealt,
    sampling,
)

from .branching import Branching, branching_below, branching_pick, distribution
from .exact import Counts, by_the_model, splits
from .test_exact import OBSERVERS, example, histories, wide

POOLS: list[tuple[Counts, list[int]]] = [
    ((2, 1, 2), [1, 2, 2]),
    ((3, 0, 2), [0, 4, 1]),
    ((2, 2), [4]),
    ((5, 6), [10, 1]),
    ((1, 1, 1), [1, 1, 1]),
    ((0, 0), [0, 0]),
    ((), []),
]


@pytest.mark.parametrize(("pool", "sizes"), POOLS)
def test_pieces_are_dealt_blind(
    monkeypatch: pytest.MonkeyPatch, pool: Counts, sizes: list[int]
) -> None:
    monkeypatch.setattr(dealing, "below", branching_below)
    found = distribution(lambda rng: tuple(dealt(pool, sizes, rng)))
    assert found == dict(splits(pool, sizes))


def test_more_pieces_than_one_number_stands_for_are_dealt_blind() -> None:
    numbers, n = random.Random(1), 3000
    sizes, pool = [9, 10, 1], (8, 6, 6)
    drawn = [0] * 9
    for _ in range(n):
        hands = dealt(pool, sizes, numbers)
        assert [sum(hand) for hand in hands] == sizes
        assert tuple(map(sum, zip(*hands, strict=True))) == pool
        drawn[hands[0][0]] += 1
    wanted = {k: sum(p for (hand, *_), p in splits(pool, sizes) if hand[0] == k) for k in range(9)}
    square = sum((drawn[k] - n * p) ** 2 / (n * p) for k, p in wanted.items() if p)
    assert square < 27  # one in a thousand with 8 degrees of freedom


@pytest.mark.parametrize("ends", [[3], [1, 4, 4, 6], [0, 2, 3]])
def test_an_index_is_picked_by_weight(monkeypatch: pytest.MonkeyPatch, ends: list[int]) -> None:
    monkeypatch.setattr(dealing, "below", branching_below)
    wanted = distribution(lambda rng: branching_pick(ends, rng))
    assert distribution(lambda rng: dealing.picked(ends, rng)) == wanted


def test_the_only_index_is_picked_without_a_random_number() -> None:
    class Unasked(random.Random):
        def getrandbits(self, k: int) -> int:
            raise AssertionError("a random number was drawn")

    assert dealing.picked([3], Unasked()) == 0


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_numbers_below_a_bound_are_all_equally_likely(n: int) -> None:
    """Of as many bits as the bound has, those that are too large are drawn again."""

    class Bits(random.Random):
        def getrandbits(self, k: int) -> int:
            return values.pop(0) if k == n.bit_length() else -1

    for number in range(n):
        values = [*range(n, 1 << n.bit_length()), number]
        assert dealing.below(n, Bits()) == number
        assert values == []


# Exactly ---------------------------------------------------------------------------------


def branching_deal(pool: Counts, sizes: list[int], rng: random.Random) -> list[Counts]:
    """As `dealt`, a branch for each way to deal."""
    assert isinstance(rng, Branching)
    ways = [*splits(tuple(pool), [*sizes])]
    return [*ways[rng.branch([share for _, share in ways])][0]]


def by_the_sampler(unknown: Unknown) -> dict[Filling, Fraction]:
    """The exact distribution of what a sampler gives."""
    sampler = Sampler(unknown)
    propose = sampler._propose

    class Refused(Exception):
        pass

    def once(rng: random.Random) -> object:
        proposed = propose(rng)
        if proposed is None:
            raise Refused
        return proposed

    def make(rng: random.Random) -> Filling | None:
        try:
            return sampler.sample(rng)
        except Refused:  # all that comes after is as if this had not been
            return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampler, "_propose", once)
        patch.setattr(sampling, "picked", branching_pick)
        patch.setattr(sampling, "dealt", branching_deal)
        found = distribution(make)
    refused = found.pop(None, Fraction(0))
    return {one: share / (1 - refused) for one, share in found.items() if one is not None}


def now(fillings: dict[Filling, Fraction]) -> dict[tuple[Counts, ...], Fraction]:
    """The distribution of what lies where now."""
    found: dict[tuple[Counts, ...], Fraction] = defaultdict(Fraction)
    for filling, share in fillings.items():
        found[filling.now] += share
    return dict(found)


def likely(worlds: dict[tuple[Counts, ...], Fraction]) -> dict[tuple[Counts, ...], Fraction]:
    return {world: share for world, share in worlds.items() if share}


@given(histories())
def test_the_sampler_gives_exactly_what_can_be_known(history: object) -> None:
    for observer in OBSERVERS:
        unknown = history.unknown(observer)  # type: ignore[attr-defined]
        assert now(by_the_sampler(unknown)) == likely(by_the_model(unknown))


@st.composite
def unknowns(draw: st.DrawFn) -> Unknown:
    """Anything that may be unknown, also what no game comes to, or what is impossible."""
    few = st.integers(0, 2)
    width, zones = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    older = tuple(draw(few) for _ in range(width))
    fresh = tuple(draw(few) for _ in range(width))
    gone = [draw(st.integers(0, min(2, a + b))) for a, b in zip(older, fresh, strict=True)]
    pieces = tuple(a + b - g for a, b, g in zip(older, fresh, gone, strict=True))
    shown = [(0,) * width]
    for _ in range(zones - 1):
        some = [draw(st.integers(0, n)) for n in gone]
        gone = [a - b for a, b in zip(gone, some, strict=True)]
        shown.append(tuple(some))
    free = [0] * zones
    for _ in range(sum(pieces)):
        free[draw(st.integers(0, zones - 1))] += 1
    old = [0] + [draw(st.integers(0, free[z] + sum(shown[z]))) for z in range(1, zones)]
    return Unknown(tuple(free), pieces, older, fresh, tuple(old), tuple(shown))


@given(unknowns())
def test_whatever_is_unknown_the_sampler_is_exact(unknown: Unknown) -> None:
    assert not [*unknown.problems()]
    try:
        exact = likely(by_the_model(unknown))
    except ZeroDivisionError:  # nothing has any weight
        exact = {}
    if exact:
        assert now(by_the_sampler(unknown)) == exact
    else:
        with pytest.raises(PositionError, match="no possible position"):
            Sampler(unknown)


def branching_pick_of(weights: list[int], rng: random.Random) -> int:
    """As `_pick` of the full count, a branch for each index."""
    return branching_pick([*accumulate(weights)], rng)


@given(unknowns())
@hypothesis.example(Unknown((0, 2, 0), (1, 1), (1, 1), (3, 1), (0, 1, 0), ((0, 0), (2, 0), (1, 0))))
def test_accounts_are_proposed_as_often_as_is_said(unknown: Unknown) -> None:
    full = Arrangements(unknown)
    said = {account: full.proposal(account) for account in full.accounts()}
    total = sum(said.values())
    assume(total)

    def account(rng: random.Random) -> object:
        proposed = full._propose(rng)
        return proposed and proposed[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrangements, "_pick", branching_pick_of)
        found = distribution(account)
    refused = found.pop(None, Fraction(0))
    shares = {one: Fraction(n, total) for one, n in said.items() if n}
    assert {one: share / (1 - refused) for one, share in found.items()} == shares


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_what_lay_there_before_comes_as_often_as_by_the_long_way(seed: int) -> None:
    """The whole filling, by a chi-square against the exact distribution of the quick one."""
    unknown = example(seed).unknown(None)
    exact, numbers, n = by_the_sampler(unknown), random.Random(seed), 4000
    arrangements = Arrangements(unknown)
    found: dict[Filling, int] = defaultdict(int)
    for _ in range(n):
        found[arrangements.sample(numbers)] += 1
    assert not found.keys() - exact.keys()
    square = sum(float((found[one] - n * p) ** 2 / (n * p)) for one, p in exact.items())
    assert square / (len(exact) - 1) < 2


# Every sort of situation is among those above, and a fault in each is caught. ---------------


def sorts() -> Iterator[tuple[str, Unknown]]:
    none = (0, 0)
    nothing = (none, none, none)
    yield "one lot", Unknown((2, 1, 1), (2, 2), (2, 2), none, (0, 0, 0), nothing)
    yield "two deals", Unknown((2, 2, 1), (3, 2), (2, 1), (1, 1), (0, 1, 1), nothing)
    yield "weighed", Unknown((2, 1, 1), (2, 2), (2, 1), (1, 2), (0, 1, 1), nothing)
    yield (
        "shown, certain",
        Unknown((2, 0, 1), (2, 1), (2, 1), (1, 1), (0, 1, 0), (none, (1, 0), none)),
    )
    yield "shown", wide()


@pytest.mark.parametrize(("name", "unknown"), [*sorts()])
def test_every_sort_of_situation_is_exact(name: str, unknown: Unknown) -> None:
    assert now(by_the_sampler(unknown)) == likely(by_the_model(unknown))
    sampler = Sampler(unknown)
    found = {
        "one lot": sampler.settled and not any(unknown.shown[1]),
        "two deals": not sampler.settled and sampler._lot is not None,
        "weighed": not sampler.settled and sampler._lot is None and not sampler._zones,
        "shown, certain": sampler.settled and any(sampler.settled[0][1]),
        "shown": len(sampler._zones) == 2,
    }
    assert found[name]


def test_a_sampler_that_does_not_weigh_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = dict(sorts())["weighed"]
    monkeypatch.setattr(sampling, "_TERMS", flat())
    assert now(by_the_sampler(unknown)) != likely(by_the_model(unknown))


def flat() -> object:
    """The terms of a kind, all with the same weight."""

    class Flat:
        def __getitem__(self, key: object) -> object:
            rows = [(was, held, 1) for was, held, _ in kept[key].rows]  # type: ignore[index]
            return sampling._Terms(rows, rows[-1][0], len(rows))

    kept = sampling._TERMS
    return Flat()


def test_a_sampler_that_accepts_whatever_is_proposed_would_be_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    none = (0, 0)
    shown = (none, (0, 1), (1, 2))
    unknown = Unknown((1, 2, 2), (3, 2), (4, 2), (0, 3), (0, 1, 4), shown)
    exact = likely(by_the_model(unknown))
    assert now(by_the_sampler(unknown)) == exact
    monkeypatch.setattr(Sampler, "_keeping", lambda self, z, old: int(0 <= old <= self._free[z]))
    assert now(by_the_sampler(unknown)) != exact
