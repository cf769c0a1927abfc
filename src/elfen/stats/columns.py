"""The columns of statistics: every figure of a ruleset by name, with its text, as declared.

What plugins declare has columns here whether or not it ever happens, so that what is never used is
seen to be. Values of texts that nobody declares, such as faces of rolls, join when they come up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import attrs
from attrs import evolve, frozen

from elfen.declare import CORE, Group, Meaning, Means, Roll, named
from elfen.game import Ruleset
from elfen.text import ENGLISH, Words, spaced

#: The sections in order, and their titles.
SECTIONS = {
    "length": "Length",
    "decisions": "Decisions with a choice",
    "scores": "Scores",
    "seats": "Seats",
    "ties": "Ties",
    "actions": "Actions",
    "costs": "How routes are paid",
    "pieces": "Pieces",
    "left": "What is left at the end",
    "towns": "Towns",
    "routes": "Routes",
    "terrains": "Terrains",
    "chance": "Chance",
    "events": "Events",
    "figures": "Further figures",
}


@frozen
class Column:
    """A figure: its name, the section and the sort of thing that it is of, and its text.

    `each` is what has a value: `game` if a game has one, which is a count or a number, else what
    there may be several of in a game, such as `seat`.
    """

    name: str
    section: str
    measure: str
    text: str
    each: str = "game"

    @property
    def label(self) -> str:
        """The text with what it measures: `crossed: Feodor–Rivinia (woods)`."""
        return f"{self.measure}: {self.text}" if self.measure else self.text


class Columns:
    """The columns of a ruleset for so many players, in order, with their texts in a language."""

    def __init__(self, rules: Ruleset, players: int, language: str = ENGLISH) -> None:
        self._rules = rules
        self._words = Words(rules, language=language)
        #: What the fields that are counted mean, by the name of the column.
        self._means: dict[str, Meaning | None] = {}
        self._own = tuple(self._declared(players))
        self._columns = {column.name: column for column in self._own}

    def names(self, more: Iterable[str] = ()) -> tuple[str, ...]:
        """The names of the columns in order, with those of `more`, each after what it is of."""
        known = {column.name: [column.name] for column in self._own}
        for name in sorted({*more} - {*known}):
            known[name.partition("=")[0]].append(name)
        return tuple(chain.from_iterable(known.values()))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.partition("=")[0] in self._columns

    def __getitem__(self, name: str) -> Column:
        """The column of a figure.

        Raises an `ElfenError` that is a `KeyError` for none that these rules can have.
        """
        base, equals, value = name.partition("=") if isinstance(name, str) else (name, "", "")
        if not equals or name in self._columns:
            return named("figure of these rules", name, self._columns)
        column = named("figure of these rules", base, self._columns)
        found = self._columns[name] = self._valued(column, value)
        return found

    def _valued(self, base: Column, value: str) -> Column:
        """The column of one value of a field, face or figure."""
        told = value
        if base.section == "chance":
            told = self._words.face(base.name.removeprefix("chance."), value)
        elif base.section in ("actions", "events"):
            told = self._words.value(value, means=self._means.get(base.name))
        return evolve(base, name=f"{base.name}={value}", text=f"{base.text}: {told}", each="game")

    def _declared(self, players: int) -> Iterator[Column]:
        say = self._words.say
        yield from self._length()
        yield from self._decisions()
        yield from self._scores(players)
        yield from self._actions()
        for term in self._rules.cost_terms:
            yield Column(f"costs.{term.entry.name}", "costs", "", say(term.entry.text))
        yield from self._pieces()
        yield from self._board()
        yield from self._happenings()

    def _length(self) -> Iterator[Column]:
        say = self._words.say
        yield Column("length.rounds", "length", "", say("rounds"))
        yield Column("length.decisions", "length", "", say("decisions"))
        yield Column("length.choices", "length", "", say("decisions with a choice"))
        for owned in self._rules.ending_list:
            one = owned.entry
            yield Column(
                f"length.ending.{one.name}", "length", say("ends as"), say(one.text or one.name)
            )

    def _decisions(self) -> Iterator[Column]:
        say = self._words.say
        rules = self._rules
        going = {o.entry.type for o in rules.action_types if o.entry.crossings or o.entry.leaps}
        for owned in rules.decisions:
            name, text = owned.entry.name, say(owned.entry.text)
            yield Column(f"decisions.asked.{name}", "decisions", say("asked"), text)
            yield Column(f"decisions.options.{name}", "decisions", say("options"), text, "decision")
            if any(answer.entry.type in going for answer in rules.answers[name]):
                yield Column(f"decisions.stuck.{name}", "decisions", say("no way to go"), text)

    def _scores(self, players: int) -> Iterator[Column]:
        say = self._words.say
        yield Column("scores.total", "scores", "", say("score"), "seat")
        for line in self._rules.score_lines:
            name = f"scores.line.{line.entry.name}"
            yield Column(name, "scores", say("of it"), say(line.entry.text), "seat")
        yield Column("scores.best", "scores", "", say("highest score"))
        yield Column("scores.gap", "scores", "", say("first ahead of second"))
        for seat in range(players):
            who = say("seat {number}", number=str(seat))
            yield Column(f"seats.wins.{seat}", "seats", say("wins"), who)
            yield Column(f"seats.ahead.{seat}", "seats", say("above the mean"), who)
        yield Column("ties.lead", "ties", "", say("equal scores in the lead"))
        for tie in self._rules.tie_breaks:
            yield Column(
                f"ties.broken.{tie.entry.name}", "ties", say("decided by"), say(tie.entry.text)
            )
        yield Column("ties.shared", "ties", "", say("shared victory"))

    def _actions(self) -> Iterator[Column]:
        say = self._words.say
        for owned in self._rules.action_types:
            entry = owned.entry
            name, text = f"actions.{entry.name}", say(entry.text or entry.type.verb)
            yield Column(name, "actions", say("taken"), text)
            yield Column(f"actions.offered.{entry.name}", "actions", say("offered"), text)
            yield from self._fields(name, text, entry.type, "action")

    def _fields(self, name: str, text: str, cls: type[Any], each: str) -> Iterator[Column]:
        """A column for each field that counts, and for each value that it can have by its means."""
        section, say = name.partition(".")[0], self._words.say
        meanings = self._rules.meanings(cls)
        for one in attrs.fields(cls):
            means = meanings.get(one.name)
            if one.name == "seat" or one.name.endswith("_seat"):
                continue
            if means in (Means.SEAT, Means.ROUTE, Means.TOWN):
                continue
            base = f"{name}.{one.name}"
            self._means[base] = means
            label = f"{text}, {say(one.name)}"
            column = Column(base, section, "", label, each)
            yield column
            for group in groups_of(means):
                for kind in self._rules.layout.kinds_in(group):
                    yield self._valued(column, kind.id)

    def _pieces(self) -> Iterator[Column]:
        layout, words, say = self._rules.layout, self._words, self._words.say
        groups = dict.fromkeys(kind.group for kind in layout.kinds)
        for group in groups:
            noun = words.many(group.noun)
            yield Column(f"pieces.got.{group.name}", "pieces", say("a seat gets"), noun, "seat")
            yield Column(f"pieces.gave.{group.name}", "pieces", say("a seat gives"), noun, "seat")
        on_routes = {kind for zone in layout.route_zones for kind in layout.kinds_of(zone)}
        for kind in layout.kinds:
            text = words.kind(kind, 2).partition(" ")[2]
            if kind in on_routes:
                name = f"pieces.laid.{kind.group.name}.{kind.id}"
                yield Column(name, "pieces", say("laid on routes"), text)
        for kind in layout.kinds:
            text = words.kind(kind, 2).partition(" ")[2]
            name = f"pieces.given.{kind.group.name}.{kind.id}"
            yield Column(name, "pieces", say("given"), text)
        for zone in layout.seat_zones:
            text = say(zone.text) or words.zone(zone.name)
            yield Column(f"left.{zone.name}", "left", say("a seat"), text, "seat")
        for on_table in layout.table_zones:
            text = say(on_table.text) or words.zone(on_table.name)
            yield Column(f"left.{on_table.name}", "left", say("on the table"), text)

    def _board(self) -> Iterator[Column]:
        say = self._words.say
        rules = self._rules
        for town in rules.board.towns:
            yield Column(f"towns.reached.{town.id}", "towns", say("reached"), town.name)
            yield Column(f"towns.taken.{town.id}", "towns", say("pieces taken"), town.name)
        for route in rules.board.routes:
            text = self._words.route(route.id)
            yield Column(f"routes.crossed.{route.id}", "routes", say("crossed"), text)
            yield Column(f"routes.laid.{route.id}", "routes", say("pieces laid"), text)
        used = {route.terrain for route in rules.board.routes}
        for terrain in rules.terrains.values():
            if terrain.name in used:
                yield Column(
                    f"terrains.{terrain.name}", "terrains", say("crossed"), say(terrain.name)
                )

    def _happenings(self) -> Iterator[Column]:
        say = self._words.say
        rules = self._rules
        for chance in rules.chances:
            sort = say("rolled") if isinstance(chance.entry, Roll) else say("pieces drawn")
            text = say(chance.entry.text or chance.entry.name)
            yield Column(f"chance.{chance.entry.name}", "chance", sort, text)
        for event in rules.event_types:
            if event.plugin != CORE:
                name, text = f"events.{event.entry.name}", say(spaced(event.entry.name))
                yield Column(name, "events", "", text)
                yield from self._fields(name, text, event.entry.type, "event")
        for owned in rules.figures:
            each = "seat" if owned.entry.on is None else "time"
            yield Column(f"figures.{owned.entry.name}", "figures", "", say(owned.entry.text), each)


def groups_of(means: Meaning | None) -> Iterator[Group]:
    """The groups of kinds that a meaning names."""
    if isinstance(means, Group):
        yield means
    elif isinstance(means, tuple):
        yield from means
