"""Views as JSON: the text of what did not change is kept, so a reader is sent it at little cost.

The texts are those of `json.dumps(view.to_data())`, part by part.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from elfen.declare import Action, Chance, Contents, Item, Memo, Over, SameMemo
from elfen.text import plain
from elfen.views.eyes import SeenSlot
from elfen.views.known import Known, Recalled, SeenZone
from elfen.views.log import Line, SeenEntry

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset, View

_MOST_KEPT = 1024
_MOST_ACTIONS = 1 << 14

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def observation_json(seen: Observation) -> str:
    """The text of `Observation.to_json`."""
    return "{" + _observed(seen, seen.rules.once(_Texts)) + "}"


def view_json(view: View, lines: Iterable[Line]) -> str:
    """The text of `View.to_json`, with these lines of its log."""
    texts = view.rules.once(_Texts)
    log = ", ".join([texts.line(*line) for line in lines])
    actions = ", ".join(texts.action.of(view.legal_actions))
    return (
        f'{{"step": {view.step}, {_observed(view, texts)},'
        f' "log": [{log}], "legal_actions": [{actions}]}}'
    )


def to_json(data: object) -> str:
    """Plain data as one line of JSON."""
    return _encode(data)


def item_data(item: Item) -> dict[str, object]:
    """An item of the agenda as plain data."""
    if isinstance(item, Over):
        return {"over": item.ending}
    return {type(item).__name__.lower(): item.name, "seat": item.seat, "data": list(item.data)}


def slot_data(slot: SeenSlot) -> dict[str, object]:
    """The visible fields of a slot as plain data."""
    name, seen = slot
    return {one: plain(value, f"slot {name!r}") for one, value in seen}


def _observed(seen: Observation, texts: _Texts) -> str:
    """The members of an observation's object, in the order of `to_data`."""
    table = seen.table
    seat = "null" if seen.seat is None else seen.seat
    return (
        f'"seat": {seat}, "players": {seen.players}, "round": {seen.round},'
        f' "pending": {texts.item[seen.agenda[-1]]}, "agenda": {texts.agenda[seen.agenda]},'
        f' "towns": {texts.towns[table.boots]}, {texts.been(seen)},'
        f' "lying": {texts.lying[table.routes]}, "holdings": [{texts.held(table.zones)}],'
        f' "slots": {texts.slots[seen.slots]}, "known": {texts.known[table.recalled]}'
    )


class _Texts:
    """Texts that a ruleset's views have in common.

    A part that is the same object as in an earlier view has the same text.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self.item: SameMemo[Item, str] = SameMemo(lambda item: _encode(item_data(item)), _MOST_KEPT)
        self.agenda: SameMemo[tuple[Item, ...], str] = SameMemo(self._agenda)
        self.towns: SameMemo[tuple[int, ...], str] = SameMemo(self._towns)
        self.lying: SameMemo[tuple[Contents, ...], str] = SameMemo(self._lying)
        self.slots: SameMemo[tuple[SeenSlot, ...], str] = SameMemo(_slots)
        self.known: SameMemo[Recalled, str] = SameMemo(self._known)
        self.action: Memo[Action, str] = Memo(lambda action: _encode(str(action)), _MOST_ACTIONS)
        self._names: Memo[tuple[str, ...], str] = Memo(_encode, _MOST_KEPT)
        self._contents: Memo[tuple[int, Contents], str] = Memo(self._on_route, _MOST_KEPT)
        self._holding: Memo[tuple[int, SeenZone], str] = Memo(self._zone, _MOST_KEPT)
        self._known_texts: Memo[Known, str] = Memo(lambda known: _encode(plain(known)), _MOST_KEPT)
        self._moves: Memo[object, str] = Memo(lambda move: _encode(str(move)), _MOST_KEPT)
        #: The zones of the last view, and their texts.
        self._zones: tuple[tuple[SeenZone, ...], list[str]] = (), []

    def line(self, seat: int | None, move: Any, chance: Chance | None) -> str:
        """The text of a line of a log; see `SeenEntry.to_data`."""
        if chance is None:
            told = self.action[move] if isinstance(move, Action) else self._moves[move]
            return f'{{"seat": {_encode(seat)}, "move": {told}}}'
        if chance.source is not None:
            return _encode(SeenEntry(seat, move, chance).to_data())
        who = "null" if chance.seat is None else chance.seat
        told = self._moves[move]
        return f'{{"chance": {{"name": {_encode(chance.name)}, "seat": {who}}}, "move": {told}}}'

    def been(self, seen: Observation) -> str:
        """The towns that seats have visited, and those that they have not."""
        names = self._names
        visited, left = seen.visited, seen.to_visit
        return (
            f'"visited": [{", ".join([names[towns] for towns in visited])}],'
            f' "to_visit": [{", ".join([names[towns] for towns in left])}]'
        )

    def held(self, zones: tuple[SeenZone, ...]) -> str:
        """What zones hold, as far as it is seen."""
        was, texts = self._zones
        if len(was) == len(zones):
            now = [
                text if one is other else self._holding[n, one]
                for n, (one, other, text) in enumerate(zip(zones, was, texts, strict=True))
            ]
        else:
            now = [self._holding[n, one] for n, one in enumerate(zones)]
        self._zones = zones, now
        return ", ".join(now)

    def _agenda(self, agenda: tuple[Item, ...]) -> str:
        return f"[{', '.join([self.item[item] for item in agenda])}]"

    def _towns(self, boots: tuple[int, ...]) -> str:
        towns = self._rules.board.towns
        return _encode([towns[n].id for n in boots])

    def _lying(self, routes: tuple[Contents, ...]) -> str:
        there = [self._contents[n, contents] for n, contents in enumerate(routes) if contents]
        return f"{{{', '.join(there)}}}"

    def _on_route(self, key: tuple[int, Contents]) -> str:
        route, contents = key
        kinds = self._rules.layout.kinds
        there = plain(tuple([kinds[n] for n in contents]))
        return f"{_encode(self._rules.board.routes[route].id)}: {_encode(there)}"

    def _zone(self, key: tuple[int, SeenZone]) -> str:
        return _encode(plain(self._rules.sight.holding(*key)))

    def _known(self, recalled: Recalled) -> str:
        return self._known_texts[self._rules.known_to.known(recalled)]


def _slots(slots: tuple[SeenSlot, ...]) -> str:
    return _encode({slot[0]: slot_data(slot) for slot in slots})
