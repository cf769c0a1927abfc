"""Actions that are just not legal: next to those that are listed, or put together from them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from attrs import evolve, fields

from elfen.declare import Action, Decide, Pieces
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.differences import settled
from elfen.testing.facts import Move, calling, facts, some_of_each_type, waits
from elfen.testing.law_broken import AGREEMENT, LawBroken

#: A type with so few actions is tried as a whole.
_FEW = 32
#: A type with more actions is left out: it takes too long to sort them.
_MANY = 6000
#: How often a field gets the value of one beside it, or of the decision's data.
_BESIDE = 0.3
#: How many actions of each type are put together at a breadth of 8.
_PUT_TOGETHER = 100

#: The actions of a type that differ in one field only, sorted by it: by the field's number and the
#: values of the other fields.
Families = dict[tuple[int, tuple[Any, ...]], tuple[Action, ...]]


def edges_refused(
    rules: Ruleset,
    state: State,
    moves: Sequence[Move],
    breadth: int | None,
    numbers: random.Random,
) -> None:
    """The check refuses whatever is in the domain, but not listed: a whole type, if it is small.

    Of a larger type those actions are tried that are next to a listed one, as a bid is that is one
    too high (but not of a type with thousands of actions); and of each type some that are put
    together from the values of fields that the domain has, or have a value just outside of it: the
    number next to it, or another route, town or kind. Raises `LawBroken`.
    """
    item = rules.pending(state)
    if not isinstance(item, Decide):
        return
    listed = frozenset(moves)
    tried = some_of_each_type(moves, breadth, numbers)
    for owned in rules.answers[item.name]:
        for action in _candidates(rules, owned.entry.type, tried, listed):
            _refused(rules, state, action)
        for action in _beyond(rules, owned.entry.type, tried):
            _refused(rules, state, action)
        each = _PUT_TOGETHER if breadth is None else _PUT_TOGETHER * breadth // 8
        for action in _put_together(rules, owned.entry.type, item, tried, each, numbers):
            if action not in listed:
                _refused(rules, state, action)


def families(rules: Ruleset) -> dict[type[Action], Families]:
    """The families of all types with neither few actions nor very many, for `rules.once`."""
    found: dict[type[Action], Families] = {}
    for cls, actions in facts(rules).domain_by_type.items():
        if _FEW < len(actions) <= _MANY:
            groups: dict[tuple[int, tuple[Any, ...]], list[Action]] = {}
            for action in actions:
                values = action.values()
                for at in range(len(values)):
                    groups.setdefault((at, values[:at] + values[at + 1 :]), []).append(action)
            found[cls] = {
                key: tuple(sorted(alike, key=lambda a: _size(a.values()[key[0]])))
                for key, alike in groups.items()
                if len(alike) > 1
            }
    return found


def columns(rules: Ruleset) -> dict[type[Action], tuple[tuple[Any, ...], ...]]:
    """All values of each field in the domain, by type, for `rules.once`."""
    return {
        cls: tuple(
            tuple(dict.fromkeys(values))
            for values in zip(*(action.values() for action in actions), strict=True)
        )
        for cls, actions in facts(rules).domain_by_type.items()
    }


def _put_together(
    rules: Ruleset,
    cls: type[Action],
    item: Decide,
    tried: Sequence[Move],
    number: int,
    numbers: random.Random,
) -> Iterator[Action]:
    """Actions with one or two fields of a listed one, or of any, changed: to another value that the
    field has in the domain, or to the value of a field beside it or of the decision's data.
    """
    values = rules.once(columns).get(cls, ())
    if not values:
        return
    names = [field.alias for field in fields(cls)]
    listed = [move for move in tried if type(move) is cls and isinstance(move, Action)]
    for _ in range(number):
        action = numbers.choice(listed or facts(rules).domain_by_type[cls])
        changed = {}
        for at in {numbers.randrange(len(names)) for _ in range(2)}:
            near = (*action.values(), *item.data)
            beside = [one for one in near if type(one) is type(action.values()[at])]
            among = beside if numbers.random() < _BESIDE else values[at]
            changed[names[at]] = numbers.choice(among)
        yield evolve(action, **changed)


def _candidates(
    rules: Ruleset, cls: type[Action], tried: Sequence[Move], listed: frozenset[Move]
) -> Iterator[Action]:
    domain = facts(rules).domain_by_type.get(cls, ())
    if len(domain) <= _FEW:
        yield from (action for action in domain if action not in listed)
        return
    every = rules.once(families).get(cls, {})
    for move in tried:
        if type(move) is cls and isinstance(move, Action):
            values = move.values()
            for at in range(len(values)):
                family = every.get((at, values[:at] + values[at + 1 :]), ())
                yield from _edges(family, listed)


def beyond(rules: Ruleset) -> dict[type[Action], tuple[tuple[Any, ...], ...]]:
    """Values that no field has in the domain, though they are like those that it has, by type: the
    numbers next to them, or the other routes, towns or kinds of a group. For `rules.once`.
    """
    board, layout = rules.board, rules.layout
    groups = {group for zone in layout.zones.values() for group in zone.holds}
    in_order = sorted(groups, key=attrgetter("name"))
    sorts: list[tuple[str, ...]] = [
        tuple(route.id for route in board.routes),
        tuple(town.id for town in board.towns),
        *(tuple(kind.id for kind in layout.kinds_in(group)) for group in in_order),
    ]

    def outside(known: tuple[Any, ...]) -> tuple[Any, ...]:
        if all(type(value) is int for value in known):
            return min(known) - 1, max(known) + 1
        names = {value for value in known if isinstance(value, str)}
        like = (sort for sort in sorts if len(names) == len(known) and names.issubset(sort))
        return tuple(name for name in min(like, key=len, default=()) if name not in names)

    return {cls: tuple(map(outside, found)) for cls, found in rules.once(columns).items()}


def _beyond(rules: Ruleset, cls: type[Action], tried: Sequence[Move]) -> Iterator[Action]:
    """Actions with a value that is just outside the domain, if there can be such actions."""
    listed = [move for move in tried if type(move) is cls and isinstance(move, Action)]
    for field, others in zip(fields(cls), rules.once(beyond).get(cls, ()), strict=False):
        for other in others:
            like = (listed or facts(rules).domain_by_type[cls])[0]
            action = settled(lambda: evolve(like, **{field.alias: other}))  # noqa: B023
            if isinstance(action, Action):  # there may be no such action
                yield action


def _edges(family: Sequence[Action], listed: frozenset[Move]) -> Iterator[Action]:
    """The members that are not listed, but next to one that is; the first and the last."""
    for at, action in enumerate(family):
        beside = (*family[max(0, at - 1) : at], *family[at + 1 : at + 2])
        at_the_end = at in (0, len(family) - 1)
        if action not in listed and (at_the_end or any(one in listed for one in beside)):
            yield action


def _size(value: Any) -> tuple[int, str]:
    """What values of a field are sorted by: numbers as numbers, pieces by their number."""
    if isinstance(value, Pieces):
        return len(value), str(value)
    return (value, "") if isinstance(value, int) else (0, str(value))


def _refused(rules: Ruleset, state: State, action: Action) -> None:
    blame = facts(rules).blame(action)

    def check() -> object:
        return rules.check(state, action)

    what = f"the check of {action} at {waits(rules, state)}"
    if calling(AGREEMENT, what, check, blame) is None:
        raise LawBroken(
            AGREEMENT,
            f"{action} is not listed at {waits(rules, state)}, but the check allows it",
            blame,
            runs=(check, partial(rules.legal_actions, state)),
        )
