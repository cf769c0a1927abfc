"""States as JSON, by names: zones and kinds, towns, routes, agenda items, and plugins' slots.

Empty zones and routes are left out. A slot is written field by field: whole numbers, texts,
truth values, None, `Pieces`, kinds, members of enumerations, tuples and frozen sets of such
values, and attrs classes with such fields.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import attrs
from attrs import frozen
from cattrs import Converter

from elfen.declare import Chance, Contents, Counts, Decide, Do, Ext, Item, Over
from elfen.errors import PositionError, SaveError, brief, raised
from elfen.game.saves.document import structured
from elfen.game.saves.slot_values import value_converter
from elfen.kernel import State, out_of_bounds
from elfen.knowledge import Ledger

if TYPE_CHECKING:
    from elfen.declare import Zone
    from elfen.game.ruleset import Ruleset

_KINDS: dict[str, type[Item]] = {"do": Do, "decide": Decide, "chance": Chance}
_MOST_SHOWN = 3
_MOST_TOLD = 120
_converters: WeakKeyDictionary[Ruleset, Converter] = WeakKeyDictionary()


@frozen
class SavedItem:
    """An agenda item: `kind` is do, decide, chance or over."""

    kind: str
    name: str
    seat: int | None = None
    data: tuple[int | str, ...] = ()


@frozen
class SavedState:
    """The fields of a state, by names; counts are by kind id."""

    round: int
    boots: tuple[str, ...]
    visited: tuple[tuple[str, ...], ...]
    table: dict[str, dict[str, int]]
    seats: tuple[dict[str, dict[str, int]], ...]
    routes: dict[str, tuple[str, ...]]
    agenda: tuple[SavedItem, ...]
    slots: dict[str, Any]
    ledger: dict[str, Any]


def written(rules: Ruleset, state: State) -> dict[str, Any]:
    """A state as JSON values; raises `SaveError` for a slot that cannot be written as JSON."""
    towns = rules.board.towns
    layout = rules.layout
    table: dict[str, dict[str, int]] = {}
    seats: list[dict[str, dict[str, int]]] = [{} for _ in range(state.players)]
    for index, counts in enumerate(state.zones):
        zone, seat = layout.zone_at(index)
        if any(counts):
            (table if seat is None else seats[seat])[zone.name] = layout.pieces(zone, counts).counts
    return {
        "round": state.round,
        "boots": [towns[number].id for number in state.boots],
        "visited": [
            [town.id for number, town in enumerate(towns) if bits >> number & 1]
            for bits in state.visited
        ],
        "table": table,
        "seats": seats,
        "routes": {
            route.id: [_kind_id(rules, number) for number in contents]
            for route, contents in zip(rules.board.routes, state.routes, strict=True)
            if contents
        },
        "agenda": [_item(item) for item in state.agenda],
        "slots": {name: _slot(rules, name, value) for name, value in state.ext.items()},
        "ledger": state.ledger.to_data(),
    }


def read(rules: Ruleset, value: Any, where: str) -> State:
    """The state in JSON values; raises `SaveError` unless it is valid under these rules."""
    saved = structured(value, SavedState, where)
    if len(saved.seats) != len(saved.boots):
        raise SaveError(f"{len(saved.seats)} instead of {len(saved.boots)}", f"{where}.seats")
    state = State(
        zones=_zones(rules, saved, where),
        boots=tuple(_town(rules, id, f"{where}.boots") for id in saved.boots),
        visited=tuple(_visited(rules, towns, f"{where}.visited") for towns in saved.visited),
        routes=_routes(rules, saved.routes, f"{where}.routes"),
        round=saved.round,
        agenda=tuple(
            _agenda_item(item, f"{where}.agenda[{n}]") for n, item in enumerate(saved.agenda)
        ),
        ext=_ext(rules, saved.slots, f"{where}.slots"),
        ledger=_ledger(saved.ledger, f"{where}.ledger"),
    )
    try:
        wrong = rules.validate(state)
        place, excess = ("", "") if wrong else out_of_bounds(rules, state)
    except Exception as error:  # a plugin's invariant may meet values that the plugin never made
        raise SaveError(raised(error), where) from error
    if excess:
        raise SaveError(excess, f"{where}.{place}")
    if wrong:
        more = f"; and {len(wrong) - _MOST_SHOWN} more" if len(wrong) > _MOST_SHOWN else ""
        raise SaveError("; ".join(wrong[:_MOST_SHOWN]) + more, where)
    return state


def _converter(rules: Ruleset) -> Converter:
    """The converter that reads and writes the slots of a ruleset."""
    if rules not in _converters:
        _converters[rules] = value_converter(rules.layout.kinds)
    return _converters[rules]


def _slot(rules: Ruleset, name: str, value: object) -> Any:
    """A slot's value as JSON, after checking that it reads back the same."""
    wanted: Any = rules.slots[name].type
    converter = _converter(rules)
    try:
        found = converter.unstructure(value, unstructure_as=wanted)
        found = json.loads(json.dumps(found, allow_nan=False))
        back = converter.structure(found, wanted)
    except Exception as error:
        raise _unsaved(rules, name, value) from error
    if type(back) is not type(value) or back != value:
        raise _unsaved(rules, name, value)
    return found


