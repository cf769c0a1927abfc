"""The planner's twin: it plays every sequence of steps by the kernel, and takes the best."""

from __future__ import annotations

from elfen import Decide, Ruleset, State
from elfen.plugin import Action

Goodness = tuple[int, int]


def goodness(rules: Ruleset, state: State, seat: int) -> Goodness:
    """A seat's total, then how many pieces it has in the zones that payments come from."""
    kept = sum(
        sum(state.zones[rules.layout.index(zone, seat)])
        for zone in rules.layout.seat_zones
        if zone.pays_into is not None
    )
    return rules.results(state)[seat].total, kept


def best_by_trying_all(rules: Ruleset, state: State, step: type[Action]) -> Goodness:
    """The best that the seat to move can reach by `step` actions; each situation once."""
    item = rules.pending(state)
    assert isinstance(item, Decide)
    known: set[object] = set()
    found = [goodness(rules, state, item.seat)]

    def go_on(at: State) -> None:
        if rules.pending(at) != item:
            return
        for action in rules.legal_actions(at):
            if isinstance(action, step):
                after = rules.apply(at, action)
                key = (after.zones, after.boots, after.visited, after.ext, after.agenda)
                if key not in known:
                    known.add(key)
                    found.append(goodness(rules, after, item.seat))
                    go_on(after)

    go_on(state)
    return max(found)
