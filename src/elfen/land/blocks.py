"""What `Planning` has of roads in blocks: deprecated, as nothing of Elfenland reads it any more."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elfen.land.vacancy import Lying, Vacancy

BLOCK = 8


class Blocks:
    """The roads that some counter suits in blocks of at most eight, and bit sets of them."""

    __slots__ = ()

    vacancy: Vacancy

    @cached_property
    def roads(self) -> list[int]:
        """The routes that some counter suits."""
        raise NotImplementedError

    @property
    def blocks(self) -> tuple[tuple[int, ...], ...]:
        """The roads in blocks, as even as can be. Deprecated: read `roads`."""
        _warn("blocks", "roads")
        return self._blocks

    @property
    def place_of(self) -> dict[int, tuple[int, int]]:
        """The block, and the bit there, of each road. Deprecated: read `roads`."""
        _warn("place_of", "roads")
        return {
            route: (block, 1 << n)
            for block, routes in enumerate(self._blocks)
            for n, route in enumerate(routes)
        }

    def taken(self, routes: Sequence[Lying]) -> list[int]:
        """For each block the bit set of its roads where a counter lies.

        Deprecated: read `transports`, of which no two lie on a road.
        """
        _warn("taken", "transports")
        vacant = self.vacancy.vacant
        return [
            sum(1 << n for n, route in enumerate(block) if not vacant(routes[route]))
            for block in self._blocks
        ]

    @property
    def _blocks(self) -> tuple[tuple[int, ...], ...]:
        roads = self.roads
        most = -(-len(roads) // -(-len(roads) // BLOCK)) if roads else BLOCK
        return tuple(tuple(roads[n : n + most]) for n in range(0, len(roads), most))


def _warn(name: str, instead: str) -> None:
    warnings.warn(
        f"elfen.land.Planning.{name} is deprecated; use {instead} instead",
        DeprecationWarning,
        stacklevel=3,
    )
