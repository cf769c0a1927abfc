"""The dealer: a frozen value that deals the same for ever, uniformly, and tells nobody its seed."""

from __future__ import annotations

import copy
import itertools
import math
import operator
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from elfen import Dealer, compile_ruleset
from elfen.declare.memo import Memo
from elfen.errors import ElfenError
from elfen.kernel import dealer

from .every_number import over_every_number


def numbers(start: Dealer, n: int, count: int) -> list[int]:
    """The next numbers below n, one after the other."""
    found = []
    for _ in range(count):
        number, start = start.below(n)
        found.append(number)
    return found


def off(counts: Counter[int], weights: list[Fraction]) -> float:
    """How many standard deviations the chi-square of the counts is above what is expected."""
    total = sum(counts.values())
    chi = sum((counts[k] - total * w) ** 2 / (total * w) for k, w in enumerate(weights) if w)
    freedom = sum(1 for w in weights if w) - 1
    return float(chi - freedom) / math.sqrt(2 * freedom)


# The same for ever -----------------------------------------------------------------------


def test_a_seed_gives_the_same_numbers_for_ever() -> None:
    assert numbers(Dealer.seeded(1), 1_000_000, 5) == GOLDEN_NUMBERS
    assert numbers(Dealer.seeded("tournament 7"), 1_000_000, 5) == GOLDEN_TEXT
    assert [numbers(Dealer.seeded(1), n, 1)[0] for n in (2, 2**32, 2**33, 2**200)] == GOLDEN_SIZES


def test_a_seed_gives_the_same_cards_for_ever() -> None:
    hand, after = Dealer.seeded(1).take((10, 10, 10, 10, 10, 10, 12), 8)
    assert (hand, after.position) == GOLDEN_HAND
    deck, after = Dealer.seeded(2).take((50, 50, 50), 100)
    assert (deck, after.position) == GOLDEN_DECK


GOLDEN_NUMBERS = [828304, 879209, 447504, 156900, 6792]
GOLDEN_TEXT = [441181, 694622, 141094, 272852, 524882]
GOLDEN_SIZES = [
    0,
    2345617808,
    2345617808,
    267066397153913001755684984571711696412438549543173191929665,
]
GOLDEN_HAND = ((1, 1, 1, 0, 1, 2, 2), 3)
GOLDEN_DECK = ((32, 32, 36), 37)


def slowly(seed: bytes, bounds: list[int]) -> list[int]:
    """A seed's numbers below some bounds, from the definition: as many words as each takes."""

    def words() -> Iterator[int]:
        for run in itertools.count():
            digest = blake2b(seed + run.to_bytes(8, "big")).digest()
            yield from (int.from_bytes(digest[k : k + 4], "big") for k in range(0, 64, 4))

    word, found = words(), list[int]()
    while len(found) < len(bounds):
        n = bounds[len(found)]
        size, number = 2**32, next(word)
        while n * 2**16 > size:
            size, number = size * 2**32, number * 2**32 + next(word)
        if number < size // n * n:
            found.append(number % n)
    return found


@given(st.integers(), st.integers(1, 2**448), st.integers(1, 30))
@example(1, 3 * 2**30, 30)
@example(2, 2**16, 30)
@example(3, 2**16 + 1, 30)
@example(4, 2**48, 30)
def test_numbers_are_what_the_slow_twin_says(seed: int, n: int, count: int) -> None:
    start = Dealer.seeded(seed)
    assert numbers(start, n, count) == slowly(start.seed, [n] * count)


def taken_slowly(seed: bytes, pool: tuple[int, ...], n: int) -> tuple[int, ...]:
    """A draw from its definition: up to eight pieces a number, the first in its last digit."""
    left = [kind for kind, count in enumerate(pool) for _ in range(count)]
    bounds = []
    for first in range(0, n, 8):
        bounds.append(math.prod(len(left) - k for k in range(first, min(first + 8, n))))
    drawn = []
    for number in slowly(seed, bounds):
        for _ in range(min(8, n - len(drawn))):
            drawn.append(left.pop(number % (size := len(left))))
            number //= size
    return tuple(drawn.count(kind) for kind in range(len(pool)))


pools = st.lists(st.integers(0, 12), max_size=9) | st.lists(
    st.integers(0, 2), min_size=250, max_size=260
)


@given(pools.map(tuple), st.integers(0, 99), st.data())
@example((2**10, 3), 1, 2**10)
@example((1,) * 256, 2, 256)
@example((1,) * 257, 3, 257)
def test_draws_are_what_the_slow_twin_says(
    pool: tuple[int, ...], seed: int, data: st.DataObject | int
) -> None:
    n = data if isinstance(data, int) else data.draw(st.integers(0, sum(pool)))
    start = Dealer.seeded(seed)
    assert start.take(pool, n)[0] == taken_slowly(start.seed, pool, n)


