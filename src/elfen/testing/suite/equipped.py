"""Actions whose seat is given just the pieces that they take, at built positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random

from elfen.declare import Action, Decide
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.agreeing.agreement import agreed_on, alike_agreed_on
from elfen.testing.agreeing.as_declared import does_as_declared
from elfen.testing.built import carried_out
from elfen.testing.corners import Equipping, Part
from elfen.testing.law_broken import AGREEMENT, PURITY, SAVING, LawBroken
from elfen.testing.laws import place, told
from elfen.testing.saving import comes_back
from elfen.testing.suite.timing import STATE, asked

#: So many others of the type of an action are looked at.
_ALIKE = 30


def equipped(
    rules: Ruleset, states: Sequence[State], numbers: Random, number: int, part: Part
) -> None:
    """Lists and checks agree on actions for which their seat has just the pieces, and what is
    allowed is carried out, and does what its type declares: so many actions, as often at every
    decision; and a part of all types by all that can lie together on a route. They agree on others
    of the same type as well, and if the seat has a piece fewer in a zone of which the action takes
    some. Where something lies together, the position can be saved. Raises `LawBroken`.
    """
    equipping = Equipping(rules)
    for state, action in _found(equipping, states, numbers, number, part):
        _checked(rules, state, action)
        for fewer in equipping.lacking(state, action, numbers):
            with _told(rules, fewer):
                asked(AGREEMENT, STATE, agreed_on, rules, fewer, action)


def _checked(rules: Ruleset, state: State, action: Action) -> None:
    with _told(rules, state):
        asked(AGREEMENT, STATE, agreed_on, rules, state, action)
        asked(AGREEMENT, STATE, alike_agreed_on, rules, state, type(action), _ALIKE)
        if rules.check(state, action) is None:
            asked(AGREEMENT, STATE, does_as_declared, rules, state, action)
        asked(PURITY, STATE, carried_out, rules, state, action)
        if any(len(lying) > 1 for lying in state.routes):
            asked(SAVING, STATE, comes_back, rules, state)


@contextmanager
def _told(rules: Ruleset, state: State) -> Iterator[None]:
    """Say of a broken law where it was found."""
    try:
        yield
    except LawBroken as broken:
        step = f"at a built position, {place(rules, state)}"
        raise told(broken, rules, step, partial(rules.game_from, state, 0)) from broken


def _found(
    equipping: Equipping, states: Sequence[State], numbers: Random, number: int, part: Part
) -> Iterator[tuple[State, Action]]:
    dues = by_decision(states)
    for alike in numbers.choices([*dues.values()], k=number) if dues else ():
        found = equipping.supplied(numbers.choice(alike), numbers)
        if found is not None:
            yield found
    for alike in dues.values():
        yield from equipping.on_heaps(numbers.choice(alike), numbers, part)


def with_all_kinds(
    rules: Ruleset, states: Sequence[State], numbers: Random, number: int
) -> list[State]:
    """So many positions at each decision in which its seat has as many kinds of pieces as it can,
    and perhaps a route has two pieces of a zone: so that what lists them has an order.
    """
    equipping = Equipping(rules)
    found = [
        equipping.varied(numbers.choice(alike), numbers)
        for alike in by_decision(states).values()
        for _ in range(number)
    ]
    return [state for state in found if state is not None]


def by_decision(states: Sequence[State]) -> dict[str, list[State]]:
    """The states in which a seat decides, by the name of the decision."""
    dues: dict[str, list[State]] = {}
    for state in states:
        if state.agenda and isinstance(state.agenda[-1], Decide):
            dues.setdefault(state.agenda[-1].name, []).append(state)
    return dues
