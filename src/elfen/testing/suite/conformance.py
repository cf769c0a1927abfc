"""The conformance run: every law on an installed plugin, in all its combinations.

`plan` lists the trials, which are independent of each other, of the plugin alone (with what it
requires) and with every compatible installed plugin. The cheap ones come first, then in turn those
that take longer, so that some of each sort are tried even if there is no time for all:

- the laws of a ruleset, for every edition;
- for each number of players, very many quick games with all sorts of options;
- for each number of players, actions whose seat is given just the pieces that they take;
- games in other processes, and how they go on from corners;
- for each number of players, with the usual options and with others, corners: states that are
  looked for on purpose;
- games that are stretched as far as players can;
- all editions, boards, numbers of players and options, so that every two values come together once;
- for each number of players, positions and games that hypothesis finds and shrinks.

`pytest --elfen-expansion NAME` and `elfen laws NAME` run it; see docs/testing.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from random import Random
from zlib import crc32

from attrs import evolve, field, frozen
from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import seed as seeded

from elfen.compiler import load
from elfen.declare import Action, Decide
from elfen.errors import ElfenError, RulesetError, brief
from elfen.game import Game, Ruleset, compile_recipe
from elfen.kernel import State
from elfen.testing.agreeing.pricing import paid_in_full
from elfen.testing.built import check_built
from elfen.testing.corners import (
    STRAYS,
    Corner,
    Part,
    Pull,
    Reached,
    Visited,
    corners,
    features,
    pulled,
    pulls,
    stretching,
)
from elfen.testing.corners.beginnings import at_random
from elfen.testing.facts import aimed_at
from elfen.testing.law_broken import AGREEMENT, DETERMINISM, LawBroken
from elfen.testing.laws import (
    check_bounds,
    check_game,
    check_rules,
    check_state,
    play_out,
)
from elfen.testing.repeating.processes import in_other_processes
from elfen.testing.strategies import games, states
from elfen.testing.suite.equipped import equipped, with_all_kinds
from elfen.testing.suite.installed import base_of, editions, needed, others
from elfen.testing.suite.quick_games import quick_games
from elfen.testing.suite.tables import (
    Table,
    in_pairs,
    settled,
    with_other_options,
    with_usual_options,
)
from elfen.testing.suite.timing import RULESET, asked

#: Roughly how many states of a whole game are checked by the laws of states.
_STATES_OF_A_GAME = 4
_SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
_STATES = 6
_GAMES = 1
_PICKS_TOGETHER = 6
_STATES_ELSEWHERE = 100
#: And so many at each decision at which its seat has all kinds of pieces.
_VARIED = 3
#: For so many moves of walks, one action is tried whose seat has just the pieces for it; and one of
#: so many heaps.
_SUPPLIED, _SOME_HEAPS = 4, 8
#: In seats that are equipped on purpose, so many actions are tried, and one of so many heaps.
_EQUIPPED, _HEAPS = 150, 2
#: Quick games for each number of players, of an expansion on its own and with another.
_QUICK, _QUICK_TOGETHER = 12, 4
#: Every n-th corner is checked while it is watched, which makes it slower.
_WATCHED = 4
#: How often a player strays who wants to stretch a game.
_STRAYS = 0.02
#: Longer games are not played to their end.
_MOST_DECISIONS = 800


@frozen
class Amount:
    """How much is tried at corners: moves of walks, states that are checked, and, of all positions
    with a zone at an edge, one of so many `parts`; of what takes long, one of so many `runs` of
    them.
    """

    moves: int
    states: int
    parts: int
    runs: int = 1


#: Of an expansion on its own, with the usual options and with others; with another expansion; and
#: beside a whole game.
_USUAL, _UNUSUAL = partial(Amount, 700, 30, runs=8), partial(Amount, 700, 18, runs=8)
_TOGETHER = partial(Amount, 500, 18, runs=12)
#: With another expansion, only half of the positions with a zone at an edge are tried.
_HALF = 2
_BESIDE = Amount(60, 3, parts=160)


@frozen
class Effort:
    """How much is tried: `budget` multiplies the usual amount; other seeds try other things."""

    budget: int = 1
    seed: int = 0

    def numbers(self, *what: object) -> Random:
        """Random numbers that are the same each time, for a purpose."""
        return Random(crc32(repr((self.seed, *map(str, what))).encode()))


@frozen
class Trial:
    """One thing to try: `run` raises `LawBroken`, or whatever else goes wrong."""

    what: str
    table: Table
    _run: Callable[[Table, Reached], None] = field(repr=False)

    def run(self, reached: Reached) -> None:
        """Try it, and note what it reaches."""
        self._run(self.table, reached)

    def __str__(self) -> str:
        return f"{self.table}: {self.what}"


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


def plan(name: str, effort: Effort = Effort()) -> Plan:
    """All trials of an installed plugin: first those that are cheap, and last what finds the least.

    Raises `RulesetError` if the plugin is not installed or does not compile on its own.
    """
    base = base_of(name)
    alone = Table(base, _but(base, needed([name])))
    cheap = [*_rulesets(alone), *_quickly(alone, effort, _QUICK), *_equipped(alone, effort)]
    cheap.append(_elsewhere(alone, effort))
    thorough = [*_corners(alone, effort), *_stretched(alone, effort)]
    games = _tables(alone, effort)
    left_out: dict[str, str] = {}
    for other in others(base):
        if other in alone.expansions:
            continue
        try:
            together = evolve(alone, expansions=_but(base, needed([name, other])))
            _ = together.rules
        except ElfenError as error:
            left_out[other] = str(error)
            continue
        cheap += [*_rulesets(together)[:1], *_quickly(together, effort, _QUICK_TOGETHER)]
        cheap += [*_equipped(together, effort), _elsewhere(together, effort)]
        thorough += _corners_together(together, effort)
        games += _tables(together, effort, _PICKS_TOGETHER)
    found = (*cheap, *_in_turn(thorough, games), *_searches(alone, effort))
    return Plan(name, effort, found, left_out)


def _in_turn(*sorts: list[Trial]) -> list[Trial]:
    """The trials of each sort in their order, those of all sorts spread evenly."""
    places = [((n + 0.5) / len(some), trial) for some in sorts for n, trial in enumerate(some)]
    return [trial for _, trial in sorted(places, key=lambda place: place[0])]


def _but(base: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(name for name in names if name != base))


def _rulesets(table: Table) -> list[Trial]:
    """The laws of a ruleset, for every edition."""
    tables = [evolve(table, edition=edition) for edition in editions(table.base)]
    return [Trial("ruleset", one, _ruleset) for one in tables]


def _ruleset(table: Table, reached: Reached) -> None:
    check_rules(_compiled(table, reached))


def _compiled(table: Table, reached: Reached) -> Ruleset:
    """The rules of a table, compiled once more while it is watched."""
    recipe = table.rules.recipe
    with reached.lines.watching():
        return compile_recipe(recipe)


def _quickly(table: Table, effort: Effort, number: int) -> list[Trial]:
    """Quick games, for every number of players."""

    def run(table: Table, reached: Reached) -> None:
        quick_games(table, number * effort.budget, effort.numbers("quick", table))

    return [Trial("quick games", one, run) for one in with_usual_options(table)]


def _equipped(table: Table, effort: Effort) -> list[Trial]:
    """Seats that have just what an action takes, for every number of players."""

    def run(table: Table, reached: Reached) -> None:
        assert table.players is not None
        for n in range(effort.budget):
            numbers = effort.numbers("equipped", table, n)
            states = [one for one in at_random(table.rules, table.players, numbers) if one.round]
            part = Part(numbers.randrange(_HEAPS), _HEAPS)
            equipped(table.rules, states, numbers, _EQUIPPED, part)

    return [Trial("equipped seats", one, run) for one in with_usual_options(table)]


def _elsewhere(table: Table, effort: Effort) -> Trial:
    """Games in other processes, and how they go on from states at corners."""

    def run(table: Table, reached: Reached) -> None:
        rules, players = table.rules, table.players
        assert players is not None
        most = _STATES_ELSEWHERE * effort.budget
        found = corners(
            rules, players, effort.numbers("elsewhere", table), 10 * most, most, reached
        )
        states, (seed, games) = [corner.state for corner in found], (effort.seed, effort.budget)
        states += with_all_kinds(rules, states, effort.numbers("all kinds", table), _VARIED)
        asked(DETERMINISM, RULESET, in_other_processes, rules, players, seed, games, states)

    counts = table.rules.player_counts
    return Trial("other processes", evolve(table, players=counts[len(counts) // 2]), run)


def _corners(table: Table, effort: Effort) -> list[Trial]:
    """States at corners, for every number of players with the usual options and with others."""
    usual = with_usual_options(table)
    unusual = [one for one in with_other_options(table) if one not in usual]
    parts = len(usual) + len(unusual)
    trials = [_at(one, effort, _USUAL(parts), n) for n, one in enumerate(usual)]
    return trials + [
        _at(one, effort, _UNUSUAL(parts), n) for n, one in enumerate(unusual, len(usual))
    ]


def _corners_together(table: Table, effort: Effort) -> list[Trial]:
    """States at corners, for every number of players; for every other one with unusual options."""
    tables = with_usual_options(table)
    tables[1::2] = with_other_options(table)[1::2]
    parts = _HALF * len(tables)
    first = len(tables) * (effort.seed % _HALF)
    return [_at(one, effort, _TOGETHER(parts), n) for n, one in enumerate(tables, first)]


def _at(table: Table, effort: Effort, amount: Amount, number: int) -> Trial:
    def run(table: Table, reached: Reached) -> None:
        _at_corners(table.rules, table, effort, reached, amount, number)

    return Trial("corners", table, run)


def _at_corners(
    rules: Ruleset,
    table: Table,
    effort: Effort,
    reached: Reached,
    amount: Amount,
    number: int,
) -> None:
    players = table.players
    assert players is not None
    asked(AGREEMENT, RULESET, paid_in_full, rules)
    numbers = effort.numbers("corners", table)
    moves, most = (effort.budget * n for n in (amount.moves, amount.states))
    part = Part(number, amount.parts, amount.runs, effort.seed)
    found = corners(rules, players, numbers, moves, most, reached, part)
    states = [corner.state for corner in found]
    equipped(rules, states, numbers, moves // _SUPPLIED, Part(number, _SOME_HEAPS))
    for n, corner in enumerate(found):
        _note(rules, corner, reached)
        check = check_built if corner.built else check_state
        with (
            aimed_at(corner.move, alone=corner.built),
            nullcontext() if n % _WATCHED else reached.lines.watching(),
        ):
            try:
                check(rules, corner.state, 3)
            except LawBroken as broken:
                broken.past = (*corner.past, *broken.past)
                raise


def _note(rules: Ruleset, corner: Corner, reached: Reached) -> None:
    """Note what a built position shows, and what is due after the move that it was built for."""
    if corner.built:
        reached.note(rules, corner.state, [])
        with suppress(Exception):  # whatever is wrong there, the laws will tell
            if corner.move is not None and rules.check(corner.state, corner.move) is None:
                reached.note(rules, rules.advance(corner.state, corner.move), [])


def _tables(table: Table, effort: Effort, most: int | None = None) -> list[Trial]:
    """Whole games over pairwise combinations of editions, players and options."""
    tables = in_pairs(table)
    if most is not None:
        tables = tables[:: -(-len(tables) // (most * effort.budget))]
    return [_whole(one, effort) for one in tables]


def _whole(table: Table, effort: Effort) -> Trial:
    """A whole game, of players at random or pulled to extremes, and some states at corners."""
    number = crc32(str(table).encode()) % _BESIDE.parts

    def run(table: Table, reached: Reached) -> None:
        rules = _compiled(table, reached)
        assert table.players is not None
        for n in range(effort.budget):
            numbers = effort.numbers("whole", table, n)
            pulling = [numbers.choice(pulls(rules)) for _ in range(table.players)]
            choose = _choosing(rules, pulling, numbers) if numbers.random() < 0.5 else None
            seed = numbers.getrandbits(16)
            game = play_out(rules, table.players, seed, choose, _MOST_DECISIONS)
            check_game(game, every=max(1, len(game.log) // _STATES_OF_A_GAME))
        _at_corners(rules, table, effort, reached, _BESIDE, number)

    return Trial("whole game", settled(table), run)


def _stretched(table: Table, effort: Effort) -> list[Trial]:
    def run(table: Table, reached: Reached) -> None:
        assert table.players is not None
        stretched_games(table.rules, table.players, effort)

    tables = [evolve(table, players=n) for n in table.rules.player_counts]
    return [Trial("stretched games", one, run) for one in tables]


def stretched_games(rules: Ruleset, players: int, effort: Effort) -> None:
    """Play games in which all players want the same, and check their bounds.

    They want to be asked a decision, to take a type of action or none of it, or points: such games
    may be longer than the bounds say. Raises `LawBroken`.
    """
    for pull in stretching(rules):
        numbers = effort.numbers("stretched", players, pull)
        choose = _choosing(rules, [pull] * players, numbers, _STRAYS)
        check_bounds(play_out(rules, players, numbers.getrandbits(16), choose, _MOST_DECISIONS))


def _choosing(
    rules: Ruleset, pulling: Sequence[Pull], numbers: Random, strays: float = STRAYS
) -> Callable[[Game], Action]:
    def choose(game: Game) -> Action:
        item = game.pending
        assert isinstance(item, Decide)
        return pulled(rules, pulling[item.seat], game.state, item.seat, numbers, strays)

    return choose


def _searches(table: Table, effort: Effort) -> list[Trial]:
    """Hypothesis searches over positions and games, for every number of players."""
    tables = [evolve(table, players=n) for n in table.rules.player_counts]
    searches = (("positions", _positions(effort)), ("games", _games(effort)))
    return [Trial(what, one, search) for one in tables for what, search in searches]


def _positions(effort: Effort) -> Callable[[Table, Reached], None]:
    def run(table: Table, reached: Reached) -> None:
        rules, visited = table.rules, Visited()

        @_searching(_STATES, effort)
        @given(states(rules, table.players))
        def holds(state: State) -> None:
            shown = features(rules, state, rules.legal_actions(state))
            target(visited.worth(shown), label="what has not been seen")
            visited.chosen(shown)
            check_state(rules, state, 3)

        holds()

    return run


def _games(effort: Effort) -> Callable[[Table, Reached], None]:
    def run(table: Table, reached: Reached) -> None:
        @_searching(_GAMES, effort)
        @given(games(table.rules, table.players))
        def holds(game: Game) -> None:
            check_game(game, every=max(1, len(game.log) // _STATES_OF_A_GAME))

        holds()

    return run


def _searching(
    examples: int, effort: Effort
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """A search that is the same every time for one seed, and has no deadline."""
    limits = settings(
        max_examples=examples * effort.budget,
        deadline=None,
        database=None,
        derandomize=not effort.seed,
        print_blob=False,
        phases=(Phase.generate, Phase.target, Phase.shrink),
        suppress_health_check=_SLOW_IS_FINE,
    )

    def search(test: Callable[..., None]) -> Callable[[], None]:
        found = limits(test)
        return seeded(effort.seed)(found) if effort.seed else found

    return search
