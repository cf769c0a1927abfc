"""Views as JSON: the text of what did not change is kept, so a reader is sent it at little cost.

The texts are those of `json.dumps(view.to_data())`, part by part.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from attrs import fields

from elfen.declare import Action, Chance, Contents, Item, Memo, Over, SameMemo
from elfen.text import plain
from elfen.views.cautions import cautions_data
from elfen.views.eyes import SeenSlot
from elfen.views.known import Mixed, Recalled, SeenZone
from elfen.views.log import Line, SeenEntry

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset, View

_MOST_KEPT = 1024
_MOST_ACTIONS = 1 << 14

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def observation_json(seen: Observation) -> str:
    """The text of `Observation.to_json`."""
    return "{" + _observed(seen, seen.rules.once(_Texts)) + "}"


def view_json(view: View, lines: Iterable[Line], cautions: bool = False) -> str:
    """The text of `View.to_json`, with these lines of its log."""
    texts = view.rules.once(_Texts)
    log = ", ".join([texts.line(*line) for line in lines])
    actions = ", ".join(texts.action.of(view.legal_actions))
    warned = f', "cautions": {to_json(cautions_data(view))}' if cautions else ""
    return (
        f'{{"step": {view.step}, {_observed(view, texts)},'
        f' "log": [{log}], "legal_actions": [{actions}]{warned}}}'
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
    return (
        f'"seat": {_seat(seen.seat)}, "players": {seen.players}, "round": {seen.round},'
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
        self._been: Memo[tuple[Any, Any], str] = Memo(self._towns_seen, _MOST_KEPT)
        self._parts: SameMemo[object, str] = SameMemo(lambda part: _encode(plain(part)), _MOST_KEPT)
        self._whose: SameMemo[Chance, str] = SameMemo(_whose, _MOST_KEPT)
        self._moves: Memo[object, str] = Memo(lambda move: _encode(str(move)), _MOST_KEPT)
        #: The zones of the last view, and their texts.
        self._zones: tuple[tuple[SeenZone, ...], list[str]] = (), []

    def line(self, seat: int | None, move: Any, chance: Chance | None) -> str:
        """The text of a line of a log; see `SeenEntry.to_data`."""
        told = self.action[move] if isinstance(move, Action) else self._moves[move]
        if chance is None:
            return f'{{"seat": {_seat(seat)}, "move": {told}}}'
        if chance.source is not None:
            return _encode(SeenEntry(seat, move, chance).to_data())
        return f'{{"chance": {self._whose[chance]}, "move": {told}}}'

    def been(self, seen: Observation) -> str:
        """The towns that seats have visited, and those that they have not."""
        return self._been[seen.table.visited, seen.piece_towns]

    def _towns_seen(self, key: tuple[tuple[int, ...], tuple[str, ...]]) -> str:
        bits, pieces = key
        names, ids = self._names, self._rules.sight.towns
        visited = [ids[some] for some in bits]
        left = [tuple([town for town in pieces if town not in been]) for been in visited]
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
        known = self._rules.known_to.known(recalled)
        return _object(
            known,
            there=self._parts[known.there],
            mixed=f"[{', '.join(map(self._mixed, known.mixed))}]",
            alone=_encode(plain(known.alone)),
        )

    def _mixed(self, mixed: Mixed) -> str:
        before = ", ".join([self._parts[one] for one in mixed.before])
        return _object(
            mixed,
            pool=_encode(mixed.pool),
            fresh=self._parts[mixed.fresh],
            unseen=self._parts[mixed.unseen],
            before=f"[{before}]",
        )


def _object(value: Any, **texts: str) -> str:
    """An object of the fields of a value, in their order, by their texts."""
    members = [f'"{one.name}": {texts[one.name]}' for one in fields(type(value))]
    return f"{{{', '.join(members)}}}"


def _seat(seat: int | None) -> str:
    return "null" if seat is None else str(seat)


def _whose(chance: Chance) -> str:
    return f'{{"name": {_encode(chance.name)}, "seat": {_seat(chance.seat)}}}'


def _slots(slots: tuple[SeenSlot, ...]) -> str:
    return _encode({slot[0]: slot_data(slot) for slot in slots})
