"""What two runs differed by is gone when they are run again: who asks for what comes and goes."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType

from elfen.testing.blaming.attributes import steps_of
from elfen.testing.blaming.trails import Line, Trail

#: Names that give an address, a hash, a time or chance, none of which a rule may go by.
_FICKLE = frozenset(("id", "hash", "time", "datetime", "random", "secrets", "uuid", "urandom"))


def fickle(trail: Trail) -> Iterator[Line]:
    """The lines of functions that ran and that name something of that kind."""
    for code in dict.fromkeys(call.code for call in trail.within()):
        yield from [(code, line) for line in _lines(code)][:1]


def _lines(code: CodeType) -> Iterator[int]:
    for step, line in steps_of(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval in _FICKLE:
            yield line
