"""A move that leads elsewhere by its short cut than the long way, and who is to blame for that.

Whatever law was broken, this comes first: a state to which a short cut has led astray may break
any law later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

from attrs import fields, frozen

from elfen.declare import Action
from elfen.game import Ruleset
from elfen.kernel import State, Table, open_table
from elfen.testing.blaming.trails import Line
from elfen.testing.blaming.watching import Watched, first_answered, gone_wrong
from elfen.testing.facts import Move

#: Whether something on a table, or in a state, is as one of two ways has left it.
_Is = Callable[[Any], bool]


@frozen(eq=False)
class Detour:
    """A move, and the two states to which it leads: by a short cut, and the long way."""

    rules: Ruleset
    state: State
    move: Move
    short: State
    long: State

    def lines(self, watched: Callable[[CodeType], object], until: float) -> list[Line]:
        """Where what differs came about: in the short cut, and the long way.

        If only one of the two states is sound, it is the other way that is at fault. Raises
        `Enough`.
        """
        wrong = [bool(self.rules.validate(one)) for one in (self.short, self.long)]
        found: list[Line] = []
        if wrong != [False, True]:
            found += self._in_short(watched, until)[:1]
        if wrong != [True, False]:
            found += self._in_long(watched, until)[:1]
        return found

    def _in_short(self, watched: Callable[[CodeType], object], until: float) -> list[Line]:
        """The function that first gave a state in which something is as it should not be."""
        marks = [mark for _, mark in _marks(self.short, self.long)]

        def is_astray(answer: object) -> bool:
            return isinstance(answer, State) and any(is_so(answer) for is_so in marks)

        def at_once() -> State:
            return self.rules.advance(self.state, self.move)

        return first_answered(at_once, is_astray, watched, until)

    def _in_long(self, watched: Callable[[CodeType], object], until: float) -> list[Line]:
        """The line after which something on the table was as the short cut has not left it."""
        for name, mark in _marks(self.long, self.short):
            if mark(self.state) and name != _AGENDA:
                continue
            found = gone_wrong(Watched(mark), self._slowly, watched, until)
            if found:
                return found
        return []

    def _slowly(self) -> None:
        self.rules.follow(open_table(self.rules, self.state), self.move)


def first_detour(rules: Ruleset, moves: Iterable[tuple[State, Move]]) -> Detour | None:
    """The first action that leads elsewhere by its short cut; None if there is none."""
    for state, move in moves:
        if not isinstance(move, Action):
            continue
        try:
            table = open_table(rules, state)
            rules.follow(table, move)
            short, long = rules.advance(state, move), table.freeze()
        except Exception:  # whoever raised that is found in another way
            continue
        if short != long:
            return Detour(rules, state, move, short, long)
    return None


_AGENDA, _ZONES = "agenda", "zones"


def _marks(one: State, other: State) -> Iterator[tuple[str, _Is]]:
    """Each part of a state that is another one in the other, with a test for it."""
    items = [item for item in one.agenda if item not in other.agenda]
    for item in items:
        yield _AGENDA, _has(item)
    if one.agenda != other.agenda and not items:
        yield _AGENDA, _agenda(one)
    for number, (counts, others) in enumerate(zip(one.zones, other.zones, strict=True)):
        if counts != others:
            yield _ZONES, _zone(number, counts)
    for name in [field.name for field in fields(State)]:
        value = getattr(one, name)
        if name not in (_AGENDA, _ZONES) and value != getattr(other, name):
            yield name, _attribute(name, value)


def _has(item: object) -> _Is:
    return lambda at: item in at.agenda


def _agenda(state: State) -> _Is:
    return lambda at: tuple(at.agenda) == state.agenda


def _zone(number: int, counts: object) -> _Is:
    return lambda at: at.zones[number] == counts


def _attribute(name: str, value: object) -> _Is:
    def is_so(at: State | Table) -> bool:
        return bool(getattr(at, name) == value)

    return is_so
