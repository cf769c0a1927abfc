"""Invariants: what a plugin guarantees for every state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.declare.named_lists import Entry

if TYPE_CHECKING:
    from elfen.declare.given import Position


@frozen(eq=False, repr=False)
class Invariant(Entry):
    """`problems(position)` gives texts that say what is wrong; none if all is well."""

    problems: Callable[[Position], Iterable[str]]
    text: str = field(kw_only=True)
