"""Limits of time: a trial that takes too long is stopped, and says what it was doing."""

from __future__ import annotations

import math
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from elfen.testing.law_broken import PROGRESS, LawBroken

#: When the time is over, a call of the rules is stuck if it still runs after so many looks; if it
#: calls functions of plugins again and again, after that many times as many.
_LOOKS = 20
_MORE = 4
#: After so many seconds a block that was to stop and runs on is stopped once more: what is raised
#: in a finalizer or a callback of the garbage collection is lost.
_AGAIN = 1.0
_LAWS = str(Path(__file__).parents[1])
_CORE = [str(Path(_LAWS).parent / room) for room in ("kernel", "declare", "game", "views")]


class TooLong(BaseException):
    """A trial is stopped, though nothing is wrong but the time that it takes."""


class Stuck(BaseException):
    """A call of the rules does not come back: nothing may call it again, to find the reason."""


@contextmanager
def limited(seconds: float, patience: float) -> Iterator[None]:
    """Stop this block after so many seconds of processor time.

    A call of the rules that is running then has so many more, its `patience`, to come back. It has
    four times as many while it does not stay in one function of a plugin: perhaps it lists very
    much. Raises `LawBroken` (progress) if it does not come back, and else `TooLong`. Without
    signals, as in a thread or on Windows, nothing is stopped.
    """
    if not hasattr(signal, "setitimer") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    called: list[tuple[FrameType, FrameType | None]] = []

    def rings(number: int, frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, _AGAIN)  # Python may drop what is raised here
        here, own = _call_of_the_rules(frame), _call_of_a_plugin(frame)
        looks = len(called)
        if here is None or (called and here is not called[0][0]):
            law = _law(frame)
            raise TooLong(
                f"stopped after {seconds + patience * looks / _LOOKS:.0f} seconds of processor time"
                + (f", in the law of {law}" if law else "")
            )
        stays = all(one is own for _, one in called)
        if looks >= (_LOOKS if stays else _LOOKS * _MORE):
            raise Stuck(
                f"a call of the rules has not come back after {patience * looks / _LOOKS:.0f}"
                f" seconds of processor time: {_where(frame)}"
            )
        called.append((here, own))
        signal.setitimer(signal.ITIMER_PROF, patience / _LOOKS)

    before = signal.signal(signal.SIGPROF, rings)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except Stuck as reason:
        raise LawBroken(PROGRESS, str(reason)) from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        called.clear()


def seconds_left() -> float:
    """The processor time that is left to the block that is limited, in seconds; without end if
    none is.
    """
    left = signal.getitimer(signal.ITIMER_PROF)[0] if hasattr(signal, "getitimer") else 0.0
    return left or math.inf


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _call_of_the_rules(frame: FrameType | None) -> FrameType | None:
    """The outermost frame that a law has called; None if the law itself runs."""
    found: FrameType | None = None
    for one in _frames(frame):
        if one.f_code.co_filename.startswith(_LAWS):
            return found
        found = one
    return None


def _call_of_a_plugin(frame: FrameType | None) -> FrameType | None:
    """The outermost function outside elfen's core that a law has called by the rules; None if none
    runs.
    """
    found: FrameType | None = None
    for one in _frames(frame):
        if one.f_code.co_filename.startswith(_LAWS):
            return found
        if not _is_core(one):
            found = one
    return None


def _is_core(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    return file.startswith((*_CORE, sys.base_prefix))


def _where(frame: FrameType | None) -> str:
    """The innermost function outside elfen's core, or the innermost of all."""
    frames = [*_frames(frame)]
    one = next((one for one in frames if not _is_core(one)), frames[0])
    code = one.f_code
    return f"it is in {code.co_qualname}, line {one.f_lineno} of {Path(code.co_filename).name}"


def _law(frame: FrameType | None) -> str | None:
    """The law that is being checked."""
    for one in _frames(frame):
        if one.f_code.co_name == "asked" and one.f_code.co_filename.startswith(_LAWS):
            law = one.f_locals.get("law")
            return law if isinstance(law, str) else None
    return None
