"""Which action types answer which decisions, and which data a decision has.

An action type answers the decisions that it names. A decision can be like another one: then all
action types that answer that one answer it too. It can also borrow single action types.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any, get_type_hints

from attrs import frozen

from elfen.declare import Action, ActionType, Decision, Maybe, Owned, Value
from elfen.errors import RulesetError, brief

Type = Owned[ActionType[Any]]
Asked = Owned[Decision]


@frozen(eq=False, repr=False)
class Answers(Value):
    """By decision: the action types that answer it, the decision it is like, its data's fields.

    `lent` has pairs of a decision and a class of actions that it borrows with `also=`.
    """

    by_decision: dict[str, tuple[Type, ...]]
    alike: dict[str, str]
    fields: dict[str, tuple[tuple[str, type], ...]]
    lent: frozenset[tuple[str, type[Action]]]


def answers_of(decisions: Sequence[Asked], types: Sequence[Type]) -> Answers:
    """See `Answers`; raises `RulesetError` if something cannot answer a decision."""
    by_name = {name: owned for owned in decisions for name in owned.names}
    lending = {name: owned for owned in types for name in owned.names}
    found: dict[str, tuple[Type, ...]] = {}
    alike: dict[str, str] = {}
    fields: dict[str, tuple[tuple[str, type], ...]] = {}
    lent: set[tuple[str, type[Action]]] = set()
    for owned in decisions:
        name, names = owned.entry.name, {*owned.names}
        fields[name] = _fields(owned)
        if owned.entry.like is not None:
            original = _original(owned, by_name)
            alike[name] = original.entry.name
            names |= {*original.names}
            fields[name] = _inherited(owned, original)
        here = [one for one in types if not names.isdisjoint(one.entry.at)]
        more = _more(owned, lending, here)
        found[name] = tuple(one for one in types if one in here or one in more)
        lent |= {(name, one.entry.type) for one in more}
    return Answers(found, alike, fields, frozenset(lent))


def _original(owned: Asked, by_name: dict[str, Asked]) -> Asked:
    like = str(owned.entry.like)
    where = f"plugin {owned.plugin!r}: {owned.entry.name!r} is like {like!r}"
    original = by_name.get(like)
    if original is None:
        raise RulesetError(f"{where}, which is no decision; there are: {', '.join(by_name)}")
    if original.entry.like is not None:
        root = original.entry.like
        raise RulesetError(f"{where}, which is like another itself; say like={root!r}")
    if not original.entry.reusable:
        raise RulesetError(
            f"{where}, which nobody but plugin {original.plugin!r} can ask; a decision of your own"
            " with also= may borrow single actions"
        )
    return original


def _more(owned: Asked, lending: dict[str, Type], here: list[Type]) -> list[Type]:
    """The action types that a decision borrows with `also=`."""
    found: list[Type] = []
    for wanted in owned.entry.also:
        optional, name = isinstance(wanted, Maybe), getattr(wanted, "name", wanted)
        one = lending.get(str(name))
        where = f"plugin {owned.plugin!r}: {owned.entry.name!r} says also={name!r}"
        if one is None and optional:
            continue
        if one is None:
            raise RulesetError(
                f"{where}, which is no action type; there are: {', '.join(sorted(lending))}"
            )
        if one in here:
            raise RulesetError(f"{where}, which answers it anyway; leave it out")
        if not one.entry.reusable:
            raise RulesetError(
                f"{where}, which works at its own decisions only: plugin {one.plugin!r} does not"
                " declare it as reusable"
            )
        found.append(one)
    return found


def _fields(owned: Asked) -> tuple[tuple[str, type], ...]:
    """The fields of a decision's declared data, by name and type."""
    data: Any = owned.entry.data
    if data is None:
        return ()
    where = f"plugin {owned.plugin!r}: {owned.entry.name!r}, data"
    names: tuple[str, ...] | None = getattr(data, "_fields", None)
    if names is None or not inspect.isclass(data):
        raise RulesetError(f"{where}: {brief(data)} has to be a NamedTuple")
    hints = get_type_hints(data)
    fields = tuple((name, hints[name]) for name in names)
    for name, wanted in fields:
        if wanted not in (int, str):
            raise RulesetError(f"{where}: field {name!r} of {data.__name__} has to be int or str")
    return fields


def _inherited(owned: Asked, original: Asked) -> tuple[tuple[str, type], ...]:
    """The data fields of a decision that is like another: the other's, then any of its own."""
    theirs, own = _fields(original), _fields(owned)
    if owned.entry.data is None:
        return theirs
    if own[: len(theirs)] != theirs:
        first = ", ".join(name for name, _ in theirs)
        raise RulesetError(
            f"plugin {owned.plugin!r}: {owned.entry.name!r}, data: it has to begin with the fields"
            f" of {original.entry.name!r}: {first}"
        )
    return own
