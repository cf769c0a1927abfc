"""The rules in a save: how they are written, and how they are found again.

If the caller gives rules, they are compared and nothing is loaded. Otherwise plugins are those
that the caller gives, and installed ones by their exact names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import attrs

from elfen.compiler import Chosen, Hooks, from_recipe, installed, load, manifest_of, migrations_of
from elfen.declare import Board, Plugin, listed
from elfen.errors import ElfenError, Message, SaveError, brief, raised
from elfen.game.ruleset import Ruleset, compile_again, refuse_no_rules
from elfen.game.saves.document import SavedRules, difference, structured
from elfen.kernel import board_facts, told_options

#: What is said of a plugin that a save needs.
NOT_INSTALLED = (
    "expansion {name} (rules version {version}) is not installed; install the package that has it,"
    " or give the plugin in plugins="
)

#: The most plugins that are looked at.
_MOST_PLUGINS = 1_000

#: The parts of a document that a plugin's migration gets, besides its options.
_PARTS = ("begin", "log")


def told(rules: Ruleset) -> dict[str, Any]:
    """The part of a save that describes its rules."""
    board = rules.recipe.board
    return {
        "base": _base(rules),
        "edition": rules.edition,
        "expansions": {p.name: p.manifest.rules_version for p in rules.plugins},
        "options": told_options(rules),
        "board": None if board is None else attrs.asdict(board),
        "fingerprint": rules.fingerprint,
    }


class Found:
    """The rules of a save, and its document upgraded to their versions."""

    def __init__(self, document: dict[str, Any], rules: Ruleset | None, plugins: Any) -> None:
        """Raises `SaveError` if the rules are missing, different, or cannot be compiled."""
        if rules is not None:
            refuse_no_rules(rules, SaveError)
        self.document = document
        #: What was upgraded, and what to install if the upgraded game cannot be replayed.
        self.migrated: list[str] = []
        self.outlived: list[str] = []
        self._saved = structured(document["rules"], SavedRules, "rules")
        try:
            self._hooks = Hooks(self._chosen(rules, plugins))
        except SaveError:
            raise
        except ElfenError as error:
            raise SaveError(error.said, "rules.expansions") from error
        self._bring_up()
        self.rules = self._compiled() if rules is None else rules
        self._compare()

    def _chosen(self, rules: Ruleset | None, plugins: Any) -> list[Chosen]:
        """The plugins of the save, its base first."""
        saved = self._saved
        if saved.base not in saved.expansions:
            raise SaveError(f"{saved.base!r} is not one of the expansions", "rules.base")
        names = sorted(saved.expansions, key=lambda name: (name != saved.base, name))
        if rules is not None:
            given = {plugin.name: plugin.module for plugin in rules.plugins}
            text = (
                "expansion {name} (rules version {version}) is not in the given rules; compile them"
                " with it"
            )
            self._refuse_missing(names, given, text)
            more = sorted(set(given) - set(names))
            if more:
                raise SaveError(
                    f"the given rules have {more[0]!r}, which the game is not played with; compile"
                    " them without it",
                    "rules.expansions",
                )
            return [Chosen(given[name]) for name in names]
        given = _by_name(plugins)
        known = {**installed(), **given}
        self._refuse_missing(names, known, NOT_INSTALLED)
        return [Chosen(given[n]) if n in given else Chosen(load(n), n) for n in names]

    def _refuse_missing(self, names: list[str], known: dict[str, Any], text: str) -> None:
        for name in names:
            if name not in known:
                version = self._saved.expansions[name]
                told = Message("save/missing", text, name=repr(name), version=version)
                raise SaveError(told, f"rules.expansions.{name}")

    def _bring_up(self) -> None:
        """Upgrade the document to the plugins' rules versions, by their migrations."""
        for plugin in self._hooks.plugins:
            saved, now = self._saved.expansions[plugin.name], plugin.manifest.rules_version
            if saved > now:
                told = Message(
                    "save/newer-rules",
                    "the save has rules version {saved} of {plugin}, here it is {now}; install a"
                    " newer version of {package}",
                    saved=saved,
                    plugin=repr(plugin.name),
                    now=now,
                    package=_package(plugin),
                )
                raise SaveError(told, f"rules.expansions.{plugin.name}")
            if saved < now:
                self._migrate(plugin, saved, now)
        if self.migrated:
            self._saved = structured(self.document["rules"], SavedRules, "rules")

    def _migrate(self, plugin: Plugin, saved: int, now: int) -> None:
        where = f"rules.expansions.{plugin.name}"
        steps = migrations_of(self._hooks, plugin)
        for version in range(saved, now):
            if version not in steps:
                told = Message(
                    "save/older-rules",
                    "the save has rules version {saved} of {plugin}, here it is {now}, and no"
                    " migration leads on from {version}; install a version of {package} that has"
                    " rules version {saved}, or one that migrates it",
                    saved=saved,
                    plugin=repr(plugin.name),
                    now=now,
                    version=version,
                    package=_package(plugin),
                )
                raise SaveError(told, where)
            part = self._part(plugin.name)
            try:
                part = json.loads(json.dumps(steps[version](part), allow_nan=False))
            except Exception as error:
                raise SaveError(
                    f"the migration of {plugin.name!r} from rules version {version} raised"
                    f" {raised(error)}",
                    where,
                ) from error
            if (
                type(part) is not dict
                or {*part} != {"options", *_PARTS}
                or type(part["options"]) is not dict
            ):
                raise SaveError(
                    f"the migration of {plugin.name!r} from rules version {version} has to return"
                    f" options, {' and '.join(_PARTS)}, as it was given them",
                    where,
                )
            self._take(plugin.name, part, version + 1)
        self.migrated.append(f"{plugin.name!r} from rules version {saved} to {now}")
        self.outlived.append(
            f"rules version {saved} of {plugin.name!r}: install a version of {_package(plugin)}"
            " that has it"
        )

    def _part(self, name: str) -> dict[str, Any]:
        options = self.document["rules"]["options"]
        own = {
            key.removeprefix(f"{name}."): value
            for key, value in options.items()
            if key.startswith(f"{name}.")
        }
        part = {"options": own, **{key: self.document[key] for key in _PARTS}}
        copy: dict[str, Any] = json.loads(json.dumps(part))
        return copy

    def _take(self, name: str, part: dict[str, Any], version: int) -> None:
        rules = self.document["rules"]
        others = {k: v for k, v in rules["options"].items() if not k.startswith(f"{name}.")}
        own = {f"{name}.{key}": value for key, value in part["options"].items()}
        versions = {**rules["expansions"], name: version}
        rules = {**rules, "options": {**others, **own}, "expansions": versions}
        self.document = {**self.document, "rules": rules, **{key: part[key] for key in _PARTS}}

    def _compiled(self) -> Ruleset:
        saved = self._saved
        board = None
        if saved.board is not None:
            board = structured(saved.board, Board, "rules.board")
        names = {plugin.name: plugin.module for plugin in self._hooks.plugins}
        base = names.pop(saved.base)
        try:
            return compile_again(saved.edition, [*names.values()], saved.options, board, base)
        except ElfenError as error:
            raise SaveError(error.said, "rules") from error

    def _compare(self) -> None:
        """Raise `SaveError` if the rules are not those of the save."""
        now, saved = told(self.rules), self._saved
        now["options"] = {".".join(key): v for key, v in self.rules.option_values.items()}
        later = {".".join(k): o.default for k, o in self.rules.options.items() if o.later}
        then = {**attrs.asdict(saved, recurse=False), "options": {**later, **saved.options}}
        for key in ("base", "edition", "options"):
            found = difference(then[key], now[key], f"rules.{key}")
            if found:
                where, _, what = found.partition(": ")
                raise SaveError(f"{what}, which the rules have", where)
        if saved.board is not None:
            board = structured(saved.board, Board, "rules.board")
            if board_facts(board) != board_facts(self.rules.board):
                raise SaveError("it is not the board of the given rules", "rules.board")
        if not self.migrated and saved.fingerprint != now["fingerprint"]:
            text = (
                "the rules are not the same, though their versions and options are: pieces, board"
                " or numbers of players differ"
            )
            raise SaveError(Message("save/rules", text), "rules.fingerprint")


def _by_name(plugins: Any) -> dict[str, object]:
    """The given plugin objects, by the names in their manifests."""
    if isinstance(plugins, str) or not isinstance(plugins, Iterable):
        plugins = (plugins,)
    given: dict[str, object] = {}
    for module in listed("plugins", plugins, _MOST_PLUGINS):
        if isinstance(module, str):
            raise SaveError(
                f"plugins= takes plugin objects, not {brief(module)}; installed ones are found by"
                " themselves"
            )
        name = manifest_of(module).name
        if given.setdefault(name, module) is not module:
            raise SaveError(f"two given plugins are called {name!r}; give one of them")
    return given


def _base(rules: Ruleset) -> str:
    base = from_recipe(rules.recipe.modules[0])
    return next(plugin.name for plugin in rules.plugins if plugin.module is base)


def _package(plugin: Plugin) -> str:
    """How to name the package of a plugin, with its version if it is installed."""
    point = installed().get(plugin.name)
    if point is None or point.dist is None:
        return Message("save/plugin", "plugin {name}", name=repr(plugin.name))
    text = "package {name} ({version} is installed)"
    return Message("save/package", text, name=repr(point.dist.name), version=point.dist.version)
