"""The tables that are tried: every choice of expansions, options, board and number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import cycle
from random import Random
from typing import Any

from attrs import evolve, frozen

from elfen.declare import Option, OptionValue
from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.testing.suite.installed import boards_for, editions, rules_of
from elfen.testing.suite.pairwise import pairwise, seldom, telling

#: A game at a table is not played on after this many decisions.
MOST_DECISIONS = 800

#: An option by its name, and its value.
_Choice = tuple[str, OptionValue]

#: The ends of options that are numbers.
ENDS = ("most", "least")

_EDITION, _PLAYERS, _BOARD = "edition", "players", "board"


@frozen
class Table:
    """A choice of rules and players: base, expansions, edition, options, board, and number of
    players.
    """

    base: str
    expansions: tuple[str, ...]
    edition: str | None = None
    players: int | None = None
    options: tuple[_Choice, ...] = ()
    board: str | None = None

    @property
    def rules(self) -> Ruleset:
        """Its rules; raises `RulesetError` or `BoardError`."""
        options = dict(self.options)
        return rules_of(self.base, self.expansions, self.edition, options, self.board)

    def __str__(self) -> str:
        names = "+".join((self.base, *self.expansions))
        players = f"{self.players} players" if self.players else ""
        options = [f"{name.rpartition('.')[2]}={value}" for name, value in self.options]
        board = f"on {self.board}" if self.board else ""
        return " ".join(filter(None, [names, self.edition, board, players, *options]))


def with_usual_options(table: Table) -> list[Table]:
    """The table for every number of players."""
    return [evolve(table, players=n) for n in table.rules.player_counts]


def with_other_options(table: Table) -> list[Table]:
    """The table for every number of players, with as many other options as go together."""
    choices = {name: values for name, values in _choices(table).items() if name != _BOARD}
    picks = sorted(pairwise(choices), key=lambda pick: [*pick.values()].count(None))
    found = zip(table.rules.player_counts, cycle(picks), strict=False)
    return [settled(_picked(table, pick | {_PLAYERS: n, _BOARD: None})) for n, pick in found]


def in_pairs(table: Table) -> list[Table]:
    """Tables in which every two editions, boards, numbers of players and options come together.

    Some may not be allowed as they are; see `settled`.
    """
    return [_picked(table, pick) for pick in pairwise(_choices(table))]


def at_random(table: Table, numbers: Random) -> Table:
    """A table of as many players, if it can be, with any edition, board and options.

    About half of the options are as usual; of those that are numbers, more.
    """
    counted = {".".join(key) for key, one in table.rules.options.items() if one.type is int}
    pick: dict[str, Any] = {}
    for name, values in _choices(table, seldom).items():
        if name in (_EDITION, _PLAYERS):
            pick[name] = numbers.choice(values)
        elif numbers.random() < 0.5:
            pick[name] = None
        else:
            pick[name] = numbers.choice(values if name in counted else values[1:] or values)
    return settled(_picked(table, pick | {_PLAYERS: table.players}))


def at_its_ends(table: Table) -> list[Table]:
    """The table with all options that are numbers at their most, and at their least, others as they
    are.

    Where hands, rows and stocks are all as large as can be, piles are at their shortest.
    """
    rules = table.rules
    numbers = {key: one for key, one in sorted(rules.options.items()) if one.type is int}
    ends: list[Table] = []
    for end in ENDS:
        values = {key: getattr(one, end) for key, one in numbers.items()}
        chosen = {".".join(key): n for key, n in values.items() if n != rules.option_values[key]}
        given = {name: n for name, n in chosen.items() if n is not None}
        options = tuple((dict(table.options) | given).items())
        ends.append(settled(evolve(table, options=options)))
    return ends


def settled(table: Table) -> Table:
    """The table as it is compiled: without options that its other choices do not allow, and with a
    number of players that its rules are for.

    An expansion can fix an option of the base; choosing that option is then an error.
    """
    if not is_accepted(table):
        table = evolve(table, options=_going_together(table))
    rules = table.rules
    assert table.players is not None
    fitting = (n for n in rules.player_counts if n >= table.players)
    return evolve(table, players=next(fitting, rules.most_players))


def _going_together(table: Table) -> tuple[_Choice, ...]:
    """Those options of a table that go with its other choices, and with the options before them.

    Most that do not are refused on their own as well; so the others are tried together first.
    """
    alone = Table(table.base, table.expansions)
    likely = tuple(one for one in table.options if _is_accepted_alone(alone, one))
    if not is_accepted(evolve(table, options=likely)):
        likely = ()
    for one in table.options:
        if one not in likely and is_accepted(evolve(table, options=(*likely, one))):
            likely = (*likely, one)
    return tuple(one for one in table.options if one in likely)


@lru_cache(1024)
def _is_accepted_alone(table: Table, option: _Choice) -> bool:
    return is_accepted(evolve(table, options=(option,)))


def is_accepted(table: Table) -> bool:
    """Whether its choices go together."""
    try:
        return bool(table.rules)
    except ElfenError:
        return False


def _choices(
    table: Table, further: Callable[[Option], tuple[Any, ...]] = lambda option: ()
) -> dict[str, tuple[Any, ...]]:
    """Every choice and its values, with further ones of options; None leaves an option at its
    default.
    """
    rules = table.rules
    found: dict[str, tuple[Any, ...]] = {
        _EDITION: editions(table.base),
        _PLAYERS: rules.player_counts,
        _BOARD: (None, *boards_for(table.base, table.expansions)),
    }
    for key, option in sorted(rules.options.items()):
        if key in rules.without_effect:
            continue
        usual = rules.option_values[key]
        found[".".join(key)] = (
            None,
            *(v for v in (*telling(option), *further(option)) if v != usual),
        )
    return found


def _picked(table: Table, pick: Mapping[str, Any]) -> Table:
    given = dict(pick)
    edition, players, board = (given.pop(one) for one in (_EDITION, _PLAYERS, _BOARD))
    options = tuple((key, value) for key, value in given.items() if value is not None)
    return evolve(table, edition=edition, players=players, board=board, options=options)
