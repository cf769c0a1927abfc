"""What a run has reached of a plugin, and what it has not: lines, answers, short draws, cuts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from elfen.declare import Action, Chance, Decide, Draw
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.agreeing.short_cuts import in_force, short_cut_taken
from elfen.testing.corners.lines import Lines, files_of, told

#: Something that can be reached, in words.
Place = str


class Reached:
    """The places of one plugin that states have shown, of all that there are; and its lines."""

    def __init__(self, name: str, module: object) -> None:
        self.name = name
        self.lines = Lines(files_of(module))
        self.possible: set[Place] = set()
        self.seen: set[Place] = set()

    def expect(self, rules: Ruleset) -> None:
        """Add what there is to be reached under a ruleset."""
        self.possible |= {*_places(rules, self.name)}

    def note(self, rules: Ruleset, state: State, actions: list[Action]) -> None:
        """Note what a state shows."""
        self.seen |= {*_shown(rules, state, actions)} & self.possible

    @property
    def share(self) -> float:
        """The share of lines that have run, from 0 to 1; 1 if there are none."""
        possible = sum(map(len, self.lines.possible.values()))
        return self.lines.number / possible if possible else 1.0

    def data(self) -> dict[str, Any]:
        """All of it as plain data, for another process."""
        seen = {file: sorted(lines) for file, lines in self.lines.seen.items()}
        return {"possible": sorted(self.possible), "seen": sorted(self.seen), "lines": seen}

    def add(self, data: Mapping[str, Any]) -> None:
        """Add what another process has reached."""
        self.possible |= {*data["possible"]}
        self.seen |= {*data["seen"]}
        for file, lines in data["lines"].items():
            if file in self.lines.seen:
                self.lines.seen[file] |= {*lines}

    def report(self) -> Iterator[str]:
        """What was reached and what was not, as lines of text."""
        possible = sum(map(len, self.lines.possible.values()))
        yield (
            f"{self.name}: reached {len(self.seen)} of {len(self.possible)} places and"
            f" {self.lines.number} of {possible} lines"
        )
        for place in sorted(self.possible - self.seen):
            yield f"not reached: {place}"
        for file, lines in self.lines.missed.items():
            if lines:
                noun = "line" if len(lines) == 1 else "lines"
                yield f"not reached: {noun} {told(lines)} of {Path(file).name}"


def _places(rules: Ruleset, plugin: str) -> Iterator[Place]:
    for owned in rules.decisions:
        for answer in rules.answers.get(owned.entry.name, ()):
            if plugin in (owned.plugin, answer.plugin):
                yield _answering(owned.entry.name, answer.entry.type)
    for chance in rules.chances:
        if chance.plugin == plugin and isinstance(chance.entry, Draw):
            yield _drawing(chance.entry.name)
    own = {owned.entry.name for owned in rules.short_cuts if owned.plugin == plugin}
    for cut in rules.once(in_force).values():
        if cut.name in own:
            yield from (_cutting(cut.name, taken) for taken in (True, False))


def _shown(rules: Ruleset, state: State, actions: list[Action]) -> Iterator[Place]:
    item = state.agenda[-1] if state.agenda else None
    if isinstance(item, Decide):
        for cls in {type(action) for action in actions}:
            yield _answering(item.name, cls)
        cuts = rules.once(in_force)
        for action in actions if cuts else ():
            taken = short_cut_taken(rules, state, action)
            if taken is not None:
                yield _cutting(cuts[type(action)].name, taken)
    if isinstance(item, Chance):
        draw = next(owned.entry for owned in rules.chances if owned.entry.name == item.name)
        if isinstance(draw, Draw):
            pile = sum(state.zones[rules.layout.index(draw.source, item.source or 0)])
            if pile <= 2 * int(item.data[0]):
                yield _drawing(draw.name)


def _answering(decision: str, cls: type[Action]) -> Place:
    return f"{cls.__name__} at {decision}"


def _drawing(name: str) -> Place:
    return f"{name} from a short pile"


def _cutting(name: str, taken: bool) -> Place:
    return f"short cut {name} {'taken' if taken else 'refused'}"
