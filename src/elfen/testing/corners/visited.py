"""What states show: by it those to check are chosen, so that together they show the most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from elfen.declare import Action, Chance, Decide
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.facts import Move

#: Something that a state shows: a kind of place, and what is there.
Feature = tuple[Hashable, ...]

_FEW = 3


class Visited:
    """How often each feature has been among the states that were chosen to be checked."""

    def __init__(self) -> None:
        self.counts: Counter[Feature] = Counter()

    def worth(self, found: frozenset[Feature]) -> float:
        """How much a state with these features adds: each counts less, the more often it was."""
        counts = self.counts
        return sum([1.0 / (1 + counts[feature]) ** 2 for feature in found])

    def chosen(self, found: frozenset[Feature]) -> None:
        """Count the features of a state that is checked."""
        self.counts.update(found)


def features(rules: Ruleset, state: State, actions: Sequence[Action]) -> frozenset[Feature]:
    """What a state shows: what is asked, which types of action are legal, how full zones are."""
    return frozenset(_features(rules, state, actions))


def _features(rules: Ruleset, state: State, actions: Sequence[Action]) -> Iterator[Feature]:
    item = state.agenda[-1] if state.agenda else None
    due = getattr(item, "name", "")
    yield ("due", due)
    yield ("next", due, getattr(state.agenda[-2], "name", "") if len(state.agenda) > 1 else "")
    yield ("last round", due, state.round == rules.most_rounds)
    seat = getattr(item, "seat", None)
    for at, counts in enumerate(state.zones):
        zone, owner = rules.layout.zone_at(at)
        whose = "table" if owner is None else "own" if owner == seat else "another's"
        yield ("size", due, zone.name, whose, _bucket(sum(counts)))
        kinds = len(counts) - counts.count(0)
        if kinds and sum(counts) > 1:
            yield ("kinds", due, zone.name, whose, min(kinds, 2), kinds == sum(counts))
    if isinstance(item, Chance) and item.data and isinstance(wanted := item.data[0], int):
        yield from _drawn(rules, state, item, wanted)
    if isinstance(item, Decide):
        yield ("how many", due, _bucket(len(actions)))
        for cls in {type(action) for action in actions}:
            yield ("action", due, cls.__qualname__)
        yield from _around(rules, state, item)


def changes(rules: Ruleset, state: State, move: Move, after: State) -> frozenset[Feature]:
    """What a move leads to: what is due then, whether a round ends, and whose zones change."""
    due, then = (
        getattr(one.agenda[-1], "name", "") if one.agenda else "" for one in (state, after)
    )
    seat = getattr(state.agenda[-1], "seat", None)
    what = due, type(move).__qualname__
    found: set[Feature] = {("leads", *what, then, after.round - state.round)}
    for at, (old, new) in enumerate(zip(state.zones, after.zones, strict=True)):
        if old != new:
            zone, owner = rules.layout.zone_at(at)
            whose = "table" if owner is None else "own" if owner == seat else "another's"
            found.add(("changes", *what, zone.name, whose, not any(new)))
    return frozenset(found)


def _drawn(rules: Ruleset, state: State, item: Chance, wanted: int) -> Iterator[Feature]:
    source = next((o.entry for o in rules.chances if o.entry.name == item.name), None)
    zone = getattr(source, "source", None)
    if zone is not None:
        left = sum(state.zones[rules.layout.index(zone, item.source or 0)]) - wanted
        yield ("draw", item.name, _bucket(wanted), min(left, _FEW))


def _around(rules: Ruleset, state: State, item: Decide) -> Iterator[Feature]:
    """What lies around the boot of whoever decides, and how far it has come."""
    left = (rules.piece_towns_of(state) & ~state.visited[item.seat]).bit_count()
    yield ("towns left", item.name, min(left, _FEW))
    kinds = rules.layout.kinds
    for route, _ in rules.board.legs[state.boots[item.seat]]:
        groups = sorted(kinds[kind].group.name for kind in state.routes[route])
        yield ("lying", item.name, *groups[: _FEW + 1])


def _bucket(number: int) -> int:
    """0, 1, 2 and 3 as they are; more only roughly."""
    return number if number <= _FEW else _FEW + number.bit_length()
