"""Every text that needs a translation, by the catalogue that should have it.

Sentences are found in the source, where `say`, `Message` and `Reason.of` are called; what plugins
declare is read from the compiled rules.
"""

from __future__ import annotations

import ast
import os
import re
import string
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

import elfen
from elfen.cli.languages import Spoken, texts_of
from elfen.game import Ruleset
from elfen.text import grammar

SOURCE = Path(__file__).parents[2] / "src"

#: By the name of a catalogue: the package with its folder `locale`, and the source that it is for.
CATALOGUES = {
    "elfen": ("elfen/text", "elfen"),
    "land": ("elfen/land", "elfen/land"),
    "gold": ("elfen_gold", "elfen_gold"),
    "sea": ("elfen_sea", "elfen_sea"),
    "favor": ("elfen_favor", "elfen_favor"),
}

#: Which argument is the template, by what is called.
_CALLS = {"say": 0, "told": 0, "Message": 1, "of": 2, "counted": 1}

#: Templates that are put together from a few words, with all that they can be.
_PUT_TOGETHER = {"{giver} played {what}", "{giver} paid {what}", "{giver} discarded {what}"}

#: What click says of our commands, which it looks up by itself; some with its plural.
_CLICK = (
    ("Usage:",),
    ("Options",),
    ("default: {default}",),
    ("required",),
    ("Show this message and exit.",),
    ("Missing command.",),
    ("Missing argument",),
    ("Missing option",),
    ("No such option {name!r}.",),
    ("No such command {name!r}.",),
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Option {name!r} does not take a value.",),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Invalid value for {param_hint}: {message}",),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("{value!r} is not a valid {number_type}.",),
    ("{value} is not in the range {range}.",),
)


class Text(NamedTuple):
    """A text: its context ("" for none), itself, and its plural ("" for none)."""

    context: str
    text: str
    plural: str = ""


def noun(text: str, context: str = "counted") -> Text:
    """A noun that is counted."""
    return Text(context, text, grammar.plural(text))


def fields(template: str) -> set[str]:
    """The names of the arguments of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def bare(template: str) -> set[str]:
    """Those of them that are written as they are, and do not only choose between alternatives."""
    return {name for _, name, spec, _ in string.Formatter().parse(template) if name and not spec}


# In the source ---------------------------------------------------------------------------


def in_source(package: str) -> set[Text]:
    """The sentences of a package's source, without those of plugins inside."""
    found: set[Text] = set()
    for path in sorted((SOURCE / package).rglob("*.py")):
        inside = path.relative_to(SOURCE).as_posix()
        if package == "elfen" and inside.startswith(
            ("elfen/land/", "elfen/testing/", "elfen/web/")
        ):
            continue
        found |= said(path.read_text(encoding="utf-8"))
    return found


def said(source: str) -> set[Text]:
    """The templates that are told in a module."""
    tree = ast.parse(source)
    found = {Text("", text) for text in _pairs(tree)}
    for call, names in _calls(tree):
        found |= _told(call, names)
    return found


