"""The dealer: where chance comes from, as a frozen value.

A dealer is a seed and a position. The n-th number it gives is a function of the two
(BLAKE2b of seed and position), so a dealer can be copied, compared and resumed, games
never share a generator, and what was dealt says nothing about what will be.
"""

from __future__ import annotations

import secrets
import struct
from hashlib import blake2b
from itertools import chain, repeat
from typing import cast

from attrs import define, field, frozen

_WORD = 64
#: So many more bits are drawn than the number needs, so that it is hardly ever drawn again.
_SPARE = 32
_LARGEST = 1 << 448
_EIGHT_WORDS = struct.Struct(">8Q").unpack


@define(eq=False, repr=False)
class _OpenDealer:
    """The fields of a dealer while it is made."""

    seed: bytes = field(repr=False)
    position: int = 0
    _block: tuple[int, ...] = field(default=(), init=False, repr=False, eq=False)


@frozen  # pyright: ignore[reportGeneralTypeIssues]
class Dealer(_OpenDealer):
    """The state of a game's chance. Its repr does not show the seed.

    `position` counts the words of 64 bits that were used; `block` is the run of eight words
    that the position is in, kept so that it is worked out once. No constructor takes it, so
    that it always is the one of its position.
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
        return shuffler.below(n), shuffler.dealer

    def take(self, pool: tuple[int, ...], n: int) -> tuple[tuple[int, ...], Dealer]:
        """n pieces drawn blind from a pool of counts: counts by kind, and the next dealer."""
        shuffler = self.shuffler()
        return shuffler.take(pool, n), shuffler.dealer

    def shuffler(self) -> Shuffler:
        """This dealer at work, for several numbers in a row."""
        return Shuffler(self)


class Shuffler:
    """A dealer at work: gives numbers one after the other. Good for one step of the kernel."""

    __slots__ = ("_block", "_position", "_seed")

    def __init__(self, dealer: Dealer) -> None:
        self._seed = dealer.seed
        self._position = dealer.position
        self._block = dealer._block

    @property
    def dealer(self) -> Dealer:
        """The dealer as it now is."""
        dealer = _OpenDealer(self._seed, self._position)
        dealer._block = self._block
        dealer.__class__ = Dealer  # as in `new_state`: cheaper than the frozen constructor
        return cast(Dealer, dealer)

    def below(self, n: int) -> int:
        """A uniform number from 0 to n - 1 (Lemire's method, exact)."""
        if not 0 < n <= _LARGEST:
            raise ValueError(f"below({n}): n must be from 1 to 2**448")
        bits = _WORD
        number = self._word()
        while n >> (bits - _SPARE):
            number = number << _WORD | self._word()
            bits += _WORD
        product = number * n
        rest = product & (1 << bits) - 1
        if rest < n and rest < (1 << bits) % n:
            return self.below(n)
        return product >> bits

    def _word(self) -> int:
        at = self._position & 7
        if not at or not self._block:
            run = (self._position >> 3).to_bytes(8, "big")
            self._block = _EIGHT_WORDS(blake2b(self._seed + run).digest())
        self._position += 1
        return self._block[at]

    def take(self, pool: tuple[int, ...], n: int) -> tuple[int, ...]:
        """n pieces drawn blind from a pool of counts: counts by kind."""
        total = sum(pool)
        if not 0 <= n <= total:
            raise ValueError(f"{n} pieces from a pool of {total}")
        left = [*chain.from_iterable(map(repeat, range(len(pool)), pool))]
        taken: list[int] = []
        while n:
            ways, batch = 1, 0
            while batch < n and ways * (total - batch) <= _LARGEST:
                ways *= total - batch
                batch += 1
            number = self.below(ways)
            for size in range(total, total - batch, -1):
                number, at = divmod(number, size)
                taken.append(left.pop(at))
            total -= batch
            n -= batch
        return tuple(map(taken.count, range(len(pool))))
