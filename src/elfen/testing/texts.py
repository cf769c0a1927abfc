"""The texts that people read: those that plugins declare, and sentences in a module's source."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from elfen.declare import CORE, Means
from elfen.text import plural, spaced

if TYPE_CHECKING:
    from elfen.game import Ruleset

#: Whose the names of terrains are in `declared`.
NOBODY = ""

#: Which argument is the template, by what is called.
_CALLS = {"say": 0, "Message": 1, "of": 2, "counted": 1}


class Text(NamedTuple):
    """A text: its context ("" for none), itself, and its plural ("" for none)."""

    context: str
    text: str
    plural: str = ""


def noun(text: str, context: str = "counted") -> Text:
    """A noun that is counted."""
    return Text(context, text, plural(text))


def fields(template: str) -> set[str]:
    """The names of the arguments of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def bare(template: str) -> set[str]:
    """Those of them that are written as they are, and do not only choose between alternatives."""
    return {name for _, name, spec, _ in string.Formatter().parse(template) if name and not spec}


# In the source ---------------------------------------------------------------------------


def said(source: str) -> set[Text]:
    """The templates that are told in a module, also by what it imports under another name."""
    tree = ast.parse(source)
    found = {Text("", text) for text in _pairs(tree)}
    where = _CALLS | _renamed(tree)
    for call, names in calls(tree):
        found |= _told(call, names, where)
    return found


def _renamed(tree: ast.Module) -> dict[str, int]:
    """What is imported as in `from elfen.text import say as told`."""
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {
        one.asname: _CALLS[one.name]
        for node in imported
        for one in node.names
        if one.asname and one.name in _CALLS
    }


def _pairs(tree: ast.AST) -> Iterator[str]:
    """The templates that are kept with their identifiers, as pairs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            id, text = (getattr(one, "value", None) for one in node.elts)
            if not (isinstance(id, str) and isinstance(text, str) and " " in text):
                continue
            if re.fullmatch("[a-z]+/[a-z-]+", id):
                yield text


#: What each name of a scope is set to.
Names = dict[str, list[ast.expr]]


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, Names]]:
    """Every call of a module, with the names of the outermost function or class around it."""
    for statement in tree.body:
        inside = [statement]
        if isinstance(statement, ast.ClassDef):
            inside = statement.body
        for scope in inside:
            nodes = [*ast.walk(scope)]
            names = _assigned(nodes)
            for node in nodes:
                if isinstance(node, ast.Call):
                    yield node, names


def _assigned(nodes: Iterable[ast.AST]) -> Names:
    names: Names = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs: Iterable[tuple[ast.expr, ast.expr]] = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                for name, value in pairs:
                    if isinstance(name, ast.Name):
                        names.setdefault(name.id, []).append(value)
    return names


def _told(call: ast.Call, names: Names, where: Mapping[str, int]) -> set[Text]:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    at = where.get(name)
    if at is None or len(call.args) <= at or isinstance(call.args[0], ast.Starred):
        return set()
    texts = constants(call.args[at], names)
    if name == "of" and ast.unparse(call.func) != "Reason.of":
        return set()
    return {noun(text) if name == "counted" else Text("", text) for text in texts}


def constants(node: ast.expr, names: Names, deep: int = 3) -> set[str]:
    """The texts that an expression can be, as far as it is told where it stands."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return constants(node.body, names, deep) | constants(node.orelse, names, deep)
    if isinstance(node, ast.Name) and deep:
        return {t for one in names.get(node.id, ()) for t in constants(one, names, deep - 1)}
    return set()


# In the rules ----------------------------------------------------------------------------


def declared(rules: Ruleset) -> dict[str, set[Text]]:
    """What the plugins of a ruleset declare for people to read, by plugin.

    Names of terrains are nobody's.
    """
    found: dict[str, set[Text]] = {plugin.name: set() for plugin in rules.plugins}

    def add(plugin: str, *texts: str | Text | None) -> None:
        some = {Text("", one) if isinstance(one, str) else one for one in texts if one}
        found.setdefault(plugin, set()).update(some)

    for plugin in rules.plugins:
        manifest = plugin.manifest
        add(plugin.name, manifest.title, manifest.about, manifest.help)
        add(plugin.name, *manifest.conflicts.values())
        add(plugin.name, *(preset.help for preset in manifest.presets))
    for (name, _), option in rules.options.items():
        add(name, option.help)
    names = [kind.name for kind in rules.kind_owner]
    for kind, owner in rules.kind_owner.items():
        add(owner, noun(kind.group.noun))
        if kind.name[:1].isupper():  # such as a town
            continue
        add(owner, kind.name, noun(kind.name))
        if names.count(kind.name) > 1:
            add(owner, noun(kind.name, f"counted {kind.group.name}"))
    for terrain in rules.terrains.values():
        add(NOBODY, terrain.name)
    zones: list[Any] = [*rules.layout.table_zones, *rules.layout.seat_zones]
    for zone in zones:
        add(rules.zone_owner[zone.name], zone.label)
    for name, zone in rules.layout.zones.items():
        add(rules.zone_owner[name], zone.text)
    for name, slot in rules.slots.items():
        add(rules.slot_owner[name], slot.label)
    entries: list[Any] = [step for steps in rules.procedures.values() for step in steps]
    entries += [*rules.decisions, *rules.action_types, *rules.chances, *rules.ending_list]
    entries += [*rules.score_lines, *rules.tie_breaks, *rules.ranking_list, *rules.cautions]
    entries += [*rules.event_types, *rules.cost_terms, *rules.restrictions]
    entries += [*rules.short_cuts, *rules.figures]
    for owned in entries:
        text = getattr(owned.entry, "text", "")
        if isinstance(text, str):
            add(owned.plugin, text)
    for owned in rules.action_types:
        add(owned.plugin, owned.entry.type.verb, *_counted_fields(rules, owned.entry.type))
    for owned in rules.event_types:
        if owned.plugin != CORE:
            fields = _counted_fields(rules, owned.entry.type)
            add(owned.plugin, spaced(owned.entry.name), *fields)
    return found


def _counted_fields(rules: Ruleset, cls: type[Any]) -> Iterator[str]:
    """The names of the fields of which statistics say how often they have which value."""
    meanings = rules.meanings(cls)
    for one in attrs.fields(cls):
        is_seat = one.name == "seat" or one.name.endswith("_seat")
        if not is_seat and meanings.get(one.name) not in (Means.SEAT, Means.ROUTE, Means.TOWN):
            yield one.name
