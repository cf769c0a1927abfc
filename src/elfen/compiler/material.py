"""Material: the stages of compiling that collect the board, the pieces, the zones and the slots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from elfen.compiler.collecting import Collector
from elfen.compiler.entry_checks import check_name, check_slot
from elfen.compiler.hooks import called
from elfen.declare import (
    CORE,
    START,
    Board,
    Group,
    InPlay,
    Kind,
    Layout,
    Owned,
    Plugin,
    RouteZone,
    SeatZone,
    Slot,
    Stock,
    TableZone,
    Terrain,
    Towns,
    Visibility,
)
from elfen.errors import RulesetError, brief, some_of

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

AnyZone = TableZone | SeatZone | RouteZone

_ID = re.compile(r"[a-z][a-z0-9_-]*")
#: The most pieces of a kind that a stock has: who draws from them lays them all out.
_MOST_OF_STOCK = 100_000


def collect_board(collect: Collector, rules: Ruleset, given: Board | None) -> None:
    """Set the terrains and the board: the caller's board, or that of the plugins."""
    boards = collect.by_plugin("elfen_board", Board, "a Board")
    terrains: dict[str, tuple[Terrain, str]] = {}
    for plugin in collect.plugins:
        for terrain in collect.results("elfen_terrains", plugin, Terrain):
            _check_id(plugin, "terrain", terrain.id, terrain.name)
            for what, value in (("road", terrain.road), ("directed", terrain.directed)):
                if type(value) is not bool:
                    raise RulesetError(
                        f"plugin {plugin.name!r}: terrain {terrain.id!r}: {what}={brief(value)} has"
                        " to be True or False"
                    )
            other, owner = terrains.setdefault(terrain.id, (terrain, plugin.name))
            if other != terrain:
                raise _clash(owner, plugin.name, "terrain", terrain.id)
    rules.terrains = {id: terrain for id, (terrain, _) in sorted(terrains.items())}
    rules.board = given or _board_of(collect, boards)
    for route in rules.board.routes:
        if route.terrain not in rules.terrains:
            raise RulesetError(
                f"board {brief(rules.board.name)}: route {brief(route.id)} has terrain"
                f" {brief(route.terrain)}; the chosen plugins know: {some_of(rules.terrains)}"
            )


def _board_of(collect: Collector, boards: dict[str, Board]) -> Board:
    """The board of the plugin that no other plugin with a board requires."""
    left = _uppermost(collect, boards)
    if not left:
        raise RulesetError("no chosen plugin brings a board, and none was given; give board=")
    if len(left) > 1:
        raise RulesetError(
            f"plugins {left[0]!r} and {left[1]!r} both bring a board; choose one of them, or give"
            " board="
        )
    return boards[left[0]]


def collect_towns(collect: Collector, rules: Ruleset) -> None:
    """Set where town pieces lie and where boots begin."""
    declared = collect.by_plugin("elfen_towns", Towns, "Towns")
    left = _uppermost(collect, declared)
    if len(left) > 1:
        raise RulesetError(
            f"plugins {left[0]!r} and {left[1]!r} both say by elfen_towns where town pieces lie;"
            " leave one of them out, or let a plugin that requires both say it"
        )
    try:
        towns = declared[left[0]] if left else Towns(rules.board.capital)
        rules.in_play = InPlay(towns, rules.board)
    except RulesetError as error:
        raise RulesetError(f"plugin {left[0]!r}, elfen_towns: {error}") from None
    rules._piece_towns = rules.in_play.lie
    rules._by_start = rules.in_play.by_start


def _uppermost(collect: Collector, names: Iterable[str]) -> list[str]:
    """Those of these plugins that no other of them requires, directly or through others."""
    below: set[str] = set()
    for name in names:
        below |= _required_by(collect, name)
    return [name for name in names if name not in below]


def _required_by(collect: Collector, name: str) -> set[str]:
    requires = {plugin.name: plugin.manifest.requires for plugin in collect.plugins}
    found: set[str] = set()
    queue = [*requires[name]]
    while queue:
        other = queue.pop()
        if other not in found:
            found.add(other)
            queue += requires[other]
    return found


def collect_kinds(collect: Collector, rules: Ruleset) -> None:
    """Set the kinds of pieces and who owns them."""
    kinds: dict[tuple[str, str], tuple[Kind, str]] = {}
    groups: dict[str, tuple[Group, str]] = {}
    for plugin in collect.plugins:
        for kind in collect.results("elfen_kinds", plugin, Kind):
            if not isinstance(kind.group, Group):
                raise RulesetError(
                    f"plugin {plugin.name!r}: group={brief(kind.group)} of kind {brief(kind.id)}"
                    " has to be a Group"
                )
            _check_id(plugin, "kind", kind.id, kind.name)
            _check_id(plugin, "group", kind.group.name, kind.group.noun)
            group, owner = groups.setdefault(kind.group.name, (kind.group, plugin.name))
            if group != kind.group:
                raise _clash(owner, plugin.name, "group", group.name)
            other, owner = kinds.setdefault((kind.group.name, kind.id), (kind, plugin.name))
            if other is not kind:
                raise _clash(owner, plugin.name, kind.group.noun, kind.id)
    rules.kind_owner = dict(kinds.values())
    rules.layout = Layout([*rules.kind_owner], ())


