"""The roads of `Planning` in blocks: deprecated, as Elfenland no longer uses them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    from elfen.land.vacant_roads import Lying, Vacancy

    class _HasRoads(Protocol):
        """The routes that some counter suits, and which of them are vacant."""

        @property
        def roads(self) -> list[int]: ...

        @property
        def vacancy(self) -> Vacancy: ...


BLOCK = 8


class Blocks:
    """The roads that some counter suits in blocks of at most eight, and bit sets of them."""

    __slots__ = ()

    @property
    def blocks(self: _HasRoads) -> tuple[tuple[int, ...], ...]:
        """The roads in blocks of nearly equal size. Deprecated: read `roads`."""
        _warn("blocks", "roads")
        return _in_blocks(self.roads)

    @property
    def place_of(self: _HasRoads) -> dict[int, tuple[int, int]]:
        """The block, and the bit there, of each road. Deprecated: read `roads`."""
        _warn("place_of", "roads")
        return {
            route: (block, 1 << n)
            for block, routes in enumerate(_in_blocks(self.roads))
            for n, route in enumerate(routes)
        }

    def taken(self: _HasRoads, routes: Sequence[Lying]) -> list[int]:
        """For each block, the bit set of its roads with a counter.

        Deprecated: read `transports`, of which no two lie on a road.
        """
        _warn("taken", "transports")
        vacant = self.vacancy.vacant
        return [
            sum(1 << n for n, route in enumerate(block) if not vacant(routes[route]))
            for block in _in_blocks(self.roads)
        ]


def _in_blocks(roads: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    most = -(-len(roads) // -(-len(roads) // BLOCK)) if roads else BLOCK
    return tuple(tuple(roads[n : n + most]) for n in range(0, len(roads), most))


def _warn(name: str, instead: str) -> None:
    warnings.warn(
        f"elfen.land.Planning.{name} is deprecated; use {instead} instead",
        DeprecationWarning,
        stacklevel=3,
    )
