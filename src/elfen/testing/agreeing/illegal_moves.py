"""Moves that are not legal: what the law of agreement expects to be refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from attrs import evolve, fields, frozen

from elfen.declare import Action, Chance, Drawn, Pieces, Roll, Rolled
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.facts import calling, facts, some
from elfen.testing.law_broken import AGREEMENT

NOWHERE = "nowhere-at-all"


@frozen
class Foreign(Action):
    """An action that no ruleset knows."""

    verb = "stand on one's head"


def foreigners() -> tuple[object, ...]:
    """Things that are not an action of any ruleset, and some that are not an action at all."""
    return (
        Foreign(),
        Drawn(Pieces.of([NOWHERE])),
        Drawn(Pieces()),
        Rolled(NOWHERE),
        None,
        0,
        "pass",
        ("pass",),
        [],
        Pieces(),
        object(),
    )


def elsewhere(rules: Ruleset, breadth: int | None, numbers: random.Random) -> Iterator[Action]:
    """Some actions of every type in the domain, including those of other decisions."""
    for actions in facts(rules).domain_by_type.values():
        yield from some(actions, breadth, numbers)


def mutants(rules: Ruleset, action: Action, numbers: random.Random) -> Iterator[Action]:
    """The action with one field changed: to a value from another action, or to nonsense."""
    alike = facts(rules).domain_by_type.get(type(action), ())
    for at, (field, value) in enumerate(zip(fields(type(action)), action.values(), strict=True)):
        for other in _others(value, at, alike, numbers):
            yield evolve(action, **{field.alias: other})


def near(rules: Ruleset, action: Action, most: int, numbers: random.Random) -> Iterator[Action]:
    """Others of the domain that differ from an action in one field, at most so many for each."""
    known = facts(rules)
    values = known.values_by_type.get(type(action), ())
    for field, value, others in zip(fields(type(action)), action.values(), values, strict=False):
        for other in some(others, most, numbers):
            one = evolve(action, **{field.alias: other})
            if other != value and one in known.domain:
                yield one


def misnamed(action: Action) -> Iterator[Action]:
    """The action with each of its names changed to one that there is not."""
    for field, value in zip(fields(type(action)), action.values(), strict=True):
        if isinstance(value, str):
            yield evolve(action, **{field.alias: NOWHERE})


def faces_elsewhere(
    rules: Ruleset, state: State, item: Chance, listed: frozenset[object]
) -> Iterator[Rolled]:
    """Faces of the roll that is due, if one is, which have no weight now."""
    entry = next(owned.entry for owned in rules.chances if owned.entry.name == item.name)
    if isinstance(entry, Roll):
        faces = [*entry.faces(rules.position(state), item)]
        if entry.domain is not None:
            ask = partial(entry.domain, rules, state.players)
            faces += calling(AGREEMENT, f"the domain of {item.name!r}", lambda: [*ask()])
        yield from (rolled for rolled in map(Rolled, faces) if rolled not in listed)


def impossible(
    rules: Ruleset, state: State, item: Chance, listed: frozenset[object]
) -> Iterator[object]:
    """Outcomes that cannot happen now: other pieces, too many of them, other faces."""
    yield from faces_elsewhere(rules, state, item, listed)
    for kind in rules.layout.kinds:
        single = Drawn(Pieces.of([kind.id]))
        if single not in listed:
            yield single
    if item.data and isinstance(item.data[0], int):
        for outcome in listed:
            if isinstance(outcome, Drawn):
                yield Drawn(Pieces.of(dict.fromkeys(outcome.pieces, item.data[0] + 1)))
    for outcome in listed:
        if isinstance(outcome, Rolled):
            yield Rolled(outcome.face + "-" + NOWHERE)
        else:
            yield Rolled(NOWHERE)


def _others(
    value: Any, at: int, alike: tuple[Action, ...], numbers: random.Random
) -> Iterator[Any]:
    for other in some(alike, 2, numbers):
        yield other.values()[at]
    if isinstance(value, Pieces):
        yield Pieces()
        yield Pieces.of([*value, NOWHERE])
        for kind in value.counts:
            yield Pieces.of([*value, kind])
            fewer = value.counts
            fewer[kind] -= 1
            yield Pieces.of(fewer)
            yield Pieces.of({**fewer, NOWHERE: 1})
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 1, 10**9)
    else:
        yield NOWHERE
