"""Names that are loaded when they are first asked for, as a game can be played without them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def later(module: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """A `__getattr__` for a module: of each of these names it knows the module that has it."""

    def found(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[module], name, value)  # it is not asked for again
        return value

    return found


def drawn(what: object) -> str:
    """The SVG of a board, a view or a plan; the room that draws is loaded now."""
    picture = import_module("elfen.draw").picture_of(what)
    return str(picture)
