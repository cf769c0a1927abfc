"""The planner's twin: it plays every sequence of steps with the kernel, and takes the best."""

from __future__ import annotations

from elfen import Decide, Ruleset, State
from elfen.plugin import Action

Goodness = tuple[int, int]


def goodness(rules: Ruleset, state: State, seat: int) -> Goodness:
    """A seat's total, then the number of its pieces in the zones that payments come from."""
    kept = sum(
        sum(state.zones[rules.layout.index(zone, seat)])
        for zone in rules.layout.seat_zones
        if zone.pays_into is not None
    )
    return rules.results(state)[seat].total, kept


def best_by_trying_all(
    rules: Ruleset, state: State, step: type[Action] | tuple[type[Action], ...]
) -> Goodness:
    """The best result that the seat to move can reach; each situation is visited once.

    It moves by `step` actions, and tries every answer to the decisions before the next one.
    """
    item = rules.pending(state)
    assert isinstance(item, Decide)
    known: set[object] = set()
    found = [goodness(rules, state, item.seat)]

    def go_on(at: State) -> None:
        pending = rules.pending(at)
        asked = isinstance(pending, Decide) and at.agenda[: len(state.agenda)] == state.agenda
        if not asked or pending.seat != item.seat:
            return
        for action in rules.legal_actions(at):
            if pending != item or isinstance(action, step):
                after = rules.apply(at, action)
                key = (after.zones, after.boots, after.visited, after.ext, after.agenda)
                if key not in known:
                    known.add(key)
                    found.append(goodness(rules, after, item.seat))
                    go_on(after)

    go_on(state)
    return max(found)
