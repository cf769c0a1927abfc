"""The dealer: where chance comes from, as a frozen value.

A dealer is a seed and a position. The n-th number it gives is a function of the two
(BLAKE2b of seed and position), so a dealer can be copied, compared and resumed, games
never share a generator, and what was dealt says nothing about what will be.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from itertools import chain, repeat

from attrs import field, frozen

_LARGE = 1 << 512
_LARGEST = 1 << 448
_SMALL = 1 << 128
_SMALL_N = 1 << 64


@frozen
class Dealer:
    """The state of a game's chance. Its repr does not show the seed."""

    seed: bytes = field(repr=False)
    position: int = 0

    @classmethod
    def seeded(cls, seed: int | str | None = None) -> Dealer:
        """A dealer for a number or a text; without one, from the system's entropy."""
        if seed is None:
            return cls(secrets.token_bytes(32))
        kind = "int" if isinstance(seed, int) else "str"
        return cls(blake2b(f"elfen:{kind}:{seed}".encode(), digest_size=32).digest())

    def below(self, n: int) -> tuple[int, Dealer]:
        """A uniform number from 0 to n - 1, and the next dealer."""
        if not 0 < n <= _LARGEST:
            raise ValueError(f"below({n}): n must be from 1 to 2**448")
        size, limit = (16, _SMALL) if n <= _SMALL_N else (64, _LARGE)
        position = self.position
        while True:
            digest = blake2b(self.seed + position.to_bytes(8, "big")).digest()
            number = int.from_bytes(digest[:size], "big")
            position += 1
            if number < limit - limit % n:
                return number % n, Dealer(self.seed, position)

    def take(self, pool: tuple[int, ...], n: int) -> tuple[tuple[int, ...], Dealer]:
        """n pieces drawn blind from a pool of counts: counts by kind, and the next dealer."""
        total = sum(pool)
        if not 0 <= n <= total:
            raise ValueError(f"{n} pieces from a pool of {total}")
        left = [*chain.from_iterable(map(repeat, range(len(pool)), pool))]
        taken = [0] * len(pool)
        dealer = self
        while n:
            ways, batch = 1, 0
            while batch < n and ways * (total - batch) <= _LARGEST:
                ways *= total - batch
                batch += 1
            number, dealer = dealer.below(ways)
            for _ in range(batch):
                number, at = divmod(number, total)
                total -= 1
                taken[left[at]] += 1
                left[at] = left[total]
            n -= batch
        return tuple(taken), dealer