def collect_zones(collect: Collector, rules: Ruleset) -> None:
    """Set the zones, who owns them, and who may see into them."""
    zones: dict[str, AnyZone] = {}
    owners: dict[str, str] = {}
    for plugin in collect.plugins:
        found: list[AnyZone] = collect.results(
            "elfen_zones", plugin, TableZone, SeatZone, RouteZone
        )
        for zone in found:
            check_name(plugin.name, zone.name)
            _check_zone(f"plugin {plugin.name!r}: zone {zone.name!r}", zone)
            if zones.setdefault(zone.name, zone) is not zone:
                raise _clash(plugin.name, plugin.name, "zone", zone.name)
            owners[zone.name] = plugin.name
    rules.zone_owner = owners
    room, grounds = _collect_room(collect, zones), _grounds(rules, zones)
    rules.layout = Layout(rules.layout.kinds, [*zones.values()], room, grounds)
    for zone in zones.values():
        where = f"plugin {owners[zone.name]!r}: zone {zone.name!r}"
        ids = [kind.id for kind in rules.layout.kinds_of(zone)]
        twice = sorted({id for id in ids if ids.count(id) > 1})
        if twice:
            raise RulesetError(f"{where} holds two kinds called {twice[0]!r}; rename one of them")
        if isinstance(zone, SeatZone) and zone.pays_into is not None:
            _check_known(f"{where} pays into", zone.pays_into, zones)
            if zone.pays_into.holds != zone.holds:
                raise RulesetError(
                    f"{where} pays into {zone.pays_into.name!r}, which does not hold the same"
                    " groups; let holds= be the same"
                )
    _collect_visibility(collect, rules, zones)


def _grounds(rules: Ruleset, zones: Mapping[str, AnyZone]) -> dict[str, frozenset[str]]:
    """The ids of the terrains on which zones of routes are, by name, of those not on all."""
    found: dict[str, frozenset[str]] = {}
    for name, zone in zones.items():
        if isinstance(zone, RouteZone) and zone.terrains is not None:
            where = f"plugin {rules.zone_owner[name]!r}: zone {name!r}, terrains"
            there = {id: called(where, zone.terrains, (it,)) for id, it in rules.terrains.items()}
            for answer in there.values():
                if type(answer) is not bool:
                    raise RulesetError(f"{where} has to give True or False, not {brief(answer)}")
            found[name] = frozenset(id for id, answer in there.items() if answer)
    return found


def _collect_room(collect: Collector, zones: dict[str, AnyZone]) -> dict[str, int]:
    room = {zone.name: zone.at_most for zone in zones.values() if isinstance(zone, RouteZone)}
    known = ", ".join(room) or "none"
    wanted = "names of zones of the routes to numbers"
    for plugin in collect.plugins:
        where = f"plugin {plugin.name!r}, elfen_room"
        for name, n in collect.items("elfen_room", plugin, wanted):
            if name not in room:
                raise RulesetError(
                    f"{where} names {brief(name)}, no zone of the routes; there are: {known}"
                )
            if type(n) is not int or n < 1:
                raise RulesetError(
                    f"{where}, {brief(name)}: {brief(n)} has to be a whole number from 1"
                )
            room[name] = max(room[name], n)
    return room


def _collect_visibility(collect: Collector, rules: Ruleset, zones: dict[str, AnyZone]) -> None:
    rules.visibility = {name: zone.visibility for name, zone in zones.items()}
    wanted = "zone names to PUBLIC, OWNER or HIDDEN"
    for plugin in collect.plugins:
        where = f"plugin {plugin.name!r}, elfen_visibility"
        for name, visibility in collect.items("elfen_visibility", plugin, wanted):
            zone = zones.get(name)
            if zone is None or isinstance(zone, RouteZone):
                known = [n for n, z in zones.items() if not isinstance(z, RouteZone)]
                raise RulesetError(
                    f"{where} names {brief(name)}; it can be one of {', '.join(known)}, but no zone"
                    " of the routes"
                )
            _check_visibility(f"{where}, {brief(name)}", zone, visibility)
            rules.visibility[name] = rules.visibility[name].stricter(visibility)


def collect_stock(collect: Collector, rules: Ruleset) -> None:
    """Set the stock: how many pieces there are, and where they begin."""
    rules.stock = collect.arranged("elfen_components", Stock)
    for owned in rules.stock:
        _check_stock(rules, owned)