def _unsaved(rules: Ruleset, name: str, value: object) -> SaveError:
    return SaveError(
        f"{brief(value, _MOST_TOLD)} has no JSON; plugin {rules.slot_owner[name]!r} has to use"
        " whole numbers, texts,"
        " Pieces, kinds, enumerations, tuples, frozen sets and attrs classes of those, each field"
        " with its type",
        f"slots.{name}",
    )


def _ext(rules: Ruleset, saved: dict[str, Any], where: str) -> Ext:
    _same_names("slot", {*saved}, {*rules.slots}, where)
    converter = _converter(rules)
    return Ext(
        {
            name: structured(saved[name], slot.type, f"{where}.{name}", converter)
            for name, slot in rules.slots.items()
        }
    )


def _ledger(saved: dict[str, Any], where: str) -> Ledger:
    try:
        return Ledger.from_data(saved)
    except PositionError as error:
        raise SaveError(str(error)[:_MOST_TOLD], where) from error


def _zones(rules: Ruleset, saved: SavedState, where: str) -> tuple[Counts, ...]:
    layout = rules.layout
    tables = [(saved.table, {zone.name for zone in layout.table_zones}, f"{where}.table")]
    for number, zones in enumerate(saved.seats):
        names = {zone.name for zone in layout.seat_zones}
        tables.append((zones, names, f"{where}.seats[{number}]"))
    for zones, names, place in tables:
        for name in zones:
            if name not in names:
                raise SaveError(f"these rules have no zone {name!r} there", place)
    found: list[Counts] = []
    for index in range(layout.size(len(saved.seats))):
        zone, seat = layout.zone_at(index)
        here = saved.table if seat is None else saved.seats[seat]
        place = f"{where}.table" if seat is None else f"{where}.seats[{seat}]"
        found.append(_counts(rules, zone, here.get(zone.name, {}), f"{place}.{zone.name}"))
    return tuple(found)


def _counts(rules: Ruleset, zone: Zone, saved: dict[str, int], where: str) -> Counts:
    ids = [kind.id for kind in rules.layout.kinds_of(zone)]
    for id, n in saved.items():
        if id not in ids:
            raise SaveError(f"{zone.name} holds no {id!r}", where)
        if n < 1:
            raise SaveError(f"{n}, but a count is 1 or more", f"{where}.{id}")
    return tuple(saved.get(id, 0) for id in ids)


def _routes(rules: Ruleset, saved: dict[str, tuple[str, ...]], where: str) -> tuple[Contents, ...]:
    board = rules.board
    numbers = {_kind_id(rules, number): number for number in range(len(rules.layout.kinds))}
    contents: list[Contents] = [()] * len(board.routes)
    for id, kinds in saved.items():
        if id not in board.route_number:
            raise SaveError(f"the board has no route {id!r}", where)
        for kind in kinds:
            if kind not in numbers:
                raise SaveError(f"these rules have no kind {kind!r}", f"{where}.{id}")
        contents[board.route_number[id]] = tuple(sorted(numbers[kind] for kind in kinds))
    return tuple(contents)


def _kind_id(rules: Ruleset, number: int) -> str:
    kind = rules.layout.kinds[number]
    return f"{kind.group.name}:{kind.id}"


def _town(rules: Ruleset, id: str, where: str) -> int:
    if id not in rules.board.town_number:
        raise SaveError(f"the board has no town {id!r}", where)
    return rules.board.town_number[id]


def _visited(rules: Ruleset, towns: tuple[str, ...], where: str) -> int:
    numbers = [_town(rules, town, where) for town in towns]
    if len({*numbers}) != len(numbers):
        raise SaveError("a town is there twice", where)
    return sum(1 << number for number in numbers)


def _item(item: Item) -> dict[str, Any]:
    if isinstance(item, Over):
        return {"kind": "over", "name": item.ending}
    kind = next(kind for kind, cls in _KINDS.items() if cls is type(item))
    saved = attrs.asdict(item, filter=lambda field, value: value != field.default)
    if "data" in saved:
        saved["data"] = [*item.data]
    return {"kind": kind, **saved}


def _agenda_item(saved: SavedItem, where: str) -> Item:
    if saved.kind == "over":
        if saved.seat is not None or saved.data:
            raise SaveError("the end has no seat and no data", where)
        return Over(saved.name)
    if saved.kind == "do":
        return Do(saved.name, saved.seat, saved.data)
    if saved.kind == "chance":
        return Chance(saved.name, saved.seat, saved.data)
    if saved.kind != "decide":
        raise SaveError(f"expected one of {', '.join(_KINDS)}, over", f"{where}.kind")
    if saved.seat is None:
        raise SaveError("a decision has a seat", f"{where}.seat")
    return Decide(saved.name, saved.seat, saved.data)


def _same_names(what: str, saved: set[str], wanted: set[str], where: str) -> None:
    if saved - wanted:
        raise SaveError(f"these rules have no {what} {min(saved - wanted)!r}", where)
    if wanted - saved:
        raise SaveError(f"the {what} {min(wanted - saved)!r} is missing", where)
