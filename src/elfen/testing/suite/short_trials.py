"""Trials that take a second or two: rulesets, quick games, equipped seats, other processes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import evolve

from elfen.testing.corners import Part, Reached, beginnings, corners
from elfen.testing.law_broken import DETERMINISM
from elfen.testing.laws import check_rules
from elfen.testing.repeating.processes import in_other_processes
from elfen.testing.suite.equipped import equipped, with_all_kinds
from elfen.testing.suite.installed import editions
from elfen.testing.suite.quick_games import quick_games
from elfen.testing.suite.tables import Table, at_random, settled, with_usual_options
from elfen.testing.suite.timing import RULESET, asked
from elfen.testing.suite.trials import Effort, Trial, compiled
from elfen.testing.suite.typed_options import any_text_is_used_or_refused

#: In seats that are equipped on purpose, so many actions are tried, and one of so many heaps.
_EQUIPPED, _HEAPS = 150, 2
#: At a table chosen at random, that much less.
_LESS = 2
#: Games go on in other processes from so many states, and from so many at each decision at which
#: its seat has all kinds of pieces.
_STATES_ELSEWHERE, _VARIED = 100, 3


def rulesets(table: Table) -> list[Trial]:
    """The laws of a ruleset, for every edition, and what is typed into its options."""
    tables = [evolve(table, edition=edition) for edition in editions(table.base)]
    return [Trial("ruleset", one, _ruleset) for one in tables]


def _ruleset(table: Table, reached: Reached) -> None:
    check_rules(compiled(table, reached))
    any_text_is_used_or_refused(table)


def quickly(table: Table, effort: Effort, number: int) -> list[Trial]:
    """Quick games, for every number of players, some of them with options at an end."""

    def run(table: Table, reached: Reached) -> None:
        quick_games(table, number * effort.budget, effort.numbers("quick", table))

    return [Trial("quick games", one, run) for one in with_usual_options(table)]


def more_quickly(table: Table, effort: Effort, number: int) -> list[Trial]:
    """More quick games, for every number of players."""

    def run(table: Table, reached: Reached) -> None:
        numbers = effort.numbers("more", table)
        quick_games(table, number * effort.budget, numbers, ends=False)

    return [Trial("more quick games", one, run) for one in with_usual_options(table)]


def equipped_seats(table: Table, effort: Effort) -> list[Trial]:
    """Seats that have just what an action takes, for every number of players."""

    def run(table: Table, reached: Reached) -> None:
        for n in range(effort.budget):
            _equip(table, _EQUIPPED, _HEAPS, effort.numbers("equipped", table, n))

    return [Trial("equipped seats", one, run) for one in with_usual_options(table)]


def equipped_anywhere(table: Table, effort: Effort) -> list[Trial]:
    """The same at a table chosen at random, with other options or on another board."""

    def run(table: Table, reached: Reached) -> None:
        numbers = effort.numbers("equipped anywhere", table)
        for _ in range(effort.budget):
            _equip(at_random(table, numbers), _EQUIPPED // _LESS, _HEAPS * _LESS, numbers)

    return [Trial("seats equipped anywhere", one, run) for one in with_usual_options(table)]


def _equip(table: Table, number: int, heaps: int, numbers: Random) -> None:
    """Try so many actions at a table, and one of so many heaps."""
    assert table.players is not None
    found = beginnings.at_every_decision(table.rules, table.players, numbers)
    states = [one for one in found if one.round]
    equipped(table.rules, states, numbers, number, Part(numbers.randrange(heaps), heaps))


def elsewhere(table: Table, effort: Effort, others: Sequence[Table] = ()) -> Trial:
    """Games in other processes, how they go on from states at corners, and how games begin at
    other tables.
    """

    def run(table: Table, reached: Reached) -> None:
        rules, players = table.rules, table.players
        assert players is not None
        most = _STATES_ELSEWHERE * effort.budget
        found = corners(
            rules, players, effort.numbers("elsewhere", table), 10 * most, most, reached
        )
        states, (seed, games) = [corner.state for corner in found], (effort.seed, effort.budget)
        states += with_all_kinds(rules, states, effort.numbers("all kinds", table), _VARIED)
        further = [(one.rules.recipe, one.players or players) for one in map(settled, others)]
        here = rules, players, seed, games, states, further
        asked(DETERMINISM, RULESET, in_other_processes, *here)

    counts = table.rules.player_counts
    return Trial("other processes", evolve(table, players=counts[len(counts) // 2]), run)
