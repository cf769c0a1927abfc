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
    is_import = False  # a name just loaded imports what the next constant names
    for step, line in steps_of(code):
        is_name = step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "IMPORT_NAME")
        if is_name:
            is_import = step.argval in _IMPORTS
        elif step.opname == "LOAD_CONST" and is_import:
            is_name, is_import = True, False
        if is_name and step.argval in _FICKLE:
            yield line
