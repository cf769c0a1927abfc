"""Who sits where: every deal is played in all rotations of its seats, and all pairs meet."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count

from attrs import frozen

from elfen.bots import seed_of
from elfen.errors import ElfenError
from elfen.kernel import in_bytes, seed_text


@frozen
class Meeting:
    """One game to be played: the number of its deal, the deal's seed, and who sits where.

    `lineup` has for each seat the index of its player. `rotation` counts the games of the deal.
    """

    deal: int
    rotation: int
    seed: int
    lineup: tuple[int, ...]


def schedule(players: int, seats: int, series: int | str) -> Iterator[tuple[Meeting, ...]]:
    """The games of deal after deal, without end; the same for the same `series`.

    With more players than seats a deal takes those that have met least. With fewer, players sit
    several times, as evenly as possible. In which order they sit down is drawn for each deal; then
    they rotate until everybody has sat everywhere. Raises `ElfenError` for fewer than two players.
    """
    if players < 2:
        raise ElfenError("an arena takes two players at least")
    met: Counter[tuple[int, int]] = Counter()
    sat: Counter[int] = Counter()
    told = seed_text(series)
    for deal in count():
        chance = random.Random(in_bytes(f"{told}/{deal}"))
        around = _table(players, seats, met, sat, chance)
        chance.shuffle(around)
        turned = dict.fromkeys(tuple(around[n:] + around[:n]) for n in range(seats))
        seed = seed_of(series, deal)
        yield tuple(Meeting(deal, n, seed, lineup) for n, lineup in enumerate(turned))
        sat.update(around)
        met.update(combinations(sorted(set(around)), 2))


def _table(
    players: int,
    seats: int,
    met: Counter[tuple[int, int]],
    sat: Counter[int],
    chance: random.Random,
) -> list[int]:
    """The players of a deal: all of them as often as there is room, and some once more."""
    whole, left = divmod(seats, players)
    table = list(range(players)) * whole
    chosen: list[int] = []
    for _ in range(left):
        free = [one for one in range(players) if one not in chosen]
        chosen.append(min(free, key=lambda one: _claim(one, chosen, met, sat, chance)))
    return table + chosen


def _claim(
    one: int,
    chosen: Sequence[int],
    met: Counter[tuple[int, int]],
    sat: Counter[int],
    chance: random.Random,
) -> tuple[int, int, float]:
    """Lowest for who has met those chosen least, then for who has sat least."""
    meetings = sum(met[min(one, other), max(one, other)] for other in chosen)
    return meetings, sat[one], chance.random()
