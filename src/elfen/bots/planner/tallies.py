"""Tallies: how many ways there are at each price, as digits of numbers that can be added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from elfen.bots.planner.purse import Packing
from elfen.declare import Memo

#: The zone number used in demands for pieces that may be laid on the way.
STOCK = -1

#: How many pieces a way takes, from which field: its lowest bit, or `MIXED`; and the field that a
#: piece is taken from to be laid on it. That is None also where more than one kind would do to pay.
Takes = tuple[int, int, "int | None"]

#: Instead of a field, where a way takes pieces from none or several.
MIXED = -1

#: The bits of a digit: more than there are towns.
_DIGIT = 16
_ONES = (1 << _DIGIT) - 1

_MOST_PAYABLE = 1 << 12

#: Numbers by field, those that are `MIXED` last. Each has a digit for each price and stock; prices
#: ascend, and of a price the ways that lay nothing come first.
Tally = tuple[int, ...]

#: How many steps there are at each price, as the digits of a number, the price 0 first.
Prices = int


class Tallies:
    """Tallies for one way to pack purses."""

    def __init__(self, packing: Packing) -> None:
        self._width, self._ones = packing.width, packing.ones
        #: The fields of stocks are the lowest.
        self._stocks = packing.fields_in(STOCK)
        self._fields = packing.top // packing.width - self._stocks
        self._slots = self._stocks + 1
        #: The payable steps by field, counted from those of stocks on, and their tally.
        self._payable = Memo[tuple[int, int], tuple[int, Memo[int, Prices]]](
            self._payable_at, _MOST_PAYABLE
        )

    def of(self, takes: Iterable[Takes]) -> Tally:
        """The tally of ways that take this."""
        found = [0] * (self._fields + 1)
        for n, field, stock in takes:
            at = self._fields if field == MIXED else field // self._width - self._stocks
            slot = 0 if stock is None else stock // self._width + 1
            found[at] += 1 << _DIGIT * (n * self._slots + slot)
        return tuple(found)

    def is_free(self, sums: Sequence[int]) -> bool:
        """Whether a way of those that were added up costs nothing."""
        return bool(sums[-1] & (1 << _DIGIT * self._slots) - 1)

    def mixed(self, sums: Sequence[int]) -> Prices:
        """The prices of all ways that take from several fields, or none."""
        return sum([1 << _DIGIT * n for n, _ in self._listed(sums[-1])])

    def payable(self, sums: Sequence[int]) -> list[tuple[int, Memo[int, Prices]]]:
        """For each field, the bits of purses that tell which steps it pays for, and these."""
        return self._payable.of([(at, n) for at, n in enumerate(sums[:-1]) if n])

    def _listed(self, number: int) -> list[tuple[int, int]]:
        """The price and the place of the stock, from 1 on or 0 for none, of each way."""
        found = []
        digit = 0
        while number:
            found += [divmod(digit, self._slots)] * (number & _ONES)
            number >>= _DIGIT
            digit += 1
        return found

    def _payable_at(self, key: tuple[int, int]) -> tuple[int, Memo[int, Prices]]:
        at, number = key
        ones, width = self._ones, self._width
        listed = self._listed(number)
        field = (at + self._stocks) * width
        bits = ones << field
        for slot in {slot for _, slot in listed if slot}:
            bits |= ones << (slot - 1) * width

        def payable(held: int) -> Prices:
            """The cheapest steps, of those that lay a piece no more than there are such pieces."""
            left = held >> field & ones
            stocks = [len(listed), *[held >> n * width & ones for n in range(self._stocks)]]
            prices = 0
            for n, slot in listed:
                if stocks[slot]:
                    stocks[slot] -= 1
                    left -= n
                    if left < 0:
                        break
                    prices += 1 << _DIGIT * n
            return prices

        return bits, Memo(payable)


def _left_after(key: tuple[Prices, int, int]) -> tuple[int, ...]:
    prices, left, most = key
    out = [left]
    n = 0
    while prices:
        for _ in range(min(prices & _ONES, most + 1 - len(out))):
            left -= n
            if left < 0:
                return tuple(out)
            out.append(left)
        prices >>= _DIGIT
        n += 1
    return tuple(out)


#: What is left after 0, 1, 2... of the cheapest steps, by all their prices, the number of pieces
#: held, and the most steps.
known_left: Memo[tuple[Prices, int, int], tuple[int, ...]] = Memo(_left_after, 1 << 14)

#: Those of the packings that were last used.
known_tallies: Memo[Packing, Tallies] = Memo(Tallies, most=256)
