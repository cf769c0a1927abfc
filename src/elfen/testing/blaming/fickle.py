"""Who asks for what comes and goes: two runs differ by it once, and perhaps not when run again."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType

from elfen.testing.blaming.attributes import steps_of
from elfen.testing.blaming.trails import Line, Trail

#: Names that give an address, a hash, a time or chance, none of which a rule may go by.
_FICKLE = frozenset(("id", "hash", "time", "datetime", "random", "secrets", "uuid", "urandom"))

#: What gives a module by its name.
_IMPORTS = frozenset(("__import__", "import_module", "importlib"))


def fickle(trail: Trail) -> Iterator[Line]:
    """The lines of functions that ran and that name something of that kind."""
    for code in dict.fromkeys(call.code for call in trail.within()):
        yield from [(code, line) for line in _lines(code)][:1]


def _lines(code: CodeType) -> Iterator[int]:
    imports = False
    for step, line in steps_of(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            imports = step.argval in _IMPORTS
            names = True
        else:
            names = step.opname == "IMPORT_NAME" or (imports and step.opname == "LOAD_CONST")
        if names and step.argval in _FICKLE:
            yield line
