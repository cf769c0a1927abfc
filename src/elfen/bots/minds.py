"""Memory: what a player that goes by advice keeps in mind from one decision to the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_memory: ContextVar[dict[str, Any] | None] = ContextVar("elfen.bots.minds", default=None)


@contextmanager
def remembering(memory: dict[str, Any]) -> Iterator[None]:
    """Advice that is asked for meanwhile may keep things in this memory; see `memory`."""
    token = _memory.set(memory)
    try:
        yield
    finally:
        _memory.reset(token)


def memory() -> dict[str, Any]:
    """What the player that asks for advice keeps in mind: a dictionary of its own, by names like
    `land/tour`.

    It is empty at first, and always if no player asks. Whoever plays several games has one memory:
    what advice finds there may come from another game, and has to be checked against the view.
    """
    found = _memory.get()
    return {} if found is None else found