@given(pools.map(tuple), st.lists(st.integers(0, 20), max_size=5), st.booleans())
def test_draws_in_a_row_from_what_is_left_are_draws_like_any_other(
    pool: tuple[int, ...], sizes: list[int], copied: bool
) -> None:
    shuffler, start = Dealer.seeded(3).shuffler(), Dealer.seeded(3)
    for n in sizes:
        if n > sum(pool):
            return
        drawn, left = shuffler.draw((*pool,) if copied else pool, n)
        alone, start = start.take(pool, n)
        assert drawn == alone
        assert left == tuple(map(operator.sub, pool, drawn))
        pool = left
    assert shuffler.freeze() == start


def test_a_pool_that_was_drawn_from_is_not_what_is_left_of_it() -> None:
    pool = (10, 10, 10)
    shuffler, start = Dealer.seeded(3).shuffler(), Dealer.seeded(3)
    for _ in range(3):
        alone, start = start.take(pool, 8)
        assert shuffler.draw(pool, 8)[0] == alone


def test_seeds_differ() -> None:
    seeds = [0, 1, -1, 2**70, "", "0", "1", "one", "é"]
    first = {seed: tuple(numbers(Dealer.seeded(seed), 2**64, 2)) for seed in seeds}
    assert len(set(first.values())) == len(seeds)


@pytest.mark.parametrize("seed", [1.0, b"one", True, (1,)])
def test_a_seed_is_a_number_or_a_text(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number or a text") as caught:
        Dealer.seeded(seed)
    assert repr(seed) not in str(caught.value)


def test_without_a_seed_nobody_knows() -> None:
    assert len({Dealer.seeded().seed for _ in range(20)}) == 20
    assert len(Dealer.seeded().seed) == 32


# A value ---------------------------------------------------------------------------------


def test_a_dealer_is_frozen_and_goes_on_from_where_it_is() -> None:
    start = Dealer.seeded(3)
    number, after = start.below(100)
    assert start.below(100) == (number, after)
    assert start.position == 0
    assert after.position > 0
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        start.position = 5  # type: ignore[misc]


@pytest.mark.parametrize("steps", [0, 1, 15, 16, 17, 50])
def test_equal_dealers_deal_alike_however_they_came_about(steps: int) -> None:
    worked = Dealer.seeded(4)
    for _ in range(steps):
        _, worked = worked.below(1000)
    resumed = Dealer(worked.seed, worked.position)
    for other in (
        resumed,
        copy.copy(worked),
        copy.deepcopy(worked),
        pickle.loads(pickle.dumps(worked)),
        attrs.evolve(Dealer.seeded(4).below(7)[1], position=worked.position),
    ):
        assert other == worked
        assert hash(other) == hash(worked)
        assert numbers(other, 10**9, 20) == numbers(worked, 10**9, 20)
        assert other.take((3, 4, 5), 6) == worked.take((3, 4, 5), 6)


def test_a_shuffler_begins_where_a_dealer_of_the_same_seed_does() -> None:
    seed, pool = Dealer.seeded(6).seed, (3, 4, 5)
    for shuffler, start in (
        (dealer.Shuffler(seed), Dealer(seed)),
        (dealer.Shuffler(seed, 5), Dealer(seed, 5)),
        (dealer.Shuffler(seed, 16), Dealer(seed, 16)),
    ):
        taken, left, after = start.draw(pool, 4)
        assert shuffler.draw(pool, 4) == (taken, left)
        assert shuffler.freeze() == after


def test_dealers_of_another_seed_or_position_differ() -> None:
    assert Dealer.seeded(1) != Dealer.seeded(2)
    assert Dealer.seeded(1) != Dealer.seeded(1).below(2)[1]


def test_no_number_is_used_twice() -> None:
    start, positions = Dealer.seeded(5), [0]
    for n in (2, 2**40, 6, 2**300, 1):
        _, start = start.below(n)
        positions.append(start.position)
    _, start = start.take((40, 40, 40), 90)
    positions.append(start.position)
    assert all(after > before for before, after in pairwise(positions))


@pytest.mark.parametrize("before", range(20))
def test_a_dealer_at_its_last_number_goes_on_as_from_the_first(before: int) -> None:
    seed = Dealer.seeded(5).seed
    late, first = Dealer(seed, dealer.LAST - before), numbers(Dealer(seed), 1000, 40)
    given = []
    for _ in range(40):
        number, late = late.below(1000)
        assert Dealer(seed, late.position) == late
        given.append(number)
    assert given[before:] == first[: 40 - before]
    taken, _, after = Dealer(seed, dealer.LAST - before).draw((9,) * 8, 60)
    assert sum(taken) == 60
    assert Dealer(seed, after.position) == after


@pytest.mark.parametrize("worked", [False, True])
def test_the_repr_tells_nothing_of_what_is_to_come(worked: bool) -> None:
    one, other = Dealer.seeded("one"), Dealer.seeded("other")
    if worked:
        one, other = one.below(5)[1], other.below(5)[1]
    assert repr(one) == repr(other) == str(one)
    assert one.seed.hex() not in repr(one)
    assert repr(one.seed) not in repr(one)
    assert "position" in repr(one)


def test_the_global_generator_is_left_alone() -> None:
    random.seed(7)
    before = random.getstate()
    numbers(Dealer.seeded(), 1000, 10)
    Dealer.seeded(1).take((5, 5), 5)
    rules = compile_ruleset()
    game = rules.new_game(3)
    for _ in range(20):
        game = game.play(game.legal_actions[0])
    assert random.getstate() == before
    random.seed(8)
    again = numbers(Dealer.seeded(1), 1000, 10)
    random.seed(9)
    assert again == numbers(Dealer.seeded(1), 1000, 10)


# Uniform ---------------------------------------------------------------------------------


@given(st.integers(1, 2**448), st.integers())
def test_a_number_is_below_what_was_asked(n: int, seed: int) -> None:
    assert all(0 <= number < n for number in numbers(Dealer.seeded(seed), n, 3))


@pytest.mark.parametrize("n", [0, -1, 2**448 + 1])
def test_a_bound_that_cannot_be_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="n must be from 1"):
        Dealer.seeded(1).below(n)


