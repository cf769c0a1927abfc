"""The dealer: where chance comes from, as a frozen value.

A dealer is a seed and a position in an endless sequence of 32-bit words. Each run of sixteen words
is BLAKE2b of the seed and the run's number; after `LAST` words, which no game needs, the sequence
begins anew. So a dealer can be copied, compared and resumed, games never share a generator, and
what was dealt says nothing about what will be.
"""

from __future__ import annotations

import struct
from math import prod
from operator import mul, sub
from typing import Any

from attrs import define, field, frozen

from elfen.declare import Memo, bare_text, listed, whole
from elfen.errors import FAULTS, ElfenError, SeedError, brief, raised

Counts = tuple[int, ...]

#: The last position of a dealer, where it goes on as from the first.
LAST = 1 << 62
#: The largest bound of a number.
LARGEST_BOUND = 1 << 448

_WORD = 1 << 32
_RUN = struct.Struct(">16I").unpack
#: Bounds up to this take one word; larger ones as many as give 16 bits more than needed.
_SMALL = 1 << 16
_SPARE = 16
#: How many pieces of a draw one number encodes: small numbers are faster to take apart.
_AT_ONCE = 8
#: A word below this is never rejected for a bound up to `_SMALL`.
_SURE = _WORD - _SMALL
#: Up to this number of pieces, counting is faster than laying out the pool.
_FEW = 3
#: From here on, Python does not write numbers in decimal digits.
_UNWRITTEN = 10**4300
#: A byte for each kind of a pool: popping from a bytearray is fastest.
_BYTES = tuple(bytes([kind]) for kind in range(256))

_NOTHING_LAID: tuple[Counts, bytearray] = ((), bytearray())
_unfilled = object.__new__


class _AtWork:
    """What a dealer at work has besides its fields; a frozen dealer does not have it."""

    __slots__ = ("_laid",)

    #: The pool that was drawn from last, as the draw left it, and its pieces laid out.
    _laid: tuple[Counts, bytearray | list[int]]


@define(eq=False, repr=False)
class _OpenDealer(_AtWork):
    """The fields of a dealer while it is made."""

    seed: bytes = field(repr=False)
    position: int = 0
    _block: tuple[int, ...] = field(default=(), init=False, repr=False, eq=False)


@frozen  # pyright: ignore[reportGeneralTypeIssues]
class Dealer(_OpenDealer):
    """The state of a game's chance; `Dealer.seeded` makes one from a number or a text.

    Its repr does not show the seed. `position` counts the words used so far; `_block` is the run of
    sixteen words at that position, kept so that it is computed once. The constructor does not take
    it, so it always fits the position. Raises `SeedError` (a `TypeError`) for a seed that is not
    bytes, or for a position that is not a whole number from 0 to `LAST`.
    """

    def __attrs_post_init__(self) -> None:
        if type(self.seed) is not bytes or not is_position(self.position):
            raise SeedError(
                "a Dealer is made of the bytes of a seed and a position, a whole number from 0 to"
                " 2**62; for a number or a text of your own write Dealer.seeded(...)"
            )

    @classmethod
    def seeded(cls, seed: int | str | None = None) -> Dealer:
        """A dealer for a number or a text; without a seed, from the system's entropy.

        Raises `SeedError` for anything else, so that 1 and 1.0 are not two seeds by accident.
        """
        if seed is None:
            import secrets

            return cls(secrets.token_bytes(32))
        from hashlib import blake2b

        kind = "int" if isinstance(seed, int) else "str"
        return cls(blake2b(in_bytes(f"elfen:{kind}:{seed_text(seed)}"), digest_size=32).digest())

    def below(self, n: int) -> tuple[int, Dealer]:
        """A uniform number from 0 to n - 1, and the next dealer."""
        # The most common case, a small bound with a word at hand, needs no shuffler.
        at = self.position & 15
        if 0 < n <= _SMALL and at and (block := self._block) and (word := block[at]) < _SURE:
            after: Any = _unfilled(Shuffler)
            after.seed = self.seed
            after.position = self.position + 1
            after._block = block
            after.__class__ = Dealer
            return word % n, after
        shuffler = self.shuffler()
        return shuffler.below(n), shuffler.freeze()

    def take(self, pool: Counts, n: int) -> tuple[Counts, Dealer]:
        """Draw n pieces blind from a pool of counts: counts by kind, and the next dealer."""
        taken, _, after = self.draw(pool, n)
        return taken, after

    def draw(self, pool: Counts, n: int) -> tuple[Counts, Counts, Dealer]:
        """What `take` draws, what is left of the pool, and the next dealer.

        Raises `ValueError` for more pieces than the pool has, and `ElfenError` for what is no pool
        of counts or no number.
        """
        shuffler = self.shuffler()
        try:
            taken, left = shuffler.draw(pool, n)
        except FAULTS as error:
            _refuse_no_draw(pool, n)
            if isinstance(error, (ValueError, ElfenError)):
                raise
            raise ElfenError(f"{brief(n)} pieces cannot be drawn: {raised(error)}") from error
        return taken, left, shuffler.freeze()

    def shuffler(self) -> Shuffler:
        """A shuffler that begins at this dealer, for several numbers in a row."""
        shuffler = _unfilled(Shuffler)  # faster than a call of the class
        shuffler.seed = self.seed
        shuffler.position = self.position
        shuffler._block = self._block
        shuffler._laid = _NOTHING_LAID
        return shuffler


