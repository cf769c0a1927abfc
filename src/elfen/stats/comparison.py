"""What a rule does to the game: the figures of two rulesets, compared deal by deal.

Both play deals of the same seeds, so what luck a deal brings is on both sides, as far as the rules
deal alike. A difference is a mean over deals, with Student's interval of the differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from attrs import define, field, frozen

from elfen.stats.columns import Column
from elfen.stats.estimates import FEWEST, LEVEL, Estimate, mean_of, standard_error, student
from elfen.stats.gathered import Statistics
from elfen.stats.sheets import Sheet


@frozen
class Difference:
    """A figure of two rulesets: the means of both, and by how much the second is above the first.

    `before` or `after` is None if the figure is none of these rules, or has no value. Between what
    bounds the difference lies, taken alone, its estimate says. It is `clear` if it can hardly be
    chance, taken together with all other figures: one of them is called clear wrongly in 5 % of
    comparisons at most.
    """

    column: Column
    before: float | None
    after: float | None
    difference: Estimate | None
    clear: bool


@define
class Comparison:
    """The figures of games by two rulesets. `add` takes the two games of a deal."""

    before: Statistics
    after: Statistics
    _paired: dict[str, Counter[float]] = field(init=False, factory=dict)

    @property
    def deals(self) -> int:
        """How many deals were played by both."""
        return self.before.games

    def add(self, before: Sheet, after: Sheet) -> None:
        """Add a deal: the game by the first rules, and by the second."""
        self.before.add(before)
        self.after.add(after)
        for name in before.counts.keys() | after.counts.keys():
            change = after.counts.get(name, 0) - before.counts.get(name, 0)
            self._paired.setdefault(name, Counter())[change] += 1
        for name in before.values.keys() & after.values.keys():
            one, other = before.values[name], after.values[name]
            if one and other:
                self._paired.setdefault(name, Counter())[fmean(other) - fmean(one)] += 1

    def merge(self, other: Comparison) -> None:
        """Add the deals of another comparison of the same rules."""
        self.before.merge(other.before)
        self.after.merge(other.after)
        for name, changes in other._paired.items():
            self._paired.setdefault(name, Counter()).update(changes)

    @property
    def names(self) -> tuple[str, ...]:
        """The figures of either, in the order of the columns; what only the second has comes last
        in its section.
        """
        first, second = self.before.names, self.after.names
        sections = dict.fromkeys(name.partition(".")[0] for name in (*first, *second))
        known = {*first}
        return tuple(
            name
            for section in sections
            for name in (*first, *(one for one in second if one not in known))
            if name.partition(".")[0] == section
        )

    @property
    def rows(self) -> Iterator[Difference]:
        """The differences in all figures that have a value under either rules."""
        sides = (self.before, self.after)
        names = [name for name in self.names if any(_has(side, name) for side in sides)]
        moved = sum(any(self._paired.get(name, ())) for name in names)
        bar = (1 - LEVEL) / max(1, moved)  # what never differs cannot differ by chance
        for name in names:
            yield self._row(name, bar)

    def _row(self, name: str, bar: float) -> Difference:
        sides = (self.before, self.after)
        column = next(side.columns[name] for side in sides if name in side.columns)
        means = [side[name].mean if name in side.columns else None for side in sides]
        before, after = (None if mean is None else mean.value for mean in means)
        changes = self._changes(name, column)
        estimate = mean_of(changes)
        return Difference(column, before, after, estimate, self._clear(changes, estimate, bar))

    def _changes(self, name: str, column: Column) -> Counter[tuple[int, float]]:
        """How many deals have which change; of counts, deals in which neither counted have none."""
        changes = self._paired.get(name, Counter())
        out = Counter({(1, change): times for change, times in changes.items()})
        missing = self.deals - changes.total()
        listed = self.before.has_values(name) or self.after.has_values(name)
        if missing and column.each == "game" and not listed:
            out[1, 0] += missing
        return out

    def _clear(
        self, changes: Counter[tuple[int, float]], estimate: Estimate | None, bar: float
    ) -> bool:
        deals = changes.total()
        if estimate is None or deals < FEWEST:
            return False
        error = standard_error(changes)
        if not error:
            return estimate.value != 0 and 2.0 ** (1 - deals) < bar  # as by the toss of a coin
        return abs(estimate.value) > student(1 - bar / 2, deals - 1) * error


def _has(side: Statistics, name: str) -> bool:
    return name in side.columns and side[name].number > 0
