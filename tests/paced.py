"""How long something takes, in a unit that a slow machine shares: counting.

A second of one machine is half a second of another, or of the same one a minute later. So the
yardstick of the tests is what counting takes here and now.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from contextlib import suppress

from elfen import ElfenError

#: How far is counted, and how many seconds of the processor that takes on a usual machine.
FAR, USUAL = 600_000, 0.01
#: A machine may stumble: what takes too long is tried again.
TRIES = 3


def seconds(ask: Callable[[], object], most: float) -> float:
    """Seconds of a usual machine's processor that `ask` takes: the least of a few tries, or `most`.

    Errors of elfen count as answers.
    """
    least = float("inf")
    gc.disable()  # it would look at millions of objects of other tests
    try:
        for _ in range(TRIES):
            least = min(least, _took(ask) / slowness())
            if least <= most:
                break
    finally:
        gc.enable()
    return least


def slowness() -> float:
    """How much slower than a usual machine this one is at this moment, by counting."""
    return _took(_count) / USUAL


def _count() -> None:
    for _ in range(FAR):
        pass


def _took(ask: Callable[[], object]) -> float:
    start = time.process_time()
    with suppress(ElfenError):
        ask()
    return time.process_time() - start
