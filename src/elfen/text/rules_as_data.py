"""The catalogue of a ruleset: everything that views name, with display names, as plain data.

It is for front ends without Python: every id in a view, a quote or a line of the log can be
looked up here. It is derived from the declarations and contains nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import attrs

from elfen.declare import (
    ActionType,
    Draw,
    Kind,
    Owned,
    Pieces,
    RouteZone,
    SeatZone,
    TableZone,
    Zone,
    fields_of,
)
from elfen.kernel import NEXT_ROUND
from elfen.text.plain_data import plain
from elfen.text.words import Words

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

_TYPES = {str: "text", int: "number", Pieces: "pieces"}
_PLACES: dict[type[Zone], str] = {TableZone: "table", SeatZone: "seat", RouteZone: "route"}


def catalogue(rules: Ruleset) -> dict[str, Any]:
    """See `Ruleset.to_data`."""
    words = Words(rules)
    steps = {
        owned.entry.name: {**_entry(owned), "procedure": procedure}
        for procedure, entries in rules.procedures.items()
        for owned in entries
    }
    steps[NEXT_ROUND] = {"text": "the next round begins", "plugin": "core", "procedure": None}
    return {
        "edition": rules.edition,
        "fingerprint": rules.fingerprint,
        "plugins": {
            plugin.name: {
                "rules_version": plugin.manifest.rules_version,
                "help": plugin.manifest.help,
            }
            for plugin in rules.plugins
        },
        "players": list(rules.player_counts),
        "options": {
            f"{plugin}.{name}": {
                "value": rules.option_values[plugin, name],
                "default": option.default,
                "choices": list(option.choices),
                "least": option.least,
                "most": option.most,
                "help": option.help,
            }
            for (plugin, name), option in sorted(rules.options.items())
        },
        "board": _board(rules, words),
        "terrains": {id: _fields(terrain, "id") for id, terrain in rules.terrains.items()},
        "groups": {kind.group.name: {"noun": kind.group.noun} for kind in rules.layout.kinds},
        "kinds": {
            plain(kind): {
                "id": kind.id,
                "group": kind.group.name,
                "name": kind.name,
                "plugin": rules.kind_owner[kind],
            }
            for kind in rules.layout.kinds
        },
        "zones": {zone.name: _zone(rules, words, zone) for zone in rules.layout.zones.values()},
        "slots": {
            name: {
                "fields": {
                    field or "value": visibility.value
                    for field, visibility in fields_of(rules.slots[name])
                },
                "name": words.zone(name),
                "plugin": rules.slot_owner[name],
            }
            for name in rules.slots
        },
        "steps": steps,
        "decisions": _entries(rules.decisions),
        "actions": {owned.entry.name: _action(rules, owned) for owned in rules.action_types},
        "chances": {owned.entry.name: _chance(owned) for owned in rules.chances},
        "costs": _entries(rules.cost_terms),
        "cautions": _entries(rules.cautions),
        "endings": _entries(rules.ending_list),
        "score": _entries(rules.score_lines),
        "tie_breaks": _entries(rules.tie_breaks),
        "ranking": _entries(rules.ranking_list),
    }


def _entries(entries: Iterable[Owned[Any]]) -> dict[str, Any]:
    return {owned.entry.name: _entry(owned) for owned in entries}


def _entry(owned: Owned[Any]) -> dict[str, Any]:
    return {"text": owned.entry.text, "plugin": owned.plugin}


def _fields(value: Any, *without: str) -> dict[str, Any]:
    told: dict[str, Any] = plain(value)
    return {name: one for name, one in told.items() if name not in without}


def _board(rules: Ruleset, words: Words) -> dict[str, Any]:
    board = rules.board
    return {
        "name": board.name,
        "capital": board.capital,
        "width": board.width,
        "height": board.height,
        "towns": {town.id: _fields(town, "id") for town in board.towns},
        "routes": {
            route.id: {"name": words.route(route.id), **_fields(route, "id")}
            for route in board.routes
        },
    }


def _zone(rules: Ruleset, words: Words, zone: Zone) -> dict[str, Any]:
    pays_into = zone.pays_into if isinstance(zone, SeatZone) else None
    grounds = rules.layout.grounds.get(zone.name)
    return {
        "name": words.zone(zone.name),
        "text": zone.text,
        "place": _PLACES[type(zone)],
        "visibility": rules.visibility[zone.name].value,
        "kinds": _kinds(rules.layout.kinds_of(zone)),
        "pays_into": None if pays_into is None else pays_into.name,
        "room": rules.layout.room.get(zone.name),
        "terrains": None if grounds is None else sorted(grounds),
        "plugin": rules.zone_owner[zone.name],
    }


def _kinds(kinds: Iterable[Kind]) -> list[str]:
    return [plain(kind) for kind in kinds]


def _action(rules: Ruleset, owned: Owned[ActionType[Any]]) -> dict[str, Any]:
    cls, at = owned.entry.type, set(owned.entry.at)
    return {
        **_entry(owned),
        "verb": cls.verb,
        "fields": {field.name: _TYPES[field.type] for field in attrs.fields(cls)},
        "decisions": [one.entry.name for one in rules.decisions if at.intersection(one.names)],
    }


def _chance(owned: Owned[Any]) -> dict[str, Any]:
    entry = owned.entry
    if isinstance(entry, Draw):
        return {**_entry(owned), "from": entry.source.name, "to": entry.target.name}
    return {**_entry(owned), "visibility": entry.visibility.value}
