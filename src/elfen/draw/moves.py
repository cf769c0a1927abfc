"""Moves: what a seat could do on the board now, and what was done last, for overlays and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfen.declare import Action, Means
from elfen.draw.overlays import Last
from elfen.views import Observation, View

if TYPE_CHECKING:
    from elfen.text import Words

_MOST_PRICES = 4


def last_move(view: Observation, words: Words) -> Last | None:
    """The last move of any seat, as far as the seat knows it; None if there is none."""
    if not isinstance(view, View) or not view.log.steps:
        return None
    entry = view.log.after(view.log.steps - 1)[0]
    if entry.seat is None or not isinstance(entry.move, Action):
        return None
    routes: list[str] = []
    for field, means in view.rules.meanings(type(entry.move)).items():
        value = getattr(entry.move, field)
        if means is Means.ROUTE:
            routes += (value,) if isinstance(value, str) else value or ()
    known = tuple([id for id in routes if id in view.board.route_number])
    who = words.seat(entry.seat)
    return Last(entry.seat, who, words.action(entry.move), known)


def legal_moves(view: Observation, words: Words) -> dict[str, list[str]]:
    """By route that the seat could take now, the actions that take it, the first few of them."""
    if not isinstance(view, View):
        return {}
    rules = view.rules
    crossing = {
        owned.entry.type
        for owned in rules.action_types
        if owned.entry.crosses is not None or owned.entry.crossings is not None
    }
    found: dict[str, list[str]] = {}
    ways: dict[str, int] = {}
    for action in view.legal_actions:
        if type(action) not in crossing:
            continue
        for field, means in rules.meanings(type(action)).items():
            if means is not Means.ROUTE:
                continue
            value = getattr(action, field)
            for id in (value,) if isinstance(value, str) else value or ():
                if id in view.board.route_number:
                    ways[id] = ways.get(id, 0) + 1
                    told = found.setdefault(id, [])
                    if len(told) < _MOST_PRICES:
                        told.append(words.action(action, omit=(field,)))
    for id, told in found.items():
        if ways[id] > len(told):
            told.append(words.say("… ({n} ways)", n=ways[id]))
    return found
