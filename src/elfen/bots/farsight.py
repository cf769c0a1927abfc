"""Farsight: whether a player that asks for advice wants it to look beyond the round."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_far = ContextVar("elfen.bots.farsight", default=False)


@contextmanager
def farsighted() -> Iterator[None]:
    """Advice that is asked for meanwhile looks beyond the round; see `is_farsighted`."""
    token = _far.set(True)
    try:
        yield
    finally:
        _far.reset(token)


def is_farsighted() -> bool:
    """Whether advice is to look beyond the round, and beyond what is certain.

    Advice that makes a `Planner` then gives it an `outlook`, and follows a `hopeful` one where that
    may be worth more.
    """
    return _far.get()
