"""Arrangements: how unseen pieces can lie, counted exactly and sampled by that count.

Everything here is about one family of pieces and one observer, as plain numbers. There are zones
that the observer does not see. At some time pieces were mixed into a pool; the pieces that lay
elsewhere at that time cannot be among them. So there are two sorts of places: *old* places, which
were filled before the mixing and hold `older` pieces only, and *new* places, which hold any of
`older` and `fresh`.

Pieces that were shown since have left an old or a new place, as if places were turned up at
random. An *account* says, for each zone, how many shown pieces of each kind were in old places.
Its weight is the number of choices of places and of pieces that agree with it. Given the account,
everything else is plain shuffling.

Accounts are drawn in two steps. The totals by kind come from a table, exactly, and are spread over
the zones by the odds of each zone. Then the account is accepted with a probability that corrects
what the first step left out: each zone must end up with its own number of old places. So the time
of a draw is random, but its distribution is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, product, repeat
from math import comb, factorial, perm
from operator import add, sub
from random import Random
from typing import NamedTuple

from attrs import frozen

from elfen.declare import Counts, Memo

#: How many shown pieces of each kind came from old places, for each zone that matters.
Account = tuple[Counts, ...]

#: Pieces shown from old places, older pieces shown from new places, and the number of ways.
_Term = tuple[int, int, int]


@frozen(cache_hash=True)
class Unknown:
    """What one observer does not know of one family of pieces, in counts by kind.

    `free[z]` unseen pieces lie in unseen zone z; together they are `pieces`. When a pool was last
    mixed, `older` pieces were unseen and `fresh` pieces were mixed in; at that time `old[z]` pieces
    lay in zone z, and `shown[z]` have been seen to leave it since (all zeros if nothing was old).
    If nothing was ever mixed in, `older` is `pieces` and nothing is old.
    """

    free: tuple[int, ...]
    pieces: Counts
    older: Counts
    fresh: Counts
    old: tuple[int, ...]
    shown: tuple[Counts, ...]

    @property
    def gone(self) -> Counts:
        """The pieces that were unseen right after the mixing, but have been seen since."""
        return _less(tuple(map(add, self.older, self.fresh)), self.pieces)

    def problems(self) -> Iterator[str]:
        """What is contradictory, as texts."""
        if sum(self.free) != sum(self.pieces):
            yield f"{sum(self.pieces)} unseen pieces for {sum(self.free)} places"
        gone = self.gone
        rows = [*filter(any, self.shown)]
        shown = tuple(map(sum, zip(*rows, strict=True))) if rows else (0,) * len(gone)
        if min(map(sub, gone, shown), default=0) < 0:
            yield f"{gone} are gone, but {shown} were shown"
        if not rows and not any(self.old):
            return
        for free, old, seen in zip(self.free, self.old, self.shown, strict=True):
            if not 0 <= old <= free + sum(seen):
                yield f"{old} old places, but {free} unseen ones and {sum(seen)} shown"


class Filling(NamedTuple):
    """One arrangement: what lies in each zone, and what lay there before the mixing.

    `now[z]` lies in zone z; `then[z]` lay in its old places, and `rest` are the older
    pieces that lay in the pool.
    """

    now: tuple[Counts, ...]
    then: tuple[Counts, ...]
    rest: Counts


class Arrangements:
    """All arrangements of what is unknown, to weigh and sample. Reuse it for many samples."""

    def __init__(self, unknown: Unknown) -> None:
        self.unknown = unknown
        self._kinds = range(len(unknown.pieces))
        self._gone = unknown.gone
        self._older = sum(unknown.older)
        self._old = sum(unknown.old)
        self._new = sum(unknown.pieces) - self._old
        #: Zones for which it matters what was shown: it may, or must, have been in old places.
        self.zones = [z for z, old in enumerate(unknown.old) if old and any(unknown.shown[z])]
        #: The odds that a place in such a zone is old: old places to new ones.
        self._odds = {
            z: (unknown.old[z], unknown.free[z] + sum(unknown.shown[z]) - unknown.old[z])
            for z in self.zones
        }
        self._spread = [self._spreads(kind) for kind in self._kinds]
        self._top = self._best_of_unseen()
        self._terms = [self._terms_of(kind) for kind in self._kinds]
        self._tables = self._fill_tables()
        self._steps = Memo(self._step)
        self._shares = Memo(self._share)

    # Counting --------------------------------------------------------------------------

    def accounts(self) -> Iterator[Account]:
        """Every account that is possible for each zone by itself."""
        unknown = self.unknown
        return product(
            *[
                [
                    shown
                    for shown in product(*(range(n + 1) for n in unknown.shown[z]))
                    if 0 <= unknown.old[z] - sum(shown) <= unknown.free[z]
                ]
                for z in self.zones
            ]
        )

    def weight(self, account: Account) -> int:
        """The number of ways in which an account can come about: choices of places and pieces."""
        ways = self.ways_with(self.totals(account))
        for z, shown in zip(self.zones, account, strict=True):
            ways *= comb(self.unknown.free[z], self.unknown.old[z] - sum(shown))
            for n, old in zip(self.unknown.shown[z], shown, strict=True):
                ways *= comb(n, old)
        return ways

    def ways_with(self, totals: Counts) -> int:
        """The ways to choose pieces for all places, shown or not, given an account's totals."""
        rows = [(0, 1)]
        for kind, old in enumerate(totals):
            rows = [
                (seen + new, ways * more)
                for seen, ways in rows
                for new, more in self.pieces(kind, old)
            ]
        return sum(ways * self.unseen(sum(totals), seen) for seen, ways in rows)

    def totals(self, account: Account) -> Counts:
        """The totals of an account over all zones, by kind."""
        return tuple(map(sum, zip(*account, strict=True))) if account else (0,) * len(self._kinds)

    def pieces(self, kind: int, old: int) -> list[tuple[int, int]]:
        """`(new, ways)`: the numbers of older pieces of a kind that may have been shown from new
        places, if `old` were shown from old ones, and the ways to choose pieces for all shown.
        """
        older, fresh = self.unknown.older[kind], self.unknown.fresh[kind]
        left = self._gone[kind] - old
        return [
            (new, perm(older, old + new) * perm(fresh, left - new) * comb(left, new))
            for new in range(max(0, left - fresh), min(left, older - old) + 1)
        ]

    def unseen(self, old: int, new: int) -> int:
        """The ways to fill all unseen places, old ones first, if `old` older pieces have been shown
        from old places and `new` from new ones.
        """
        hidden = self._old - old
        left = self._older - old - new
        return perm(left, hidden) * factorial(self._new + old) if left >= hidden else 0

    # Drawing accounts ------------------------------------------------------------------

    def proposal(self, account: Account) -> int:
        """The relative frequency with which an account is proposed, before `acceptance`."""
        totals = self.totals(account)
        ways = self._top.get(self._to_place(sum(totals)), 0)
        if not ways:
            return 0
        ways *= self.ways_with(totals)
        for z, shown in zip(self.zones, account, strict=True):
            for kind, old in enumerate(shown):
                ways *= self._spreading(z, kind, old)
        return ways

    def acceptance(self, account: Account) -> tuple[int, int]:
        """The probability of accepting a proposed account, as numerator and denominator."""
        ways = 1
        for z, shown in zip(self.zones, account, strict=True):
            ways *= self._keeping(z, self.unknown.old[z] - sum(shown))
        return ways, self._top[self._to_place(sum(map(sum, account)))]

    def _to_place(self, old: int) -> int:
        """How many old places of these zones are still unseen, if `old` have been shown."""
        return sum(self.unknown.old[z] for z in self.zones) - old

    def _spreading(self, z: int, kind: int, old: int) -> int:
        """The weight, by the zone's odds, of `old` shown pieces of a kind from old places."""
        return _odd(self.unknown.shown[z][kind], old, *self._odds[z])

    def _keeping(self, z: int, old: int) -> int:
        """The weight, by the zone's odds, of `old` old places among the unseen ones."""
        return _odd(self.unknown.free[z], old, *self._odds[z])

    def _spreads(self, kind: int) -> list[list[int]]:
        """By zone and number: the weight of that many shown pieces of a kind from old places, in
        this zone and those after it.
        """
        rows = [[1]]
        for z in reversed(self.zones):
            shown, after = self.unknown.shown[z][kind], rows[-1]
            row = [0] * (len(after) + shown)
            for old in range(shown + 1):
                ways = self._spreading(z, kind, old)
                for more, others in enumerate(after):
                    row[old + more] += ways * others
            rows.append(row)
        rows.reverse()
        return rows

    def _best_of_unseen(self) -> dict[int, int]:
        """By the number of unseen old places in these zones: the largest weight of any way to
        spread them over the zones.
        """
        best = {0: 1}
        for z in self.zones:
            longer: dict[int, int] = {}
            for before, ways in best.items():
                for old in range(min(self.unknown.free[z], self.unknown.old[z]) + 1):
                    more = ways * self._keeping(z, old)
                    if more > longer.get(before + old, 0):
                        longer[before + old] = more
            best = longer
        return best

    def _terms_of(self, kind: int) -> list[_Term]:
        return [
            (old, new, spread * ways)
            for old, spread in enumerate(self._spread[kind][0])
            if spread and old <= min(self._gone[kind], self.unknown.older[kind])
            for new, ways in self.pieces(kind, old)
        ]

    def _fill_tables(self) -> list[dict[tuple[int, int], int]]:
        """For each kind, by what was shown of the kinds before: the weight of all that follows."""
        spare = self._older - self._old
        reached = [{(0, 0)}]
        for terms in self._terms:
            reached.append(
                {
                    (old + a, new + b)
                    for old, new in reached[-1]
                    for a, b, _ in terms
                    if new + b <= spare and self._to_place(old + a) >= 0
                }
            )
        last = {
            (old, new): self.unseen(old, new) * self._top.get(self._to_place(old), 0)
            for old, new in reached[-1]
        }
        tables = [last]
        for terms, states in zip(reversed(self._terms), reversed(reached[:-1]), strict=True):
            after = tables[-1].get
            tables.append(
                {
                    (old, new): sum([ways * after((old + a, new + b), 0) for a, b, ways in terms])
                    for old, new in states
                }
            )
        tables.reverse()
        return tables

    def _propose(self, rng: Random) -> tuple[Account, Counts] | None:
        """An account, and the older pieces shown from new places by kind. None if it turns out
        on the way that the account cannot be accepted.
        """
        left = [self.unknown.old[z] for z in self.zones]
        account: list[list[int]] = [[] for _ in self.zones]
        news = []
        old = new = 0
        for kind in self._kinds:
            at = _pick(self._steps[kind, old, new], rng)
            here, seen, _ = self._terms[kind][at]
            old, new = old + here, new + seen
            news.append(seen)
            for place in range(len(self.zones)):
                some = here and _pick(self._shares[kind, place, here], rng)
                account[place].append(some)
                here -= some
                left[place] -= some
                if left[place] < 0:
                    return None
        return tuple(map(tuple, account)), tuple(news)

    def _step(self, key: tuple[int, int, int]) -> list[int]:
        """For a kind, and what was shown of those before it: the weight of each of its terms."""
        kind, old, new = key
        after = self._tables[kind + 1]
        return [n * after.get((old + a, new + b), 0) for a, b, n in self._terms[kind]]

    def _share(self, key: tuple[int, int, int]) -> list[int]:
        """For a kind, a zone, and what it and those after it have shown from old places: the
        weights by what this zone has shown.
        """
        kind, place, here = key
        z, rest = self.zones[place], self._spread[kind][place + 1]
        return [
            self._spreading(z, kind, n) * rest[here - n] if here - n < len(rest) else 0
            for n in range(min(here, self.unknown.shown[z][kind]) + 1)
        ]

    def draw(self, rng: Random) -> tuple[Account, Counts]:
        """An account, by its weight, and the older pieces shown from new places by kind."""
        while True:
            proposed = self._propose(rng)
            if proposed is not None:
                chance, of = self.acceptance(proposed[0])
                if chance == of or rng.randrange(of) < chance:
                    return proposed

    # Arranging -------------------------------------------------------------------------

    def sample(self, rng: Random) -> Filling:
        """A random arrangement; all physical arrangements are equally likely."""
        unknown = self.unknown
        account, news = self.draw(rng)
        by_zone = dict(zip(self.zones, account, strict=True))
        hidden = [old - sum(by_zone.get(z, ())) for z, old in enumerate(unknown.old)]
        left = _less(_less(unknown.older, self.totals(account)), news)
        older = _dealt(left, hidden, rng)
        pieces = unknown.pieces
        for counts in older:
            pieces = _less(pieces, counts)
        newer = _dealt(pieces, _less(unknown.free, hidden), rng)
        then = [
            tuple(map(add, counts, by_zone[z])) if z in by_zone else counts
            for z, counts in enumerate(older)
        ]
        rest = unknown.older
        for counts in then:
            rest = _less(rest, counts)
        now = tuple(tuple(map(add, a, b)) for a, b in zip(older, newer, strict=True))
        return Filling(now, tuple(then), rest)


def _odd(all_of_them: int, old: int, odds: int, against: int) -> int:
    """The weight of `old` old ones among all, at these odds each; 0 if it is impossible."""
    if not 0 <= old <= all_of_them:
        return 0
    return comb(all_of_them, old) * int(odds**old) * int(against ** (all_of_them - old))


def _less(some: Sequence[int], others: Sequence[int]) -> Counts:
    return tuple(map(sub, some, others))


def _dealt(pieces: Counts, sizes: Sequence[int], rng: Random) -> list[Counts]:
    """Random hands of these sizes, dealt from the pieces, in counts by kind."""
    kinds = range(len(pieces))
    drawn = rng.sample([*chain.from_iterable(map(repeat, kinds, pieces))], sum(sizes))
    ends = accumulate(sizes)
    parts = [drawn[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    return [tuple(map(part.count, kinds)) for part in parts]


def _pick(weights: Sequence[int], rng: Random) -> int:
    """A random index in a list of whole-number weights, by weight."""
    if len(weights) == 1:
        return 0
    number = rng.randrange(sum(weights))
    at = 0
    while number >= weights[at]:
        number -= weights[at]
        at += 1
    return at
