"""Terrains: what kinds of routes a board may have."""

from __future__ import annotations

from attrs import field, frozen


@frozen
class Terrain:
    """A terrain by the id that board files use; a directed one has a stream to go with."""

    id: str
    name: str = field(kw_only=True)
    directed: bool = field(kw_only=True, default=False)