def _pairs(tree: ast.AST) -> Iterator[str]:
    """The templates that are kept with their identifiers, as pairs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            id, text = (getattr(one, "value", None) for one in node.elts)
            pair = isinstance(id, str) and isinstance(text, str) and " " in text
            if pair and re.fullmatch("[a-z]+/[a-z-]+", id):
                yield text


def identified() -> Iterator[tuple[str, str]]:
    """Every message of the source: its identifier, and its template."""
    for _, source in CATALOGUES.values():
        for path in sorted((SOURCE / source).rglob("*.py")):
            for call, names in _calls(ast.parse(path.read_text(encoding="utf-8"))):
                at = {"Message": 0, "Reason.of": 1}.get(ast.unparse(call.func))
                if at is not None and len(call.args) > at + 1:
                    ids, texts = (_constants(one, names) for one in call.args[at : at + 2])
                    if len(ids) == len(texts) == 1:  # not one of several of that name
                        yield ids.pop(), texts.pop()


#: What each name of a scope is set to.
Names = dict[str, list[ast.expr]]


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, Names]]:
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


def _told(call: ast.Call, names: Names) -> set[Text]:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    at = _CALLS.get(name)
    if at is None or len(call.args) <= at or isinstance(call.args[0], ast.Starred):
        return set()
    texts = _constants(call.args[at], names)
    if name == "of" and ast.unparse(call.func) != "Reason.of":
        return set()
    return {noun(text) if name == "counted" else Text("", text) for text in texts}


def _constants(node: ast.expr, names: Names, deep: int = 3) -> set[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _constants(node.body, names, deep) | _constants(node.orelse, names, deep)
    if isinstance(node, ast.Name) and deep:
        return {t for one in names.get(node.id, ()) for t in _constants(one, names, deep - 1)}
    return set()


# In the rules ----------------------------------------------------------------------------


def declared(rules: Ruleset) -> dict[str, set[Text]]:
    """What the plugins of a ruleset declare for people to read, by plugin."""
    found: dict[str, set[Text]] = {plugin.name: set() for plugin in rules.plugins}

    def add(plugin: str, *texts: str | Text | None) -> None:
        some = {Text("", one) if isinstance(one, str) else one for one in texts if one}
        found.setdefault(plugin, set()).update(some)

    for plugin in rules.plugins:
        manifest = plugin.manifest
        add(
            plugin.name, manifest.title, manifest.about, manifest.help, *manifest.conflicts.values()
        )
    for (name, _), option in rules.options.items():
        add(name, option.help)
    names = [kind.name for kind in rules.kind_owner]
    for kind, plugin in rules.kind_owner.items():
        add(plugin, noun(kind.group.noun))
        if kind.name[0].isupper():  # such as a town
            continue
        add(plugin, kind.name, noun(kind.name))
        if names.count(kind.name) > 1:
            add(plugin, noun(kind.name, f"counted {kind.group.name}"))
    for terrain in rules.terrains.values():
        add("sea" if terrain.id == "sea" else "land", terrain.name)
    for zone in (*rules.layout.table_zones, *rules.layout.seat_zones):
        add(rules.zone_owner[zone.name], zone.label)
    for name, zone in rules.layout.zones.items():
        add(rules.zone_owner[name], zone.text)
    for name, slot in rules.slots.items():
        add(rules.slot_owner[name], slot.label)
    entries: list[Any] = [step for steps in rules.procedures.values() for step in steps]
    entries += [*rules.decisions, *rules.action_types, *rules.chances, *rules.ending_list]
    entries += [*rules.score_lines, *rules.tie_breaks, *rules.ranking_list, *rules.cautions]
    entries += [*rules.event_types, *rules.cost_terms]
    entries += [*rules.restrictions, *rules.short_cuts]
    for owned in entries:
        text = getattr(owned.entry, "text", "")
        if isinstance(text, str):
            add(owned.plugin, text)
    for owned in rules.action_types:
        add(owned.plugin, owned.entry.type.verb)
    return found


def every_ruleset() -> Iterator[Ruleset]:
    """Rules that together declare all that the core's plugins can."""
    yield elfen.compile_ruleset()
    yield elfen.compile_ruleset("white-wind")
    yield elfen.compile_ruleset(
        options={
            "land.counters_kept": 2,
            "land.strict_caravan": True,
            "land.town_cards": True,
            "land.start_player": "random",
            "land.early_win": "at-once",
            "land.boatmen": True,
        }
    )
    yield elfen.compile_ruleset(expansions=["favor"])
    yield elfen.compile_ruleset(expansions=["gold", "favor"], options={"favor.variant": "great"})
    more = {"gold.witches": True, "gold.random_gold_values": True, "gold.preset": "elfenroads"}
    yield elfen.compile_ruleset(expansions=["gold"], options=more)
    yield elfen.compile_ruleset(expansions=["sea"])


def helps(commands: click.Group) -> Iterator[str]:
    """What the help of these commands says, and that of those below them."""
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert isinstance(command, Spoken), f"elfen {name} speaks English only"
        yield from texts_of(command)
        if isinstance(command, click.Group):
            yield from helps(command)


def wanted() -> dict[str, set[Text]]:
    """All texts by catalogue."""
    from elfen.bots import STOCK
    from elfen.cli.app import COMMANDS as APP
    from elfen.cli.app import elfen as app
    from elfen.cli.arena import VERDICTS
    from elfen.cli.board import MARKS
    from elfen.cli.playing.commands import COMMANDS
    from elfen.cli.playing.lesson import TEXTS
    from elfen.cli.playing.map_list import LEGEND
    from elfen.cli.playing.session import HUMAN
    from elfen.cli.show import EVERYTHING, GIVEN
    from elfen.declare import LAYERS
    from elfen.errors import OF_SYSTEM
    from elfen.game.saves.rulesets import NOT_INSTALLED
    from elfen.text.comparison import How, lists_of
    from elfen.text.how_to_play import _LAYERS
    from elfen_favor.favors import FAVORS

    found = {name: in_source(source) for name, (_, source) in CATALOGUES.items()}
    texts = [*_PUT_TOGETHER, *TEXTS.values(), LEGEND, EVERYTHING, GIVEN, *_LAYERS.values()]
    texts += [command.help for command in COMMANDS.values()]
    texts += [HUMAN, *STOCK, "nothing", "piece"]
    texts += [NOT_INSTALLED, *map(os.strerror, OF_SYSTEM)]
    texts += [*VERDICTS.values(), *MARKS.values()]
    texts += [one.value for one in How]
    titles = lists_of(elfen.compile_ruleset())
    texts += [title for title in titles if not title.startswith(("Procedure ", "Move cost, "))]
    texts += [
        (layer.__doc__ or "").split("\n")[0].partition(":")[2].strip(" .") for layer in LAYERS
    ]
    texts += [*APP.values(), *texts_of(app), *helps(app)]
    found["elfen"] |= {Text("", text) for text in texts if re.search("[A-Za-z]{2}", text)}
    found["elfen"] |= {Text("", *forms) for forms in _CLICK}
    found["elfen"].add(noun("piece"))
    found["favor"] |= {Text("", text) for one in FAVORS.values() for text in (one.en, one.helps)}
    for rules in every_ruleset():
        for plugin, some in declared(rules).items():
            found["elfen" if plugin == "core" else plugin] |= some
    #: What these have, the catalogues of plugins that require them need not have.
    asked_later = [found[name] for name in ("elfen", "land")]
    for name, some in found.items():
        for others in asked_later[: {"elfen": 0, "land": 1}.get(name, 2)]:
            some -= others
    return {name: {one for one in some if one.text.strip()} for name, some in found.items()}