def _check_stock(rules: Ruleset, owned: Owned[Stock]) -> None:
    stock = owned.entry
    where = f"plugin {owned.plugin!r}: {stock.name!r}"
    _check_known(f"{where} begins in", stock.zone, rules.layout.zones)
    if isinstance(stock.zone, RouteZone):
        raise RulesetError(f"{where} cannot begin on the routes; lay pieces there in a SetupStep")
    if type(stock.count) is not int or stock.count < 0:
        raise RulesetError(f"{where}: count={brief(stock.count)} has to be a whole number from 0")
    if stock.count > _MOST_OF_STOCK:
        raise RulesetError(
            f"{where}: count={brief(stock.count)}; {_MOST_OF_STOCK} of a kind are the most"
        )
    for kind in stock.kinds:
        if not isinstance(kind, Kind) or kind not in rules.kind_owner:
            raise RulesetError(
                f"{where} has {brief(kind)}, which no chosen plugin adds; return it from"
                " elfen_kinds"
            )
        if kind not in rules.layout.kinds_of(stock.zone):
            groups = ", ".join(repr(group.name) for group in stock.zone.holds)
            raise RulesetError(
                f"{where} puts {kind.id!r} into {stock.zone.name!r}, which does not hold"
                f" {kind.group.name!r} but {groups}"
            )


def collect_slots(collect: Collector, rules: Ruleset) -> None:
    """Set the plugins' own parts of the state."""
    core = [START] if rules.in_play.towns.drawn else []
    slots: dict[str, Slot[Any]] = {slot.name: slot for slot in core}
    owners = dict.fromkeys(slots, CORE)
    for plugin in collect.plugins:
        for slot in collect.results("elfen_slots", plugin, Slot):
            check_slot(plugin.name, slot)
            if slots.setdefault(slot.name, slot) is not slot:
                raise _clash(plugin.name, plugin.name, "slot", slot.name)
            owners[slot.name] = plugin.name
    rules.slots = slots
    rules.slot_owner = owners


def _check_zone(where: str, zone: AnyZone) -> None:
    if not zone.holds or not all(isinstance(group, Group) for group in zone.holds):
        raise RulesetError(
            f"{where}: holds={brief(zone.holds)} has to have groups in it, and only those"
        )
    if isinstance(zone, RouteZone):
        if type(zone.at_most) is not int or zone.at_most < 1:
            raise RulesetError(
                f"{where}: at_most={brief(zone.at_most)} has to be a whole number from 1"
            )
        if zone.terrains is not None and not callable(zone.terrains):
            raise RulesetError(
                f"{where}: terrains={brief(zone.terrains)} has to be a function of a Terrain, as"
                " lambda terrain: not terrain.road"
            )
        for kind in zone.kinds:
            if not isinstance(kind, Kind) or kind.group not in zone.holds:
                raise RulesetError(
                    f"{where}: kinds has {brief(kind)}, which is no kind of the groups in holds="
                )
        return
    _check_visibility(where, zone, zone.visibility)
    if isinstance(zone, SeatZone) and not isinstance(zone.pays_into, (TableZone, type(None))):
        raise RulesetError(f"{where}: pays_into={brief(zone.pays_into)} has to be a TableZone")


def _check_visibility(where: str, zone: AnyZone, visibility: object) -> None:
    if not isinstance(visibility, Visibility):
        raise RulesetError(
            f"{where}: visibility {brief(visibility)} has to be PUBLIC, OWNER or HIDDEN"
        )
    if isinstance(zone, TableZone) and visibility is Visibility.OWNER:
        raise RulesetError(
            f"{where} lies on the table and has no owner; make it PUBLIC or HIDDEN, or a SeatZone"
        )


def _check_known(where: str, zone: Any, zones: Mapping[str, Any]) -> None:
    """Raise `RulesetError` unless a chosen plugin adds this very zone object."""
    name = getattr(zone, "name", None)
    if zone is None or zones.get(str(name)) is not zone:
        raise RulesetError(
            f"{where} {brief(name or zone)}, which is not the zone of that name that a chosen"
            " plugin adds; return the very same object from elfen_zones"
        )


def _check_id(plugin: Plugin, what: str, id: object, name: object) -> None:
    if not isinstance(id, str) or not _ID.fullmatch(id):
        raise RulesetError(
            f"plugin {plugin.name!r}: {what} {brief(id)} has to be lower-case letters, digits, -"
            " and _, and begin with a letter"
        )
    if not isinstance(name, str) or not name:
        raise RulesetError(
            f"plugin {plugin.name!r}: {what} {brief(id)} is called {brief(name)}, not a text"
        )


def _clash(one: str, other: str, what: str, name: str) -> RulesetError:
    if one == other:
        return RulesetError(f"plugin {one!r} adds {what} {name!r} twice; rename one of them")
    return RulesetError(
        f"plugins {one!r} and {other!r} both add {what} {name!r}; rename one of them"
    )
