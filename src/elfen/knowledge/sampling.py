"""Sampling: an arrangement of what is unknown, drawn with as little counting as it takes.

`elfen.knowledge.arrangements` says what is to be drawn, and counts it in full. Here only what can
be one way or the other is weighed:

- Without old places, everything is a single lot, and is dealt.
- If nothing was shown that may have been fresh, old places are filled from one lot, and then all
  others from what is left: two deals.
- Otherwise it is weighed, by kind, how many pieces lie in old places (`held`), and how many of
  those that were shown had been there (`was`). With `older` and `fresh` pieces of a kind, of
  which `left` are unseen, the ways are in proportion to
  `comb(left, held) * comb(older + fresh - held - was, fresh)`. Kinds depend on each other by the
  totals of both alone, so there is a table by totals.

What was shown of a zone all of whose places are old was old for certain, and a shown piece of a
kind that had no older pieces was new. Such zones are not weighed. The totals by kind of the
others are spread over them by the odds of each zone, and accepted with the probability that gives
each zone its own number of old places, as `Arrangements` does.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb, factorial, gcd, prod
from operator import add, sub
from random import Random
from typing import NamedTuple

from elfen.declare import Counts, Memo
from elfen.errors import PositionError
from elfen.knowledge.arrangements import Filling, Unknown
from elfen.knowledge.dealing import dealt, picked

#: `was` and `held` of one kind, and the weight of the two.
_Term = tuple[int, int, int]


class _Terms(NamedTuple):
    """The terms of one kind, ordered by `was`; the largest `was`; and all weights together."""

    rows: list[_Term]
    most: int
    ways: int


#: The totals of `was` and `held` over several kinds.
_Totals = tuple[int, int]

#: What one proposal says: by kind what lies in old places, and by zone what was shown of old ones.
_Proposal = tuple[Counts, tuple[Counts, ...]]


class Sampler:
    """All arrangements of what is unknown, to be sampled many times.

    `settled` has `then` and `rest` of all fillings, if they are the same. Raises `PositionError` if
    there is no arrangement.
    """

    def __init__(self, unknown: Unknown) -> None:
        self.unknown = unknown
        self._free, self._pieces = unknown.free, unknown.pieces
        self._none = (0,) * len(unknown.pieces)
        self._older, self._old = unknown.older, [*unknown.old]
        self._gone = unknown.gone
        #: What was shown of zones and may have been in old places or in new ones.
        self._shown: dict[int, Counts] = {}
        #: What was shown by zone, and was in old places for certain.
        self._were: list[Counts] = [self._none] * len(self._old)
        if any(self._old):
            self._settle()
        self._zones = tuple(self._shown)
        self._hidden = sum(self._old)
        #: Old places are filled from this lot; None if it has to be weighed.
        self._lot: Counts | None = None
        if not self._zones and not any(self._gone):
            self._lot = self._older
        elif not self._zones and not any(unknown.fresh):
            self._lot = self._pieces
        self._new = tuple(map(sub, self._free, self._old))
        if min(self._older, default=0) < 0 or self._hidden > sum(self._older):
            raise _impossible()
        #: What lay in old places and what else was older, if nothing is in old places any more.
        self.settled: tuple[tuple[Counts, ...], Counts] | None = None
        if not self._hidden:
            self.settled = tuple(self._were), self._older
        elif self._lot is None:
            self._weigh()

    def sample(self, rng: Random) -> Filling:
        """A random arrangement; all physical arrangements are equally likely."""
        if self.settled:
            return Filling(tuple(dealt(self._pieces, self._free, rng)), *self.settled)
        if self._lot is not None:
            *older, _ = dealt(self._lot, [*self._old, sum(self._lot) - self._hidden], rng)
            return self._filled(older, self._were, self._new, rng)
        while True:
            proposed = self._propose(rng)
            if proposed is not None:
                break
        held, account = proposed
        if not self._zones:
            return self._filled(dealt(held, self._old, rng), self._were, self._new, rng)
        old, were = [*self._old], [*self._were]
        for zone, was in zip(self._zones, account, strict=True):
            old[zone] -= sum(was)
            were[zone] = tuple(map(add, were[zone], was))
        new = tuple(map(sub, self._free, old))
        return self._filled(dealt(held, old, rng), were, new, rng)

    def _filled(self, older: list[Counts], were: list[Counts], new: Counts, rng: Random) -> Filling:
        """The old places are filled; now the new ones."""
        none = self._none
        left, rest, then = self._pieces, self.unknown.older, [*were]
        for zone, counts in enumerate(older):
            if counts != none:
                left = tuple(map(sub, left, counts))
                then[zone] = counts if then[zone] == none else tuple(map(add, counts, then[zone]))
        for counts in then:
            if counts != none:
                rest = tuple(map(sub, rest, counts))
        now = dealt(left, new, rng)
        for zone, counts in enumerate(older):
            if counts != none:
                now[zone] = tuple(map(add, now[zone], counts))
        return Filling(tuple(now), tuple(then), rest)

    # What is certain -------------------------------------------------------------------

    def _settle(self) -> None:
        """Find what was shown of old places for certain, and what may have been."""
        unknown, again = self.unknown, True
        open_zones = [z for z, old in enumerate(unknown.old) if old and any(unknown.shown[z])]
        while again:
            again, self._shown = False, {}
            for z in open_zones:
                pairs = zip(unknown.shown[z], self._older, strict=True)
                shown = tuple([n if older else 0 for n, older in pairs])
                n = sum(shown)
                if self._old[z] > self._free[z] + n:
                    raise _impossible()
                if not n:
                    continue
                if self._old[z] < self._free[z] + n:
                    self._shown[z] = shown
                    continue
                self._older = tuple(map(sub, self._older, shown))
                self._gone = tuple(map(sub, self._gone, shown))
                self._old[z] -= n
                self._were[z] = shown
                open_zones = [zone for zone in open_zones if zone != z]
                again = True
                break

    # Weighing --------------------------------------------------------------------------

    def _weigh(self) -> None:
        """Make the table: by the kinds so far and their totals, the ways to come there."""
        #: The odds that a place of a zone is old: old places to new ones.
        self._odds: dict[int, tuple[int, int]] = {}
        for z in self._zones:
            old, new = self._old[z], self._free[z] + sum(self._shown[z]) - self._old[z]
            self._odds[z] = old // gcd(old, new), new // gcd(old, new)
        self._top = self._best_of_unseen()
        self._spread: dict[int, list[list[int]]] = {}
        self._kinds: list[tuple[int, _Terms]] = []
        for kind in range(len(self._pieces)):
            terms = self._terms(kind)
            if len(terms.rows) > 1:
                self._kinds.append((kind, terms))
        self._fill_tables()
        self._ends: list[_Totals] = []
        weights = []
        size = sum(self._pieces)
        for was in range(self._row):
            held = self._hidden - was
            top = self._top.get(self._to_place(was))
            if top and (ways := self._ways(-1, was, held)):
                self._ends.append((was, held))
                weights.append(ways * top * factorial(held) * factorial(size - held))
        if not weights:
            raise _impossible()
        self._sums = [*accumulate(weights)]
        self._steps: Memo[tuple[int, int, int], tuple[list[int], list[_Totals]]] = Memo(self._step)
        self._shares: Memo[tuple[int, int, int], list[int]] = Memo(self._share)

    def _fill_tables(self) -> None:
        """Make the tables: after each kind, the ways by the totals of it and those before.

        A table is one large number with a field of bits for each two totals: so adding up all
        products of a term is a single product, shifted. Fields are in rows by `was + held`, up to
        the number of old places, and in a row by `was`, which has room for all that there can be.
        """
        self._row = 1 + sum([terms.most for _, terms in self._kinds])
        most = prod([terms.ways for _, terms in self._kinds])
        self._bits = bits = most.bit_length()
        everything = (1 << (self._hidden + 1) * self._row * bits) - 1
        table = 1
        self._tables = [table]
        for _, terms in self._kinds:
            after = 0
            for was, held, ways in terms.rows:
                after += table * ways << ((was + held) * self._row + was) * bits
            table = after & everything
            self._tables.append(table)

    def _ways(self, at: int, was: int, held: int) -> int:
        """The ways of all kinds before one (-1: all kinds) to come to these totals."""
        field = (was + held) * self._row + was
        return self._tables[at] >> field * self._bits & (1 << self._bits) - 1

    def _terms(self, kind: int) -> _Terms:
        """The weights of one kind, by `was` and `held`."""
        left, older, fresh = self._pieces[kind], self._older[kind], self.unknown.fresh[kind]
        spread = [1]
        if self._zones:
            rows = self._spread[kind] = self._spreads(kind)
            spread = rows[0]
        return _TERMS[
            left, older, fresh, self._hidden, tuple(spread[: min(older, self._gone[kind]) + 1])
        ]

    def _step(self, key: tuple[int, int, int]) -> tuple[list[int], list[_Totals]]:
        """For a kind, and totals up to it: the ways by `was` and `held` of it, and these."""
        at, was, held = key
        found = [
            (ways * before, (w, h))
            for w, h, ways in self._kinds[at][1].rows
            if w <= was and h <= held and (before := self._ways(at, was - w, held - h))
        ]
        return [*accumulate(ways for ways, _ in found)], [pair for _, pair in found]

    def _propose(self, rng: Random) -> _Proposal | None:
        """What lies in old places, and what was shown of them; None if it is not accepted."""
        was, held = self._ends[picked(self._sums, rng)]
        hold = [0] * len(self._pieces)
        shown: list[tuple[int, int]] = []
        steps = self._steps
        for at in range(len(self._kinds) - 1, -1, -1):
            if not (was or held):
                break
            ends, pairs = steps[at, was, held]
            some, here = pairs[picked(ends, rng)] if len(ends) > 1 else pairs[0]
            was, held = was - some, held - here
            kind = self._kinds[at][0]
            hold[kind] = here
            if some:
                shown.append((kind, some))
        account = self._spread_out(shown, rng) if self._zones else ()
        return None if account is None else (tuple(hold), account)

    # Spreading over zones --------------------------------------------------------------

    def _spread_out(self, shown: list[tuple[int, int]], rng: Random) -> tuple[Counts, ...] | None:
        """The totals by kind, spread over the zones; None if it is not accepted."""
        zones, width = self._zones, len(self._pieces)
        if len(zones) == 1:
            return (_counts(shown, width),)
        account = [[0] * width for _ in zones]
        left = [self._old[z] for z in zones]
        for kind, was in shown:
            for place in range(len(zones)):
                some = picked(self._shares[kind, place, was], rng)
                if some:
                    account[place][kind] = some
                    left[place] -= some
                    if left[place] < 0:
                        return None
                    was -= some
                    if not was:
                        break
        chance = 1
        for z, old in zip(zones, left, strict=True):
            chance *= self._keeping(z, old)
        most = self._top[sum(left)]
        if chance != most and picked((chance, most), rng):
            return None
        return tuple(map(tuple, account))

    def _share(self, key: tuple[int, int, int]) -> list[int]:
        """For a kind, a zone and what it and those after it have shown of old places: the ways by
        what this zone has shown, each with all before it added.
        """
        kind, place, was = key
        z, after = self._zones[place], self._spread[kind][place + 1]
        most = min(was, self._shown[z][kind])
        return [
            *accumulate(
                self._spreading(z, kind, n) * after[was - n] if was - n < len(after) else 0
                for n in range(most + 1)
            )
        ]

    def _spreads(self, kind: int) -> list[list[int]]:
        """By zone and number: the weight of that many shown pieces of a kind from old places, in
        this zone and those after it.
        """
        rows = [[1]]
        for z in reversed(self._zones):
            after, n = rows[-1], self._shown[z][kind]
            if not n:
                rows.append(after)
                continue
            row = [0] * (len(after) + n)
            for old in range(n + 1):
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
        for z in self._zones:
            longer: dict[int, int] = {}
            least = max(0, self._old[z] - sum(self._shown[z]))
            for old in range(least, min(self._free[z], self._old[z]) + 1):
                ways = self._keeping(z, old)
                for before, others in best.items():
                    if ways * others > longer.get(before + old, 0):
                        longer[before + old] = ways * others
            best = longer
        return best

    def _to_place(self, was: int) -> int:
        """How many old places of these zones are unseen, if `was` of them have been shown."""
        return sum(self._old[z] for z in self._zones) - was

    def _spreading(self, z: int, kind: int, old: int) -> int:
        """The weight, by the zone's odds, of `old` shown pieces of a kind from old places."""
        return _odd(self._shown[z][kind], old, *self._odds[z])

    def _keeping(self, z: int, old: int) -> int:
        """The weight, by the zone's odds, of `old` old places among the unseen ones."""
        return _odd(self._free[z], old, *self._odds[z])


