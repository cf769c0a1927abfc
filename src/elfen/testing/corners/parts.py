"""Parts of all that there is to try, so that several trials together try all of it."""

from __future__ import annotations

from zlib import crc32

from attrs import frozen


@frozen
class Part:
    """The `number`-th part of `of` parts of all things that there are to try.

    What seldom matters is tried in one of so many `runs` only, in the `turn`-th.
    """

    number: int = 0
    of: int = 1
    runs: int = 1
    turn: int = 0

    def has(self, *thing: object) -> bool:
        """Whether something is in this part."""
        return self._hash(thing) % self.of == self.number % self.of

    def has_seldom(self, *thing: object) -> bool:
        """Whether something that seldom matters is in this part."""
        turn = self._hash(thing) // self.of % self.runs
        return self.has(*thing) and turn == self.turn % self.runs

    @staticmethod
    def _hash(thing: tuple[object, ...]) -> int:
        return crc32(repr(thing).encode())
