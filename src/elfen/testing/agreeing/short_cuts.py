"""Whether short cuts are taken: which action types have one, and what it says to an action."""

from __future__ import annotations

from typing import Any

from elfen.declare import Action, Decide, ShortCut
from elfen.game import Ruleset
from elfen.kernel import State, obstruction


def in_force(rules: Ruleset) -> dict[type[Any], ShortCut]:
    """The short cut of each type of action that has one which these rules take."""
    types = {owned.entry.name: owned.entry.type for owned in rules.action_types}
    found: dict[type[Any], ShortCut] = {}
    for owned in rules.short_cuts:
        if not obstruction(rules, owned.entry):
            found.setdefault(types[owned.entry.of], owned.entry)
    return found


def short_cut_taken(rules: Ruleset, state: State, action: Action) -> bool | None:
    """Whether a legal action goes by its short cut here; None if its type has none in force."""
    cut = rules.once(in_force).get(type(action))
    return None if cut is None else cut.take(state, action) is not None


def astray(rules: Ruleset, state: State, action: Action, after: State) -> str:
    """What an action changes although its short cut says that it just leads back; "" if nothing.

    `after` is the state that it leads to, step by step.
    """
    cut, item = rules.once(in_force).get(type(action)), state.agenda[-1]
    if cut is None or cut.returns is None or not isinstance(item, Decide) or item.data:
        return ""
    seat = item.seat
    town, visited = after.boots[seat], state.visited[seat]
    piece = (1 << town) & rules.piece_towns_of(state)
    if not cut.returns(town, bool(piece & ~visited)):
        return ""
    boots, been = state.boots, state.visited
    foreseen = {
        "agenda": state.agenda,
        "boots": (*boots[:seat], town, *boots[seat + 1 :]),
        "ext": state.ext,
        "round": state.round,
        "routes": state.routes,
        "visited": (*been[:seat], visited | piece, *been[seat + 1 :]),
    }
    odd = [name for name, value in foreseen.items() if getattr(after, name) != value]
    paid: set[int] = set()
    for zone in rules.layout.seat_zones:
        if zone.pays_into is not None:
            paid |= {rules.layout.index(zone, seat), rules.layout.index(zone.pays_into)}
    pairs = enumerate(zip(state.zones, after.zones, strict=True))
    if any(before != now and index not in paid for index, (before, now) in pairs):
        odd.append("zones")
    return ", ".join(odd)