def _terms_of(key: tuple[int, int, int, int, Counts]) -> _Terms:
    """The terms of a kind: so many are left, older and fresh, in so many old places at most, and
    with this weight by `was`, without a divisor of all weights.
    """
    left, older, fresh, hidden, spread = key
    most = min(left, hidden)
    rows = [
        (was, held, ways * comb(left, held) * comb(older + fresh - held - was, fresh))
        for was, ways in enumerate(spread)
        if ways
        for held in range(min(most, older - was) + 1)
    ]
    share = gcd(*[ways for _, _, ways in rows])
    rows = [(was, held, ways // share) for was, held, ways in rows]
    return _Terms(rows, rows[-1][0], sum([ways for _, _, ways in rows]))


_TERMS = Memo(_terms_of)


def _odd(all_of_them: int, old: int, odds: int, against: int) -> int:
    """The weight of `old` old ones among all, at these odds each; 0 if it is impossible."""
    if not 0 <= old <= all_of_them:
        return 0
    return comb(all_of_them, old) * int(odds**old) * int(against ** (all_of_them - old))


def _counts(pairs: list[tuple[int, int]], width: int) -> Counts:
    counts = [0] * width
    for kind, n in pairs:
        counts[kind] = n
    return tuple(counts)


def _impossible() -> PositionError:
    return PositionError("the view is of no possible position: its pieces cannot lie in any way")
