"""The last values of options that rules accept: found by halving, and then played with.

What rules accept may depend on the board, on players, and on other plugins, so no declaration says
where it ends. A number may be refused towards its least or its most. Of a text of several whole
numbers, such as of how many pieces there are of each sort, fewer and fewer are tried, all of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from attrs import evolve

from elfen.declare import OptionValue
from elfen.testing.suite.pairwise import seldom
from elfen.testing.suite.tables import ENDS, Table, at_its_ends, is_accepted, settled

_Option = tuple[str, OptionValue]


def at_the_edge(table: Table) -> list[Table]:
    """The table with one option at the last value that its rules accept, for each such value."""
    fewest = evolve(table, players=table.rules.fewest_players, options=())
    return [settled(evolve(table, options=(option,))) for option in _last_values(fewest)]


@cache
def _last_values(table: Table) -> list[_Option]:
    found: list[_Option] = []
    for accepted, refused, option in _searches(table):

        def accepts(number: int, option: Callable[[int], _Option] = option) -> bool:
            return is_accepted(evolve(table, options=(option(number),)))

        if accepts(accepted) and not accepts(refused):
            found.append(option(_last(accepts, accepted, refused)))
    usual = {".".join(key): value for key, value in table.rules.option_values.items()}
    return [(name, value) for name, value in found if value != usual[name]]


def _searches(table: Table) -> Iterator[tuple[int, int, Callable[[int], _Option]]]:
    """Between which numbers there may be a last one, and what makes an option of a number."""
    rules = table.rules
    options = [(".".join(key), key, one) for key, one in sorted(rules.options.items())]
    for end, allowed in zip(ENDS, at_its_ends(table), strict=True):
        for name, key, option in options:
            usual, most = rules.option_values[key], getattr(option, end)
            if option.type is int and most not in (None, usual, dict(allowed.options).get(name)):
                assert isinstance(usual, int)
                yield usual, most, partial(_number, name)
    for name, _, option in options:
        for text in seldom(option)[:1]:
            total, _, rest = text.partition(" ")
            yield int(total), 0, partial(_text, name, rest)


def _number(name: str, number: int) -> _Option:
    return name, number


def _text(name: str, rest: str, number: int) -> _Option:
    return name, f"{number} {rest}"


def _last(accepts: Callable[[int], bool], accepted: int, refused: int) -> int:
    """The number next to one that is refused, by halving."""
    while abs(refused - accepted) > 1:
        middle = (accepted + refused) // 2
        accepted, refused = (middle, refused) if accepts(middle) else (accepted, middle)
    return accepted
