"""Routes that actions cross, and restrictions: declarations are completed and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from elfen.declare import Action, ActionType, Owned, Restriction
from elfen.errors import RulesetError
from elfen.kernel import Crossings, Position


def with_crossings(owned: Owned[ActionType[Any]]) -> Owned[ActionType[Any]]:
    """The same action type, with `crossings` and `crosses` filled in.

    An action type that `leaps` crosses no route. If `legal` is the `open_to` of a `Crossings`,
    that is its `crossings`: plugins declared it this way before the field existed. Raises
    `RulesetError` for declared crossings whose actions have no field for their route.
    """
    entry = owned.entry
    lists = getattr(entry.legal, "__self__", None)
    crossings = entry.crossings
    if crossings is None and isinstance(lists, Crossings) and entry.legal == lists.open_to:
        crossings = lists
    if crossings is None:
        if entry.leaps is None or entry.crosses is not None:
            return owned
        return evolve(owned, entry=evolve(entry, crosses=by_no_route))
    crosses = entry.crosses
    if crosses is None:
        name = crossings.route_field(entry.type)
        if name is None and entry.crossings is not None:
            raise RulesetError(
                f"plugin {owned.plugin!r}: {entry.name!r}, crossings: a {entry.type.__name__} that"
                " they make has no field with its route; give crosses="
            )
        if name is not None:
            crosses = _field(name)
    return evolve(owned, entry=evolve(entry, crossings=crossings, crosses=crosses))


def by_no_route(position: Position, seat: int, action: Action) -> tuple[str, ...]:
    """The routes that a leap crosses: none."""
    return ()


def _field(name: str) -> Callable[[Position, int, Action], tuple[str]]:
    """A function that returns the route in a field of an action."""
    return lambda position, seat, action: (getattr(action, name),)


def check_restrictions(
    restrictions: Sequence[Owned[Restriction]],
    declared: frozenset[type[Action]],
    decisions: Mapping[str, Sequence[str]],
) -> None:
    """Raise `RulesetError` for a restriction on an action or a decision that does not exist.

    `decisions` maps each decision to all its names.
    """
    known = {name for names in decisions.values() for name in names}
    for owned in restrictions:
        where = f"plugin {owned.plugin!r}: {owned.entry.name!r} restricts"
        cls, on = owned.entry.type, owned.entry.on
        if cls is not None and cls not in declared:
            raise RulesetError(f"{where} {cls.__name__}, which no chosen plugin declares")
        if isinstance(on, str) and on not in known:
            raise RulesetError(
                f"{where} {on!r}, which is no decision; there are: {', '.join(decisions) or 'none'}"
            )
