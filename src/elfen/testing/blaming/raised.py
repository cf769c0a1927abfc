"""Where the exception came from by which a law was broken: the innermost plugin that it passed."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from elfen.declare import CORE
from elfen.errors import ElfenError
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.trails import Line
from elfen.testing.law_broken import LawBroken


@frozen
class Raised:
    """The innermost line of a plugin on the traceback of what an error was raised from.

    `by_plugin` if that very function raised it, and not the core, which it had called; `names` are
    the values that names had there; `callers` the plugins' lines on the way, the last first.
    """

    line: Line
    by_plugin: bool
    names: dict[str, object]
    text: str
    callers: tuple[Line, ...] = ()


def cause_of(broken: LawBroken) -> BaseException | None:
    """The exception by which a law was broken, if any."""
    return next((error for error in causes(broken) if not isinstance(error, LawBroken)), None)


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, its cause, and so on; each once, as a plugin may have closed the circle."""
    seen: list[BaseException] = []
    while error is not None and not any(error is one for one in seen):
        seen.append(error)
        yield error
        error = error.__cause__


def raised(broken: LawBroken, authors: Authors) -> Raised | None:
    """The innermost line of a plugin from which what broke a law was raised, if it was raised."""
    found: Raised | None = None
    for error in causes(cause_of(broken)):
        trace = error.__traceback__
        while trace is not None:
            frame, by_plugin = trace.tb_frame, authors.of(trace.tb_frame.f_code)
            if by_plugin not in (None, CORE):
                line = frame.f_code, trace.tb_lineno
                before = () if found is None else (found.line, *found.callers)
                found = Raised(line, True, dict(frame.f_locals), str(error), before)
            elif found is not None:
                found = evolve(found, by_plugin=False)
            trace = trace.tb_next
    return found


def raised_in_the_core(broken: LawBroken, authors: Authors) -> Line | None:
    """The innermost line on the traceback, if it is one of the core, and no error of elfen broke
    the law: the core has not refused anything then, it has failed.
    """
    *_, error = [None, *causes(cause_of(broken))]
    found: Line | None = None
    if error is not None and not isinstance(error, ElfenError):
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if (owner := authors.of(code)) is not None:
                found = (code, trace.tb_lineno) if owner == CORE else None
            trace = trace.tb_next
    return found
