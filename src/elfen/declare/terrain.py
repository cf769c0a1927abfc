"""Terrains: what kinds of routes a board may have."""

from __future__ import annotations

from attrs import field, frozen


@frozen
class Terrain:
    """A terrain by the id that board files use.

    A directed one has a stream to go with; what is no `road` is travelled by water.
    """

    id: str
    name: str = field(kw_only=True)
    road: bool = field(kw_only=True, default=True)
    directed: bool = field(kw_only=True, default=False)
