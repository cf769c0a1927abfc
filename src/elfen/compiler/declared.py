"""What action types declare of routes, made whole before anybody asks for it."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from elfen.actions import ActionType
from elfen.crossings import Crossings
from elfen.lists import Owned


def with_crossings(owned: Owned[ActionType[Any]]) -> Owned[ActionType[Any]]:
    """The same action type, with its `crossings` where its list is the `open_to` of one.

    Plugins that are older than the declaration have said it in this way.
    """
    lists = getattr(owned.entry.legal, "__self__", None)
    if owned.entry.crossings is not None or not isinstance(lists, Crossings):
        return owned
    if owned.entry.legal != lists.open_to:
        return owned
    return evolve(owned, entry=evolve(owned.entry, crossings=lists))
