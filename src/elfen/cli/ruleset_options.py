"""The options that choose a ruleset, the same for every command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from elfen.compiler import options_of
from elfen.declare import Board, OptionValue, find_option, load_board
from elfen.errors import ElfenError, Message
from elfen.game import BASE, Ruleset, compile_ruleset

F = TypeVar("F", bound=Callable[..., object])


#: `--edition`.
edition_option = click.option("--edition", metavar="NAME", help="The rulebook, such as rio-grande.")

#: `--with`, any number of times, as `expansions`.
with_option = click.option(
    "--with",
    "expansions",
    metavar="NAME",
    multiple=True,
    help="Add an expansion; repeatable. `elfen expansions` lists them.",
)

#: `--option`, any number of times, as `options`.
option_option = click.option(
    "--option",
    "options",
    metavar="KEY=VALUE",
    multiple=True,
    help="Set a rule, such as rounds=3; repeatable. `elfen explain` lists them.",
)

#: `--board`, as `board`.
board_option = click.option(
    "--board",
    metavar="FILE",
    help="Play on the board in this file; `elfen board check` checks one.",
)


def ruleset_options(command: F) -> F:
    """All four of them, in this order: what `chosen_rules` takes."""
    return edition_option(with_option(option_option(board_option(command))))


def players_option(default: int | None, name: str = "--players") -> Callable[[F], F]:
    """`--players`; the rules, not this option, say which numbers are allowed."""
    return click.option(
        name,
        metavar="N",
        type=int,
        default=default,
        show_default=default is not None,
        help="The number of players.",
    )


def chosen_rules(
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str] = (),
    board: str | Board | None = None,
) -> Ruleset:
    """The ruleset that the options of a command choose; raises `ElfenError`."""
    if isinstance(board, str):
        board = load_board(board)
    values: dict[str, OptionValue] = {}
    declared = options_of(expansions, BASE) if options else {}
    for given in options:
        name, equals, text = given.partition("=")
        if not equals:
            text = "--option {option} has no value; write it as KEY=VALUE"
            raise ElfenError(Message("option/no-value", text, option=repr(given)))
        key = find_option(name.strip(), declared)
        full = ".".join(key)
        if full in values:
            raise ElfenError(Message("option/twice", "--option {name} is given twice", name=full))
        values[full] = declared[key].parse(text.strip())
    return compile_ruleset(edition, expansions, values, board)
