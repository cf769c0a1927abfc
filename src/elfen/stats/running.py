"""Plays games and counts them, here or in several processes, with the same figures."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from elfen.bots import Record, Series, Spec, in_step, line_up, seed_of, simulate, specs_of
from elfen.game import Ruleset
from elfen.stats.comparison import Comparison
from elfen.stats.gathered import Statistics
from elfen.stats.sheets import Following


def statistics(
    rules: Ruleset,
    bots: Sequence[Spec] = ("random",),
    players: int = 4,
    games: int = 1000,
    seed: int | str = 0,
    jobs: int = 1,
) -> Statistics:
    """The statistics of so many games; the arguments are those of `elfen.bots.simulate`."""
    found = Statistics(rules, players)
    for record in simulate(rules, bots, players, games, seed, jobs, watch=Following):
        found.add(record.kept)
    return found


def pairs(
    before: Ruleset,
    after: Ruleset,
    bots: Sequence[Spec] = ("random",),
    players: int = 4,
    games: int = 1000,
    seed: int | str = 0,
    jobs: int = 1,
) -> Generator[tuple[Record, Record], None, None]:
    """Deal by deal, the games by two rulesets, each with its `Sheet` as `kept`.

    `games` is how many each of them plays. Raises `ElfenError` as `elfen.bots.simulate`.
    """
    bots = specs_of(bots)
    several = tuple(Series(rules, bots, players, seed, Following) for rules in (before, after))
    for one in several:
        line_up(one.bots, one.rules, players, seed_of(seed, 0))
    return ((first, second) for first, second in in_step(several, games, jobs))


def compare(
    before: Ruleset,
    after: Ruleset,
    bots: Sequence[Spec] = ("random",),
    players: int = 4,
    games: int = 1000,
    seed: int | str = 0,
    jobs: int = 1,
) -> Comparison:
    """The same deals by two rulesets, compared; the arguments are those of `pairs`."""
    found = Comparison(Statistics(before, players), Statistics(after, players))
    for first, second in pairs(before, after, bots, players, games, seed, jobs):
        found.add(first.kept, second.kept)
    return found