def _refuse_no_draw(pool: object, n: object) -> None:
    """Raise `ElfenError` if nothing can be drawn from such a pool, or no such number."""
    whole(n, "the number of pieces")
    for count in listed("a pool", pool):
        whole(count, "a count of a pool", 0)


def is_position(value: object) -> bool:
    """Whether a dealer can be at this position."""
    return type(value) is int and 0 <= value <= LAST


def seed_text(seed: int | str) -> str:
    """A seed as text, by which others can be made of it; raises `SeedError` for what is none."""
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise SeedError(
            f"a seed is a whole number or a text, not {type(seed).__name__}; without one, chance is"
            " unpredictable"
        )
    if isinstance(seed, str):
        return bare_text(seed)
    number = int.__int__(seed)  # without the methods of a class of its own
    return hex(number) if abs(number) >= _UNWRITTEN else str(number)


def in_bytes(text: str) -> bytes:
    """A text in UTF-8; half characters are text, too."""
    return text.encode(errors="surrogatepass")


class Shuffler(_OpenDealer):
    """A dealer at work: gives numbers one after the other. Use it for one step of the kernel."""

    __slots__ = ()

    def __init__(self, seed: bytes, position: int = 0) -> None:
        super().__init__(seed, position)
        self._laid = _NOTHING_LAID

    def freeze(self) -> Dealer:
        """The dealer after these numbers. The shuffler becomes that dealer, so drop it."""
        del self._laid
        self.__class__ = Dealer  # type: ignore[assignment]
        return self  # type: ignore[return-value]

    def below(self, n: int) -> int:
        """A uniform number from 0 to n - 1: the next words modulo n, with rejection.

        The words make one number; if it is not below the largest multiple of n, it is drawn again.
        """
        if n <= _SMALL:
            if n <= 0:
                raise ValueError(f"below({n}): n must be from 1 to 2**448")
            at = self.position & 15
            block = self._block if at and self._block else self._refill()
            self.position += 1
            word = block[at]
            if word < _SURE or word < _WORD - _WORD % n:
                return word % n
            return self.below(n)
        if n > LARGEST_BOUND:
            raise ValueError(f"below({n}): n must be from 1 to 2**448")
        count, end = _SPANS[n]
        number = 0
        for word in self._words(count):
            number = number << 32 | word
        return number % n if number < end else self.below(n)

    def _words(self, count: int) -> tuple[int, ...]:
        """The next words, from two runs if the first has too few left."""
        at = self.position & 15
        block = self._block if at and self._block else self._refill()
        words = block[at : at + count]
        self.position += len(words)
        return words if len(words) == count else words + self._words(count - len(words))

    def _refill(self) -> tuple[int, ...]:
        from hashlib import blake2b  # loaded when the first game is dealt

        self.position %= LAST
        run = (self.position >> 4).to_bytes(8, "big")
        self._block = _RUN(blake2b(self.seed + run).digest())
        return self._block

    def take(self, pool: Counts, n: int) -> Counts:
        """Draw n pieces blind from a pool of counts: counts by kind."""
        return self.draw(pool, n)[0]

    def draw(self, pool: Counts, n: int) -> tuple[Counts, Counts]:
        """What `take` draws, and what is left of the pool.

        Several draws in a row lay the pool out only once if each is from the very tuple that the
        draw before left. Raises as `Dealer.draw`.
        """
        if type(pool) is not tuple:
            pool = listed("a pool", pool)
        total = sum(pool)
        if not 0 <= n <= total:
            raise ValueError(f"{brief(n)} pieces from a pool of {brief(total)}")
        if n > _FEW:
            return self._draw_many(pool, total, n)
        taken, left = [0] * len(pool), [*pool]
        for ways, sizes, _ in _GOES[total, n]:
            number = self.below(ways)
            for size in sizes:
                number, at = divmod(number, size)
                kind = 0
                for here in left:
                    if at < here:
                        break
                    at -= here
                    kind += 1
                left[kind] -= 1
                taken[kind] += 1
        return tuple(taken), tuple(left)

    def _draw_many(self, pool: Counts, total: int, n: int) -> tuple[Counts, Counts]:
        """`draw` by laying out the pool, unless it lies there from the draw before."""
        last, laid = self._laid
        if last is not pool:
            laid = bytearray().join(map(mul, _BYTES, pool)) if len(pool) <= 256 else _laid_out(pool)
        taken = [0] * len(pool)
        for ways, sizes, end in _GOES[total, n]:
            # Most often this takes two words that are at hand.
            at = self.position & 15
            if end and 0 < at < 15 and self._block:
                number = self._block[at] << 32 | self._block[at + 1]
                self.position += 2
                if number >= end:
                    number = self.below(ways)
            else:
                number = self.below(ways)
            for size in sizes:
                number, at = divmod(number, size)
                taken[laid.pop(at)] += 1
        left = tuple(map(sub, pool, taken))
        self._laid = left, laid
        return tuple(taken), left


