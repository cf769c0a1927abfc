"""When Python looks for garbage, and among what."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: How many new objects, and rounds of younger garbage, there have to be before garbage is looked
#: for.
_SELDOM = (10_000, 20, 20)


@contextmanager
def garbage_waits() -> Iterator[None]:
    """Look for garbage seldom, and not at all in what was there before.

    Laws make very many small objects, which last no longer than the next state: otherwise a fifth
    of the time would go into looking for garbage among them.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        with only_new_objects():
            yield
    finally:
        gc.set_threshold(*thresholds)


@contextmanager
def only_new_objects() -> Iterator[None]:
    """Look for garbage, and at objects, only among those that are made here."""
    frozen = gc.get_freeze_count()
    gc.freeze()
    try:
        yield
    finally:
        if not frozen:
            gc.unfreeze()
