"""Terrains: what kinds of routes a board may have."""

from __future__ import annotations

from attrs import field, frozen

from elfen.declare.values import Value


@frozen(eq=False, repr=False)
class Terrain(Value):
    """A terrain by the id that board files use.

    Routes of a `directed` terrain have a stream; routes that are no `road` are travelled by water.
    """

    id: str
    name: str = field(kw_only=True)
    road: bool = field(kw_only=True, default=True)
    directed: bool = field(kw_only=True, default=False)
