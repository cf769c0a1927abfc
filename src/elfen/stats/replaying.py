"""Plays the log of a game again, in one go, on a table that notes what happens, and counts that.

To do so when the game is over costs less than step by step beside it: both would push what the
other has at hand out of the processor's caches, and out of what rules remember of the last state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from itertools import chain
from operator import attrgetter
from typing import Any

from elfen.declare import Action, Figure, Outcome, Pieces
from elfen.game import Game, Page, Ruleset
from elfen.stats.naming import Naming, named
from elfen.stats.noting import NotingTable


class Replay:
    """A game played again. What it counts goes to `counts`, and to `note(name, *values)`."""

    def __init__(
        self, game: Game, naming: Naming, counts: Counter[str], note: Callable[..., None]
    ) -> None:
        self._game, self._naming, self._counts, self._note = game, naming, counts, note
        self._rules: Ruleset = game.rules
        self._pages = pages(game)
        self._on = self._rules.once(_figures_on)
        self._table: NotingTable = NotingTable.on(self._rules, game.beginning, self._hear)
        self._terms: list[str] = []

    def count(self) -> None:
        """Play, and count everything."""
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
        table, on, naming = self._table, self._on, self._naming
        for page in self._pages:
            action: Any = page.action
            if action is not None:
                cls, seat = type(action), page.seat
                table.acting = seat
                if cls in naming.crossing:
                    assert seat is not None
                    self._terms += naming.terms(action, table, seat)
                if cls in on:
                    for one in on[cls]:
                        self._figure(one, one.value(table, seat, action))
                yield action
            if page.outcomes:
                yield from page.outcomes

    def _hear(self, event: object) -> None:
        for one in self._on.get(type(event), ()):
            self._figure(one, one.value(self._table, self._table.acting, event))

    def _figure(self, one: Figure, value: float | str | None) -> None:
        if isinstance(value, str):
            self._counts[f"figures.{one.name}={value}"] += 1
        elif value is not None:
            self._note(f"figures.{one.name}", value)

    def _count_moves(self) -> None:
        naming, pages = self._naming, self._pages
        told = naming.actions.of([page.action for page in pages if page.action is not None])
        self._counts.update(chain.from_iterable([names for names, _ in told]))
        for (name, value), n in Counter(chain.from_iterable([some for _, some in told])).items():
            self._note(name, *[value] * n)
        drawn = [
            (item.name, outcome)
            for page in pages
            if page.outcomes
            for item, outcome in zip(page.chances, page.outcomes, strict=True)
        ]
        self._counts.update(chain(self._terms, *naming.chances.of(drawn)))

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
        for figure, seats in naming.exchanged.items():
            self._note(figure, *[counts.pop(name, 0) for name in seats[: self._game.players]])


def pages(game: Game) -> list[Page]:
    """The pages of a game's log, the first one first."""
    found, page = [], game.page
    while page is not None:
        found.append(page)
        page = page.before
    return found[::-1]


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
