"""Part of the law of sampling: worlds are sampled as often as they are likely.

There are two ways to draw the pieces that an observer does not see: the fast one of `Determinizer`,
and the long one, `the_long_way`. Samples of both are compared: how many pieces of each kind lie
in each zone that is hidden, and how many of them are alike. A first look is cheap; only what seems
odd is looked at again, more and more closely. Where both ways are right, one of a hundred figures
is off by 6 standard errors in one of them in less than one of two million states, as far as sums of
samples are normal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf, sqrt
from operator import mul
from random import Random
from zlib import crc32

from elfen.declare import Counts
from elfen.game import Game, Ruleset, compile_recipe
from elfen.kernel import Recipe, State
from elfen.testing.blaming.anew import Anew
from elfen.testing.blaming.watching import ByChance
from elfen.testing.facts import calling, states_of, waits
from elfen.testing.law_broken import SAMPLING, LawBroken
from elfen.testing.secrecy.onlookers import Onlooker
from elfen.views import Determinizer, observe, the_long_way, unknown

_LOOKS = 500, 1200, 3000, 12_000
_ODD, _WRONG = 3.0, 6.0
#: Sums of fewer samples may be far from normal.
_FEWEST = 3000
#: By the seeds of so many other worlds one is sampled again.
_OTHERS = range(1, 9)
#: Of how many states of a game it is looked at how tangled they are.
_MANY = 60

Zones = tuple[Counts, ...]


def fair_worlds_along(game: Game) -> None:
    """Worlds are sampled fairly where the most is known of what is hidden, where what is known is
    the most tangled, and somewhere else. Raises `LawBroken`.
    """
    rules, states = game.rules, [state for state, _ in states_of(game)]
    numbers = Random(crc32(repr(game.state).encode()))
    onlookers = (None, *range(game.players))
    for state in (max(states, key=lambda state: len(repr(state.ledger))), numbers.choice(states)):
        fair_worlds(rules, state, numbers.choice(onlookers), numbers)
    fair_where_tangled(rules, states, numbers, _MANY)


def fair_where_tangled(
    rules: Ruleset, states: Sequence[State], numbers: Random, looked_at: int
) -> None:
    """Worlds are sampled fairly where what is known of what is hidden is the most tangled.

    So many of the states are looked at, each for some observer. Raises `LawBroken`.
    """
    onlookers = (None, *range(states[0].players))
    some = [(one, numbers.choice(onlookers)) for one in states[:: len(states) // looked_at + 1]]
    fair_worlds(rules, *max(some, key=lambda one: _tangled(rules, *one)), numbers)


def _tangled(rules: Ruleset, state: State, seat: int | None) -> tuple[int, int]:
    """In how many hidden zones pieces lie that perhaps were there before the last mixing, and have
    been seen to leave it since: the most of any family; and how many such pieces were seen.
    """
    found = [(0, 0)]
    for family in unknown(observe(rules, state, seat)):
        seen = [
            sum(shown)
            for old, shown, free in zip(family.old, family.shown, family.free, strict=True)
            if old and free and any(shown)
        ]
        found.append((len(seen), sum(seen)))
    return max(found)


def fair_worlds(rules: Ruleset, state: State, seat: int | None, numbers: Random) -> None:
    """Both ways draw what a seat does not see as often; and by the same numbers the fast one draws
    the same again. Raises `LawBroken`.
    """
    view = observe(rules, state, seat)
    hidden = [
        at
        for at in range(len(state.zones))
        if not rules.sight.into(*_named(rules, at), seat) and any(state.zones[at])
    ]
    if len(hidden) < 2:
        return
    fast, long = Determinizer(view), the_long_way(view)
    _the_same_again(rules, state, seat, fast)
    ways: tuple[Callable[[], Zones], ...] = (
        lambda: fast.sample(numbers).zones,
        lambda: long.pieces(numbers)[0],
    )
    tallies = [_Tally(hidden) for _ in ways]
    for number in _LOOKS:
        for draw, tally in zip(ways, tallies, strict=True):
            more = number - tally.number
            calling(SAMPLING, "sampling a world", lambda: tally.add(draw, more))  # noqa: B023
        off, what = max(_apart(rules, *tallies), default=(0.0, ""))
        if off <= _ODD:
            return
        if off > _WRONG and number >= _FEWEST:
            raise LawBroken(
                SAMPLING,
                f"at {waits(rules, state)} worlds for {Onlooker(rules, seat).who} are not sampled"
                f" as often as they are likely: {what} are off by {off:.1f} standard errors in"
                f" {number} samples",
                runs=tuple(map(ByChance, ways)),
            )


def _the_same_again(rules: Ruleset, state: State, seat: int | None, worlds: Determinizer) -> None:
    """A world is the same if others have been sampled before it."""
    one, *_, other = (
        calling(SAMPLING, "sampling a world", lambda: worlds.sample(Random(n)).zones)  # noqa: B023
        for n in (0, *_OTHERS, 0)
    )
    if one != other:
        runs = [
            Anew(partial(_after, rules.recipe, state, seat, before)) for before in (_OTHERS, ())
        ]
        raise LawBroken(
            SAMPLING,
            f"at {waits(rules, state)} a world for {Onlooker(rules, seat).who} is another one by"
            " the same numbers, after one was sampled by others",
            runs=tuple(runs),
        )


def _after(
    recipe: Recipe, state: State, seat: int | None, before: Sequence[int]
) -> Callable[[], object]:
    """Sampling a world by rules that have sampled others before."""
    worlds = Determinizer(observe(compile_recipe(recipe), state, seat))
    for number in before:
        worlds.sample(Random(number))
    return lambda: worlds.sample(Random(0)).zones


class _Tally:
    """The sums of all figures of samples, and of their squares."""

    def __init__(self, hidden: list[int]) -> None:
        self.hidden, self.number = hidden, 0
        self.sums: dict[tuple[int, int], int] = {}
        self.squares: dict[tuple[int, int], int] = {}

    def add(self, draw: Callable[[], Zones], number: int) -> None:
        """Add that many samples."""
        worlds = [draw() for _ in range(number)]
        for at in self.hidden:
            rows = [zones[at] for zones in worlds]
            alike = [sum(map(mul, counts, counts)) for counts in rows]
            for kind, column in enumerate((*zip(*rows, strict=True), alike)):
                key = at, kind
                self.sums[key] = self.sums.get(key, 0) + sum(column)
                self.squares[key] = self.squares.get(key, 0) + sum(map(mul, column, column))
        self.number += number


def _apart(rules: Ruleset, one: _Tally, other: _Tally) -> Iterator[tuple[float, str]]:
    """How far each figure is apart, in standard errors, and what it is."""
    number = one.number
    for key in sorted({*one.sums, *other.sums}):
        means = [tally.sums.get(key, 0) / number for tally in (one, other)]
        spread = sum(
            tally.squares.get(key, 0) / number - mean * mean
            for tally, mean in zip((one, other), means, strict=True)
        )
        apart = abs(means[0] - means[1])
        if apart:
            yield apart / sqrt(spread / number) if spread > 0 else inf, _told(rules, *key)


def _told(rules: Ruleset, at: int, kind: int) -> str:
    zone, owner = rules.layout.zone_at(at)
    kinds = rules.layout.kinds_of(zone)
    what = kinds[kind].id if kind < len(kinds) else "pieces alike"
    return f"{what} in {zone.name}" + ("" if owner is None else f" of seat {owner}")


def _named(rules: Ruleset, at: int) -> tuple[str, int | None]:
    zone, owner = rules.layout.zone_at(at)
    return zone.name, owner
