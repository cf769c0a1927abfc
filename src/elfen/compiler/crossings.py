"""What actions do to routes, and what forbids it: declarations made whole, and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from elfen.declare import Action, ActionType, Owned, Restriction
from elfen.errors import RulesetError
from elfen.kernel import Crossings, Position


def with_crossings(owned: Owned[ActionType[Any]]) -> Owned[ActionType[Any]]:
    """The same action type, with its `crossings` and what these `cross`.

    One that `leaps` crosses none. Where its list is the `open_to` of some, these are its
    crossings: plugins that are older than the declaration have said it in this way. Raises
    `RulesetError` for declared ones whose actions do not hold their route.
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
    """What an action crosses that leaps."""
    return ()


def _field(name: str) -> Callable[[Position, int, Action], tuple[str]]:
    """What gives a field of an action."""
    return lambda position, seat, action: (getattr(action, name),)


def check_restrictions(
    restrictions: Sequence[Owned[Restriction]],
    declared: frozenset[type[Action]],
    decisions: Mapping[str, Sequence[str]],
) -> None:
    """Raise `RulesetError` for one that is about an action or a decision that there is not.

    `decisions` has the names that each decision answers to.
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
