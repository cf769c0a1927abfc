"""Restrictions by action type: everything that may forbid an action, whatever it is `on`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from elfen.declare import CROSSING, LAYING, Action, ActionType, Owned, Restriction, Value
from elfen.errors import Reason
from elfen.kernel.position import Position

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

Check = Callable[[Position, int, Any], Reason | None]

#: The things that an action crosses or lays.
Found = Callable[[Position, int, Any], Iterable[Any]]


@frozen(eq=False, repr=False)
class Asked(Value):
    """The decisions of a ruleset: the names that each has, and the action types that answer it.

    `alike` maps decisions that are `like` another to that other.
    """

    names: Mapping[str, Sequence[str]]
    answers: Mapping[str, Sequence[Owned[ActionType[Any]]]]
    alike: Mapping[str, str]

    @classmethod
    def of(cls, rules: Ruleset) -> Asked:
        """The decisions of these rules, once `rules.answers` is known."""
        names = {owned.entry.name: owned.names for owned in rules.decisions}
        return cls(names, rules.answers, rules.alike)

    def by(self, name: str, entry: ActionType[Any]) -> frozenset[str]:
        """The decisions with this name, or like it, that actions of the type answer."""
        return frozenset(
            decision
            for decision, names in self.names.items()
            if name in (*names, *self.names.get(self.alike.get(decision, ""), ()))
            and any(owned.entry.type is entry.type for owned in self.answers[decision])
        )


def restricted(
    restrictions: Sequence[Owned[Restriction]],
    types: Sequence[Owned[ActionType[Any]]],
    asked: Asked,
) -> dict[type[Action], tuple[Check, ...]]:
    """By action class, everything that may forbid it; unrestricted classes are left out."""
    found: dict[type[Action], tuple[Check, ...]] = {}
    for owned in restrictions:
        for one in types:
            check = _check(owned.entry, one.entry, asked)
            if check is not None:
                found[one.entry.type] = (*found.get(one.entry.type, ()), check)
    return found


def bears_on(restriction: Restriction, entry: ActionType[Any], asked: Asked) -> bool:
    """Whether a restriction can forbid actions of a type."""
    return _check(restriction, entry, asked) is not None


def _check(restriction: Restriction, entry: ActionType[Any], asked: Asked) -> Check | None:
    """The check of a restriction for actions of this type; None if it does not apply to them."""
    on = restriction.on
    if on is None:
        return restriction.forbids if entry.type is restriction.type else None
    if isinstance(on, str):
        decisions = asked.by(on, entry)
        return _on_decisions(restriction, decisions) if decisions else None
    done = {CROSSING: entry.crosses, LAYING: entry.lays}[on]
    return None if done is None else _on_each(restriction, done)


def _on_decisions(restriction: Restriction, decisions: frozenset[str]) -> Check:
    def check(position: Position, seat: int, action: Any) -> Reason | None:
        if getattr(position.agenda[-1], "name", None) not in decisions:
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
    """The reason, with the restriction as its rule."""
    return reason if reason is None else Reason(restriction.name, reason.text)
