"""The conformance run: every law on an installed plugin, in all its combinations.

`plan` lists the trials, which are independent of each other, of the plugin alone (with what it
requires), with every compatible installed plugin, and, the shortest of them, with as many at once
as go together. They are:

- the laws of a ruleset, for every edition;
- for each number of players, very many quick games with all sorts of options;
- for each number of players, actions whose seat is given just the pieces that they take, with the
  usual options and at tables chosen at random;
- games that are stretched as far as players can;
- games in other processes, how they go on from corners, and how they begin at all tables;
- for each number of players, with the usual options and with others, corners: states that are
  looked for on purpose;
- whole games of all editions, boards, numbers of players and options, so that every two values come
  together once;
- for each number of players, positions and games that hypothesis finds and shrinks.

There is seldom time for all, so the first of each sort come first: most faults show there. Those of
the plugin alone come before those with others, which may take long through no fault of its own.
Then those that are cheap, for each number of players, the largest first, as piles are shortest
there, in turn with corners, whole games and more quick games; then more of these; and last what
finds the least.

`pytest --elfen-expansion NAME` and `elfen laws NAME` run it; see docs/testing.md.
"""

from __future__ import annotations

from itertools import chain, zip_longest

from attrs import evolve, frozen

from elfen.compiler import load
from elfen.errors import ElfenError, RulesetError, brief
from elfen.testing.corners import Reached
from elfen.testing.suite.corner_trials import at_corners, at_corners_together
from elfen.testing.suite.game_trials import stretched, whole_games
from elfen.testing.suite.installed import base_of, needed, others
from elfen.testing.suite.search_trials import searches
from elfen.testing.suite.short_trials import (
    elsewhere,
    equipped_anywhere,
    equipped_seats,
    more_quickly,
    quickly,
    rulesets,
)
from elfen.testing.suite.tables import Table, in_pairs, is_accepted
from elfen.testing.suite.trials import USUAL, Effort, Trial

#: Quick games for each number of players, of an expansion on its own and with another, beside those
#: with options at an end; and how many more of an expansion on its own, if there is time.
_QUICK, _QUICK_TOGETHER, _MORE = 4, 2, 8
#: Whole games of an expansion with another.
_PICKS_TOGETHER = 6


@frozen
class Plan:
    """The trials of a plugin, and the plugins that are left out, each with the reason."""

    name: str
    effort: Effort
    trials: tuple[Trial, ...]
    left_out: dict[str, str]

    def reached(self) -> Reached:
        """The map of what the trials reach, still empty."""
        return Reached(self.name, load(self.name))

    def only(self, text: str) -> Plan:
        """The plan with only those trials that have this text in their name.

        Raises `RulesetError` if there is none.
        """
        trials = tuple(trial for trial in self.trials if text in str(trial))
        if not trials:
            raise RulesetError(f"no trial of {self.name!r} has {brief(text)} in its name")
        return evolve(self, trials=trials)

    def part(self, number: int, parts: int) -> Plan:
        """The plan with one of so many trials; as many numbers in a row have them all."""
        return evolve(self, trials=self.trials[number % parts :: parts])


def plan(name: str, effort: Effort = USUAL) -> Plan:
    """All trials of an installed plugin: the first of each sort, those that are cheap, the others.

    Raises `RulesetError` if the plugin is not installed or does not compile on its own.
    """
    base = base_of(name)
    alone = Table(base, _but(base, needed([name])))
    own = [
        quickly(alone, effort, _QUICK),
        equipped_seats(alone, effort),
        equipped_anywhere(alone, effort),
        stretched(alone, effort),
    ]
    more = more_quickly(alone, effort, _MORE)
    processes = [elsewhere(alone, effort, in_pairs(alone))]
    corners, games = at_corners(alone, effort), whole_games(alone, effort)
    pairs, left_out = _with_another(name, alone)
    together: list[list[Trial]] = []
    for pair in pairs:
        together += [quickly(pair, effort, _QUICK_TOGETHER), equipped_seats(pair, effort)]
        processes.append(elsewhere(pair, effort))
        corners += at_corners_together(pair, effort)
        games += whole_games(pair, effort, _PICKS_TOGETHER)
    if (all_of_them := _all_at_once(pairs)) is not None:
        together += [
            quickly(all_of_them, effort, _QUICK_TOGETHER),
            equipped_seats(all_of_them, effort),
        ]
    first = [*rulesets(alone), *chain(*(rulesets(pair)[:1] for pair in pairs))]
    first += [*_firsts(own), processes[0], games[0], corners[0], *_firsts(together)]
    cheap = [*chain(*reversed(_by_number([*own, *together])[1:]))]
    slow = _in_turn(corners[1:], games[1:], more, processes[1:])
    half = len(slow) // 2
    rest = [*_in_turn(cheap, slow[:half]), *slow[half:], *searches(alone, effort)]
    return Plan(name, effort, (*first, *rest), left_out)


def _with_another(name: str, alone: Table) -> tuple[list[Table], dict[str, str]]:
    """The table with each other plugin; and those that do not go with it, each with the reason."""
    pairs: list[Table] = []
    left_out: dict[str, str] = {}
    for other in others(alone.base):
        if other not in alone.expansions:
            pair = evolve(alone, expansions=_but(alone.base, needed([name, other])))
            try:
                _ = pair.rules
            except ElfenError as error:
                left_out[other] = str(error)
            else:
                pairs.append(pair)
    return pairs, left_out


def _all_at_once(pairs: list[Table]) -> Table | None:
    """The table with the plugins of all pairs, but for those that do not go with the others; None
    if that is no more than a pair.
    """
    found: Table | None = None
    for pair in pairs:
        names = {*pair.expansions, *(found.expansions if found else ())}
        more = evolve(pair, expansions=tuple(sorted(names)))
        if is_accepted(more):
            found = more
    return None if found in pairs else found


def _firsts(sorts: list[list[Trial]]) -> list[Trial]:
    return _by_number(sorts)[0] if sorts else []


def _by_number(sorts: list[list[Trial]]) -> list[list[Trial]]:
    """The first of each sort, then the second of each, and so on."""
    return [[one for one in some if one is not None] for some in zip_longest(*sorts)]


def _in_turn(*sorts: list[Trial]) -> list[Trial]:
    """The trials of each sort in their order, those of all sorts spread evenly."""
    places = [((n + 0.5) / len(some), trial) for some in sorts for n, trial in enumerate(some)]
    return [trial for _, trial in sorted(places, key=lambda place: place[0])]


def _but(base: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(name for name in names if name != base))
