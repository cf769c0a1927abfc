"""Views as JSON: the text of what did not change is kept, so a reader is sent it at little cost.

The texts are those of `json.dumps(view.to_data())`, part by part.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from elfen.declare import Action, Item, Kind, Memo, Over, SameMemo
from elfen.text import plain
from elfen.views.cautions import cautions_data
from elfen.views.eyes import SeenSlot
from elfen.views.known import Known
from elfen.views.visibility import Holding

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset, View
    from elfen.views.log import SeenEntry

K = TypeVar("K")

_MOST_KEPT = 1024


def observation_json(seen: Observation) -> str:
    """The text of `Observation.to_json`."""
    return "{" + ", ".join(_observed(seen)) + "}"


def view_json(view: View, log: Iterable[SeenEntry], cautions: bool = False) -> str:
    """The text of `View.to_json`, with these entries of its log."""
    texts = view.rules.once(_Texts)
    entries = ", ".join([to_json(entry.to_data()) for entry in log])
    actions = ", ".join([texts.action[action] for action in view.legal_actions])
    parts = [*_observed(view), f'"log": [{entries}]', f'"legal_actions": [{actions}]']
    if cautions:
        parts.append(f'"cautions": {to_json(cautions_data(view))}')
    return f'{{"step": {view.step}, ' + ", ".join(parts) + "}"


def to_json(data: object) -> str:
    """Plain data as one line of JSON."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def item_data(item: Item) -> dict[str, object]:
    """An item of the agenda as plain data."""
    if isinstance(item, Over):
        return {"over": item.ending}
    return {type(item).__name__.lower(): item.name, "seat": item.seat, "data": list(item.data)}


def slot_data(slot: SeenSlot) -> dict[str, object]:
    """The visible fields of a slot as plain data."""
    name, seen = slot
    return {one: plain(value, f"slot {name!r}") for one, value in seen}


def _observed(seen: Observation) -> Iterator[str]:
    """The members of an observation's object, in the order of `to_data`."""
    texts = seen.rules.once(_Texts)
    yield f'"seat": {to_json(seen.seat)}'
    yield f'"players": {seen.players}'
    yield f'"round": {seen.round}'
    yield f'"pending": {texts.item[seen.agenda[-1]]}'
    yield f'"agenda": [{_joined(texts.item, seen.agenda)}]'
    yield f'"towns": {texts.towns[seen.towns]}'
    yield f'"visited": [{_joined(texts.towns, seen.visited)}]'
    yield f'"to_visit": [{_joined(texts.towns, seen.to_visit)}]'
    yield f'"lying": {{{_joined(texts.lying, seen.lying)}}}'
    yield f'"holdings": [{_joined(texts.holding, seen.holdings)}]'
    yield f'"slots": {to_json({slot[0]: slot_data(slot) for slot in seen.slots})}'
    yield f'"known": {texts.known[seen.known]}'


class _Texts:
    """Texts that a ruleset's views have in common."""

    def __init__(self, rules: Ruleset) -> None:
        self.item: SameMemo[Item, str] = SameMemo(lambda item: to_json(item_data(item)), _MOST_KEPT)
        self.towns: Memo[tuple[str, ...], str] = Memo(to_json, _MOST_KEPT)
        self.lying: Memo[tuple[str, tuple[Kind, ...]], str] = Memo(_lying, _MOST_KEPT)
        self.holding: Memo[Holding, str] = Memo(_plainly, _MOST_KEPT)
        self.known: Memo[Known, str] = Memo(_plainly, _MOST_KEPT)
        self.action: Memo[Action, str] = Memo(lambda action: to_json(str(action)), _MOST_KEPT)


def _joined(texts: Memo[K, str] | SameMemo[K, str], parts: Iterable[K]) -> str:
    return ", ".join([texts[part] for part in parts])


def _plainly(value: object) -> str:
    return to_json(plain(value))


def _lying(lying: tuple[str, tuple[Kind, ...]]) -> str:
    route, kinds = lying
    return f"{to_json(route)}: {to_json(plain(kinds))}"