@pytest.mark.parametrize("n", [0, -1, 2**448 + 1])
def test_a_bound_that_cannot_be_is_refused_under_way_too(n: int) -> None:
    _, worked = Dealer.seeded(1).below(6)
    with pytest.raises(ValueError, match="n must be from 1"):
        worked.below(n)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 72, 100])
def test_small_numbers_are_uniform(n: int) -> None:
    counts = Counter(numbers(Dealer.seeded(f"uniform {n}"), n, 400 * n if n < 20 else 8000))
    assert set(counts) == set(range(n))
    assert off(counts, [Fraction(1, n)] * n) < 4


@pytest.mark.parametrize("n", [3 * 2**62, 3 * 2**94, 3 * 2**126, 3 * 2**300, 2**448])
def test_large_numbers_are_uniform(n: int) -> None:
    found = numbers(Dealer.seeded(f"large {n}"), n, 3000)
    assert off(Counter(12 * number // n for number in found), [Fraction(1, 12)] * 12) < 4
    assert off(Counter(number % 8 for number in found), [Fraction(1, 8)] * 8) < 4


def test_numbers_in_a_row_have_nothing_to_do_with_each_other() -> None:
    found = numbers(Dealer.seeded("pairs"), 4, 8001)
    pairs = Counter(4 * a + b for a, b in pairwise(found))
    assert off(pairs, [Fraction(1, 16)] * 16) < 4


@pytest.mark.parametrize("n", [3, 3 * 2**20])
def test_a_word_that_would_favour_some_numbers_is_drawn_again(n: int) -> None:
    shuffler = Dealer.seeded(1).shuffler()
    shuffler._block = (0, 2**32 - 1, 2**32 - 1, 0, 5, *[7] * 11)
    shuffler.position = 17
    assert shuffler.below(n) == (5 if n > 2**16 else 0)


def coming_upon(*words: int) -> dealer.Shuffler:
    """A shuffler that comes upon these words next."""
    shuffler = Dealer.seeded(1).shuffler()
    shuffler._block = (0, *words, *[0] * (15 - len(words)))
    shuffler.position = 17
    return shuffler


#: How many of the first 2**32 and 2**64 numbers are fair for a bound: all up to a multiple of it.
FAIR_7 = 2**32 - 2**32 % 7
LARGE = 3 * 2**20 + 1
FAIR_LARGE = 2**64 - 2**64 % LARGE


def in_words(number: int) -> tuple[int, int]:
    return divmod(number, 2**32)


@pytest.mark.parametrize(
    ("n", "words", "number"),
    [
        (7, [FAIR_7 - 1, 1], 6),
        (7, [FAIR_7, 1], 1),
        (7, [2**32 - 1, 1], 1),
        (2**16 - 1, [2**32 - 2**16 - 1, 7], 2**16 - 2),
        (2**16 - 1, [2**32 - 2, 7], 2**16 - 2),
        (2**16 - 1, [2**32 - 1, 7], 7),
        (LARGE, [*in_words(FAIR_LARGE - 1), 0, 1], LARGE - 1),
        (LARGE, [*in_words(FAIR_LARGE), 0, 1], 1),
        (LARGE, [*in_words(2**64 - 1), 0, 1], 1),
    ],
)
def test_a_word_is_used_exactly_if_it_favours_no_number(
    n: int, words: list[int], number: int
) -> None:
    assert coming_upon(*words).below(n) == number
    assert coming_upon(*words).freeze().below(n)[0] == number


def test_a_draw_of_several_is_drawn_again_where_it_would_favour_some() -> None:
    ways = 23 * 22 * 21 * 20 * 19 * 18 * 17 * 16
    fair = 2**64 - 2**64 % ways
    first = [0, 0]
    assert coming_upon(*in_words(fair - 1), *first).take((8, 15), 8) == (0, 8)
    assert coming_upon(*in_words(fair), *first).take((8, 15), 8) == (8, 0)
    assert coming_upon(*in_words(fair), *in_words(ways - 1)).take((8, 15), 8) == (0, 8)


# Draws -----------------------------------------------------------------------------------


def hypergeometric(pool: tuple[int, ...], n: int) -> dict[tuple[int, ...], Fraction]:
    """What may be drawn, with its probability, from the formula."""
    ways = {(): 1}
    for count in pool:
        ways = {
            (*taken, k): w * math.comb(count, k)
            for taken, w in ways.items()
            for k in range(count + 1)
        }
    total = math.comb(sum(pool), n)
    return {taken: Fraction(w, total) for taken, w in ways.items() if sum(taken) == n}


def every_draw(pool: tuple[int, ...], n: int) -> dict[tuple[int, ...], Fraction]:
    """What `take` draws, over every number that the dealer may come upon, each as likely."""
    return over_every_number(lambda: Dealer.seeded(1).take(pool, n)[0])


@pytest.mark.parametrize(
    ("pool", "n"),
    [((2, 1, 2), 3), ((3, 3), 3), ((1, 1, 1, 1), 2), ((4, 0, 1), 2), ((2, 2), 4), ((5,), 3)],
)
@pytest.mark.parametrize("at_once", [8, 2, 1])
def test_a_draw_is_exactly_hypergeometric(
    pool: tuple[int, ...], n: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealer, "_AT_ONCE", at_once)
    monkeypatch.setattr(dealer, "_GOES", Memo(dealer._goes))
    assert every_draw(pool, n) == hypergeometric(pool, n)


def test_a_large_draw_is_hypergeometric() -> None:
    pool, n = (30, 60, 90), 120
    start, reds = Dealer.seeded("large draw"), Counter[int]()
    for _ in range(1500):
        taken, start = start.take(pool, n)
        reds[taken[0]] += 1
    exact = [
        Fraction(math.comb(30, k) * math.comb(150, n - k), math.comb(180, n)) for k in range(31)
    ]
    middle = Counter({k - 17: reds[k] for k in range(17, 24)})
    weights = exact[17:24]
    assert off(middle, [w / sum(weights) for w in weights]) < 4
    assert sum(middle.values()) > 1200


@given(st.lists(st.integers(0, 12), max_size=8).map(tuple), st.data())
def test_a_draw_takes_so_many_and_no_more_than_there_are(
    pool: tuple[int, ...], data: st.DataObject
) -> None:
    n = data.draw(st.integers(0, sum(pool)))
    taken, after = Dealer.seeded(data.draw(st.integers(0, 99))).take(pool, n)
    assert sum(taken) == n
    assert len(taken) == len(pool)
    assert all(0 <= some <= there for some, there in zip(taken, pool, strict=True))
    assert (after.position > 0) == (n > 0)


@pytest.mark.parametrize("n", [-1, 6])
def test_a_draw_of_more_than_there_is_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=rf"{n} pieces from a pool of 5"):
        Dealer.seeded(1).take((2, 3), n)


@pytest.mark.parametrize(
    ("pool", "n", "told"),
    [
        ((1, 2), "x", "the number of pieces has to be a whole number, not 'x'"),
        ((1, 2), 1.5, "the number of pieces has to be a whole number, not 1.5"),
        (("a", 2), 1, "a count of a pool has to be a whole number from 0 on, not 'a'"),
        ([2, -1], "x", "the number of pieces has to be a whole number, not 'x'"),
        (("a", -1), 0, "a count of a pool has to be a whole number from 0 on, not 'a'"),
        (3, 1, "a pool has to be a list, not 3"),
    ],
)
def test_what_is_no_pool_or_no_number_is_told_so(pool: Any, n: Any, told: str) -> None:
    with pytest.raises(ElfenError) as refused:
        Dealer.seeded(1).draw(pool, n)
    assert str(refused.value) == told


def test_a_list_and_an_empty_kind_are_a_pool_too() -> None:
    assert Dealer.seeded(1).draw([0, 1], 1)[:2] == ((0, 1), (0, 0))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="4 pieces from a pool of 3"):
        Dealer.seeded(1).draw((1, 0, 2), 4)
