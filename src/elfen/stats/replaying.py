"""Plays the log of a game again, in one go, on a table that notes what happens, and counts that.

Measured, that costs less than to follow the game step by step while it is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from itertools import chain
from operator import attrgetter
from typing import Any

from elfen.declare import Action, Figure, Outcome, Pieces
from elfen.game import Game, Ruleset
from elfen.kernel import blaming
from elfen.stats.naming import Naming, named, what_counts
from elfen.stats.noting import NotingTable

#: The name of an item of the agenda.
NAME = attrgetter("name")


class Replay:
    """A game played again. What it counts goes to `counts`, and to `note(name, *values)`."""

    def __init__(
        self, game: Game, naming: Naming, counts: Counter[str], note: Callable[..., None]
    ) -> None:
        self._game, self._naming, self._counts, self._note = game, naming, counts, note
        self._rules: Ruleset = game.rules
        self._pages = game.page.history
        self._on = self._rules.once(_figures_on)
        hear = None if self._on.keys() <= naming.types.keys() else self._hear
        self._table: NotingTable = NotingTable.on(self._rules, game.beginning, hear)
        self._terms: list[str] = []

    def count(self) -> None:
        """Play, and count everything."""
        with blaming(self._rules):
            self._count()

    def _count(self) -> None:
        self._rules.follow(self._table, self._moves())
        self._count_moves()
        self._count_events()
        self._count_pieces()
        for owned in self._rules.figures:
            if owned.entry.on is None:
                for seat in range(self._game.players):
                    self._figure(owned.entry, owned.entry.value(self._game.position, seat))

    def _moves(self) -> Generator[Action | Outcome, None, None]:
        """All moves in order; looks at the table before each action that it tells something of."""
        table, looked_at = self._table, self._on.keys() | self._naming.crossing.keys()
        yield from self._pages[0].outcomes
        page: Any
        for page in self._pages[1:]:
            _, table.acting, action, outcomes, _, _ = page
            if type(action) in looked_at:
                self._before(action, page.seat)
            yield action
            if outcomes:
                yield from outcomes

    def _before(self, action: Any, seat: int) -> None:
        """What an action tells of the position before it."""
        cls = type(action)
        if cls in self._naming.crossing:
            self._terms += self._naming.terms(action, self._table, seat)
        for one in self._on.get(cls, ()):
            self._figure(one, one.value(self._table, seat, action))

    def _hear(self, event: object) -> None:
        for one in self._on.get(type(event), ()):
            self._figure(one, one.value(self._table, self._table.acting, event))

    def _figure(self, one: Figure, value: float | str | None) -> None:
        if isinstance(value, str):
            self._counts[f"figures.{one.name}={value}"] += 1
        elif value is not None:
            self._note(f"figures.{one.name}", value)

    def _count_moves(self) -> None:
        """Actions, how crossings are paid, and outcomes of chance."""
        naming, pages = self._naming, self._pages
        told = naming.actions.of([page.action for page in pages[1:]])  # type: ignore[misc]
        numbers = chain(*[values for _, values in told if values])
        for (name, value), n in Counter(numbers).items():
            self._note(name, *[value] * n)
        chances = map(NAME, chain(*[page.chances for page in pages]))
        outcomes = map(what_counts, chain(*[page.outcomes for page in pages]))
        drawn = naming.chances.of([*zip(chances, outcomes, strict=True)])
        self._counts.update(chain(self._terms, *[names for names, _ in told], *drawn))

    def _count_events(self) -> None:
        for cls, events in self._table.events.items():
            name, fields = self._naming.fields[cls]
            self._counts[name] += len(events)
            for attribute, figure in fields:
                for value, n in tally([*map(attrgetter(attribute), events)]).items():
                    for one in named(figure, value):
                        self._counts[one] += n
                    if isinstance(value, (int, float)):
                        self._note(figure, *[value] * n)

    def _count_pieces(self) -> None:
        """What the table has noted of pieces, boots and town pieces."""
        table, naming, counts = self._table, self._naming, self._counts
        counts.update(
            chain(
                *naming.flows.of(table.flows),
                *naming.hops.of(table.hops),
                *naming.laid.of(table.laid),
                [naming.taken[town] for town in table.taken],
            )
        )
        for flow, numbers in table.together.items():
            for at, n in enumerate(numbers):
                if n:
                    for name in naming.flows[flow + at]:
                        counts[name] += n
        for figure, seats in naming.exchanged.items():
            self._note(figure, *[counts.pop(name, 0) for name in seats[: self._game.players]])


def tally(values: list[Any]) -> Counter[Any]:
    """How often each value of a field comes up, of those that count."""
    try:
        return Counter(values)
    except TypeError:  # something without a hash, which counts for nothing
        return Counter([one for one in values if isinstance(one, (Pieces, str, int, float))])


def _figures_on(rules: Ruleset) -> dict[type[Any], list[Figure]]:
    """The figures that plugins add, by the class of actions or events that they are on."""
    found: dict[type[Any], list[Figure]] = {}
    for owned in rules.figures:
        if owned.entry.on is not None:
            found.setdefault(owned.entry.on, []).append(owned.entry)
    return found
