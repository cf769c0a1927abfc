"""Where a class says what its values are called."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from attrs import frozen

from elfen.declare import Action


@frozen
class Worded:
    """A class of actions whose verb may be wrong; calling it tells the verb."""

    cls: type[Action]

    def __call__(self) -> str:
        """The verb."""
        return self.cls.verb

    def place(self) -> tuple[Path, int] | None:
        """The file and the line of the verb, or of the class if that has none; None if unknown."""
        file = getattr(sys.modules.get(self.cls.__module__), "__file__", None)
        try:
            body = ast.parse(Path(file or "").read_text(encoding="utf-8")).body
        except (OSError, SyntaxError):
            return None
        found: ast.ClassDef | None = None
        for name in self.cls.__qualname__.split("."):
            named = (n for n in body if isinstance(n, ast.ClassDef) and n.name == name)
            found = next(named, None)
            body = found.body if found is not None else []
        if found is None or file is None:
            return None
        return Path(file), next((n.lineno for n in body if _sets_verb(n)), found.lineno)


def _sets_verb(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return any(isinstance(one, ast.Name) and one.id == "verb" for one in targets)
