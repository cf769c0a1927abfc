"""What one game gives to statistics: numbers by the names of figures.

A game is played again on a table that notes what happens, while it is played. What is noted is
counted at once, when the game is over: most of it has happened before and is known by name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from attrs import define, field

from elfen.declare import Action, Figure
from elfen.game import Game, Page, Ruleset
from elfen.stats.endings import count_end
from elfen.stats.naming import Naming
from elfen.stats.noting import NotingTable


@define
class Sheet:
    """A game's figures by name: how often something happened, and lists of values of their own."""

    counts: dict[str, int] = field(factory=lambda: defaultdict(int))
    values: dict[str, list[float]] = field(factory=dict)

    def note(self, name: str, *values: float) -> None:
        """Add values of their own."""
        self.values.setdefault(name, []).extend(values)


def sheet(games: Sequence[Game]) -> Sheet:
    """The figures of a game, given all its positions: from the first decision to the end.

    For a game that was played or loaded, these are its `history`.
    """
    following = Following()
    for game in games:
        following.see(game)
    return following.kept()


class Following:
    """Follows a game while it is played: a `Watcher` for `elfen.bots.simulate`."""

    def __init__(self) -> None:
        self._sheet = Sheet()
        self._pages: list[Page] = []
        #: By the name of a decision: how many legal actions there were each time.
        self._asked: defaultdict[str, list[int]] = defaultdict(list)
        self._offers: list[type[Action]] = []
        self._terms: list[str] = []
        self._stuck: list[str] = []
        #: The legal actions of the decision that is due; None before the first one.
        self._legal: Sequence[Action] | None = None

    def _begin(self, game: Game) -> NotingTable:
        rules: Ruleset = game.rules
        self._rules, self._naming, self._follow = rules, rules.once(Naming), rules.follow
        self._on = rules.once(_figures_on)
        table: NotingTable = NotingTable.on(rules, game.beginning, self._hear)
        self._table = table
        return table

    def see(self, game: Game) -> None:
        """What has happened since the last time, and what is to be decided now."""
        page, actions = game.page, self._legal
        self._pages.append(page)
        if actions is None:
            table = self._begin(game)
            self._follow(table, *page.outcomes)
        else:
            action: Any = page.action
            table, naming = self._table, self._naming
            item: Any = table.agenda[-1]
            name, cls, kinds = item.name, type(action), {*map(type, actions)}
            table.acting = item.seat
            self._asked[name].append(len(actions))
            self._offers += kinds
            if name in naming.travelling and naming.going.isdisjoint(kinds):
                self._stuck.append(name)
            if cls in naming.crossing:
                self._terms += naming.terms(action, table, item.seat)
            if cls in self._on:
                for one in self._on[cls]:
                    self._figure(one, one.value(table, item.seat, action))
            if page.outcomes:
                self._follow(table, action, *page.outcomes)
            else:
                self._follow(table, action)
        self._legal = game.legal_actions
        self._last = game

    def kept(self) -> Sheet:
        """The figures of the game."""
        self._count_decisions()
        self._count_pieces(self._last)
        count_end(self._last, self._sheet.counts, self._sheet.note)
        for owned in self._rules.figures:
            if owned.entry.on is None:
                for seat in range(self._last.players):
                    self._figure(owned.entry, owned.entry.value(self._last.position, seat))
        return self._sheet

    def _count_decisions(self) -> None:
        naming, sheet, counts = self._naming, self._sheet, self._sheet.counts
        for name, numbers in self._asked.items():
            choices = [n for n in numbers if n > 1]
            counts["length.decisions"] += len(numbers)
            counts["length.choices"] += len(choices)
            counts[f"decisions.asked.{name}"] = len(choices)
            if choices:
                sheet.note(f"decisions.options.{name}", *choices)
        for cls, times in Counter(self._offers).items():
            counts[f"actions.offered.{naming.types[cls]}"] = times
        for name, times in Counter(self._stuck).items():
            counts[f"decisions.stuck.{name}"] = times
        for term, times in Counter(self._terms).items():
            counts[f"costs.{term}"] = times
        chances = [
            (item.name, outcome)
            for page in self._pages
            if page.outcomes
            for item, outcome in zip(page.chances, page.outcomes, strict=True)
        ]
        for chance, times in Counter(chances).items():
            for name, n in naming.chances[chance]:
                counts[name] += n * times
        kept = naming.actions.kept
        for action, times in Counter([page.action for page in self._pages]).items():
            if action is None:  # the deal before the first decision
                continue
            counted, values = kept.get(action) or naming.actions[action]
            for name, n in counted:
                counts[name] += n * times
            for name, value in values:
                sheet.note(name, *[value] * times)
        for event in self._table.events:
            counted, values = naming.event(event)
            for name, n in counted:
                counts[name] += n
            for name, value in values:
                sheet.note(name, value)

    def _hear(self, event: object) -> None:
        for one in self._on.get(type(event), ()):
            self._figure(one, one.value(self._table, self._table.acting, event))

    def _figure(self, one: Figure, value: float | str | None) -> None:
        if isinstance(value, str):
            self._sheet.counts[f"figures.{one.name}={value}"] += 1
        elif value is not None:
            self._sheet.note(f"figures.{one.name}", value)

    def _count_pieces(self, last: Game) -> None:
        """What the table has noted of pieces, boots and town pieces."""
        sheet, table, naming, board = self._sheet, self._table, self._naming, self._rules.board
        counts, kept = sheet.counts, naming.flows.kept
        got = {one: [0] * last.players for one in naming.groups}
        gave = {one: [0] * last.players for one in naming.groups}
        for flow, times in Counter(table.flows).items():
            counted, changes = kept.get(flow) or naming.flows[flow]
            for name, n in counted:
                counts[name] += n * times
            for group, seat, n in changes:
                (got if n > 0 else gave)[group][seat] += abs(n) * times
        for group in naming.groups:
            sheet.note(f"pieces.got.{group}", *got[group])
            sheet.note(f"pieces.gave.{group}", *gave[group])
        for (town, route), n in Counter(table.hops).items():
            counts[f"towns.reached.{board.towns[town].id}"] += n
            if route is not None:
                counts[f"routes.crossed.{board.routes[route].id}"] += n
                counts[f"terrains.{board.routes[route].terrain}"] += n
        for town, n in Counter(table.taken).items():
            counts[f"towns.taken.{board.towns[town].id}"] += n
        for (route, kind), n in Counter(table.laid).items():
            piece = self._rules.layout.kinds[kind]
            counts[f"routes.laid.{board.routes[route].id}"] += n
            counts[f"pieces.laid.{piece.group.name}.{piece.id}"] += n


def _figures_on(rules: Ruleset) -> dict[type[Any], list[Figure]]:
    """The figures that plugins add, by the class of actions or events that they are on."""
    found: dict[type[Any], list[Figure]] = {}
    for owned in rules.figures:
        if owned.entry.on is not None:
            found.setdefault(owned.entry.on, []).append(owned.entry)
    return found
