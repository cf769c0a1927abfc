"""Who keeps something by its address: another thing may get that, unless what had it is held."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType

from elfen.testing import patience
from elfen.testing.blaming.attributes import steps_of
from elfen.testing.blaming.trails import Line


def keepers_by_address(
    run: Callable[[], object], watched: Callable[[CodeType], object], until: float
) -> list[Line]:
    """Who lets go what it keeps something by: whoever made what is kept, and who put it there.

    If all is held, everybody that keeps something by its address.
    """
    follower = _Follower(watched, until)
    before = sys.getprofile()
    sys.setprofile(follower.told)
    try:
        run()
    except Exception:  # who keeps something may come before that
        pass
    finally:
        sys.setprofile(before)
    return [*dict.fromkeys(follower.found)] or [(c, at) for c, at in follower.puts.items() if at]


def _puts_by_address(code: CodeType) -> int:
    """The first line in which a function that asks for an address fills a table; 0 if none does."""
    if "id" not in code.co_names:
        return 0
    return next((line for step, line in steps_of(code) if step.opname == "STORE_SUBSCR"), 0)


class _Follower:
    """Looks at what is kept by address, each time that a function which does so answers."""

    def __init__(self, watched: Callable[[CodeType], object], until: float) -> None:
        self.found: list[Line] = []
        self._watched, self._until = watched, until
        #: In which line functions that ran put something into a table by its address; 0 if in none.
        self.puts: dict[CodeType, int] = {}
        #: By address, the last answer that was there and who gave it; held, so that it stays there.
        self._answers: dict[int, tuple[object, Line]] = {}

    def told(self, frame: FrameType, event: str, arg: object) -> None:
        """The profile function."""
        code = frame.f_code
        if event != "return" or patience.is_over(self._until) or not self._watched(code):
            return
        if code not in self.puts:
            self.puts[code] = _puts_by_address(code)
        if line := self.puts[code]:
            for kept in _not_holding(frame):
                _, maker = self._answers.get(id(kept), (None, None))
                self.found += [*([maker] if maker else ()), (code, line)]
        self._answers[id(arg)] = arg, (code, frame.f_lineno)


def _not_holding(frame: FrameType) -> Iterator[object]:
    """What a function has put into a table by the address of something, and does not hold that."""
    values = [*frame.f_locals.values()]
    attributes = [getattr(frame.f_locals.get("self"), name, None) for name in frame.f_code.co_names]
    for table in [one for one in (*values, *attributes) if isinstance(one, dict)]:
        for key in values:
            kept = table.get(id(key), key)
            if kept is not key and not any(one is key for one in _parts(kept)):
                yield kept


def _parts(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else ()