def _laid_out(pool: tuple[int, ...]) -> list[int]:
    """Every piece of a pool by its kind, in order, for pools with more than 256 kinds."""
    return [kind for kind, n in enumerate(pool) for _ in range(n)]


def _span(n: int) -> tuple[int, int]:
    """How many words a number below n takes, and the largest multiple of n within their range."""
    count = -(-((n << _SPARE) - 1).bit_length() // 32)
    size = _WORD**count
    return count, size - size % n


def _goes(draw: tuple[int, int]) -> tuple[tuple[int, range, int], ...]:
    """The numbers that encode n pieces out of a total: the bound of each, its factors, and the
    largest multiple of the bound within the range of two words (0 if it does not take two words).

    One number encodes up to `_AT_ONCE` pieces in a mixed radix, the first piece in the lowest
    digit: its radix is the number of pieces left to choose from, one less for each further piece.
    """
    total, n = draw
    firsts = range(total, total - n, -_AT_ONCE)
    rows = [range(first, max(first - _AT_ONCE, total - n), -1) for first in firsts]
    spans = [(prod(sizes), sizes, _SPANS[prod(sizes)]) for sizes in rows]
    return tuple([(ways, sizes, end if n == 2 else 0) for ways, sizes, (n, end) in spans])


_SPANS = Memo(_span)
_GOES = Memo(_goes)
