"""Questions on the way: how a seat can answer them and be certain to continue its tour.

A tour continues where the decision at which it began is asked again. If the seat is asked
something else first, an answer is certain too if it leads back to that decision without chance
or another seat, and either changes nothing or brings something to pay with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare import Action, Decide, Item
from elfen.kernel import State

if TYPE_CHECKING:
    from elfen.game import Ruleset

#: How many questions may follow each other, and how many answers each may have.
MOST_QUESTIONS = 3
MOST_ANSWERS = 40


@frozen
class Walked:
    """A step or an answer that the kernel carried out.

    `along` is the route number of a step along a route if it is known to be one, else None.
    """

    before: State
    action: Action
    after: State
    along: int | None = None


def is_asked(state: State, agenda: Sequence[Item], seat: int) -> bool:
    """Whether the seat has a decision on top of this agenda."""
    item = state.agenda[-1]
    return (
        type(item) is Decide
        and item.seat == seat
        and len(state.agenda) > len(agenda)
        and state.agenda[: len(agenda)] == agenda
    )


def ways_back(
    rules: Ruleset, state: State, agenda: Sequence[Item], seat: int, most: int = MOST_QUESTIONS
) -> Iterator[tuple[Walked, ...]]:
    """All sequences of the seat's answers that lead from a state back to the agenda."""
    if state.agenda == agenda:
        yield ()
    elif most and is_asked(state, agenda, seat):
        for action in rules.legal_actions(state)[:MOST_ANSWERS]:
            first = Walked(state, action, rules.advance(state, action))
            for rest in ways_back(rules, first.after, agenda, seat, most - 1):
                yield (first, *rest)


def changes_nothing(before: State, after: State) -> bool:
    """Whether an answer changed nothing but the agenda."""
    return before.zones == after.zones and _all_but_zones(before) == _all_but_zones(after)


def brings(before: State, after: State, paying: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """What an answer adds to the `paying` zones, as counts by zone number.

    Empty if it takes something from them, or changes anything that is not a zone.
    """
    if _all_but_zones(before) != _all_but_zones(after):
        return {}
    more = {
        zone: tuple([b - a for a, b in zip(before.zones[zone], after.zones[zone], strict=True)])
        for zone in paying
        if before.zones[zone] != after.zones[zone]
    }
    return {} if any(n < 0 for counts in more.values() for n in counts) else more


def _all_but_zones(state: State) -> tuple[object, ...]:
    return state.boots, state.visited, state.routes, state.round, state.ext
