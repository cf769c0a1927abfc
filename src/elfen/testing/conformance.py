"""The conformance run: every law on an installed plugin, in all its combinations.

`plan` lists the trials, which are independent of each other:

- the plugin alone (with what it requires), and with every compatible installed plugin;
- all editions, numbers of players and options, so that every two values come together once;
- for each number of players, positions and games that hypothesis finds and shrinks.

`pytest --elfen-expansion NAME` runs it; see docs/testing.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, field, frozen
from hypothesis import HealthCheck, Phase, given, settings

from elfen.declare import OptionValue
from elfen.errors import ElfenError, RulesetError
from elfen.game import Game, Ruleset
from elfen.kernel import State
from elfen.testing.installed import base_of, editions, needed, others, rules_of
from elfen.testing.laws import check_game, check_rules, check_state, play_out
from elfen.testing.pairwise import pairwise, telling
from elfen.testing.strategies import games, states

#: Roughly how many states of a whole game are checked by the laws of states.
_STATES_OF_A_GAME = 4
_SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
_STATES = 8
_GAMES = 2
_PICKS_TOGETHER = 6
_EDITION, _PLAYERS = "edition", "players"


@frozen
class Table:
    """A choice of rules and players: base, expansions, edition, options, number of players."""

    base: str
    expansions: tuple[str, ...]
    edition: str | None = None
    players: int | None = None
    options: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def rules(self) -> Ruleset:
        """Its rules; raises `RulesetError`."""
        return rules_of(self.base, self.expansions, self.edition, dict(self.options))

    def __str__(self) -> str:
        names = "+".join((self.base, *self.expansions))
        players = f"{self.players} players" if self.players else ""
        options = [f"{name.rpartition('.')[2]}={value}" for name, value in self.options]
        return " ".join(filter(None, [names, self.edition, players, *options]))


@frozen
class Trial:
    """One thing to try: `run()` raises `LawBroken`, or whatever else goes wrong."""

    what: str
    table: Table
    _run: Callable[[Table], None] = field(repr=False)

    def run(self) -> None:
        """Try it."""
        self._run(self.table)

    def __str__(self) -> str:
        return f"{self.table}: {self.what}"


@frozen
class Plan:
    """The trials, and the plugins that are left out, each with the reason."""

    trials: tuple[Trial, ...]
    left_out: dict[str, str]


def plan(name: str, budget: int = 1) -> Plan:
    """All trials of an installed plugin; `budget` multiplies the usual amount of work.

    Raises `RulesetError` if the plugin is not installed or does not compile on its own.
    """
    base = base_of(name)
    alone = Table(base, _but(base, needed([name])))
    found = [*_rulesets(alone), *_tables(alone, budget), *_searches(alone, budget)]
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
        found += [*_rulesets(together)[:1], *_tables(together, budget, _PICKS_TOGETHER)]
        found += _searches(together, budget)[-1:]
    return Plan(tuple(found), left_out)


def _but(base: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(name for name in names if name != base))


def _rulesets(table: Table) -> list[Trial]:
    """The laws of a ruleset, for every edition."""
    tables = [evolve(table, edition=edition) for edition in editions(table.base)]
    return [Trial("ruleset", one, lambda one: check_rules(one.rules)) for one in tables]


def _tables(table: Table, budget: int, most: int | None = None) -> list[Trial]:
    """Whole games over pairwise combinations of editions, players and options."""
    picks = pairwise(_factors(table))
    if most is not None:
        picks = picks[:: -(-len(picks) // (most * budget))]
    return [Trial("whole game", one, _whole(budget)) for one in map(_picker(table), picks)]


def _factors(table: Table) -> dict[str, tuple[Any, ...]]:
    """Every choice and its values; None leaves an option at its default."""
    rules = table.rules
    found: dict[str, tuple[Any, ...]] = {
        _EDITION: editions(table.base),
        _PLAYERS: rules.player_counts,
    }
    for key, option in sorted(rules.options.items()):
        if key in rules.without_effect:
            continue
        usual = rules.option_values[key]
        found[".".join(key)] = (None, *(v for v in telling(option) if v != usual))
    return found


def _picker(table: Table) -> Callable[[dict[str, Any]], Table]:
    def picked(pick: dict[str, Any]) -> Table:
        given = {k: v for k, v in pick.items() if k not in (_EDITION, _PLAYERS) and v is not None}
        return evolve(
            table,
            edition=pick[_EDITION],
            players=pick[_PLAYERS],
            options=tuple(given.items()),
        )

    return picked


def _whole(budget: int) -> Callable[[Table], None]:
    def run(table: Table) -> None:
        rules = _allowed(table)
        assert table.players is not None
        fitting = (n for n in rules.player_counts if n >= table.players)
        players = next(fitting, rules.most_players)
        for seed in range(budget):
            game = play_out(rules, players, seed)
            check_game(game, every=max(1, len(game.log) // _STATES_OF_A_GAME))

    return run


def _allowed(table: Table) -> Ruleset:
    """The rules of a table, without the options that its other choices do not allow.

    An expansion can fix an option of the base; choosing that option is then an error.
    """
    try:
        return table.rules
    except RulesetError:
        kept: list[tuple[str, OptionValue]] = []
        for one in table.options:
            try:
                _ = evolve(table, options=(*kept, one)).rules
            except RulesetError:
                continue
            kept.append(one)
        return evolve(table, options=tuple(kept)).rules


def _searches(table: Table, budget: int) -> list[Trial]:
    """Hypothesis searches over positions and games, for every number of players."""
    rules = table.rules
    tables = [evolve(table, players=n) for n in rules.player_counts]
    return [
        Trial(what, one, search)
        for one in tables
        for what, search in (("positions", _positions(budget)), ("games", _games(budget)))
    ]


def _positions(budget: int) -> Callable[[Table], None]:
    def run(table: Table) -> None:
        rules = table.rules

        @_searching(_STATES * budget)
        @given(states(rules, table.players))
        def holds(state: State) -> None:
            check_state(rules, state, 3)

        holds()

    return run


def _games(budget: int) -> Callable[[Table], None]:
    def run(table: Table) -> None:
        @_searching(_GAMES * budget)
        @given(games(table.rules, table.players))
        def holds(game: Game) -> None:
            check_game(game, every=max(1, len(game.log) // _STATES_OF_A_GAME))

        holds()

    return run


def _searching(examples: int) -> settings:
    """Settings for a search that is the same every time and has no deadline."""
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        print_blob=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=_SLOW_IS_FINE,
    )
