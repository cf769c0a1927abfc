"""The dealer: where chance comes from, as a frozen value.

A dealer is a seed and a position in an endless row of words of 32 bits, sixteen of which
are BLAKE2b of the seed and their run's number. So a dealer can be copied, compared and
resumed, games never share a generator, and what was dealt says nothing about what will be.
"""

from __future__ import annotations

import secrets
import struct
from hashlib import blake2b
from itertools import chain, repeat
from math import prod

from attrs import define, field, frozen

_WORD = 1 << 32
_RUN = struct.Struct(">16I").unpack
#: Numbers below this take one word; larger ones as many as have 16 bits more than they need.
_SMALL = 1 << 16
_SPARE = 16
_LARGEST = 1 << 448
#: So many pieces of a draw are told by one number, the smaller the faster to take apart.
_AT_ONCE = 8
#: A word below this favours no number below `_SMALL`: no remainder is cut off yet.
_SURE = _WORD - _SMALL

_unfilled = object.__new__


@define(eq=False, repr=False)
class _OpenDealer:
    """The fields of a dealer while it is made."""

    seed: bytes = field(repr=False)
    position: int = 0
    _block: tuple[int, ...] = field(default=(), init=False, repr=False, eq=False)


@frozen  # pyright: ignore[reportGeneralTypeIssues]
class Dealer(_OpenDealer):
    """The state of a game's chance. Its repr does not show the seed.

    `position` counts the words that were used; `block` is the run of sixteen words that the
    position is in, kept so that it is worked out once. No constructor takes it, so that it
    always is the one of its position.
    """

    @classmethod
    def seeded(cls, seed: int | str | None = None) -> Dealer:
        """A dealer for a number or a text; without one, from the system's entropy.

        Raises `TypeError` for anything else, so that 1 and 1.0 are not two seeds by accident.
        """
        if seed is None:
            return cls(secrets.token_bytes(32))
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise TypeError(f"a seed is a whole number or a text, not {type(seed).__name__}")
        kind = "int" if isinstance(seed, int) else "str"
        return cls(blake2b(f"elfen:{kind}:{seed}".encode(), digest_size=32).digest())

    def below(self, n: int) -> tuple[int, Dealer]:
        """A uniform number from 0 to n - 1, and the next dealer."""
        shuffler = self.shuffler()
        return shuffler.below(n), shuffler.freeze()

    def take(self, pool: tuple[int, ...], n: int) -> tuple[tuple[int, ...], Dealer]:
        """n pieces drawn blind from a pool of counts: counts by kind, and the next dealer."""
        shuffler = self.shuffler()
        return shuffler.take(pool, n), shuffler.freeze()

    def shuffler(self) -> Shuffler:
        """This dealer at work, for several numbers in a row."""
        shuffler = _unfilled(Shuffler)  # as in `Table.freeze`
        shuffler.seed = self.seed
        shuffler.position = self.position
        shuffler._block = self._block
        return shuffler


class Shuffler(_OpenDealer):
    """A dealer at work: gives numbers one after the other. Good for one step of the kernel."""

    __slots__ = ()

    def freeze(self) -> Dealer:
        """The dealer after these numbers. The shuffler becomes it, and is used up."""
        self.__class__ = Dealer  # type: ignore[assignment]
        return self  # type: ignore[return-value]

    def below(self, n: int) -> int:
        """A uniform number from 0 to n - 1: the next words modulo n, less those that favour some.

        The words make a number of so many bits; from the last multiple of n on it is drawn
        again.
        """
        if not 0 < n <= _SMALL:
            return self._large(n)
        at = self.position & 15
        if not at or not self._block:
            self._refill()
        self.position += 1
        word = self._block[at]
        if word < _SURE or word < _WORD - _WORD % n:
            return word % n
        return self.below(n)

    def _large(self, n: int) -> int:
        if not 0 < n <= _LARGEST:
            raise ValueError(f"below({n}): n must be from 1 to 2**448")
        size, number = 1, 0
        while size < n << _SPARE:
            if not self.position & 15 or not self._block:
                self._refill()
            size, number = size * _WORD, number * _WORD + self._block[self.position & 15]
            self.position += 1
        return number % n if number < size - size % n else self._large(n)

    def _refill(self) -> None:
        run = (self.position >> 4).to_bytes(8, "big")
        self._block = _RUN(blake2b(self.seed + run).digest())

    def take(self, pool: tuple[int, ...], n: int) -> tuple[int, ...]:
        """n pieces drawn blind from a pool of counts: counts by kind."""
        total = sum(pool)
        if not 0 <= n <= total:
            raise ValueError(f"{n} pieces from a pool of {total}")
        left = [*chain.from_iterable(map(repeat, range(len(pool)), pool))]
        taken = [0] * len(pool)
        while n:
            # One number stands for as many pieces as it has room for, the first in its last digit.
            sizes = range(total, total - min(n, _AT_ONCE), -1)
            number = self.below(prod(sizes))
            for size in sizes:
                number, at = divmod(number, size)
                taken[left.pop(at)] += 1
            total -= len(sizes)
            n -= len(sizes)
        return tuple(taken)
