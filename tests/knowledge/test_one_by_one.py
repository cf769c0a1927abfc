"""Every way in which unseen pieces can lie, counted piece by piece and place by place.

What lies where now, what lay there before the mixing, and the account of what was shown: from the
long way and from the quick one they come as often as they are counted here.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TypeVar

import pytest

from elfen import PositionError
from elfen.knowledge import Arrangements, Filling, Sampler, Unknown, arrangements

from .branching import Branching, branching_below, distribution
from .exact import Counts
from .test_exact import wide
from .test_sampling import branching_deal, branching_pick_of, by_the_sampler

T = TypeVar("T")

#: A place: its zone, whether it is old, and which kind it has shown if it has. Pieces that were
#: seen elsewhere, as on the way out of the pool, were in a place of no zone.
Place = tuple[int | None, bool, int | None]
Account = tuple[Counts, ...]


def labelled(unknown: Unknown) -> Iterator[list[Place]]:
    """All places, for each choice of those that are old."""
    kinds = range(len(unknown.pieces))
    zones = []
    for z, free in enumerate(unknown.free):
        shown = [kind for kind in kinds for _ in range(unknown.shown[z][kind])]
        slots: list[int | None] = [*shown, *[None] * free]
        zones.append(
            [
                [(z, at in old, kind) for at, kind in enumerate(slots)]
                for old in combinations(range(len(slots)), unknown.old[z])
            ]
        )
    elsewhere: list[Place] = [
        (None, False, kind)
        for kind in kinds
        for _ in range(unknown.gone[kind] - sum(shown[kind] for shown in unknown.shown))
    ]
    for choice in product(*zones):
        yield [*elsewhere, *(place for zone in choice for place in zone)]


def filled(places: list[Place], older: Counts, fresh: Counts) -> Iterator[tuple[list[int], int]]:
    """The kind of the piece in each place, and the ways to choose these pieces one by one."""
    if not places:
        yield [], 1
        return
    (_, old, shown), *others = places
    for kind in range(len(older)):
        if shown in (None, kind):
            if older[kind]:
                for rest, ways in filled(others, one_less(older, kind), fresh):
                    yield [kind, *rest], ways * older[kind]
            if fresh[kind] and not old:
                for rest, ways in filled(others, older, one_less(fresh, kind)):
                    yield [kind, *rest], ways * fresh[kind]


def one_less(counts: Counts, kind: int) -> Counts:
    return tuple(n - (at == kind) for at, n in enumerate(counts))


@cache
def counted(unknown: Unknown) -> tuple[dict[Filling, int], dict[Account, int]]:
    """The ways of each filling, and of each account by zone."""
    width, zones = len(unknown.pieces), range(len(unknown.free))
    fillings: dict[Filling, int] = defaultdict(int)
    accounts: dict[Account, int] = defaultdict(int)
    for places in labelled(unknown):
        for kinds, ways in filled(places, unknown.older, unknown.fresh):
            now, then, seen = ([[0] * width for _ in zones] for _ in range(3))
            rest = [*unknown.older]
            for (z, old, shown), kind in zip(places, kinds, strict=True):
                if z is not None:
                    now[z][kind] += shown is None
                    then[z][kind] += old
                    seen[z][kind] += old and shown is not None
                    rest[kind] -= old
            fillings[Filling(rows(now), rows(then), tuple(rest))] += ways
            accounts[rows(seen)] += ways
    return dict(fillings), dict(accounts)


def rows(lists: list[list[int]]) -> tuple[Counts, ...]:
    return tuple(map(tuple, lists))


def shares(ways: dict[T, int]) -> dict[T, Fraction]:
    total = sum(ways.values())
    return {one: Fraction(n, total) for one, n in ways.items()}


NONE = (0, 0)

UNKNOWN = {
    "two hands that have shown much": wide(),
    "one hand, more old places than unseen ones": Unknown(
        (2, 1), (2, 1), (3, 1), (1, 1), (0, 2), (NONE, (2, 0))
    ),
    "all of a hand is old": Unknown((2, 1), (2, 1), (3, 1), (1, 1), (0, 3), (NONE, (2, 0))),
    "a hand that is old, another of both": Unknown(
        (1, 1, 1), (2, 1), (3, 2), (1, 1), (0, 2, 1), (NONE, (1, 0), (1, 1))
    ),
    "two hands, one old place in each": Unknown(
        (0, 1, 1), (0, 2), (1, 2), (0, 2), (0, 1, 1), (NONE, (1, 0), (0, 2))
    ),
    "two hands, two old places in each": Unknown(
        (0, 2, 2), (0, 4), (1, 3), (3, 1), (0, 2, 2), (NONE, (3, 0), (1, 0))
    ),
    "two hands, nothing fresh": Unknown(
        (0, 1, 2), (2, 1), (5, 2), NONE, (0, 2, 1), (NONE, (2, 0), (1, 0))
    ),
    "a single kind": Unknown((1, 1), (2,), (2,), (1,), (0, 1), ((0,), (0,))),
    "nothing fresh": Unknown((1, 1), (1, 1), (2, 2), NONE, (0, 1), (NONE, (1, 1))),
    "nothing shown": Unknown((2, 1, 1), (2, 2), (2, 1), (1, 2), (0, 1, 1), (NONE, NONE, NONE)),
}

every_unknown = pytest.mark.parametrize("unknown", UNKNOWN.values(), ids=UNKNOWN)


@every_unknown
def test_an_account_weighs_what_its_ways_count(unknown: Unknown) -> None:
    full, none = Arrangements(unknown), (0,) * len(unknown.pieces)
    found = {}
    for account in full.accounts():
        by_zone = dict(zip(full.zones, account, strict=True))
        whole = tuple(by_zone.get(z, none) for z in range(len(unknown.free)))
        found[whole] = full.weight(account)
    assert {account: n for account, n in found.items() if n} == counted(unknown)[1]


@every_unknown
def test_what_lay_there_before_comes_as_often_as_it_counts(unknown: Unknown) -> None:
    assert by_the_sampler(unknown) == shares(counted(unknown)[0])


def by_the_long_way(unknown: Unknown) -> dict[Filling, Fraction]:
    """The exact distribution of what the full count gives."""
    full = Arrangements(unknown)
    propose = full._propose

    class Refused(Exception):
        pass

    def once(rng: random.Random) -> object:
        if not first.pop():
            raise Refused
        return propose(rng)

    def make(rng: random.Random) -> Filling | None:
        first[:] = [False, True]
        try:
            return full.sample(rng)
        except Refused:  # all that comes after is as if this had not been
            return None

    first: list[bool] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(full, "_propose", once)
        patch.setattr(arrangements, "_pick", branching_pick_of)
        patch.setattr(arrangements, "_dealt", branching_deal)
        patch.setattr(Branching, "randrange", lambda self, n: branching_below(n, self))
        found = distribution(make)
    refused = found.pop(None, Fraction(0))
    return {one: share / (1 - refused) for one, share in found.items() if one is not None}


@every_unknown
def test_by_the_long_way_it_comes_as_often_as_well(unknown: Unknown) -> None:
    assert by_the_long_way(unknown) == shares(counted(unknown)[0])


def test_an_account_that_leaves_more_old_places_than_unseen_ones_is_never_proposed() -> None:
    full = Arrangements(UNKNOWN["one hand, more old places than unseen ones"])
    assert full.proposal(((1, 0),)) > 0
    assert full.proposal(((0, 0),)) == 0


@pytest.mark.parametrize(
    "unknown",
    [
        # Nothing older is left for an old place.
        Unknown((0, 1), (0, 1), (1, 0), (0, 1), (0, 1), (NONE, NONE)),
        # All places were old, but what was shown has no older pieces, or not so many.
        Unknown((1, 0, 0), (0, 1), (0, 1), (1, 0), (0, 0, 1), (NONE, NONE, (1, 0))),
        Unknown((1, 0), (1, 0), (1, 1), (2, 1), (0, 2), (NONE, (0, 2))),
    ],
)
def test_what_cannot_lie_in_any_way_is_refused(unknown: Unknown) -> None:
    assert [*unknown.problems()] == []
    assert counted(unknown) == ({}, {})
    with pytest.raises(PositionError, match="no possible position"):
        Sampler(unknown)
