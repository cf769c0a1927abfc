"""The options that choose a ruleset, the same for every command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from elfen.compiler import options_of
from elfen.declare import Board, OptionValue, find_option, load_board
from elfen.errors import ElfenError
from elfen.game import Ruleset, compile_ruleset

F = TypeVar("F", bound=Callable[..., object])


def edition_option(command: F) -> F:
    """`--edition`."""
    return click.option("--edition", metavar="NAME", help="Which rulebook, such as rio-grande.")(
        command
    )


def with_option(command: F) -> F:
    """`--with`, any number of times, as `expansions`."""
    return click.option(
        "--with",
        "expansions",
        metavar="NAME",
        multiple=True,
        help="An expansion; can be given several times. `elfen expansions` lists them.",
    )(command)


def option_option(command: F) -> F:
    """`--option`, any number of times, as `options`."""
    return click.option(
        "--option",
        "options",
        metavar="KEY=VALUE",
        multiple=True,
        help="A rule, such as rounds=3; can be given several times. `elfen explain` lists them.",
    )(command)


def board_option(command: F) -> F:
    """`--board`, as `board`."""
    return click.option(
        "--board",
        metavar="FILE",
        help="A board file to play on; `elfen board check` says if it is sound.",
    )(command)


def players_option(default: int | None) -> Callable[[F], F]:
    """`--players`; how many the rules allow is theirs to say."""
    return click.option(
        "--players",
        metavar="N",
        type=int,
        default=default,
        show_default=default is not None,
        help="How many play.",
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
    declared = options_of(expansions) if options else {}
    for given in options:
        name, equals, text = given.partition("=")
        if not equals:
            raise ElfenError(f"--option {given!r} has no value; write it as KEY=VALUE")
        key = find_option(name.strip(), declared)
        full = ".".join(key)
        if full in values:
            raise ElfenError(f"--option {full} is given twice")
        values[full] = declared[key].parse(text.strip())
    return compile_ruleset(edition, expansions, values, board)


def named(rules: Ruleset) -> str:
    """The rules by plugins and edition, for a title."""
    plugins = " + ".join(plugin.name for plugin in rules.plugins)
    return f"{plugins}, edition {rules.edition}" if rules.edition else plugins
