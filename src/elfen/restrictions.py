"""Restrictions, looked up: what may forbid an action of each type, whatever they are on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from elfen.actions import CROSSING, LAYING, Action, ActionType, Restriction
from elfen.errors import Reason
from elfen.lists import Owned
from elfen.table import Position

Check = Callable[[Position, int, Any], Reason | None]

#: What there is of something that an action does.
Found = Callable[[Position, int, Any], Iterable[Any]]


def restricted(
    restrictions: Sequence[Owned[Restriction]],
    types: Sequence[Owned[ActionType[Any]]],
    decisions: Mapping[str, Sequence[str]],
) -> dict[type[Action], tuple[Check, ...]]:
    """By the class of an action all that may forbid it; nothing for what is not restricted."""
    found: dict[type[Action], tuple[Check, ...]] = {}
    for owned in restrictions:
        for one in types:
            check = _check(owned.entry, one.entry, decisions)
            if check is not None:
                found[one.entry.type] = (*found.get(one.entry.type, ()), check)
    return found


def bears_on(
    restriction: Restriction, entry: ActionType[Any], decisions: Mapping[str, Sequence[str]]
) -> bool:
    """Whether a restriction can forbid actions of a type."""
    return _check(restriction, entry, decisions) is not None


def _check(
    restriction: Restriction, entry: ActionType[Any], decisions: Mapping[str, Sequence[str]]
) -> Check | None:
    """What a restriction asks about an action of this type; None if it is not about such."""
    on = restriction.on
    if on is None:
        return restriction.forbids if entry.type is restriction.type else None
    if isinstance(on, str):
        asked = next((name for name, names in decisions.items() if on in names), None)
        at = {name for name, names in decisions.items() if not set(names).isdisjoint(entry.at)}
        return _on_decision(restriction, asked) if asked in at else None
    done = {CROSSING: entry.crosses, LAYING: entry.lays}[on]
    return None if done is None else _on_each(restriction, done)


def _on_decision(restriction: Restriction, asked: str | None) -> Check:
    def check(position: Position, seat: int, action: Any) -> Reason | None:
        if getattr(position.agenda[-1], "name", None) != asked:
            return None
        return _named(restriction, restriction.forbids(position, seat, action))

    return check


def _on_each(restriction: Restriction, done: Found) -> Check:
    def check(position: Position, seat: int, action: Any) -> Reason | None:
        for one in done(position, seat, action):
            reason = restriction.forbids(position, seat, one)
            if reason is not None:
                return _named(restriction, reason)
        return None

    return check


def _named(restriction: Restriction, reason: Reason | None) -> Reason | None:
    """The reason, with the restriction for its rule."""
    return reason if reason is None else Reason(restriction.name, reason.text)
