"""Statistics of many games by one ruleset: a distribution for each figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import define, field, frozen

from elfen.errors import ElfenError
from elfen.game import Ruleset, refuse_no_rules
from elfen.stats.columns import Column, Columns
from elfen.stats.estimates import Distribution
from elfen.stats.sheets import Sheet
from elfen.text import language


@frozen
class Row:
    """A figure of many games: its column, and how its values are distributed.

    `mean`, with `low` and `high` around it, is that of all values: of a count, how often it happens
    a game. `spread` is the standard deviation. Each is None if there is nothing to tell it from.
    """

    column: Column
    values: int
    mean: float | None
    low: float | None
    high: float | None
    spread: float | None
    least: float | None
    median: float | None
    most: float | None


@define
class Statistics:
    """What is counted in games of `players` by `rules`. The order of games makes no difference.

    Raises `RulesetError` for a number of players that the rules do not allow, and `ElfenError` for
    what are no rules.
    """

    rules: Ruleset
    players: int
    games: int = 0
    _found: dict[str, Distribution] = field(init=False, factory=dict)
    #: How many games each figure was counted in how often: by (name, number).
    _counted: Counter[tuple[str, int]] = field(init=False, factory=Counter)
    columns: Columns = field(init=False)
    _told: dict[str, Columns] = field(init=False, factory=dict, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        refuse_no_rules(self.rules)
        self.rules.start(self.players)  # it refuses a number of players that cannot be
        self.columns = Columns(self.rules, self.players)

    @property
    def told(self) -> Columns:
        """The columns with their texts in the language that is spoken."""
        spoken = language()
        if spoken not in self._told:
            self._told[spoken] = Columns(self.rules, self.players, spoken)
        return self._told[spoken]

    def add(self, sheet: Sheet) -> None:
        """Add a game."""
        self.games += 1
        self._counted.update(sheet.counts.items())
        found = self._found
        for name, values in sheet.values.items():
            have = found.get(name)
            if have is None:
                have = found[name] = Distribution()
            have.add(values)

    def merge(self, other: Statistics) -> None:
        """Add the games of other statistics; raises `ElfenError` if they are of other rules."""
        same = self.rules.fingerprint == other.rules.fingerprint
        if not same or self.players != other.players:
            raise ElfenError("statistics are merged if rules and number of players are the same")
        self.games += other.games
        self._counted.update(other._counted)
        for name, found in other._found.items():
            self._found.setdefault(name, Distribution()).merge(found)

    def __getitem__(self, name: str) -> Distribution:
        """The distribution of a figure by name; raises an `ElfenError` that is a `KeyError`.

        It does so for a figure that is none of these rules.
        """
        column = self.columns[name]
        found = self._found.get(name)
        if found is not None:
            return found
        if column.each != "game":
            return Distribution()
        values: Counter[float] = Counter()
        for (counted, n), times in self._counted.items():
            if counted == name:
                values[n] += times
        missing = self.games - values.total()
        if missing:
            values[0] += missing
        out = Distribution(values)
        out.games.update({(1, value): times for value, times in values.items()})
        return out

    def has_values(self, name: str) -> bool:
        """Whether games gave a figure lists of values, and not a count."""
        return name in self._found

    @property
    def names(self) -> tuple[str, ...]:
        """All figures, in the order of the columns."""
        return self.columns.names({*[name for name, _ in self._counted], *self._found})

    def row(self, name: str) -> Row:
        """The row of a figure."""
        found = self[name]
        mean = found.mean
        return Row(
            self.columns[name],
            found.number,
            None if mean is None else mean.value,
            None if mean is None else mean.low,
            None if mean is None else mean.high,
            found.spread,
            found.least,
            found.quantile(0.5),
            found.most,
        )

    @property
    def rows(self) -> Iterator[Row]:
        """The rows of all figures that have a value."""
        rows = (self.row(name) for name in self.names)
        return (row for row in rows if row.values)
