"""Whose code is it: which plugin of a ruleset a piece of code belongs to, and where it is."""

from __future__ import annotations

import sys
from pathlib import Path
from types import CodeType, ModuleType

import elfen.declare
from elfen.declare import CORE
from elfen.game import Ruleset
from elfen.kernel import Rule, code_of, declared
from elfen.testing.blaming.wording import Worded
from elfen.testing.law_broken import Place

_HOUSE = Path(elfen.declare.__file__).parents[1]
_LAWS = Path(__file__).parents[1]

#: Whose functions only hand on what others make: who asked, or made it, is to be named.
_MEMORIES = f"{_HOUSE}/declare/memo.py"


class Authors:
    """The plugins of a ruleset by the files that they are made of.

    A plugin is its package; a plugin outside any package is its file, an object the files of its
    classes, and all of them have the functions that they declare. With `core`, the core is
    taken for a plugin too, but for the laws and for what only remembers.
    """

    def __init__(self, rules: Ruleset, core: bool = False) -> None:
        self.core = core
        self._folders: dict[str, str] = {}
        self._files: dict[str, dict[str, str]] = {}
        self._known: dict[CodeType, str | None] = {}
        self.entries: dict[CodeType, list[Rule]] = {}
        for plugin in rules.plugins:
            self._made_of(plugin.name, plugin.module)
        for function, rule in declared(rules):
            code = code_of(function)
            if code is None:
                continue
            owner = self._folder(code.co_filename)
            if owner is None and not _of_the_core(code.co_filename):
                self._files.setdefault(code.co_filename, {}).setdefault(rule.plugin, "")
                owner = self._known[code] = rule.plugin
            if owner == rule.plugin:
                self.entries.setdefault(code, []).append(rule)

    def _made_of(self, name: str, module: object) -> None:
        if isinstance(module, ModuleType):
            package = module.__name__ if hasattr(module, "__path__") else module.__package__
            file = getattr(sys.modules.get(package or ""), "__file__", None)
            if file:
                self._folders[str(Path(file).parent) + "/"] = name
            elif getattr(module, "__file__", None):
                self._files.setdefault(str(module.__file__), {})[name] = ""
            return
        for cls in type(module).__mro__:
            file = getattr(sys.modules.get(cls.__module__), "__file__", None)
            if file and cls.__module__ not in sys.stdlib_module_names:
                self._files.setdefault(file, {}).setdefault(name, cls.__qualname__)

    def of(self, code: CodeType) -> str | None:
        """The plugin that a piece of code belongs to; None for code of nobody's."""
        if code not in self._known:
            self._known[code] = self._owner(code)
        return self._known[code]

    def of_anyone(self, code: CodeType) -> str | None:
        """The plugin that a piece of code belongs to; the core's for what only remembers, too."""
        return CORE if code.co_filename == _MEMORIES else self.of(code)

    def is_declared_as(self, code: CodeType, field: str) -> bool:
        """Whether a function is declared as this field of an entry."""
        return any(rule.field == field for rule in self.entries.get(code, ()))

    def _owner(self, code: CodeType) -> str | None:
        return self._owner_of(code.co_filename, code.co_qualname)

    def _owner_of(self, file: str, qualname: str) -> str | None:
        if (owner := self._folder(file)) is not None:
            return owner
        if names := self._files.get(file):
            outer = qualname.split(".")[0]
            fitting = [name for name, cls in names.items() if cls.split(".")[0] == outer]
            return [*fitting, *names][0]
        return CORE if self.core and _of_the_core(file) and not _passed_over(file) else None

    def _folder(self, file: str) -> str | None:
        return next((name for at, name in self._folders.items() if file.startswith(at)), None)

    def place(self, code: CodeType, line: int | None = None, sure: bool = True) -> Place:
        """A line of a function as a place; the function's first line if none is given."""
        return Place(
            self.of(code) or CORE,
            _function(code),
            _relative(Path(code.co_filename)),
            code.co_firstlineno if line is None else line,
            sure,
        )

    def place_of(self, worded: Worded) -> Place | None:
        """The line in which a plugin's class says its verb."""
        at, name = worded.place(), worded.cls.__qualname__
        owner = None if at is None else self._owner_of(str(at[0]), name)
        return None if at is None or owner is None else Place(owner, name, _relative(at[0]), at[1])


def _function(code: CodeType) -> str:
    """The name of a function; a comprehension belongs to the function around it."""
    name = code.co_qualname
    while name.endswith(("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")):
        name = name.rpartition(".")[0].removesuffix(".<locals>")
    return name


def _relative(file: Path) -> str:
    """A file from its top package on: `elfen_gold/auction.py`."""
    top = file.parent
    while (top / "__init__.py").exists() and top != top.parent:
        top = top.parent
    return file.relative_to(top).as_posix() if file.is_absolute() else file.name


def _of_the_core(file: str) -> bool:
    return file.startswith(f"{_HOUSE}/") or file.startswith("<")


def _passed_over(file: str) -> bool:
    """Whether code of the core is never to blame."""
    return file == _MEMORIES or file.startswith(f"{_LAWS}/") or file.startswith("<")
